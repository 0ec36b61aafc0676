"""Gives the functions of the JVM build an AOT cache: each zip is unpacked, answers an event on the emulator's table while the JVM
records, and is packed again with the archive of what it loaded. An archive is good for the JDK that made it, and for no other.
usage: aot.py FROM TO, two folders of zips"""

import json
import os
import pathlib
import shutil
import sys
import zipfile

import boto3

from deploy import deploy
from runtime import Run

ROOT = pathlib.Path(__file__).resolve().parent.parent
BESIDE = {"lib", "model", "bootstrap"}
GRAPH = "training"
AT_MOST_SECONDS = 120


def events(outputs):
    """An event of each function, of a graph that all of them are asked about."""
    observations = [
        {"session": "s", "speaker": ("Ana", "Ben")[i % 2], "at": f"2026-03-0{1 + i}T09:30:00Z", "text": text}
        for i, text in enumerate(["I keep bees on the roof of the bakery.", "Do you sell the honey, and since when?",
                                  "I sold the last jar yesterday.", "My sister Clara moved to Lisbon last week."])]
    function = boto3.client("lambda")

    def call(name, event):
        answer = json.loads(function.invoke(FunctionName=outputs[f"{name}FunctionName"], Payload=json.dumps(event))["Payload"].read())
        assert "status" not in answer, answer
        return answer

    call("Ingestion", {"graph": GRAPH, "observations": observations[:2]})
    question = {"operation": "query", "graph": GRAPH, "text": "Who keeps bees, and where?"}
    asked = call("Retrieval", question)
    call("Retrieval", {"operation": "feedback", "graph": GRAPH, "query": asked["queryId"], "influence": [asked["nodes"][0]["id"]],
                       "outcome": "helpful"})
    return {
        "ingestion": {"graph": GRAPH, "observations": observations[2:]},
        "retrieval": question,
        "reconsolidation": {"graph": GRAPH, "query": asked["queryId"]},
        "consolidation": {"operation": "consolidate", "graph": GRAPH},
        "mcp": {"graph": GRAPH, "message": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "recall", "arguments": {"question": "Who keeps bees?"}}}}}


def unpack(package, folder):
    """All classes in jars: an archive knows nothing of folders on the class path."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    with zipfile.ZipFile(folder / "lib" / "engraph.jar", "w", zipfile.ZIP_DEFLATED) as jar:
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if inner.parts[0] not in BESIDE and path.is_file():
                jar.write(path, inner)
    for path in folder.iterdir():
        if path.name not in BESIDE:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "bootstrap").chmod(0o755)


def pack(folder, package):
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))


def main(source, target):
    outputs = deploy({})
    target.mkdir(parents=True, exist_ok=True)
    for function, event in events(outputs).items():
        folder = target / function
        unpack(source / f"{function}.zip", folder)
        run = Run([str(folder / "bootstrap")], [event], {
            "ENGRAPH_TABLE_ENGINE": "dynamodb", "ENGRAPH_TABLE_NAME": outputs["TableName"], "QUARKUS_LAMBDA_HANDLER": function,
            "LAMBDA_TASK_ROOT": str(folder), "ENGRAPH_AOT_RECORD": "1"}, ends_within=AT_MOST_SECONDS)
        assert "status" not in run.answers[0], run.answers
        made = folder / "engraph.aot"
        assert made.exists(), f"{function}: the JVM has written no archive; it must be of version 25 or later"
        pack(folder, target / f"{function}.zip")
        print(f"{function:16} archive {made.stat().st_size / 1e6:5.1f} MB, zip {(source / f'{function}.zip').stat().st_size / 1e6:5.1f} "
              f"-> {(target / f'{function}.zip').stat().st_size / 1e6:5.1f} MB")


if __name__ == "__main__":
    main(ROOT / sys.argv[1], ROOT / sys.argv[2])
