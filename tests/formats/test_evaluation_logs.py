"""Logs of evaluations and scores of traces, counted apart: what a study holds is what a plain
parse of the file says, and what the tools write does not pair what is not the same."""

import json
from collections import Counter
from pathlib import Path

import pytest

import accord

HERE = Path(__file__).parent


def document(name):
    """One JSON document."""
    return json.loads((HERE / name).read_text("utf-8"))


def rows(name):
    """The objects of JSON Lines."""
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def inspect():
    """Samples without an error that are valid; NaN is no score."""
    for one in document("inspect/log.json")["samples"]:
        if "error" not in one and "invalidation" not in one:
            for score in one["scores"].values():
                if score["value"] == score["value"]:
                    yield score["value"]


def promptfoo():
    """Components whose grader did not fail."""
    for one in document("promptfoo/output.json")["results"]["results"]:
        for part in (one["gradingResult"] or {"componentResults": []})["componentResults"]:
            if "graderError" not in part.get("metadata", {}):
                yield str(part["pass"]).lower()


def deepeval():
    """Metrics without an error, of single and of conversational test cases."""
    run = document("deepeval/run.json")
    for one in run["testCases"] + run["conversationalTestCases"]:
        yield from (str(m["success"]).lower() for m in one["metricsData"] if "error" not in m)


def newest(records, key, time, value):
    """The value of the newest record of each key."""
    best = {}
    for one in sorted(records, key=time):
        best[key(one)] = value(one)
    return list(best.values())


def mlflow():
    """Feedback that is valid and did not fail."""
    for trace in document("mlflow/traces.json")["traces"]:
        for one in trace["info"]["assessments"]:
            if "feedback" in one and one["valid"] and "error" not in one["feedback"]:
                yield str(one["feedback"]["value"]).lower()


def langfuse():
    """Categories; the newest of a source or author on an item."""
    return newest(
        (one for one in document("langfuse/scores.json")["data"] if one["name"] == "quality"),
        lambda s: (s["traceId"], s["sessionId"], s["observationId"], s["source"]),
        lambda s: s["timestamp"],
        lambda s: s["stringValue"],
    )


def phoenix():
    """Labels; the newest of a kind of annotator on a span."""
    return newest(
        (one for one in document("phoenix/annotations.json")["data"] if one["name"] != "note"),
        lambda a: (a["span_id"], a["annotator_kind"]),
        lambda a: a["updated_at"],
        lambda a: a["result"]["label"],
    )


def langsmith():
    """Scores of runs; the newest of a source on a run."""
    return newest(
        (
            one
            for one in rows("langsmith/feedback.jsonl")
            if one["run_id"] and one["score"] is not None
        ),
        lambda f: (f["run_id"], f["feedback_source"]["type"]),
        lambda f: f["modified_at"],
        lambda f: f["score"],
    )


def evals():
    """Matches of both runs."""
    for name in ("run1", "run2"):
        for one in rows(f"openai-evals/{name}.jsonl"):
            if one.get("type") == "match":
                yield str(one["data"]["correct"]).lower()


COUNTED = {
    "inspect/log.json": inspect,
    "promptfoo/output.json": promptfoo,
    "promptfoo/results.jsonl": promptfoo,
    "deepeval/run.json": deepeval,
    "mlflow/traces.json": mlflow,
    "langfuse/scores.json": langfuse,
    "phoenix/annotations.json": phoenix,
    "phoenix/frame.json": phoenix,
    "langsmith/feedback.jsonl": langsmith,
    "openai-evals": evals,
}


@pytest.mark.parametrize("name", COUNTED)
def test_labels_are_those_of_a_plain_parse(name):
    """Every label of the file is in the study, as often as a parse that knows no reader finds."""
    path = HERE / name
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else path
    layer = {"layer": "quality"} if name.startswith("langfuse") else {}
    study = accord.read(files, **layer)
    categories = list(study.categories)
    found = Counter(categories[k] for k in study.category)
    assert found == Counter(COUNTED[name]())


def test_two_tasks_share_no_item(tmp_path):
    """Documents of two tasks have the same numbers and are not the same; of two runs they are."""
    kept = ["doc_id", "doc", "resps", "filter", "metrics", "doc_hash"]
    for name in ("gsm8k_a", "gsm8k_b", "wiki_a"):
        told = rows(f"lm-eval/samples_{name}.jsonl")[:3]
        lines = [json.dumps({key: one[key] for key in kept} | {"acc": 1.0}) for one in told]
        lines = [line.replace('"exact_match"', '"acc"') for line in lines]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), "utf-8")
    runs = accord.read([tmp_path / "gsm8k_a.jsonl", tmp_path / "gsm8k_b.jsonl"], layer="acc")
    tasks = accord.read([tmp_path / "gsm8k_a.jsonl", tmp_path / "wiki_a.jsonl"], layer="acc")
    assert (len(runs.items), len(tasks.items)) == (3, 6)


def score(**more):
    """A score of Langfuse."""
    return {"id": "1", "name": "q", "source": "API", "dataType": "CATEGORICAL", "value": 0} | more


def test_what_a_score_is_about_must_be_told(tmp_path):
    """A score that names nothing is left out, with what to do."""
    path = tmp_path / "scores.json"
    whole = [score(traceId="t", stringValue="x"), score(traceId="u", stringValue="y")]
    path.write_text(json.dumps([*whole, score(stringValue="z")]), "utf-8")
    study = accord.read(path)
    assert len(study.items) == 2
    assert any("fetch the field 'subject' too" in note for note in study.audit.notes)


def test_long_values_are_not_made_equal(tmp_path):
    """Objects that differ only far behind are different categories."""
    path = tmp_path / "feedback.jsonl"
    base = {"run_id": "r", "key": "k", "score": None}
    lines = [
        base | {"value": {"text": "x" * 80 + end}, "feedback_source": {"type": kind}}
        for kind, end in (("app", "a"), ("model", "b"))
    ]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert len(accord.read(path).categories) == 2
