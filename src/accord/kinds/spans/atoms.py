"""Atoms: the smallest pieces of a continuum, to which units can be reduced."""

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from accord.errors import DataError, UnknownNameError
from accord.kinds.spans.parts import Continuum
from accord.model.names import FloatArray, IntArray

Atoms = float | str | Mapping[Hashable, Sequence[tuple[float, float]]]
"""A length, "character", "token", "word", "sentence", "turn" (a line), "paragraph" (up to an empty
line), or document → (begin, end) of each atom."""

_IN_TEXT = {
    "character": re.compile(r"(?s)."),
    "token": re.compile(r"\w+|[^\w\s]"),
    "word": re.compile(r"\w+(?:['’-]\w+)*"),
    "sentence": re.compile(r"\S(?:(?![.!?…]\s).)*(?:[.!?…]+|$)", re.DOTALL),
    "turn": re.compile(r"\S[^\n]*"),
    "paragraph": re.compile(r"\S(?:(?!\n[^\S\n]*\n).)*", re.DOTALL),
}
PASSAGES = ("turn", "paragraph")
"""Atoms longer than most units: what is marked anywhere in one counts, not only at its middle."""


def atoms_of(continuum: Continuum, atoms: Atoms) -> tuple[FloatArray, FloatArray]:
    """Begin and end of each atom of one continuum.

    >>> c = Continuum.of({"A": []}, text="Hm, no. Yes!")
    >>> [array.tolist() for array in atoms_of(c, "token")]
    [[0.0, 2.0, 4.0, 6.0, 8.0, 11.0], [2.0, 3.0, 6.0, 7.0, 11.0, 12.0]]
    >>> [array.tolist() for array in atoms_of(c, "sentence")]
    [[0.0, 8.0], [7.0, 12.0]]
    """
    if isinstance(atoms, Mapping):
        if continuum.name not in atoms:
            raise DataError(f"no atoms are given for document {continuum.name!r}")
        spans = np.array(list(atoms[continuum.name]), dtype=np.float64).reshape(-1, 2)
        return spans[:, 0], spans[:, 1]
    if isinstance(atoms, str):
        return _in_text(continuum, atoms)
    if not atoms > 0:
        raise DataError(f"the length of a step (atom) must be above 0, got {atoms!r}")
    number = max(1, int(np.ceil(continuum.length / atoms - 1e-9)))
    begin = continuum.begin + atoms * np.arange(number, dtype=np.float64)
    return begin, np.append(begin[1:], continuum.end)


def runs_of(continuum: Continuum, atoms: Atoms) -> tuple[FloatArray, IntArray]:
    """The atoms in runs over which no unit begins or ends: the middle of the first atom of each,
    and how many there are. A long document with few units has few runs.

    >>> c = Continuum.of({"A": [(0, 10, "x")], "B": [(999_990, 1_000_000, "x")]})
    >>> [array.tolist() for array in runs_of(c, 1.0)]
    [[0.5, 10.5, 999990.5], [10, 999980, 10]]
    """
    if isinstance(atoms, (str, Mapping)) and not (atoms == "character" and continuum.text is None):
        begin, end = atoms_of(continuum, atoms)
        return (begin + end) / 2, np.ones(len(begin), dtype=np.int64)
    size = 1.0 if isinstance(atoms, str) else float(atoms)
    if not size > 0:
        raise DataError(f"the length of a step (atom) must be above 0, got {atoms!r}")
    # Less a rounding: .1 + .2 is a little more than three atoms of .1, and must not be four.
    number = max(1, int(np.ceil(continuum.length / size - 1e-9)))

    def middle(at: IntArray) -> FloatArray:
        first = continuum.begin + size * at
        last = np.where(at == number - 1, continuum.end, continuum.begin + size * (at + 1))
        return np.asarray((first + last) / 2)

    # Between two cuts every coder has one thing: an hour of sound is a few thousand runs.
    cuts = np.unique(np.concatenate([continuum.start, continuum.stop]))
    at: IntArray = np.clip(np.ceil((cuts - continuum.begin) / size - 0.5), 0, number).astype(int)
    for _ in range(2):  # a rounding apart from the first atom whose middle lies at the cut or right
        at = np.where((at > 0) & (middle(at - 1) >= cuts), at - 1, at)
        at = np.where((at < number) & (middle(at) < cuts), at + 1, at)
    edges = np.unique(np.concatenate([[0, number], at])).astype(np.int64)
    return middle(edges[:-1]), np.diff(edges)


def _in_text(continuum: Continuum, atoms: str) -> tuple[FloatArray, FloatArray]:
    if atoms not in _IN_TEXT:
        raise UnknownNameError.of("atom", atoms, _IN_TEXT)
    if continuum.text is None:
        if atoms == "character":
            return atoms_of(continuum, 1.0)
        raise DataError(
            f"document {continuum.name!r} has no text to cut into {atoms}s; give the atoms as "
            "a length or as (begin, end) pairs per document"
        )
    found = [match.span() for match in _IN_TEXT[atoms].finditer(continuum.text)]
    spans = np.array(found, dtype=np.float64).reshape(-1, 2)
    return spans[:, 0], spans[:, 1]


def values_at(continuum: Continuum, coder: int, at: FloatArray) -> IntArray:
    """The category (its position) of one coder's unit at each point; −1 where there is none.

    Units of the coder must not overlap.
    """
    mine = continuum.spans.at(continuum.coder == coder)
    if not len(mine):
        return np.full(len(at), -1, dtype=np.int64)
    # Units do not overlap here: only the last one that began can hold the point.
    before = np.searchsorted(mine.start, at, side="right") - 1
    inside = (before >= 0) & (at < mine.stop[before])
    return np.where(inside, mine.category[before], -1).astype(np.int64)


def values_of(
    continuum: Continuum, coder: int, begin: FloatArray, end: FloatArray, atoms: Atoms | None
) -> IntArray:
    """The category (its position) of one coder in each atom, −1 where there is none: of the unit
    at the middle, and in a passage of whatever covers most of it.

    >>> units = [(0, 2, "x"), (9, 14, "y"), (14, 16, "x")]
    >>> c = Continuum.of({"A": units}, text="Hm, no.\\nYes, yes!")
    >>> [c.categories[v] for v in values_of(c, 0, *atoms_of(c, "turn"), "turn")]
    ['x', 'y']
    """
    if atoms not in PASSAGES:
        return values_at(continuum, coder, (begin + end) / 2)
    covered: list[dict[int, float]] = [{} for _ in range(len(begin))]
    mine = np.flatnonzero(continuum.coder == coder)
    for unit in mine[np.argsort(continuum.start[mine], kind="stable")].tolist():
        start, stop = float(continuum.start[unit]), float(continuum.stop[unit])
        first = int(np.searchsorted(end, start, side="right"))
        last = int(np.searchsorted(begin, stop, side="left"))
        category = int(continuum.category[unit])
        for at in range(first, last):
            shared = min(stop, float(end[at])) - max(start, float(begin[at]))
            covered[at][category] = covered[at].get(category, 0.0) + shared
    # Of two that cover equally much, the one that begins first: it was met first.
    return np.array([max(c, key=c.__getitem__, default=-1) for c in covered], dtype=np.int64)


def cover(continuum: Continuum, coder: int, at: FloatArray) -> list[frozenset[Any]]:
    """The set of categories of one coder's units at each point; units may overlap."""
    sets: list[set[Any]] = [set() for _ in range(len(at))]
    for unit in np.flatnonzero(continuum.coder == coder):
        name = continuum.categories[int(continuum.category[unit])]
        low, high = np.searchsorted(at, (continuum.start[unit], continuum.stop[unit]))
        for place in range(int(low), int(high)):
            sets[place].add(name)
    return [frozenset(found) for found in sets]
