"""Logs of evaluation frameworks: Inspect, promptfoo, DeepEval, lm-evaluation-harness, OpenAI evals.

A sample is an item, a scorer (metric, assertion, judge) a coder. A sample that was run several
times (epochs) is several items, because each run has an output of its own: `about` has the round
and the sample. lm-evaluation-harness and OpenAI evals score one run a file: metrics are layers,
the file is the coder, filters of a file are coders.
"""

import json
from typing import Any

from accord.errors import DataError
from accord.read.door.given import File, Head
from accord.read.door.marks import Marks
from accord.read.door.read_options import Options
from accord.read.text.json_text import json_lines, needed, optional, parse_json, shown


def _about(marks: Marks, item: str, **told: Any) -> None:
    for key, value in told.items():
        marks.about.setdefault(key, {})[item] = value


def _plain(value: Any) -> Any:
    """A score as a label: true and false in words, lists as sets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, list):
        return frozenset(str(part) for part in value)
    return shown(value)


def read_inspect(file: File, options: Options) -> Marks:
    """Read a log of Inspect (JSON; .eval logs are converted with `inspect log dump`)."""
    log = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    marks = Marks(file.name, main="score")
    samples = needed(log, "samples", file.name, list)
    rounds = any(
        optional(one, "epoch", file.name, int, 1) > 1 for one in samples if isinstance(one, dict)
    )

    def read(numbered: tuple[int, Any]) -> None:
        at, sample = numbered
        where = f"{file.name}: sample {at}"
        marks.rows += 1
        name, epoch = (
            str(needed(sample, "id", where, (int, str))),
            optional(sample, "epoch", where, int, 1),
        )
        item = f"{name} (epoch {epoch})" if rounds else name
        if optional(sample, "error", where, (dict, str), None):
            marks.drop("sample", "that ended with an error")
            return
        _about(marks, item, sample=name, round=epoch)
        scores = optional(sample, "scores", where, dict, {}) or _one_score(sample)
        for scorer, score in scores.items():
            value = score.get("value") if isinstance(score, dict) else score
            if isinstance(value, dict):
                for part, one in value.items():
                    marks.label(item, scorer, f"score: {part}", _plain(one), where)
            else:
                marks.label(item, scorer, "score", _plain(value), where)

    marks.each(enumerate(samples, start=1), read)
    if not any(mark.layer == "score" for mark in marks.marks):
        marks.main = None
    return marks


def _one_score(sample: dict[str, Any]) -> dict[str, Any]:
    """Older logs have one score, of a scorer without a name."""
    return {"scorer": sample["score"]} if isinstance(sample.get("score"), dict) else {}


def sniff_promptfoo(head: Head) -> bool:
    """Results of tests with grading."""
    return '"gradingResult"' in head.text or '"namedScores"' in head.text


def read_promptfoo(file: File, options: Options) -> Marks:
    """Read results of promptfoo: an output is an item, its assertions are coders: pass or fail."""
    record = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    found = optional(record, "results", file.name, (dict, list), {})
    results = found if isinstance(found, list) else optional(found, "results", file.name, list, [])
    marks = Marks(file.name, main="pass")
    runs: dict[str, int] = {}

    def read(numbered: tuple[int, Any]) -> None:
        at, one = numbered
        where = f"{file.name}: result {at}"
        marks.rows += 1
        provider = one.get("provider") if isinstance(one, dict) else None
        called = (
            provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        )
        test = optional(one, "testIdx", where, int, at - 1)
        prompt = optional(one, "promptIdx", where, int, 0)
        item = f"test {test}, prompt {prompt}, {called or 'provider'}"
        runs[item] = runs.get(item, 0) + 1
        named = item if runs[item] == 1 else f"{item} (run {runs[item]})"
        _about(marks, named, sample=f"test {test}", round=runs[item])
        grading = optional(one, "gradingResult", where, dict, {})
        parts = optional(grading, "componentResults", where, list, [])
        seen: dict[str, int] = {}
        for part in parts:
            assertion = optional(part, "assertion", where, dict, {})
            name = str(assertion.get("metric") or assertion.get("type") or "assertion")
            seen[name] = seen.get(name, 0) + 1
            coder = name if seen[name] == 1 else f"{name} {seen[name]}"
            marks.label(named, coder, "pass", _plain(needed(part, "pass", where, bool)), where)
            if isinstance(part.get("score"), (int, float)):
                marks.label(named, coder, "score", part["score"], where)
        if not parts:
            marks.drop("result", "without assertions")

    marks.each(enumerate(results, start=1), read)
    return marks


def read_deepeval(file: File, options: Options) -> Marks:
    """Read a test run of DeepEval: test cases × metrics, success or not, and the score."""
    record = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    marks = Marks(file.name, main="success")
    listed = optional(record, "testCases", file.name, list, None)
    cases = listed if listed is not None else optional(record, "test_results", file.name, list, [])

    def read(numbered: tuple[int, Any]) -> None:
        at, case = numbered
        where = f"{file.name}: test case {at}"
        marks.rows += 1
        item = str(optional(case, "name", where, (str, int), at))
        if item in marks.about.get("text", {}):
            item = f"{item} ({at})"
        _about(marks, item, text=str(optional(case, "input", where, (str, list), "")))
        metrics = optional(case, "metricsData", where, list, None)
        for metric in (
            metrics if metrics is not None else optional(case, "metrics_data", where, list, [])
        ):
            coder = needed(metric, "name", where, str)
            marks.label(item, coder, "success", _plain(metric.get("success")), where)
            if isinstance(metric.get("score"), (int, float)):
                marks.label(item, coder, "score", metric["score"], where)

    marks.each(enumerate(cases, start=1), read)
    return marks


def sniff_lm_eval(head: Head) -> bool:
    """A sample with its responses, filtered."""
    try:
        record = json.loads(head.start.partition("\n")[0])
    except (ValueError, RecursionError):
        return '"filtered_resps"' in head.text
    return isinstance(record, dict) and "doc_id" in record and "resps" in record


LM_KEYS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
LM_KEYS |= {"doc_hash", "prompt_hash", "target_hash"}


def read_lm_eval(file: File, options: Options) -> Marks:
    """Read logged samples of lm-evaluation-harness: metrics are layers, filters are coders."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name)
    rows = list(json_lines(text, file.name, options.limits, marks.skip))
    filters = {str(one.get("filter")) for _, one in rows if isinstance(one, dict)}

    def read(numbered: tuple[int, Any]) -> None:
        line, one = numbered
        where = f"{file.name}:{line}"
        marks.rows += 1
        item = str(needed(one, "doc_id", where, (int, str)))
        coder = str(one.get("filter")) if len(filters) > 1 else None
        told = optional(one, "metrics", where, list, None)
        names = told if told is not None else [key for key in one if key not in LM_KEYS]
        for name in names:
            if isinstance(name, str) and isinstance(one.get(name), (int, float, str)):
                marks.label(item, coder, str(name), _plain(one[name]), where)
            else:
                marks.drop("score", f"{name} that is not a number")
        if len(names) == 1:
            marks.main = str(names[0])

    marks.each(rows, read)
    return marks


def sniff_openai_evals(head: Head) -> bool:
    """The specification of a run, or an event of a sample."""
    first = head.start.partition("\n")[0]
    return '"spec"' in first or ('"sample_id"' in first and '"event_id"' in first)


def read_openai_evals(file: File, options: Options) -> Marks:
    """Read events of OpenAI evals: layers are their kinds, the file is the coder."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name, main="match")

    def read(numbered: tuple[int, Any]) -> None:
        line, event = numbered
        where = f"{file.name}:{line}"
        if not isinstance(event, dict):
            raise DataError(f"{where}: found {shown(event)}, needed an event")
        if "sample_id" not in event:
            return  # the specification and the report of the run
        marks.rows += 1
        kind, data = (
            optional(event, "type", where, str, ""),
            optional(event, "data", where, dict, {}),
        )
        item = needed(event, "sample_id", where, str)
        if kind == "match":
            marks.label(item, None, "match", _plain(data.get("correct")), where)
        elif kind == "metrics":
            for key, value in data.items():
                marks.label(item, None, f"metrics: {key}", _plain(value), where)
        else:
            marks.drop("event", f"of type {kind!r}")

    marks.each(json_lines(text, file.name, options.limits, marks.skip), read)
    if not any(mark.layer == "match" for mark in marks.marks):
        marks.main = None
    return marks
