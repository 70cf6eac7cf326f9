"""Coders: who agrees with whom, what the value is without each, and who coded what."""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from accord.engine.engine_table import EngineTable
from accord.engine.tally import Tally
from accord.infer.why.matrices import pair_matrix
from accord.infer.why.pairs import without_each
from accord.measure.bound import Bound, bound
from accord.measure.cube.kernel import Countable
from accord.model.codings.codings import Codings
from accord.model.codings.dimensions import Dimensions
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study

WORK = 30_000_000
"""Pairs × codings up to which every pair is measured by the coefficient itself."""

COSTLY = 20_000
"""Pairs × units up to which a costly coefficient is measured for every pair."""


def marked_by(study: Study | Countable) -> IntArray:
    """How much each coder marked: codings, units, mentions or boundaries."""
    total = np.zeros(len(study.coders), dtype=np.int64)
    if isinstance(study, Codings):
        return total + np.bincount(study.who(), minlength=len(total))
    if isinstance(study, Tally):
        table = study.by_coder("available")
        often = np.bincount(table.row, weights=table.count, minlength=len(total))
        return total + often.round().astype(np.int64)
    if isinstance(study, EngineTable):
        each = [int(study.only([coder]).size) for coder in range(len(total))]
        return np.array(each, dtype=np.int64)
    if isinstance(study, Dimensions):
        return total + sum(marked_by(study[name]) for name in study.names)
    for part in getattr(study, "continua", getattr(study, "documents", ())):
        if hasattr(part, "chain"):
            total += (part.chain >= 0).sum(axis=1)
        else:
            total += np.bincount(part.coder, minlength=len(total))
    return total


@dataclass(frozen=True, slots=True, eq=False)
class CoderTable:
    """The most active coders, similar ones side by side: the measure of every two (`symbol` says
    which), its mean for each coder, and the measure without each, where that is quick."""

    symbol: str
    coders: tuple[Hashable, ...]
    matrix: FloatArray
    means: FloatArray
    without: FloatArray | None
    marked: IntArray
    left_out: int


def coder_table(study: Study, measure: Bound, most: int) -> CoderTable | None:
    """Who agrees with whom, for at most so many coders; None where there are fewer than three.

    Where every pair would take too long, nominal α is measured instead (codings), or none.
    """
    if len(study.coders) < 3:
        return None
    number = marked_by(study)
    kept = np.sort(np.argsort(-number, kind="stable")[:most])
    shown = study if len(kept) == len(study.coders) else study.only(kept)
    place = {shown.coders[at]: at for at in range(len(kept))}
    asked, symbol = _for_pairs(shown, measure)
    coders, matrix = tuple(shown.coders), np.full((len(kept), len(kept)), np.nan)
    if asked is not None:
        pairs = pair_matrix(shown, asked)
        coders, matrix = pairs.coders, pairs.values
    order = [place[name] for name in coders]
    without = None
    if _quick_without(shown, measure):
        without = np.array(without_each(shown, measure))[order]
    return CoderTable(
        symbol,
        coders,
        matrix,
        mean_of_pairs(matrix),
        without,
        number[kept][order],
        len(study.coders) - len(kept),
    )


def mean_of_pairs(matrix: FloatArray) -> FloatArray:
    """The mean of each coder's pairs that are defined; nan where none is."""
    known = np.isfinite(matrix)
    total = np.where(known, matrix, 0.0).sum(axis=1)
    number = known.sum(axis=1)
    means: FloatArray = np.full(len(matrix), np.nan)
    np.divide(total, number, out=means, where=number > 0)
    return means


def _for_pairs(study: Study, measure: Bound) -> tuple[Bound | None, str]:
    pairs = len(study.coders) * (len(study.coders) - 1) // 2
    if isinstance(study, Codings) and pairs * len(study) > WORK:
        nominal = measure.name == "alpha" and str(measure.distance) == "nominal"
        return bound("alpha", distance="nominal"), "α" if nominal else "α (nominal)"
    size = max(int(n) for n in study.counts().values())
    slow = measure.measure.costly and pairs * size > COSTLY
    return None if slow else measure, measure.symbol


def _quick_without(study: Study, measure: Bound) -> bool:
    c = len(study.coders)
    size = len(study) if isinstance(study, Codings) else 0
    return not (measure.measure.costly or c * size > WORK or (c > 20 and not size))


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Who coded what: the share of each block of items (coders × blocks), where blocks begin and
    end, and how many items have how many codings."""

    share: FloatArray
    edges: IntArray
    codings: IntArray
    items: IntArray
    missing: int

    @property
    def complete(self) -> bool:
        """Whether every coder coded every item."""
        return bool((self.codings == len(self.share)).all())


def coverage(study: Study, blocks: int) -> Coverage | None:
    """Who coded what, in at most so many blocks; None without coders or items."""
    c = len(study.coders)
    if not c or not len(study.items):
        return None
    if isinstance(study, Dimensions):
        study = study.seen
    if isinstance(study, Codings):
        n, sizes = len(study.items), np.bincount(study.item, minlength=len(study.items))
        item, coder = study.item, study.who()
    else:
        parts = getattr(study, "continua", getattr(study, "documents", ()))
        seen = np.array([part.seen for part in parts])
        item, coder = np.nonzero(seen)
        n, sizes = len(parts), seen.sum(axis=1)
    width = min(n, blocks)
    edges = np.linspace(0, n, width + 1).round().astype(int)
    block = np.searchsorted(edges, item, side="right") - 1
    flat = np.bincount(coder * width + block, minlength=c * width)
    share = flat.reshape(c, width) / np.maximum(np.diff(edges), 1)
    number, items = np.unique(sizes, return_counts=True)
    return Coverage(share, edges, number, items, int(n * c - sizes.sum()))
