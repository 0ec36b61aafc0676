#!/bin/sh
# Starts or stops an emulator of AWS on port 4566: LocalStack where Docker runs and a token for it is
# given, else MiniStack, which needs neither. usage: emulator.sh start|stop

cd "$(dirname "$0")/.." || exit 1
STATE=.localstack
URL=http://127.0.0.1:4566/_localstack/health

answers() { python3 -c "import urllib.request; urllib.request.urlopen('$URL', timeout=2)" 2>/dev/null; }

start() {
  if answers; then echo "an emulator answers on port 4566 already"; return; fi
  mkdir -p $STATE
  if [ -n "$LOCALSTACK_AUTH_TOKEN" ] && docker info >/dev/null 2>&1; then
    docker compose -f localstack/docker-compose.yml up -d || exit 1
  else
    BIND_HOST=127.0.0.1 nohup .venv/bin/ministack >$STATE/ministack.log 2>&1 &
    echo $! >$STATE/ministack.pid
  fi
  for _ in $(seq 1 120); do
    if answers; then echo "the emulator answers on http://127.0.0.1:4566"; return; fi
    sleep 0.5
  done
  echo "the emulator did not start; see $STATE/ministack.log" >&2
  exit 1
}

stop() {
  if [ -e $STATE/ministack.pid ]; then
    kill "$(cat $STATE/ministack.pid)" 2>/dev/null
    rm -f $STATE/ministack.pid
  elif docker info >/dev/null 2>&1; then
    docker compose -f localstack/docker-compose.yml down
  fi
}

case $1 in
  start) start ;;
  stop) stop ;;
  *) echo "usage: emulator.sh start|stop" >&2; exit 2 ;;
esac
