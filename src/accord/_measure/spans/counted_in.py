"""Spans counted in words, sentences or paragraphs: the same study with atoms as its steps.

    atoms (words)    |Ann| |came| |home|   |Who| |was| |tired|
    A  characters    [---x---]                   [-----y-----]
    A  atoms         [0, 2) x                    [4, 6) y

A unit has the atoms whose middle it covers. A turn or paragraph is longer than most units: it
belongs to the unit that covers most of it, of the category that does (as for κ_d). What covers no
atom is nothing in this study.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from accord._measure.spans.discretized import read_atom
from accord.kinds.spans.atoms import PASSAGES, Atoms, atoms_of
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray

_Kept = tuple[int, int, int, int]
"""Coder, first atom, the one after the last, category."""


def counted_in(
    study: Unitizings, atom: Atoms | None, *, apart: bool = False
) -> tuple[Unitizings, float, str]:
    """The study, the length of its steps, and both in words; a study of atoms if they have a name.

    With `apart` the categories are on lines of their own, so that a passage may have several.
    """
    size, shown = read_atom(atom, study)
    if isinstance(size, (int, float)):
        return study, float(size), shown
    continua = tuple(_in_atoms(one, size, apart) for one in study.continua)
    return replace(study, continua=continua, resolution=1.0), 1.0, shown


def _in_atoms(continuum: Continuum, atoms: Atoms, apart: bool) -> Continuum:
    begin, end = atoms_of(continuum, atoms)
    kept = sorted(_kept(continuum, begin, end, atoms, apart))
    coder, first, last, category = (
        np.array([row[at] for row in kept], dtype=np.int64) for at in (0, 1, 2, 3)
    )
    return replace(
        continuum,
        coder=coder.astype(np.int32),
        start=first.astype(np.float64),
        stop=last.astype(np.float64),
        category=category.astype(np.int32),
        begin=0.0,
        end=float(len(begin)),
        text=None,
    )


def _kept(
    continuum: Continuum, begin: FloatArray, end: FloatArray, atoms: Atoms, apart: bool
) -> Iterator[_Kept]:
    """Each unit that has an atom."""
    middle = (begin + end) / 2
    owners: dict[tuple[int, int], dict[int, list[tuple[float, int]]]] = {}
    for unit in range(len(continuum)):
        start, stop = float(continuum.start[unit]), float(continuum.stop[unit])
        coder, category = int(continuum.coder[unit]), int(continuum.category[unit])
        if atoms not in PASSAGES:
            first, last = (int(np.searchsorted(middle, at, side="left")) for at in (start, stop))
            if last > first:
                yield coder, first, last, category
            continue
        line = owners.setdefault((coder, category if apart else -1), {})
        for at in range(
            int(np.searchsorted(end, start, side="right")),
            int(np.searchsorted(begin, stop, side="left")),
        ):
            shared = min(stop, float(end[at])) - max(start, float(begin[at]))
            line.setdefault(at, []).append((shared, unit))
    for (coder, _), line in owners.items():
        yield from _runs(continuum, coder, line)


def _runs(
    continuum: Continuum, coder: int, line: dict[int, list[tuple[float, int]]]
) -> Iterator[_Kept]:
    """Passages next to each other that belong to one unit, as one."""
    owner = {at: _owner(continuum, units) for at, units in line.items()}
    for at in sorted(owner):
        if owner.get(at - 1) != owner[at]:
            last = at + 1
            while owner.get(last) == owner[at]:
                last += 1
            yield coder, at, last, int(continuum.category[owner[at]])


def _owner(continuum: Continuum, units: list[tuple[float, int]]) -> int:
    """The unit with most of a passage, of the category with most of it; of two alike the first."""
    share: dict[int, float] = {}
    for shared, unit in units:
        category = int(continuum.category[unit])
        share[category] = share.get(category, 0.0) + shared
    most = max(share, key=share.__getitem__)
    mine = [(shared, -unit) for shared, unit in units if continuum.category[unit] == most]
    return -max(mine)[1]
