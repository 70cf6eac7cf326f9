"""JUDGE-BENCH: scores of people who are not named, for each instance and metric.

    {"annotations": [{"metric": "grammar", "category": "graded", "worst": 1, "best": 6}],
     "instances": [{"id": "d1", "annotations": {"grammar": {"individual_human_scores": [3, 2]}}}]}

A metric is a field. Who gave a score is not known: the order of scores says nothing.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError, Setting
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_counts
from accord.model.audit import Audit
from accord.model.showing import counted

_SCORES = "individual_human_scores"


def read_judge_bench(file: File, options: Options) -> Codings:
    """Read the scores of one metric."""
    instances = js.needed(json_of(file, options), "instances", file.name, list)
    scores: dict[str, dict[str, list[Any]]] = {}
    for at, one in enumerate(instances, start=1):
        where = f"{file.name}: instance {at}"
        item = js.id_at(one, "id", where)
        for metric, given in js.mapping_at(one, "annotations", where).items():
            mine = scores.setdefault(metric, {})
            if item in mine:
                raise DataError(f"{where}: the id {item!r} is already taken")
            mine[item] = js.list_at(given, _SCORES, f"{where}, {metric}")
    metric = _metric({name: by for name, by in scores.items() if any(by.values())}, file, options)
    return _study(scores[metric], metric, file.name)


def _metric(scores: dict[str, Any], file: File, options: Options) -> str:
    names = ", ".join(map(repr, scores))
    if not scores:
        raise DataError(f"{file.name}: no instance has {_SCORES!r}")
    if options.field is None and len(scores) > 1:
        raise DataError(
            f"{file.name}: several metrics. Choose one with {Setting('field')}: {names}"
        )
    chosen = options.field or next(iter(scores))
    if chosen not in scores:
        raise DataError(f"{file.name}: no metric {chosen!r}. Choose from {names}")
    return chosen


def _study(scores: dict[str, list[Any]], metric: str, source: str) -> Codings:
    votes: dict[str, Counter[Any]] = {}
    for item, given in scores.items():
        if any(map(js.is_nested, given)):
            raise DataError(f"{source}: instance {item!r}, {metric}: expected a list of scores")
        votes[item] = Counter(js.label_in(one) for one in given if one is not None)
    seen = {label for one in votes.values() for label in one}
    numbers = all(js.number_if_any(label) is not None for label in seen)
    categories = sorted(seen, key=None if numbers else str)
    table = [[one[label] for label in categories] for one in votes.values()]
    study = from_counts(table, categories=categories, items=list(votes))
    notes: tuple[str, ...] = (f"read metric {metric!r}", "scores are of people who are not named")
    given_none = sum(one is None for given in scores.values() for one in given)
    notes = (
        (*notes, f"{counted(given_none, 'empty score')} read as missing") if given_none else notes
    )
    rows = sum(map(len, scores.values()))
    audit = Audit(source, "JUDGE-BENCH", rows, given_none, notes)
    return replace(study, audit=audit, declared=False)
