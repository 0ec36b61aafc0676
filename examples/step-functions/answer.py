"""The function that answers, in the state machine: where a real one asks a language model, this one takes what was recalled first."""


def handler(event, context):
    nodes = event["nodes"]
    return {"answer": event["context"].splitlines()[0] if nodes else "I do not know.", "useful": [one["id"] for one in nodes[:1]]}
