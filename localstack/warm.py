"""Keeps one native function in a running process, as a warm sandbox does: each event that is posted to its port is given to it
by a Lambda Runtime API, one after the other, and its answer is the answer."""

import http.server
import os
import queue
import subprocess
import threading
import time

from runtime import body_of

SECONDS = 60


class WarmNative:
    """A running process, and the port that takes its events."""

    def __init__(self, bootstrap, variables, log):
        self.events = queue.Queue()
        self.answers = queue.Queue()
        self.one_at_a_time = threading.Lock()
        self.runtime = served(runtime_api(self))
        self.proxy = served(proxy(self))
        self.port = self.proxy.server_port
        environment = variables | {
            "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{self.runtime.server_port}",
            "AWS_LAMBDA_FUNCTION_NAME": "warm", "AWS_LAMBDA_FUNCTION_VERSION": "1",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1769", "AWS_LAMBDA_LOG_GROUP_NAME": "log",
            "AWS_LAMBDA_LOG_STREAM_NAME": "log", "_HANDLER": "any", "LAMBDA_TASK_ROOT": os.path.dirname(bootstrap)}
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                [bootstrap], cwd=os.path.dirname(bootstrap), env=environment, stdout=output, stderr=subprocess.STDOUT)

    def call(self, event):
        """What the function says to an event: whether it did not fail, and its answer."""
        with self.one_at_a_time:
            self.events.put(event)
            return self.answers.get(timeout=SECONDS)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.runtime.shutdown()
        self.proxy.shutdown()


def served(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Quiet(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def runtime_api(warm):
    class RuntimeApi(Quiet):
        count = 0

        def do_GET(self):
            event = warm.events.get()
            RuntimeApi.count += 1
            self.answer(200, event, [
                ("Lambda-Runtime-Aws-Request-Id", f"request-{RuntimeApi.count}"),
                ("Lambda-Runtime-Deadline-Ms", str(int((time.time() + SECONDS) * 1000))),
                ("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:0:function:warm"),
                ("Content-Type", "application/json")])

        def do_POST(self):
            answer = body_of(self)
            self.answer(202)
            warm.answers.put((self.path.endswith("/response"), answer))

    return RuntimeApi


def proxy(warm):
    class Proxy(Quiet):
        def do_POST(self):
            is_well, answer = warm.call(body_of(self))
            self.answer(200 if is_well else 500, answer)

    return Proxy
