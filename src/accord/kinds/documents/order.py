"""Documents in an order that comes from what was marked in them."""

from typing import Any

import numpy as np

from accord.kinds.documents.study import Documents
from accord.model.names import IntArray


def order_of(study: Documents[Any]) -> tuple[IntArray, IntArray]:
    """Documents and coders, by position, in canonical order: by how much each coder marked."""
    return by_marks(study, [[[int(n)] for n in part.marked()] for part in study.documents])


def by_marks(study: Documents[Any], marks: list[list[Any]]) -> tuple[IntArray, IntArray]:
    """Documents by what all coders marked in them, then coders by what they marked in these.

    `marks` has, for each document and each coder, what can be sorted.
    """
    # Sorted within: which coder it was must not matter before coders have an order.
    items = sorted(range(len(marks)), key=lambda d: sorted(marks[d]))
    coders = sorted(range(len(study.coders)), key=lambda c: [marks[d][c] for d in items])
    return np.array(items, dtype=np.intp), np.array(coders, dtype=np.intp)
