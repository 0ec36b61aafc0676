#!/bin/sh
# native-image.sh TOOLCHAIN: finds what builds native images, and writes it down in target/native-image: the home of a
# GraalVM or Mandrel, and whether Quarkus's container is to be used instead.
set -e
out=target/native-image
mkdir -p "$out"
: > "$out/home"
echo false > "$out/container"
if [ -n "$GRAALVM_HOME" ]; then
  [ -x "$GRAALVM_HOME/bin/native-image" ] || { echo "GRAALVM_HOME has no bin/native-image: $GRAALVM_HOME"; exit 1; }
  echo "$GRAALVM_HOME" > "$out/home"
elif [ -f "$1/setup.sh" ]; then
  if [ ! -x "$out/toolchain/home/bin/native-image" ]; then
    echo 'putting a native-image together from registry artifacts ...'
    sh "$1/setup.sh" "$PWD/$out/toolchain" > "$out/setup.log" 2>&1 || { cat "$out/setup.log"; exit 1; }
  fi
  echo "$PWD/$out/toolchain/home" > "$out/home"
elif command -v docker > /dev/null || command -v podman > /dev/null; then
  echo true > "$out/container"
else
  echo 'no native-image: set GRAALVM_HOME to a GraalVM or Mandrel of JDK 25, or install Docker or Podman'
  exit 1
fi
