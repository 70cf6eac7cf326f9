"""Tables of coders: who agrees with whom, and who coded what."""

from collections.abc import Sequence
from itertools import pairwise
from math import isnan
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord._measure.distances.distance import distance as distance_of
from accord._report.section_types import (
    Apartness,
    CoderRow,
    CoderSection,
    CoverageSection,
    WorkerRow,
)
from accord._report.wording import in_natural_order, label, labels, plain_section
from accord.infer.advice.choose import Estimate
from accord.infer.advice.next_steps import NAMING_LEVEL, TIMES_APART
from accord.infer.why.anatomy import MatchedUnits
from accord.infer.why.coders import coded_blocks, coder_table
from accord.infer.why.who_differs import CoderApart
from accord.infer.why.workers import Worker
from accord.kinds.kind import ability, kind_of
from accord.model.study import Study
from accord.words.said import said

_CODERS = 50
"""At most so many coders stand in the matrix: those with most codings."""

BLOCKS = 60
"""Columns of the picture of who coded what."""


def coder_section(
    study: Study,
    lead: Bound,
    first: Estimate | None,
    differ: Sequence[CoderApart],
    matched: MatchedUnits | None,
    workers: Sequence[Worker] | None = None,
) -> CoderSection | None:
    """The matrix of pairs, each coder's mean, the value without each, who differs, and habits.

    Where the time budget ended the search for the value itself (`first`), pairs have none left.
    """
    if workers is not None:
        return _crowd(study, lead, workers, differ)
    late = first is not None and {"partial", "certified"} & set(first.agreement.settings)
    found = coder_table(study, lead, _CODERS, late=bool(late))
    if found is None:
        return None
    names = labels(found.coders)
    order = in_natural_order(names)
    apart = {row.coder: row for row in differ}
    rows: list[CoderRow] = [
        {
            "coder": names[at],
            "mean": found.means[at],
            "without": None if found.without is None else found.without[at],
            **_apart(apart.get(found.coders[at])),
            "marked": int(found.marked[at]),
        }
        for at in order
    ]
    section: CoderSection = {
        "symbol": found.symbol,
        "without_symbol": found.without_symbol,
        "measured": measured_words(found.symbol, lead),
        "marked": said(f"word.{kind_of(study).marks}"),
        "coders": [names[at] for at in order],
        "matrix": found.matrix[np.ix_(order, order)].tolist(),
        "crowd": [],
        "pace": None,
        "rows": rows,
        "left_out": found.left_out,
        "habits": _habits(study, matched),
    }
    return plain_section(section)


def _crowd(
    study: Study, lead: Bound, found: Sequence[Worker], differ: Sequence[CoderApart]
) -> CoderSection:
    """All coders of a crowd, the worst first."""
    apart = {row.coder: row for row in differ}
    workers: list[WorkerRow] = [
        {
            "coder": label(one.coder),
            "codings": one.codings,
            "agreement": one.agreement,
            "low": one.low,
            "high": one.high,
            "majority": one.majority,
            "label": label(one.label),
            "same": one.same,
            "without": one.without,
            "pace": one.pace,
            "flagged": one.flagged,
        }
        for one in found
    ]
    number = ability(study, "marked_by")(study)
    rows: list[CoderRow] = [
        {
            "coder": label(one.coder),
            "mean": one.agreement,
            "without": one.without,
            **_apart(apart.get(one.coder)),
            "marked": int(number[study.coders.index(one.coder)]),
        }
        for one in found
    ]
    section: CoderSection = {
        "symbol": lead.symbol,
        "without_symbol": lead.symbol,
        "measured": measured_words(lead.symbol, lead),
        "marked": said(f"word.{kind_of(study).marks}"),
        "coders": [],
        "matrix": [],
        "crowd": workers,
        "pace": _pace_words(study, found),
        "rows": rows,
        "left_out": 0,
        "habits": [],
    }
    return plain_section(section)


def _pace_words(study: Study, found: Sequence[Worker]) -> str | None:
    """The heading of how long labels took; None where no coder has it."""
    if all(isnan(one.pace) for one in found):
        return None
    pace = getattr(study, "pace", None)
    if pace is None:
        return None
    return said("coders.pace-between") if pace.between else said("coders.pace", column=pace.column)


def measured_words(symbol: str, measure: Bound) -> str:
    """A coefficient with its distance, for the title of a table."""
    distance = None if measure.distance is None else str(distance_of(measure.distance))
    if distance is None:
        return said("coders.by", symbol=symbol)
    return said("coders.by-distance", symbol=symbol, d=distance)


def _apart(row: CoderApart | None) -> Apartness:
    if row is None:
        return {"times": None, "p": None, "named": False}
    return {
        "times": row.times,
        "p": row.p,
        "named": row.p <= NAMING_LEVEL and row.times >= TIMES_APART,
    }


def _habits(study: Study, matched: MatchedUnits | None) -> list[dict[str, Any]]:
    habits = kind_of(study).own("habits_of")
    return [] if habits is None or matched is None else habits(study, matched)


def coverage_section(study: Study) -> CoverageSection | None:
    """Who coded what: the share of each block of items that each coder coded."""
    found = coded_blocks(study, BLOCKS)
    if found is None:
        return None
    names = labels(study.coders)
    marked = ability(study, "marked_by")(study)
    most = set(np.argsort(-marked, kind="stable")[:_CODERS].tolist())
    kept = [at for at in in_natural_order(names) if at in most]
    section: CoverageSection = {
        "complete": found.complete,
        "missing": found.missing,
        "share": found.missing / (len(study.items) * len(names)),
        "coders": [names[c] for c in kept],
        "blocks": [[int(a), int(b)] for a, b in pairwise(found.edges.tolist())],
        "coded": found.share[kept].tolist(),
        "per_item": [[int(a), int(b)] for a, b in zip(found.codings, found.items, strict=True)],
        "left_out": len(names) - len(kept),
    }
    return plain_section(section)
