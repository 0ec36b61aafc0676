"""Deploys the CDK construct to an emulator, as `cdk deploy` does to AWS: synthesises the app, puts its assets where the
template looks for them, and makes the stack. Prints the stack's outputs as JSON."""

import json
import os
import pathlib
import shutil
import subprocess

import boto3

from deploy import await_stack, emulator, outputs

ROOT = pathlib.Path(__file__).resolve().parent.parent
STACK = "engraph-cdk"
OUT = ROOT / "target" / "cdk"


def synthesise(endpoint):
    shutil.rmtree(OUT, ignore_errors=True)
    subprocess.run(
        ["mvn", "-B", "-q", "-ntp", "-f", str(ROOT / "infra/cdk/pom.xml"), "compile", "exec:java",
         f"-Dengraph.functions={ROOT / 'target/functions'}", f"-Dengraph.endpoint={endpoint}", f"-Dengraph.out={OUT}"],
        check=True, env=os.environ | {"JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION": "1",
                                      "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "1"})
    return json.loads((OUT / "Engraph.template.json").read_text()), json.loads((OUT / "Engraph.assets.json").read_text())


def deploy_cdk():
    endpoint = emulator()
    template, assets = synthesise(endpoint)
    s3 = boto3.client("s3")
    account, region = boto3.client("sts").get_caller_identity()["Account"], os.environ["AWS_REGION"]
    for asset in assets["files"].values():
        for destination in asset["destinations"].values():
            bucket = destination["bucketName"].replace("${AWS::AccountId}", account).replace("${AWS::Region}", region)
            s3.create_bucket(Bucket=bucket)
            s3.upload_file(str(OUT / asset["source"]["path"]), bucket, destination["objectKey"])
    cloudformation = boto3.client("cloudformation")
    cloudformation.create_stack(
        StackName=STACK, TemplateBody=json.dumps(template), Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"])
    await_stack(cloudformation, STACK, {"CREATE_COMPLETE"})
    return outputs(cloudformation, STACK)


def remove():
    cloudformation = boto3.client("cloudformation")
    cloudformation.delete_stack(StackName=STACK)
    await_stack(cloudformation, STACK, {"DELETE_COMPLETE", None})


if __name__ == "__main__":
    print(json.dumps(deploy_cdk(), indent=1))
