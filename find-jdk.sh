#!/bin/sh
# Prints the home of a JDK 25: JAVA_HOME if it is one, then the java on the PATH, then the usual
# places. Prints nothing when there is none.

is_25() {
  [ -x "$1/bin/javac" ] && "$1/bin/javac" -version 2>&1 | grep -q '^javac 25'
}

on_path=$(command -v javac 2>/dev/null)
[ -n "$on_path" ] && on_path=$(dirname "$(dirname "$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")")")

for home in "$JAVA_HOME" "$on_path" \
  /usr/lib/jvm/*25* \
  "$HOME"/.sdkman/candidates/java/25* \
  /Library/Java/JavaVirtualMachines/*25*/Contents/Home \
  /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
  /opt/java/* /opt/jdk*25*; do
  if [ -n "$home" ] && is_25 "$home"; then
    echo "$home"
    exit 0
  fi
done
exit 0
