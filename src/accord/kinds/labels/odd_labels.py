"""Labels in memory that may not be what was meant: text for what is missing, 3 beside "3"."""

import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from accord.kinds.labels.cells import LOST
from accord.kinds.labels.study import Codings


def is_text(column: Any) -> bool:
    """Whether it is an array of text, in which NumPy writes "nan" for what is missing."""
    return isinstance(column, np.ndarray) and column.dtype.kind == "U"


def without_lost(study: Codings) -> Codings:
    """The study without labels that NumPy made of missing cells: "nan", "None"; with a warning."""
    lost = [at for at, name in enumerate(study.categories) if name in LOST]
    if not lost:
        return study
    shown = ", ".join(repr(study.categories[at]) for at in lost)
    warnings.warn(
        f"{shown} in an array of text is read as missing, because NumPy writes it so; where it is "
        "a label, declare it with categories=, or give lists",
        stacklevel=3,
    )
    kept = [at for at in range(len(study.categories)) if at not in lost]
    code = np.full(len(study.categories), -1, np.int32)
    code[kept] = np.arange(len(kept), dtype=np.int32)
    category = code[study.category]
    there = np.flatnonzero(category >= 0)
    return replace(
        study,
        categories=study.categories.take(kept),
        item=study.item[there],
        coder=None if study.coder is None else study.coder[there],
        category=category[there],
    )


def warn_of_mixed(study: Codings) -> None:
    """Warn where a number and its text are two labels: 3 and "3"."""
    if study.categories.all_numbers():
        return
    texts = {name for name in study.categories if isinstance(name, str)}
    if not texts or len(texts) == len(study.categories):
        return
    both = [name for name in study.categories if name not in texts and str(name) in texts]
    if both:
        shown = ", ".join(f"{name} and {str(name)!r}" for name in both[:3])
        warnings.warn(f"{shown} are two labels each, a number and a text", stacklevel=3)
