"""How cold a function is: from the start of the process to its first poll and its first answer, natively and on the JVM, on the
emulator's table. Prints a table, and writes target/bench/cold.json."""

import json
import os
import pathlib
import random
import statistics
import zipfile

import boto3

from deploy import deploy
from runtime import Run

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 5
TURNS = 1_000
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


def jvm():
    folder = ROOT / ".localstack/cold-jvm"
    with zipfile.ZipFile(ROOT / "target/functions/retrieval.zip") as archive:
        archive.extractall(folder)
    return folder


def main():
    outputs = deploy({})
    graph = "cold"
    remember(outputs["IngestionFunctionName"], graph)
    variables = {"ENGRAPH_TABLE_ENGINE": "dynamodb", "ENGRAPH_TABLE_NAME": outputs["TableName"],
                 "QUARKUS_LAMBDA_HANDLER": "retrieval", "DJL_CACHE_DIR": str(ROOT / ".localstack/djl")}
    random.seed(11)
    query = [{"operation": "query", "graph": graph, "text": f"Who spoke of {' and '.join(random.sample(WORDS, 2))}?"}
             for _ in range(10)]
    show = [{"operation": "graph", "graph": graph}] * 10
    folder = jvm()
    commands = {
        "native": [str(next((ROOT / "target/native/retrieval").glob("engraph-*-runner")))],
        "JVM": ["sh", str(folder / "bootstrap")],
    }
    measured = {}
    for events, what in ((query, "a question"), (show, "a look at the graph (no model)")):
        for name, command in commands.items():
            # The JVM's bootstrap answers one event and ends.
            runs = [Run(command, events if name == "native" else events[:1], variables) for _ in range(RUNS)]
            for run in runs:
                assert all("status" not in answer for answer in run.answers), run.answers
            measured[f"{name}, {what}"] = {
                "first poll": statistics.median(run.first_poll for run in runs),
                "first answer": statistics.median(run.first_answer for run in runs),
                "tenth": statistics.median(run.milliseconds[-1] for run in runs) if name == "native" else None,
                "peak MB": statistics.median(run.peak_megabytes for run in runs)}
    print(f"{'':40} {'first poll':>11} {'first answer':>13} {'10th answer':>12} {'peak memory':>12}")
    for name, one in measured.items():
        tenth = "" if one["tenth"] is None else f"{one['tenth']:.1f} ms"
        print(f"{name:40} {one['first poll']:8.0f} ms {one['first answer']:10.0f} ms {tenth:>12} {one['peak MB']:9.0f} MB")
    out = ROOT / "target/bench"
    out.mkdir(parents=True, exist_ok=True)
    (out / "cold.json").write_text(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
