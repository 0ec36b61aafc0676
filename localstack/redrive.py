"""Moves what waits in the dead-letter queue of ingestion back to its queue. usage: redrive.py DEAD_LETTERS_URL QUEUE_URL"""

import sys

import boto3


def redrive(sqs, dead_letters, queue):
    moved = 0
    while True:
        messages = sqs.receive_message(QueueUrl=dead_letters, MaxNumberOfMessages=10).get("Messages", [])
        if not messages:
            return moved
        for message in messages:
            sqs.send_message(QueueUrl=queue, MessageBody=message["Body"])
            sqs.delete_message(QueueUrl=dead_letters, ReceiptHandle=message["ReceiptHandle"])
            moved += 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(redrive(boto3.client("sqs"), *sys.argv[1:]), "messages moved")
