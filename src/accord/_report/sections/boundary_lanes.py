"""Segmentations as lanes: every coder's boundaries, those shared, near and alone."""

from typing import Any

import numpy as np

from accord._report.wording import label, labels, record
from accord.infer.why.boundary_anatomy import BOUNDARY_KINDS, NEAR_PLACES, boundary_kinds
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.words.said import said

BOUNDARIES = 2000


def boundary_section(study: Segmentations) -> dict[str, Any]:
    """The documents as lanes, and for each coder how many boundaries others have too."""
    drawn = [(document, boundary_kinds(document)) for document in study.documents]
    table = np.zeros((len(study.coders), len(BOUNDARY_KINDS)), dtype=np.int64)
    for document, kinds in drawn:
        np.add.at(table, (document.coder, kinds), 1)
    order = np.argsort([-int((kinds == 2).sum()) for _, kinds in drawn], kind="stable")
    return record(
        {
            "near": NEAR_PLACES,
            "kinds": [said(f"word.{kind}") for kind in BOUNDARY_KINDS],
            "rows": [
                {"coder": name, "counts": counts}
                for name, counts in zip(labels(study.coders), table.tolist(), strict=True)
            ],
            "documents": [_lanes(*drawn[int(at)]) for at in order],
            "limits": _limits(table.sum(axis=0).tolist()),
        }
    )


def _lanes(document: Segmentation, kinds: Any) -> dict[str, Any]:
    types = labels(document.types)
    typed = any(kind is not None for kind in document.types)
    cuts = [
        [c, p, types[t] if typed else None, said(f"word.{BOUNDARY_KINDS[k]}")]
        for c, p, t, k in zip(
            document.coder.tolist(),
            document.place.tolist(),
            document.type.tolist(),
            kinds.tolist(),
            strict=True,
        )
    ]
    return {
        "name": label(document.name),
        "length": document.length,
        "coders": labels(document.coders),
        "seen": document.seen.tolist(),
        "cuts": cuts[:BOUNDARIES],
        "left_out": max(0, len(cuts) - BOUNDARIES),
    }


def _limits(total: list[int]) -> list[str]:
    number = sum(total)
    if not number or not total[1] + total[2]:
        return []
    return [said("units.boundaries-far-from-those", p=total[2] / number, q=total[1] / number)]
