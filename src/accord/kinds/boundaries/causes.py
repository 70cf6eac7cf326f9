"""Where disagreement on boundaries comes from: places near each other where cuts differ."""

from collections import Counter
from collections.abc import Hashable
from math import fsum
from typing import Any

import numpy as np

from accord._measure.cube.sums import Sums
from accord.infer.resample.item_sums import of_edits
from accord.infer.why.boundary_anatomy import boundary_clusters
from accord.infer.why.disagreements import Disagreement, Disagreements, heaviest_first
from accord.kinds.boundaries.seen_as import as_units
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.spans.causes import sums_of_documents as sums_of_units
from accord.words.said import said


def listed_disagreements(
    study: Segmentations, measure: None, limit: None, matched: None
) -> Disagreements:
    """Boundaries at most two places from another that not all coders placed alike."""
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, document in enumerate(study.documents):
        saw = np.flatnonzero(document.seen).tolist()
        # One coder has nobody to differ from.
        if len(saw) < 2:
            continue
        for cluster in boundary_clusters(document):
            compared[d] += 1
            decided = {c: cluster.cuts.get(c, ()) for c in saw}
            often = Counter(decided.values())
            if len(often) == 1:
                continue
            apart = {
                one: fsum(
                    n * cluster.distance(one, other) for other, n in often.items() if other != one
                )
                for one in often
            }
            kind = (
                said("kind.one-coder-only")
                if sum(bool(cut) for cut in decided.values()) == 1
                else ("not all" if () in often else "near")
            )
            rows.append(
                Disagreement(
                    document.name,
                    kind,
                    fsum(apart[cut] for cut in decided.values()) / 2,
                    len(saw) * (len(saw) - 1) // 2,
                    0.0,
                    tuple((document.coders[c], shown_cut(cut)) for c, cut in decided.items()),
                    tuple(apart[cut] for cut in decided.values()),
                    float(cluster.begin),
                    float(cluster.end),
                )
            )
            at.append(d)
    return heaviest_first(
        "boundary", study, compared, rows, at, [doc.seen for doc in study.documents]
    )


def shown_cut(cut: tuple[tuple[int, Hashable], ...]) -> str | None:
    """The boundaries of a coder within a few places, with their types where they have some."""
    marks = (f"{place}" if kind is None else f"{place} {kind}" for place, kind in cut)
    return " + ".join(marks) or None


def sums_of_documents(study: Segmentations, pairs: Any) -> Sums | None:
    """The sums of edits; γ takes the segments as units, and has a list of theirs."""
    if isinstance(pairs, np.ndarray):
        return of_edits(pairs)
    return sums_of_units(as_units(study), pairs)
