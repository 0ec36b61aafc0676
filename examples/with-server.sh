#!/bin/sh
# with-server.sh SERVER COMMAND...: runs a command while a local server with an empty memory serves at $ENGRAPH_SERVER. SERVER is
# what starts it, such as "java -jar target/quarkus-app/quarkus-run.jar".
start="$1"; shift
folder=$(mktemp -d)
QUARKUS_HTTP_PORT=0 ENGRAPH_TABLE_FILE="$folder/engraph.db" sh -c "exec $start" > "$folder/log" 2>&1 &
server=$!
ended() {
  kill $server 2> /dev/null; wait $server 2> /dev/null
  # What the server has to say of its own faults, should there be any.
  if grep -q ' ERROR ' "$folder/log"; then grep -A 25 -m 3 ' ERROR ' "$folder/log" >&2; fi
  rm -rf "$folder"
}
trap ended EXIT
i=0
while ! grep -q 'Listening on: ' "$folder/log"; do
  i=$((i + 1))
  if [ $i -gt 600 ] || ! kill -0 $server 2> /dev/null; then cat "$folder/log"; echo 'the server did not start'; exit 1; fi
  sleep 0.1
done
ENGRAPH_SERVER=$(sed -n 's/.*Listening on: \(http:[^ ]*\).*/\1/p' "$folder/log" | head -1)
ENGRAPH_SERVER_PID=$server
export ENGRAPH_SERVER ENGRAPH_SERVER_PID
"$@"
