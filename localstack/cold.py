"""How cold a function is: from the start of the process to its first poll and its first answer, natively and on the JVM, on the
emulator's table. Prints a table, and writes target/bench/cold.json."""

import http.server
import itertools
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import threading
import zipfile

import boto3

from deploy import deploy
from runtime import Run

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 5
KINDS = {"native": "native", "JVM": "functions", "JVM with AOT cache": "functions-aot"}
TURNS = 1_000
LARGE = 10_000
WORDS = [line for line in """amber anchor apple arrow autumn bakery bamboo basket beacon bicycle blanket bottle branch breeze bridge bronze
butter button cabin camera candle canvas carpet castle cellar cherry chimney circle clover coffee compass copper cotton cradle
crystal curtain dahlia desert diamond dragon ember engine feather fiddle flute forest fountain garden ginger glacier granite
hammer harbour hazel helmet honey island ivory jacket jasmine kettle ladder lantern lemon library lighthouse linen lobster
magnet mango maple marble meadow mirror mosaic mountain needle nutmeg ocean olive orchard paddle palace parcel pebble pepper
piano pigeon pillow planet pocket pollen prairie puzzle quarry quilt rabbit ribbon river rocket saddle saffron sailor salmon
sandal satin shadow shelter silver spider spiral spruce statue summit sunset tapestry temple thimble thunder timber tulip
tunnel turtle valley velvet violin walnut willow window winter yarrow zephyr""".split()]


def remember(function, graph):
    """A graph of a thousand turns of words, the same each time."""
    random.seed(7)
    client = boto3.client("lambda")
    for first in range(0, TURNS, 25):
        observations = [
            {"id": str(i), "session": f"s{i // 50}", "speaker": ("Ana", "Ben")[i % 2],
             "text": f"There was talk of {' '.join(random.sample(WORDS, 8))}.",
             "at": f"2026-{1 + i // 100:02}-{1 + i % 28:02}T09:00:00Z"}
            for i in range(first, first + 25)]
        answer = json.loads(client.invoke(
            FunctionName=function, Payload=json.dumps({"graph": graph, "observations": observations}))["Payload"].read())
        assert "observations" in answer, answer
        assert all(one["status"] in ("integrated", "duplicate") for one in answer["observations"]), answer


def of_project(main):
    """Runs a class of the project's benchmarks."""
    subprocess.run(f"{os.environ['ENGRAPH_RUN_CLASS']} io.engraph.benchmark.{main}", shell=True, check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)


def copied(table):
    """A table with the items of a deployed one, which has no stream that functions of the stack are polled for."""
    name = f"{table}-alone"
    of_project(f"EmulatorTable {name}")
    items = [item for page in boto3.client("dynamodb").get_paginator("scan").paginate(TableName=table) for item in page["Items"]]
    for first in range(0, len(items), 25):
        requests = [{"PutRequest": {"Item": item}} for item in items[first:first + 25]]
        left = boto3.client("dynamodb").batch_write_item(RequestItems={name: requests})["UnprocessedItems"]
        assert not left, left
    print(f"{name}: {len(items)} items")
    return name


def filled(name, graph, turns):
    """A table with many turns, written straight into it."""
    of_project(f"EmulatorTable {name}")
    of_project(f"EmulatorGraph {name} {graph} {turns}")
    return name


class Embeddings(http.server.BaseHTTPRequestHandler):
    """An endpoint that embeds each text anyhow: what a function takes without a model of its own."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        body = json.dumps({"object": "list", "model": "e5-small-v2-q", "data": [
            {"object": "embedding", "index": i, "embedding": [random.gauss(0, 1) for _ in range(384)]}
            for i in range(len(texts) if isinstance(texts, list) else 1)]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Nothing."""


def unpacked(kind, function):
    """The bootstrap of a function's zip, as a sandbox of AWS has it, and the megabytes of the zip."""
    folder = ROOT / ".localstack" / f"cold-{KINDS[kind]}-{function}"
    shutil.rmtree(folder, ignore_errors=True)
    package = ROOT / "target" / KINDS[kind] / f"{function}.zip"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    (folder / "bootstrap").chmod(0o755)
    return folder / "bootstrap", package.stat().st_size / 1e6


def plot(measured, path):
    """Bars of the time to the first answer."""
    row, left, width = 26, 490, 290
    longest = max(one["first answer"] for one in measured.values())
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {60 + row * len(measured)}" '
             'font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="#fff"/>',
             '<text x="16" y="26" font-size="16">From the start of the process to its first answer</text>']
    for i, (name, one) in enumerate(measured.items()):
        y = 48 + row * i
        length = width * one["first answer"] / longest
        colour = "#1b6ca8" if name.startswith("native") else "#b0b7bf"
        lines.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{name}</text>'
                     f'<rect x="{left}" y="{y}" width="{length:.1f}" height="18" fill="{colour}"/>'
                     f'<text x="{left + length + 6:.1f}" y="{y + 14}">{one["first answer"]:.0f} ms</text>')
    path.write_text("\n".join(lines + ["</svg>"]) + "\n")


def completed(outputs, graph):
    """Ten times the event of a query that has just been completed, which nobody has worked in."""
    client = boto3.client("lambda")

    def call(event):
        return json.loads(client.invoke(
            FunctionName=outputs["RetrievalFunctionName"], Payload=json.dumps({"graph": graph} | event))["Payload"].read())

    asked = call({"operation": "query", "text": f"Who spoke of {' and '.join(random.sample(WORDS, 2))}?"})
    call({"operation": "feedback", "query": asked["queryId"], "influence": [asked["nodes"][0]["id"]], "outcome": "helpful"})
    return [{"graph": graph, "query": asked["queryId"]}] * 10


def main():
    outputs = deploy({})
    graph = "cold"
    remember(outputs["IngestionFunctionName"], graph)
    random.seed(11)
    query = [{"operation": "query", "graph": graph, "text": f"Who spoke of {' and '.join(random.sample(WORDS, 2))}?"}
             for _ in range(10)]
    show = [{"operation": "graph", "graph": graph}] * 10
    runs_of_turns = itertools.count()

    def observe():
        run = next(runs_of_turns)
        return [{"graph": "colder", "observations": [{"session": f"s{run}-{i}", "speaker": "Ana", "text": "I keep bees on the roof.",
                                                      "at": f"2026-03-04T09:{i:02}:00Z"}]} for i in range(10)]

    # The emulator looks through a whole table for a query of an index: each graph has a table of its own.
    alone = copied(outputs["TableName"])
    large = filled("engraph-large", "large", LARGE)
    query_large = [event | {"graph": "large"} for event in query]

    endpoint = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    endpoint.handle_error = lambda *_: None  # A process that is over takes its connections along.
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    remote = {"ENGRAPH_EMBEDDING_BASE_URL": f"http://127.0.0.1:{endpoint.server_port}/v1", "ENGRAPH_EMBEDDING_MODEL": "e5-small-v2-q",
              "ENGRAPH_EMBEDDING_DIMENSION": "384"}
    cases = [("retrieval", "a question", alone, query, {}),
             ("retrieval", "no local model, the graph", alone, show, remote),
             ("ingestion", "a turn", alone, observe, {}),
             ("reconsolidation", "a completed query", outputs["TableName"], lambda: completed(outputs, graph), {}),
             ("retrieval", f"a question of {LARGE:,} nodes", large, query_large, {}),
             ("retrieval", f"no local model, a question of {LARGE:,} nodes", large, query_large, remote)]
    measured = {}
    for function, what, table, events, more in cases:
        for kind in KINDS:
            if not (ROOT / "target" / KINDS[kind] / f"{function}.zip").exists():
                print(f"skipped: {kind} {function}, which is not built")
                continue
            bootstrap, megabytes = unpacked(kind, function)
            variables = {"ENGRAPH_TABLE_ENGINE": "dynamodb", "ENGRAPH_TABLE_NAME": table,
                         "QUARKUS_LAMBDA_HANDLER": function, "LAMBDA_TASK_ROOT": str(bootstrap.parent)} | more
            # The JVM's bootstrap answers one event and ends.
            runs = []
            for _ in range(RUNS):
                given = events() if callable(events) else events
                runs.append(Run([str(bootstrap)], given if kind == "native" else given[:1], variables))
            for run in runs:
                assert all("status" not in answer for answer in run.answers if isinstance(answer, dict)), run.answers
                assert "pending" not in json.dumps(run.answers), run.answers
            measured[f"{kind} {function}: {what}"] = {
                "zip MB": megabytes,
                "first poll": statistics.median(run.first_poll for run in runs),
                "first answer": statistics.median(run.first_answer for run in runs),
                "tenth": statistics.median(run.milliseconds[-1] for run in runs) if kind == "native" else None,
                "peak MB": statistics.median(run.peak_megabytes for run in runs)}
    print(f"{'':76} {'zip':>8} {'first poll':>11} {'first answer':>13} {'10th answer':>12} {'peak memory':>12}")
    for name, one in measured.items():
        tenth = "" if one["tenth"] is None else f"{one['tenth']:.1f} ms"
        print(f"{name:76} {one['zip MB']:5.1f} MB {one['first poll']:8.0f} ms {one['first answer']:10.0f} ms {tenth:>12} "
              f"{one['peak MB']:9.0f} MB")
    out = ROOT / "target/bench"
    out.mkdir(parents=True, exist_ok=True)
    (out / "cold.json").write_text(json.dumps(measured, indent=2))
    plot(measured, out / "cold.svg")


if __name__ == "__main__":
    main()
