"""The end-to-end suite: deploys the template to the emulator, and uses what it made as callers do.
usage: e2e.py [PART_OF_A_TEST'S_NAME]"""

import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
import zipfile

import boto3

from deploy import deploy
from deploy_cdk import deploy_cdk, remove
from redrive import redrive
from runtime import Run
from warm import WarmNative

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATE = ROOT / ".localstack"
FUNCTIONS = ("ingestion", "retrieval", "reconsolidation", "consolidation", "mcp")
PATIENCE = 90
# The functions that answer as native executables; the others run on the JVM.
NATIVE = os.environ.get("ENGRAPH_E2E_NATIVE", "").split()

LAMBDA = boto3.client("lambda")
SQS = boto3.client("sqs")
DYNAMODB = boto3.client("dynamodb")


class Skipped(Exception):
    """What a test needs is not there."""


class Stack:
    def __init__(self, outputs):
        self.outputs = outputs
        self.address = f"{os.environ['AWS_ENDPOINT_URL']}/_aws/execute-api/{outputs['ApiId']}/$default"
        self.warm = []

    def name(self, function):
        return self.outputs[f"{function.capitalize()}FunctionName"]

    def invoke(self, function, event):
        answer = LAMBDA.invoke(FunctionName=self.name(function), Payload=json.dumps(event))
        return json.loads(answer["Payload"].read())

    def http(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.address}/v1/graphs/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as e:
            return e.code, json.load(e)

    def keep_warm(self, **more):
        """Gives every function a running process, as a warm sandbox is one, with more variables if need be."""
        self.close()
        for function in FUNCTIONS:
            folder = STATE / function
            subprocess.run(["rm", "-rf", folder], check=True)
            with zipfile.ZipFile(ROOT / "target" / ("native" if function in NATIVE else "functions") / f"{function}.zip") as archive:
                archive.extractall(folder)
            variables = LAMBDA.get_function_configuration(FunctionName=self.name(function))["Environment"]["Variables"] | more
            variables.pop("MINISTACK_LAMBDA_PROXY_URL", None)
            process, port = (warm_native if function in NATIVE else warm_on_the_jvm)(
                folder, os.environ | variables, STATE / f"{function}.log")
            self.warm.append(process)
            LAMBDA.update_function_configuration(
                FunctionName=self.name(function),
                Environment={"Variables": variables | {"MINISTACK_LAMBDA_PROXY_URL": f"http://127.0.0.1:{port}/"}})

    def close(self):
        for process in self.warm:
            process.kill()
        self.warm = []


def warm_on_the_jvm(folder, variables, log):
    """A process that keeps an unpacked function, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [f"{os.environ['JAVA_HOME']}/bin/java", "--enable-native-access=ALL-UNNAMED",
         "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", ".:lib/*",
         str(ROOT / "localstack/WarmFunction.java"), str(port)],
        cwd=folder, env=variables, stdout=open(log, "w"), stderr=subprocess.STDOUT)
    await_that(lambda: answers(port), f"the warm function in {folder.name} answers")
    return process, port


def warm_native(folder, variables, log):
    """The same of a native executable."""
    (folder / "bootstrap").chmod(0o755)
    native = WarmNative(str(folder / "bootstrap"), variables, log)
    return native, native.port


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def await_that(condition, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.2)


def turn(number, text, session="s", speaker="Ana"):
    return {"id": str(number), "session": session, "speaker": speaker, "text": text, "at": f"2026-03-04T09:{number:02}:00+01:00"}


def new_graph():
    return f"e2e-{uuid.uuid4().hex[:12]}"


CONVERSATION = [
    turn(1, "I keep bees on the roof of the library."),
    turn(2, "The trams are loud today.", speaker="Ben"),
    turn(3, "The honey is sold at the market."),
]


def depth(queue):
    attributes = SQS.get_queue_attributes(QueueUrl=queue, AttributeNames=["ApproximateNumberOfMessages"])
    return int(attributes["Attributes"]["ApproximateNumberOfMessages"])


def node(recalled, text):
    return next(one["id"] for one in recalled["nodes"] if text in one["text"])


def utility(stack, graph, one, two):
    shown = stack.http("GET", f"{graph}/nodes/{one}")[1]
    for edge in shown["outgoing"] + shown["incoming"]:
        if edge["relation"] == "correlates" and two in (edge["source"], edge["target"]):
            return edge["utility"], edge["version"]
    return None


def completed_record(table, graph, query):
    """A record as the stream has it."""
    return {"Records": [{
        "eventID": "1", "eventName": "MODIFY", "eventSource": "aws:dynamodb", "awsRegion": "us-east-1",
        "dynamodb": {"Keys": {"pk": {"S": f"QUERY#{graph}#{query}"}, "sk": {"S": "TRACE"}},
                     "NewImage": {"status": {"S": "COMPLETED"}},
                     "SequenceNumber": "100000000000000000001", "StreamViewType": "NEW_IMAGE"}}]}


# The tests. Those with "cold" in their names run before the functions are kept warm.

def cold_functions_answer_typed_requests_and_problems(stack):
    graph = new_graph()
    remembered = stack.invoke("ingestion", {"graph": graph, "observations": CONVERSATION})
    assert [one["status"] for one in remembered["observations"]] == ["integrated"] * 3, remembered
    recalled = stack.invoke("retrieval", {"operation": "query", "graph": graph, "text": "Who keeps bees?"})
    assert "bees" in recalled.get("nodes", [{"text": ""}])[0]["text"], recalled
    assert stack.invoke("retrieval", {"operation": "graph", "graph": graph})["nodes"]["EPISODE"] == 3
    assert stack.invoke("reconsolidation", {"graph": graph, "query": recalled["queryId"]}) == {"edits": 0}
    problem = stack.invoke("retrieval", {"operation": "query", "graph": graph, "text": " "})
    assert problem["status"] == 400 and problem["field"] == "text", problem
    problem = stack.invoke("retrieval", {"operation": "ingest", "graph": graph})
    assert problem["status"] == 400, problem


def a_conversation_is_remembered_recalled_and_taught_over_http(stack):
    graph = new_graph()
    status, remembered = stack.http("POST", f"{graph}/observations", {"observations": CONVERSATION})
    assert status == 200 and len(remembered["observations"]) == 3, remembered
    status, recalled = stack.http("POST", f"{graph}/queries", {"text": "bees and honey"})
    assert status == 200
    bees, honey = node(recalled, "bees"), node(recalled, "honey")
    assert utility(stack, graph, bees, honey) is None
    query = recalled["queryId"]
    status, taken = stack.http("POST", f"{graph}/queries/{query}/feedback",
                               {"influence": [bees, honey, "nonsense"], "outcome": "helpful"})
    assert status == 202 and taken["ignored"] == ["nonsense"], taken
    # The stream carries it.
    await_that(lambda: stack.http("GET", f"{graph}/queries/{query}")[1]["status"] == "RECONSOLIDATED",
               "the query is reconsolidated")
    learned = utility(stack, graph, bees, honey)
    assert abs(learned[0] - 2 / 3) < 1e-9, learned
    again = stack.http("POST", f"{graph}/queries", {"text": "Who keeps bees?"})[1]
    assert any("honey" in one["text"] for one in again["nodes"]), again
    # Delivered again, it changes nothing.
    assert stack.invoke("reconsolidation", completed_record(stack.outputs["TableName"], graph, query)) == {"batchItemFailures": []}
    assert utility(stack, graph, bees, honey) == learned
    assert stack.http("POST", f"{graph}/queries/{query}/feedback", {"influence": [], "outcome": "neutral"})[0] == 409


def a_graph_is_put_in_order_by_its_function_on_a_schedule(stack):
    graph = new_graph()
    told = [("2026-01-05", "I live in Porto near the river."), ("2026-03-05", "I live in Lisbon now."),
            ("2026-03-06", "I went to the Harbour Choir."), ("2026-03-13", "I went to the Harbour Choir with a fever."),
            ("2026-03-20", "I went to the Harbour Choir.")]
    observations = [{"id": str(i), "session": f"s{i}", "speaker": "Ana", "text": text, "at": f"{day}T10:00:00Z"}
                    for i, (day, text) in enumerate(told)]
    assert stack.http("POST", f"{graph}/observations", {"observations": observations})[0] == 200
    # As the schedule invokes it, for all graphs.
    done = stack.invoke("consolidation", {})
    assert done["failed"] == 0 and done["changes"] >= 2 and done["finished"], done
    status, again = stack.http("POST", f"{graph}/consolidations")
    assert status == 200 and again["changes"] == 0 and again["finished"], again
    assert stack.http("POST", f"{new_graph()}/consolidations")[0] == 404
    then = stack.http("POST", f"{graph}/queries", {"text": "Where does Ana live?", "at": "2026-02-01T00:00:00Z",
                                                   "asOf": "VALID", "kinds": ["FACT"]})[1]["nodes"]
    assert [("Porto" in one["text"], one["status"]) for one in then] == [(True, "CURRENT")], then
    often = stack.http("POST", f"{graph}/queries", {"text": "How often is Ana at the choir?", "kinds": ["FACT"]})[1]["nodes"]
    assert any("3 times" in one["text"] and "fever" in one["text"] for one in often), often


def an_agent_remembers_and_recalls_by_the_model_context_protocol(stack):
    graph = new_graph()
    numbers = iter(range(1, 100))

    def send(method, params):
        status, answer = stack.http("POST", f"{graph}/mcp",
                                    {"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params})
        assert status == 200 and "result" in answer, answer
        return answer["result"]

    def call(tool, **arguments):
        result = send("tools/call", {"name": tool, "arguments": arguments})
        assert not result["isError"], result
        return result["content"][0]["text"]

    assert "recall" in send("initialize", {"protocolVersion": "2025-06-18"})["instructions"]
    assert {tool["name"] for tool in send("tools/list", {})["tools"]} == {"remember", "recall", "feedback", "forget", "explain"}
    call("remember", session="s", observations=[{"speaker": "Ana", "text": "I keep bees on the roof of the library."}])
    recalled = call("recall", question="Where does Ana keep bees?")
    assert "roof of the library" in recalled, recalled
    query = re.search(r"Query id: (\S+)", recalled).group(1)
    used = re.search(r"^(episode-\S+)$", recalled, re.MULTILINE).group(1)
    call("feedback", query=query, useful=[used], answer="On the library.")
    await_that(lambda: "RECONSOLIDATED" in call("explain", query=query), "the feedback is worked in")
    assert "This is gone" in call("forget", session="s")
    assert "library" not in call("recall", question="Where does Ana keep bees?")


def ids_of_one_graph_find_nothing_in_another(stack):
    graph, other = new_graph(), new_graph()
    for one, text in ((graph, "I keep bees."), (other, "I sell maps.")):
        assert stack.http("POST", f"{one}/observations", {"observations": [turn(1, text)]})[0] == 200
    recalled = stack.http("POST", f"{graph}/queries", {"text": "bees"})[1]
    assert stack.http("GET", f"{other}/queries/{recalled['queryId']}")[0] == 404
    assert stack.http("POST", f"{other}/queries/{recalled['queryId']}/feedback", {"influence": [], "outcome": "neutral"})[0] == 404
    fact_or_episode = recalled["nodes"][0]["id"]
    shown = stack.http("GET", f"{other}/nodes/{fact_or_episode}")
    assert shown[0] == 404 or "bees" not in shown[1]["text"], shown
    assert all("bees" not in one["text"] for one in stack.http("POST", f"{other}/queries", {"text": "bees"})[1]["nodes"])


def a_conversation_is_remembered_from_the_queue(stack):
    graph = new_graph()
    SQS.send_message(QueueUrl=stack.outputs["IngestionQueueUrl"],
                     MessageBody=json.dumps({"graph": graph, "observations": CONVERSATION}))
    await_that(lambda: stack.http("GET", graph)[1].get("nodes", {}).get("EPISODE") == 3, "the queue is ingested")
    assert "bees" in stack.http("POST", f"{graph}/queries", {"text": "bees"})[1]["nodes"][0]["text"]


def a_message_that_cannot_be_taken_is_parked_and_the_others_are_taken(stack):
    graph = new_graph()
    before = depth(stack.outputs["IngestionDeadLettersUrl"])
    SQS.send_message(QueueUrl=stack.outputs["IngestionQueueUrl"], MessageBody="this is no request")
    SQS.send_message(QueueUrl=stack.outputs["IngestionQueueUrl"],
                     MessageBody=json.dumps({"graph": graph, "observations": CONVERSATION}))
    await_that(lambda: stack.http("GET", graph)[1].get("nodes", {}).get("EPISODE") == 3, "the good message is ingested")
    await_that(lambda: depth(stack.outputs["IngestionDeadLettersUrl"]) == before + 1, "the bad message is parked")
    # Sent again, it is tried again, and parked again.
    assert redrive(SQS, stack.outputs["IngestionDeadLettersUrl"], stack.outputs["IngestionQueueUrl"]) == before + 1
    await_that(lambda: depth(stack.outputs["IngestionDeadLettersUrl"]) == before + 1, "it is parked again")


def a_poison_record_of_the_stream_is_parked(stack):
    before = depth(stack.outputs["ReconsolidationDeadLettersUrl"])
    DYNAMODB.put_item(TableName=stack.outputs["TableName"],
                      Item={"pk": {"S": "QUERY#poison"}, "sk": {"S": "TRACE"}, "status": {"S": "COMPLETED"}})
    await_that(lambda: depth(stack.outputs["ReconsolidationDeadLettersUrl"]) > before, "the poison record is parked", 180)
    # And the stream goes on.
    a_conversation_is_remembered_recalled_and_taught_over_http(stack)


class Model(http.server.BaseHTTPRequestHandler):
    """A model that plans well and answers everything else with an empty object."""

    PLAN = {"intent": "WHERE", "focus": "ANY", "moves": [],
            "seeds": [{"mode": "HYBRID_MATCH", "query": "the honey is sold", "keywords": ["honey"], "kinds": [],
                       "time_expression": None}]}

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        decision = request["response_format"]["json_schema"]["name"]
        answer = json.dumps({
            "id": "1", "object": "chat.completion", "created": 1, "model": "stub",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {
                "role": "assistant", "content": json.dumps(self.PLAN if decision == "plan" else {})}}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def a_model_decides_and_rules_where_it_cannot(stack):
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    stack.keep_warm(ENGRAPH_AGENT_BASE_URL=f"http://127.0.0.1:{model.server_port}", ENGRAPH_AGENT_MODEL="stub")
    graph = new_graph()
    status, remembered = stack.http("POST", f"{graph}/observations", {"observations": CONVERSATION})
    assert status == 200, remembered
    assert [one["decision"] for one in remembered["agent"]["degraded"]] == ["extract"], remembered["agent"]
    status, recalled = stack.http("POST", f"{graph}/queries", {"text": "Where can I buy honey?"})
    assert status == 200, recalled
    assert recalled["usage"]["agent"]["usage"]["plan"]["calls"] == 1, recalled["usage"]
    assert "honey" in recalled["nodes"][0]["text"], recalled["nodes"]
    query = recalled["queryId"]
    stack.http("POST", f"{graph}/queries/{query}/feedback",
               {"influence": [recalled["nodes"][0]["id"]], "outcome": "helpful", "answer": "At the market."})
    shown = await_that(
        lambda: (lambda answer: answer if answer["status"] == "RECONSOLIDATED" else None)(
            stack.http("GET", f"{graph}/queries/{query}")[1]),
        "the query is reconsolidated")
    assert [one["decision"] for one in shown["agent"]["degraded"]] == ["reconsolidate", "reflect"], shown["agent"]
    model.shutdown()


def a_native_function_answers_as_the_deployed_one(stack):
    package = ROOT / "target/native/retrieval.zip"
    if not package.exists():
        raise Skipped("there is no native executable; make native-retrieval builds one")
    folder = STATE / "native-retrieval"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    (folder / "bootstrap").chmod(0o755)
    graph = new_graph()
    stack.http("POST", f"{graph}/observations", {"observations": CONVERSATION})
    asking = {"text": "Where is the honey sold?", "explain": True}
    question = asking | {"operation": "query", "graph": graph}
    status, recalled = stack.http("POST", f"{graph}/queries", asking)
    assert status == 200, recalled
    # Read before the feedback below, which is worked in while the native function still answers.
    _, node = stack.http("GET", f"{graph}/nodes/{recalled['nodes'][0]['id']}")
    native = Run([str(folder / "bootstrap")], [
        question,
        {"operation": "graph", "graph": graph},
        {"operation": "node", "graph": graph, "node": recalled["nodes"][0]["id"]},
        {"operation": "explain", "graph": graph, "query": recalled["queryId"]},
        {"operation": "feedback", "graph": graph, "query": recalled["queryId"], "outcome": "helpful",
         "influence": [recalled["nodes"][0]["id"]], "answer": "At the market."},
        {"operation": "edits", "graph": graph},
        {"operation": "undo", "graph": graph, "caller": "nobody"},
        {"operation": "query", "graph": graph, "text": " "},
        {"operation": "query", "graph": "never-made", "text": "Anything?"},
    ], {"ENGRAPH_TABLE_ENGINE": "dynamodb", "ENGRAPH_TABLE_NAME": stack.outputs["TableName"],
        "QUARKUS_LAMBDA_HANDLER": "retrieval", "LAMBDA_TASK_ROOT": str(folder)})
    asked, shown, node_shown, explained, reported, edits, undone, refused, unknown = native.answers
    assert asked["nodes"] == recalled["nodes"], (asked["nodes"], recalled["nodes"])
    assert asked["trace"]["candidates"] == recalled["trace"]["candidates"], asked["trace"]
    assert asked["context"] == recalled["context"], asked["context"]
    assert shown["nodes"]["EPISODE"] == 3, shown
    assert node_shown == node, node_shown
    assert explained["trace"]["text"] == question["text"], explained
    assert reported["influence"] == [recalled["nodes"][0]["id"]], reported
    assert edits["edits"] == [], edits
    assert undone == {"edges": 0, "policy": 0, "questions": 0, "lessons": 0}, undone
    assert refused["field"] == "text" and refused["status"] == 400, refused
    assert unknown["nodes"] == [], unknown


def zipped(name, files):
    """A zip of files, each under its own name."""
    path = STATE / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, pathlib.Path(file).name)
    return path


def deployed(name, runtime, handler, files, variables):
    """A function of an example, deployed; its name."""
    name = f"example-{name}-{uuid.uuid4().hex[:6]}"
    LAMBDA.create_function(
        FunctionName=name, Runtime=runtime, Handler=handler, Timeout=60, Role="arn:aws:iam::000000000000:role/example",
        Code={"ZipFile": zipped(name, files).read_bytes()},
        Environment={"Variables": variables | {"AWS_ENDPOINT_URL": os.environ["AWS_ENDPOINT_URL"]}})
    return name


def called(function, event):
    answer = LAMBDA.invoke(FunctionName=function, Payload=json.dumps(event))
    body = json.loads(answer["Payload"].read())
    assert "FunctionError" not in answer and "errorMessage" not in body, body
    return body


def talk_with(agent, stack):
    """What every example agent does: it remembers, it answers, and its feedback is worked in."""
    user = new_graph()
    assert "integrated" in str(called(agent, {"user": user, "say": "I keep bees on the roof of the library."}))
    answered = called(agent, {"user": user, "ask": "Where are the bees?"})
    assert "roof of the library" in answered["answer"], answered
    await_that(lambda: "RECONSOLIDATED" in json.dumps(
        stack.invoke("retrieval", {"operation": "explain", "graph": user, "query": answered["query"]})), "the feedback is worked in")


def functions_of(stack):
    return {"ENGRAPH_INGESTION": stack.name("ingestion"), "ENGRAPH_RETRIEVAL": stack.name("retrieval")}


def an_agent_in_python_uses_the_memory(stack):
    agent = ROOT / "examples/python-agent/agent.py"
    talk_with(deployed("python", "python3.12", "agent.handler", [agent], functions_of(stack)), stack)
    by_http = {"ENGRAPH_ACCESS": "http", "ENGRAPH_API": stack.address}
    talk_with(deployed("python-http", "python3.12", "agent.handler", [agent], by_http), stack)


def an_agent_in_java_uses_the_memory(stack):
    folder = ROOT / "examples/java-agent"
    subprocess.run(["mvn", "-B", "-q", "-ntp", "-f", str(folder / "pom.xml"), "verify"], check=True)
    talk_with(deployed("java", "provided.al2023", "io.engraph.example.Agent::handleRequest",
                       [folder / "bootstrap", folder / "target/agent.jar"],
                       functions_of(stack) | {"JAVA_HOME": os.environ["JAVA_HOME"]}), stack)


def a_state_machine_asks_answers_and_reports(stack):
    states = boto3.client("stepfunctions")
    folder = ROOT / "examples/step-functions"
    answer = deployed("answer", "python3.12", "answer.handler", [folder / "answer.py"], {})
    definition = (folder / "ask-answer-feedback.asl.json").read_text()
    definition = definition.replace("RETRIEVAL", stack.name("retrieval")).replace('"ANSWER"', f'"{answer}"')
    machine = states.create_state_machine(
        name=f"ask-{uuid.uuid4().hex[:6]}", definition=definition,
        roleArn="arn:aws:iam::000000000000:role/example")["stateMachineArn"]
    graph = new_graph()
    stack.invoke("ingestion", {"graph": graph, "observations": CONVERSATION})
    run = states.start_execution(
        stateMachineArn=machine, input=json.dumps({"graph": graph, "question": "Where are the bees?"}))["executionArn"]
    await_that(lambda: states.describe_execution(executionArn=run)["status"] != "RUNNING", "the execution ends")
    ended = states.describe_execution(executionArn=run)
    assert ended["status"] == "SUCCEEDED", ended
    output = json.loads(ended["output"])
    assert "roof of the library" in output["answer"], output
    await_that(lambda: "RECONSOLIDATED" in json.dumps(
        stack.invoke("retrieval", {"operation": "explain", "graph": graph, "query": output["query"]})), "the feedback is worked in")


def the_construct_deploys_and_answers(stack):
    if shutil.which("node") is None:
        raise Skipped("the AWS CDK needs Node, and there is none")
    made = deploy_cdk()
    try:
        graph = new_graph()
        kept = called(made["IngestionFunctionName"], {"graph": graph, "observations": CONVERSATION})
        assert all(one["status"] == "integrated" for one in kept["observations"]), kept
        recalled = called(made["RetrievalFunctionName"], {"operation": "query", "graph": graph, "text": "Where are the bees?"})
        assert "roof of the library" in recalled["context"], recalled
    finally:
        remove()


def maven_suites(stack):
    """The contract suite of the table, and the suite of the API, in Java."""
    subprocess.run(
        ["mvn", "-B", "-ntp", "-q", "verify", "-Dtest=DynamoDb*Test,ClockSkewTest", "-Dtest.server.skip=true", "-Dit.test=DeployedApiIT",
         "-Dsurefire.failIfNoSpecifiedTests=false", "-Dfailsafe.failIfNoSpecifiedTests=false"],
        cwd=ROOT, env=os.environ | {"ENGRAPH_API": stack.address}, check=True)


TESTS = [
    cold_functions_answer_typed_requests_and_problems,
    a_conversation_is_remembered_recalled_and_taught_over_http,
    ids_of_one_graph_find_nothing_in_another,
    a_graph_is_put_in_order_by_its_function_on_a_schedule,
    a_conversation_is_remembered_from_the_queue,
    an_agent_remembers_and_recalls_by_the_model_context_protocol,
    a_message_that_cannot_be_taken_is_parked_and_the_others_are_taken,
    an_agent_in_python_uses_the_memory,
    an_agent_in_java_uses_the_memory,
    a_state_machine_asks_answers_and_reports,
    maven_suites,
    the_construct_deploys_and_answers,
    a_poison_record_of_the_stream_is_parked,
    a_native_function_answers_as_the_deployed_one,
    a_model_decides_and_rules_where_it_cannot,
]


def main(only=""):
    STATE.mkdir(exist_ok=True)
    stack = Stack(deploy({"StreamRecordAgeSeconds": "60", "QueueVisibilitySeconds": "2"}))
    failed = skipped = ran = 0
    try:
        for test in [one for one in TESTS if only in one.__name__]:
            if not test.__name__.startswith("cold") and not stack.warm:
                stack.keep_warm()
            ran += 1
            start = time.monotonic()
            try:
                test(stack)
                outcome = "passed"
            except Skipped as e:
                skipped += 1
                outcome = f"skipped: {e}"
            except Exception as e:
                failed += 1
                outcome = f"FAILED: {type(e).__name__}: {e}"
            print(f"{test.__name__} ({time.monotonic() - start:.1f} s): {outcome}", flush=True)
    finally:
        stack.close()
    print(f"{ran - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
