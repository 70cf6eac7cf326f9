"""Distances between vectors that the user brings: embeddings, profiles, coordinates.

    cosine      1 − cos of the angle between two vectors
    euclidean   the squared distance between two vectors

A category is a vector (a tuple of numbers, or a text such as [0.1, 0.7]), or, with
`file=vectors.npy`, the number of its row in a NumPy file, counted from 0. Nothing is downloaded.
Both are squared distances between points, so that sums over all pairs have closed forms.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.distances.metric import Distance, Metric, by_points, fixed
from accord.errors import AccordError, DataError
from accord.model.names import FloatArray, Names


def cosine(file: str | None = None) -> Distance:
    """1 − cos of the angle between two vectors: |x − y|² / 2 of vectors of length 1."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        points = _vectors(categories, "cosine", file)
        lengths = np.sqrt((points**2).sum(axis=1, keepdims=True))
        if not lengths.all():
            raise DataError(
                f"vector {categories[int(np.flatnonzero(lengths == 0)[0])]!r} has length 0 and "
                "so no direction; leave it out, or use distance 'euclidean'"
            )
        return by_points(points / lengths / np.sqrt(2.0))

    return replace(fixed("cosine", fit), recipe=(cosine, (file,)))


def euclidean(file: str | None = None) -> Distance:
    """The squared distance between two vectors, of which `interval` is the form for numbers."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        points = _vectors(categories, "euclidean", file)
        return by_points(points - points.mean(axis=0) if len(points) else points)

    return replace(fixed("euclidean", fit), recipe=(euclidean, (file,)))


def _vectors(categories: Names, name: str, file: str | None) -> FloatArray:
    """One row for each category."""
    if file is not None:
        table, numbers = _in_file(file), categories.numbers()
        whole = numbers is not None and (numbers == np.rint(numbers)).all()
        if numbers is None or not whole or not ((numbers >= 0) & (numbers < len(table))).all():
            raise DataError(
                f"distance {name!r}: with a file of vectors each category is the number of its "
                f"row, 0 to {len(table) - 1}, got {_odd(categories, len(table))!r}"
            )
        return np.asarray(table[numbers.astype(np.intp)])
    vectors = [_vector(one, name) for one in categories]
    sizes = {len(vector) for vector in vectors}
    if len(sizes) > 1:
        raise DataError(
            f"distance {name!r} needs vectors of one length, got {min(sizes)} and {max(sizes)}"
        )
    return np.array(vectors, dtype=np.float64).reshape(len(vectors), max(sizes, default=0))


def _odd(categories: Names, rows: int) -> Any:
    def fits(one: Any) -> bool:
        return Names([one]).numbers() is not None and one == int(one) and 0 <= one < rows

    return next(one for one in categories if not fits(one))


def _in_file(file: str) -> FloatArray:
    try:
        table = np.load(file, allow_pickle=False)
    except (OSError, ValueError) as problem:
        raise DataError(f"{file}: not a NumPy file of numbers ({problem})") from None
    if not isinstance(table, np.ndarray) or table.ndim != 2 or table.dtype.kind not in "fiu":
        raise DataError(f"{file}: needs one table of numbers, a vector in each row (.npy)")
    table = table.astype(np.float64)
    if not np.isfinite(table).all():
        row = int(np.flatnonzero(~np.isfinite(table).all(axis=1))[0])
        raise DataError(f"{file}: the vector in row {row} has a value that is not a number")
    return np.asarray(table)


def _vector(given: Any, name: str) -> list[float]:
    values = given
    if isinstance(given, str):
        try:
            values = json.loads(given)
        except ValueError:
            values = given
    if isinstance(values, Sequence) and not isinstance(values, str):
        numbers = Names(values).numbers()
        if numbers is not None and np.isfinite(numbers).all():
            return [float(value) for value in numbers]
    shown = str(given)
    raise AccordError(
        f"distance {name!r} needs vectors such as [0.1, 0.7], "
        f"got {shown[:60] + '…' if len(shown) > 60 else shown!r}"
    )
