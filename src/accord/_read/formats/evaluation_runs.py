"""Logs of evaluation frameworks: Inspect, promptfoo, DeepEval, lm-evaluation-harness, OpenAI evals.

A sample is an item, a scorer (metric, assertion, judge) a coder. A sample that was run several
times (epochs) is several items, because each run has an output of its own: `about` has the round
and the sample. lm-evaluation-harness and OpenAI evals score one run a file: metrics are layers,
the file is the coder; filters are coders of a single file, and layers of several.
"""

import json
from typing import Any

from accord._read.door.given import ZIP, File, Head, archived
from accord._read.door.marks import Marks, none_for_nan
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_lines, json_of, parse_json
from accord.errors import DataError


def _about(marks: Marks, item: str, **facts: Any) -> None:
    for key, value in facts.items():
        marks.about.setdefault(key, {})[item] = value


def read_inspect(file: File, options: Options) -> Marks:
    """Read a log of Inspect, as JSON or packed (.eval)."""
    marks = Marks(file.name, main="score")
    log, samples = _inspect_log(file, options, marks)
    run = js.mapping_at(log, "eval", file.name)
    model = js.as_text(run.get("model"))
    rounds = any(
        js.optional(one, "epoch", file.name, int, 1) > 1 for one in filter(js.is_mapping, samples)
    )

    # What is known of each sample, by item.
    facts = ("sample", "round", *(("model",) if model else ()))
    columns: list[dict[str | None, Any]] = [marks.about.setdefault(key, {}) for key in facts]

    def read(_: int, where: str, sample: Any) -> None:
        name, epoch = (js.id_at(sample, "id", where), js.optional(sample, "epoch", where, int, 1))
        item = f"{name} (epoch {epoch})" if rounds else name
        if "error" in sample and js.optional(sample, "error", where, (dict, str), None):
            marks.drop("sample", "that ended with an error")
            return
        if "invalidation" in sample and js.optional(sample, "invalidation", where, dict, None):
            marks.drop("sample", "that was declared invalid")
            return
        for column, fact in zip(columns, (name, epoch, model), strict=False):
            column[item] = fact
        scores = js.mapping_at(sample, "scores", where) or _one_score(sample)
        if not scores:
            marks.drop("sample", "that no scorer scored")
        for scorer, score in scores.items():
            value = score.get("value") if js.is_mapping(score) else score
            if type(value) is str:  # nearly always
                marks.label(item, scorer, "score", value, where)
                continue
            if js.is_list(value):  # Inspect reduces lists place by place, objects by key
                value = {str(place): one for place, one in enumerate(value, start=1)}
            parts = value if js.is_mapping(value) else {"": value}
            for part, one in parts.items():
                if none_for_nan(one) is None:  # NaN: the scorer came to no score
                    marks.drop("score", "of a sample that the scorer left unscored")
                else:
                    layer = f"score: {part}" if part else "score"
                    marks.label(item, scorer, layer, js.label_in(one), where)

    marks.numbered(enumerate(samples, start=1), read, "sample")
    if not any(mark.layer == "score" for mark in marks.marks):
        marks.main = None
    return marks


def _inspect_log(file: File, options: Options, marks: Marks) -> tuple[Any, list[Any]]:
    """The log without its samples, and the samples: of a packed log each has its own file."""
    if not file.load(4).startswith(ZIP):
        log = json_of(file, options)
        found = js.optional(log, "samples", file.name, list, None)
        if found is None:
            raise DataError(
                f"{file.name}: the log has totals and no samples; run the evaluation again and "
                "let Inspect log its samples"
            )
        return log, found
    try:
        members = {one.name: one for one in archived(file, options.limits)}
        read = {
            name: one.text()[0]
            for name, one in members.items()
            if name == "header.json" or (one.folder == "samples" and one.suffix == ".json")
        }
    except DataError as error:  # newer versions pack with Zstandard, which Python 3.14 can unpack
        raise DataError(f"{error}; convert it with `inspect log dump FILE > FILE.json`") from None
    if "header.json" not in read:
        raise DataError(f"{file.name}: no header.json; the evaluation did not end")
    log = parse_json(read.pop("header.json"), f"{file.name}/header.json", options.limits)
    samples: list[Any] = []
    marks.each(
        read.items(),
        lambda one: samples.append(parse_json(one[1], f"{file.name}/{one[0]}", options.limits)),
    )
    return log, samples


def _one_score(sample: dict[str, Any]) -> dict[str, Any]:
    """Older logs have one score, of a scorer without a name."""
    return {"scorer": sample["score"]} if js.is_mapping(sample.get("score")) else {}


def read_promptfoo(file: File, options: Options) -> Marks:
    """Read results of promptfoo: an output is an item, its assertions are coders: pass or fail."""
    marks = Marks(file.name, main="pass")
    text, _ = file.text(options.encoding)
    first, _, rest = text.strip().partition("\n")
    if rest and first.rstrip().endswith("}"):  # JSONL: a result on each line
        results = [one for _, one in json_lines(text, file.name, options.limits, marks.skip)]
    else:
        record = parse_json(text, file.name, options.limits)
        found = js.optional(record, "results", file.name, (dict, list), [record])
        results = found if js.is_list(found) else js.list_at(found, "results", file.name)
    runs: dict[str, int] = {}
    rounds: dict[tuple[str, str], list[int]] = {}

    def read(at: int, where: str, one: Any) -> None:
        provider = js.as_mapping(one).get("provider")
        if js.is_mapping(provider):
            provider = provider.get("label") or provider.get("id")
        test = js.optional(one, "testIdx", where, int, at - 1)
        prompt = js.optional(one, "promptIdx", where, int, 0)
        item = f"test {test}, prompt {prompt}, {provider or 'provider'}"
        runs[item] = runs.get(item, 0) + 1
        named = item if runs[item] == 1 else f"{item} (run {runs[item]})"
        model = {"model": str(provider)} if provider else {}
        # With --repeat the same test has a number for each time.
        case = js.mapping_at(one, "testCase", where) or {"test": test}
        same = (json.dumps(case, sort_keys=True), item.partition(",")[2])
        times = rounds.setdefault(same, [])
        times.append(test)
        _about(marks, named, sample=f"test {times[0]}", round=len(times), **model)
        grading = js.mapping_at(one, "gradingResult", where)
        parts = js.list_at(grading, "componentResults", where)
        seen: dict[str, int] = {}
        for part in parts:
            assertion = js.mapping_at(part, "assertion", where)
            if not assertion and js.list_at(part, "componentResults", where):
                marks.drop("assert-set", "whose assertions are read one by one")
                continue
            name = str(assertion.get("metric") or assertion.get("type") or "assertion")
            seen[name] = seen.get(name, 0) + 1
            coder = name if seen[name] == 1 else f"{name} {seen[name]}"
            if js.mapping_at(part, "metadata", where).get("graderError"):
                marks.drop("assertion", "whose grader failed")
                continue
            marks.label(
                named, coder, "pass", js.label_in(js.needed(part, "pass", where, bool)), where
            )
            if js.number_if_any(part.get("score")) is not None:
                marks.label(named, coder, "score", part["score"], where)
        if not parts:
            marks.drop("result", "without assertions")

    return marks.numbered(enumerate(results, start=1), read, "result")


def read_deepeval(file: File, options: Options) -> Marks:
    """Read a test run of DeepEval: test cases × metrics, success or not, and the score."""
    record = json_of(file, options)
    marks = Marks(file.name, main="success")
    keys = ("testCases", "conversationalTestCases", "test_results")
    cases = [one for key in keys for one in js.list_at(record, key, file.name)]

    def read(at: int, where: str, case: Any) -> None:
        item = js.name_at(case, "name", where, at)
        if item in marks.about.get("text", {}):  # several test cases may have one name
            item = f"{item} ({at})"
        text = js.optional(case, "input", where, (str, list), None) or case.get("scenario")
        _about(marks, item, text=str(text or ""))
        metrics = js.optional(case, "metricsData", where, list, None)
        for metric in metrics if metrics is not None else js.list_at(case, "metrics_data", where):
            coder = js.needed(metric, "name", where, str)
            if metric.get("error"):  # it counts as a failure there, and is no judgement
                marks.drop("metric", "that ended with an error")
                continue
            marks.label(item, coder, "success", js.label_in(metric.get("success")), where)
            if js.number_if_any(metric.get("score")) is not None:
                marks.label(item, coder, "score", metric["score"], where)

    return marks.numbered(enumerate(cases, start=1), read, "test case")


def sniff_lm_eval(head: Head) -> bool:
    """A sample with its responses, filtered."""
    try:
        record = json.loads(head.start.partition("\n")[0])
    except (ValueError, RecursionError):
        return '"filtered_resps"' in head.text
    return js.is_mapping(record) and "doc_id" in record and "resps" in record


LM_KEYS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}
LM_KEYS |= {"doc_hash", "prompt_hash", "target_hash"}


def read_lm_eval(file: File, options: Options) -> Marks:
    """Read logged samples of lm-evaluation-harness: metrics are layers, filters are coders.

    Where several files are read they are the coders, and a layer is a metric with its filter.
    Documents count from 0 in every task, so an item has the hash of its document too: two tasks
    have no item in common.
    """
    text, _ = file.text(options.encoding)
    marks = Marks(file.name)
    rows = list(json_lines(text, file.name, options.limits, marks.skip))
    filters = {str(one.get("filter")) for _, one in rows if js.is_mapping(one)}
    several = len(filters) > 1
    runs = sum(name.endswith(".jsonl") for name in file.among) > 1

    def read(_: int, where: str, one: Any) -> None:
        item = js.id_at(one, "doc_id", where)
        # Eight digits of a hash tell the documents of a task apart, and can be read.
        item += f" ({doc[:8]})" if (doc := js.optional(one, "doc_hash", where, str, "")) else ""
        by = str(one.get("filter"))
        coder = by if several and not runs else None
        # Older logs do not list their metrics: they are the keys that are nothing else.
        listed = js.optional(one, "metrics", where, list, None)
        names = listed if listed is not None else [key for key in one if key not in LM_KEYS]
        for name in names:
            if js.as_text(name) is not None and js.is_scalar(one.get(name)):
                layer = f"{name}, {by}" if several and runs else name
                marks.label(item, coder, layer, js.label_in(one[name]), where)
            else:
                marks.drop(f"{name} score", "without a number")
        if len(names) == 1 and not (several and runs):
            marks.main = str(names[0])

    return marks.numbered(rows, read)


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
        if not js.is_mapping(event):
            raise DataError(f"{where}: found {js.shown(event)}, expected an event")
        if "sample_id" not in event:
            return  # the specification and the report of the run
        marks.rows += 1
        kind, data = (
            js.optional(event, "type", where, str, ""),
            js.mapping_at(event, "data", where),
        )
        item = js.needed(event, "sample_id", where, str)
        if kind == "match":
            marks.label(item, None, "match", js.label_in(data.get("correct")), where)
        elif kind == "metrics":
            for key, value in data.items():
                marks.label(item, None, f"metrics: {key}", js.label_in(value), where)
        else:
            marks.drop("event", f"of type {kind!r}")

    marks.each(json_lines(text, file.name, options.limits, marks.skip), read)
    if not any(mark.layer == "match" for mark in marks.marks):
        marks.main = None
    return marks
