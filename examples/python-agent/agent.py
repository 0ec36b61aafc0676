"""A Lambda agent with a long-term memory. It remembers what it is told, recalls what it needs to answer, and reports what helped.

Two ways in, by the variable ENGRAPH_ACCESS: "invoke" calls the memory's functions directly; "http" calls its HTTP API, signed
with the credentials of the agent's own role (SigV4). Both send the same bodies and get the same answers.

Variables: ENGRAPH_INGESTION and ENGRAPH_RETRIEVAL, the names of the functions; ENGRAPH_API, the address of the API."""

import datetime
import json
import os
import urllib.request

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest

LAMBDA = boto3.client("lambda")
SESSION = boto3.Session()


def invoke(function, event):
    answer = LAMBDA.invoke(FunctionName=os.environ[function], Payload=json.dumps(event))
    return json.loads(answer["Payload"].read())


def post(path, body):
    url = f"{os.environ['ENGRAPH_API']}/v1/graphs/{path}"
    data = json.dumps(body).encode()
    request = AWSRequest("POST", url, data=data, headers={"Content-Type": "application/json"})
    SigV4Auth(SESSION.get_credentials(), "execute-api", SESSION.region_name or "us-east-1").add_auth(request)
    call = urllib.request.Request(url, data=data, headers=dict(request.headers), method="POST")
    with urllib.request.urlopen(call, timeout=25) as response:
        return json.load(response)


class ByInvocation:
    def remember(self, graph, observations):
        return invoke("ENGRAPH_INGESTION", {"graph": graph, "observations": observations})

    def recall(self, graph, question):
        return invoke("ENGRAPH_RETRIEVAL", {"operation": "query", "graph": graph, "text": question})

    def feedback(self, graph, query, useful):
        return invoke("ENGRAPH_RETRIEVAL", {"operation": "feedback", "graph": graph, "query": query,
                                            "influence": useful, "outcome": "helpful"})


class ByHttp:
    def remember(self, graph, observations):
        return post(f"{graph}/observations", {"observations": observations})

    def recall(self, graph, question):
        return post(f"{graph}/queries", {"text": question})

    def feedback(self, graph, query, useful):
        return post(f"{graph}/queries/{query}/feedback", {"influence": useful, "outcome": "helpful"})


MEMORY = ByHttp() if os.environ.get("ENGRAPH_ACCESS") == "http" else ByInvocation()


def think(question, context):
    """Where a real agent asks a language model, with the context in its prompt: here, the first line that was recalled."""
    return context.splitlines()[0] if context else "I do not know."


def handler(event, context):
    """{"user": ..., "say": ...} is remembered; {"user": ..., "ask": ...} is answered."""
    graph = event["user"]
    if "say" in event:
        now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
        kept = MEMORY.remember(graph, [{"session": event.get("session", "chat"), "speaker": event.get("speaker", "User"),
                                        "text": event["say"], "at": event.get("at", now)}])
        return {"remembered": [one["status"] for one in kept["observations"]]}
    recalled = MEMORY.recall(graph, event["ask"])
    answer = think(event["ask"], recalled["context"])
    if recalled["nodes"]:
        # The first line is what the answer was made of.
        MEMORY.feedback(graph, recalled["queryId"], [recalled["nodes"][0]["id"]])
    return {"answer": answer, "query": recalled.get("queryId")}
