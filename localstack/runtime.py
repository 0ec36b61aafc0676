"""A Lambda Runtime API on this machine: runs a bootstrap, gives it events one after the other, and measures."""

import http.server
import json
import os
import subprocess
import threading
import time

DEADLINE_SECONDS = 60


class Run:
    """What one process did: milliseconds to its first poll, of each answer, and its greatest memory."""

    def __init__(self, command, events, variables, ends_within=0):
        """ends_within: the seconds that the process has after its last answer to end by itself."""
        self.events = list(events)
        self.first_poll = None
        self.answers = []
        self.milliseconds = []
        self.peak_megabytes = 0
        self.given = 0
        self.sent = 0.0
        self.done = threading.Event()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        server.handle_error = lambda *_: None  # A process that is over takes its connections along.
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = os.environ | variables | {
            "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_port}",
            "AWS_LAMBDA_FUNCTION_NAME": "measured", "AWS_LAMBDA_FUNCTION_VERSION": "1",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1769", "AWS_LAMBDA_LOG_GROUP_NAME": "log",
            "AWS_LAMBDA_LOG_STREAM_NAME": "log", "_HANDLER": "any"}
        with open(os.devnull, "w") as nothing:
            self.started = time.perf_counter()
            self.process = subprocess.Popen(command, env=environment, stdout=nothing, stderr=nothing)
            finished = self.done.wait(DEADLINE_SECONDS)
            try:
                self.process.wait(ends_within if finished else 0)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        server.shutdown()
        assert finished, f"{command[0]} answered {len(self.answers)} of {len(self.events)} events"

    def peak(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    @property
    def first_answer(self):
        """From the start of the process to its first answer."""
        return self.first_poll + self.milliseconds[0]


def body_of(request):
    """The body of a request that is being handled, whole or in chunks."""
    if "chunked" not in (request.headers.get("Transfer-Encoding") or "").lower():
        return request.rfile.read(int(request.headers.get("Content-Length") or 0))
    whole = b""
    while True:
        size = int(request.rfile.readline().strip(), 16)
        whole += request.rfile.read(size)
        request.rfile.readline()
        if size == 0:
            return whole


def handler(run):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self):
            if run.first_poll is None:
                run.first_poll = (time.perf_counter() - run.started) * 1000
            if run.given == len(run.events):
                run.done.wait(DEADLINE_SECONDS)
                return
            event = json.dumps(run.events[run.given]).encode()
            run.given += 1
            self.send_response(200)
            self.send_header("Lambda-Runtime-Aws-Request-Id", f"request-{run.given}")
            self.send_header("Lambda-Runtime-Deadline-Ms", str(int((time.time() + 29) * 1000)))
            self.send_header("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:0:function:measured")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(event)))
            self.end_headers()
            run.sent = time.perf_counter()
            self.wfile.write(event)

        def do_POST(self):
            body = body_of(self)
            run.milliseconds.append((time.perf_counter() - run.sent) * 1000)
            run.answers.append(json.loads(body))
            run.peak_megabytes = run.peak()
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()
            if len(run.answers) == len(run.events):
                run.done.set()

        def log_message(self, *_):
            pass

    return Handler
