"""Deploys infra/template.yaml to an emulator, as `sam deploy` does to AWS: puts the functions' zips into a bucket,
names them in the template, and makes the stack, in place of the one that is there. Prints the stack's outputs as JSON.
usage: deploy.py [PARAMETER=VALUE ...]"""

import json
import os
import pathlib
import re
import sys
import time

import boto3

ROOT = pathlib.Path(__file__).resolve().parent.parent
STACK = "engraph"
BUCKET = "engraph-artifacts"
CODE = re.compile(r"CodeUri: (\.\./target/functions/(\w+)\.zip)")


def emulator():
    """The emulator's address; the settings that reach it are set."""
    endpoint = os.environ.setdefault("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    if not re.match(r"http://(127\.0\.0\.1|localhost):", endpoint):
        sys.exit(f"this deploys to an emulator on this machine, not to {endpoint}")
    os.environ.setdefault("AWS_REGION", "us-east-1")
    os.environ.setdefault("AWS_DEFAULT_REGION", os.environ["AWS_REGION"])
    os.environ.setdefault("AWS_ACCESS_KEY_ID", "test")
    os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "test")
    return endpoint


def deploy(parameters):
    endpoint = emulator()
    parameters = {"Architecture": "x86_64", "EndpointUrl": endpoint} | parameters
    s3 = boto3.client("s3")
    s3.create_bucket(Bucket=BUCKET)
    template = (ROOT / "infra" / "template.yaml").read_text()
    stamp = int(time.time())
    for path, function in CODE.findall(template):
        key = f"{function}-{stamp}.zip"
        s3.upload_file(str(ROOT / "infra" / path), BUCKET, key)
        template = template.replace(f"CodeUri: {path}", f"CodeUri: s3://{BUCKET}/{key}")

    cloudformation = boto3.client("cloudformation")
    if any(stack["StackName"] == STACK for stack in cloudformation.describe_stacks()["Stacks"]):
        cloudformation.delete_stack(StackName=STACK)
        await_stack(cloudformation, STACK, {"DELETE_COMPLETE", None})
    cloudformation.create_stack(
        StackName=STACK,
        TemplateBody=template,
        Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
    )
    await_stack(cloudformation, STACK, {"CREATE_COMPLETE"})
    made = outputs(cloudformation, STACK)
    set_redrive(made, int(re.search(r"maxReceiveCount: (\d+)", template).group(1)))
    return made


def outputs(cloudformation, name):
    stack = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
    return {one["OutputKey"]: one["OutputValue"] for one in stack["Outputs"]}


def set_redrive(made, receive_count):
    """MiniStack's CloudFormation drops a queue's redrive policy, so it is set again, as the template has it."""
    sqs = boto3.client("sqs")
    dead_letters = sqs.get_queue_attributes(
        QueueUrl=made["IngestionDeadLettersUrl"], AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    sqs.set_queue_attributes(
        QueueUrl=made["IngestionQueueUrl"],
        Attributes={"RedrivePolicy": json.dumps(
            {"deadLetterTargetArn": dead_letters, "maxReceiveCount": receive_count})})


def status(cloudformation, name):
    try:
        return cloudformation.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"]
    except cloudformation.exceptions.ClientError:
        return None


def await_stack(cloudformation, name, wanted):
    end = time.monotonic() + 180
    now = status(cloudformation, name)
    while now not in wanted:
        if time.monotonic() > end or (now or "").endswith("FAILED"):
            for event in cloudformation.describe_stack_events(StackName=name)["StackEvents"]:
                print(event["LogicalResourceId"], event["ResourceStatus"],
                      event.get("ResourceStatusReason", ""), file=sys.stderr)
            sys.exit(f"the stack is {now}, not {wanted}")
        time.sleep(0.5)
        now = status(cloudformation, name)


if __name__ == "__main__":
    print(json.dumps(deploy(dict(one.split("=", 1) for one in sys.argv[1:])), indent=1))
