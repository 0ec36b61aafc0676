#!/bin/sh
# run.sh DOCUMENT...: runs the shell blocks of documents, one after the other, against the server at $ENGRAPH_SERVER: what is fenced as sh,
# and of the README the indented lines of "The API by example". A request that is refused ends it.
set -e
script=$(mktemp)
trap 'rm -f "$script"' EXIT
for document in "$@"; do
  { echo 'set -e'
    awk '/^```sh$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$document"
    awk '/^## / {example = /The API by example/} example && /^    / {print substr($0, 5)}' "$document"
  } | sed "s#localhost:8080#${ENGRAPH_SERVER#http://}#g; s#curl -s #curl -sfS #g" > "$script"
  sh "$script" > /dev/null
  echo "$document: its shell blocks ran"
done
