#!/bin/sh
# with-server.sh JAVA JAR COMMAND...: runs a command while a local server with an empty memory serves at $ENGRAPH_SERVER.
java="$1"; jar="$2"; shift 2
folder=$(mktemp -d)
"$java" --enable-native-access=ALL-UNNAMED -Dquarkus.http.port=0 -Dengraph.table.file="$folder/engraph.db" -jar "$jar" > "$folder/log" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; wait $server 2> /dev/null; rm -rf "$folder"' EXIT
i=0
while ! grep -q 'Listening on: ' "$folder/log"; do
  i=$((i + 1))
  if [ $i -gt 600 ] || ! kill -0 $server 2> /dev/null; then cat "$folder/log"; echo 'the server did not start'; exit 1; fi
  sleep 0.1
done
ENGRAPH_SERVER=$(sed -n 's/.*Listening on: \(http:[^ ]*\).*/\1/p' "$folder/log" | head -1)
export ENGRAPH_SERVER
"$@"
