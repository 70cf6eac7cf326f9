"""Who agrees with whom: pairs of coders in clustered order, each against the rest, coverage."""

from itertools import pairwise
from typing import Any

import numpy as np

from accord.infer.why.coders import coder_table, coverage, marked_by
from accord.measure.bound import Bound
from accord.model.study import Study
from accord.report.wording import labels, record

SHOWN = 50
"""At most so many coders stand in the matrix: those with most codings."""

BLOCKS = 60
"""Columns of the picture of who coded what."""


def coder_section(study: Study, lead: Bound) -> dict[str, Any] | None:
    """The matrix of pairs, each coder's mean and what the value is without each coder."""
    found = coder_table(study, lead, SHOWN)
    if found is None:
        return None
    names = labels(found.coders)
    rows = [
        {
            "coder": name,
            "mean": found.means[at],
            "without": None if found.without is None else found.without[at],
            "marked": int(found.marked[at]),
        }
        for at, name in enumerate(names)
    ]
    return record(
        {
            "symbol": found.symbol,
            "coders": names,
            "matrix": found.matrix,
            "rows": rows,
            "left_out": found.left_out,
        }
    )


def coverage_section(study: Study) -> dict[str, Any] | None:
    """Who coded what: the share of each block of items that each coder coded."""
    found = coverage(study, BLOCKS)
    if found is None:
        return None
    names = labels(study.coders)
    kept = np.sort(np.argsort(-marked_by(study), kind="stable")[:SHOWN])
    return record(
        {
            "complete": found.complete,
            "missing": found.missing,
            "share": found.missing / (len(study.items) * len(names)),
            "coders": [names[int(c)] for c in kept],
            "blocks": [[int(a), int(b)] for a, b in pairwise(found.edges.tolist())],
            "coded": found.share[kept],
            "per_item": [[int(a), int(b)] for a, b in zip(found.codings, found.items, strict=True)],
            "left_out": len(names) - len(kept),
        }
    )
