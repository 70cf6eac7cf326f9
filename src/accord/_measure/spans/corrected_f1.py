"""F1 of spans corrected for chance: beside the same spans anywhere in the document.

    A   |--x--|        |-y-|             by chance every span keeps its coder, length and category,
    B   |--x--|  |-y-|                   and lies anywhere; those of one coder do not overlap

How often two coders then have the same span is known without drawing. m spans of T atoms in all
have m! · C(L − T + m, m) places in L atoms; one of ℓ atoms stands at s in

    Σ ways(c, t) · c! · C(s − t + c, c) · (m − 1 − c)! · C(r + m − 1 − c, m − 1 − c)

of them, over the number c and length t of the others at its left, r what is then free at its right.
Where a coder's own spans overlap, and in documents too long for this sum, each span lies anywhere
by itself: 1/(L − ℓ + 1), which in long documents is the same number. Spans that overlap are matched
in many ways, so there (and with partial credit) places are drawn.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import nan
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np

from accord._measure.by_document import BY_PAIRS, PairSums, mean_known
from accord._measure.sampling_settings import Seed
from accord._measure.spans.discretized import OnAtoms, read_atom
from accord._measure.spans.pairwise import PAIRWISE_SCORES, PairScore, Typed, f1_both_ways
from accord.errors import UnknownNameError
from accord.kinds.canonical import order_of_items
from accord.kinds.kind import must_be
from accord.kinds.spans.atoms import runs_of
from accord.kinds.spans.overlap import all_met
from accord.kinds.spans.parts import Continuum, Spans
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

_Match = Literal["exact", "overlap", "partial"]

_DRAWS = 20
"""How often the spans of a document are placed, where chance is drawn."""
_LARGEST = 200_000
"""The most terms of the sum for the places of a coder's spans of one length; a coder with more has
so long a document that spans hardly stand in each other's way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """The keywords of corrected F1 of spans."""

    match: Annotated[
        _Match, "When a span is found: exact (the same), overlap (any), partial (half for overlap)."
    ] = "exact"
    typed: Typed = True
    atom: OnAtoms = None
    rng: Seed = 0

    def __post_init__(self) -> None:
        if self.match not in get_args(_Match):
            raise UnknownNameError.of("way to match spans", self.match, get_args(_Match))


@keywords(_Placed)
def corrected_span_f1(study: Unitizings, **given: Any) -> Agreement:
    """F1 of spans corrected for chance: what is found beyond the same spans anywhere.

    By chance, a coder's spans keep their lengths and categories and lie anywhere in the document
    without overlapping each other, all places alike. For exact spans the F1 expected then is
    computed; with match="overlap" or "partial" it is the mean of 20 placements, the seed in the
    signature. `atom` is the step in which spans can move.

        1 − (1 − F1) / (1 − F1 of the same spans anywhere)

    D_o and D_e are means over pairs of coders. 1 for coders who have the same spans, 0 on average
    for coders who place theirs at random. Undefined where no pair has spans, and where they could
    be nowhere else. References: hripcsak2005.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [
    ...         ("d", "A", 0, 2, "X"),
    ...         ("d", "A", 4, 5, "Y"),
    ...         ("d", "B", 0, 2, "X"),
    ...         ("d", "B", 3, 4, "Y"),
    ...     ],
    ...     extents={"d": (0, 6)},
    ... )
    >>> found = accord.spans.corrected_span_f1(study)
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.5, 0.815, 0.3865)
    """
    rules = _Placed(**given)
    table = placed_spans(study, **given)
    sums = table.totals()
    observed, expected, value = table.of(sums[None])[0].tolist() if len(sums) else (nan, nan, nan)
    why = None
    if np.isnan(observed):
        why = said("undefined.no-two-coders-saw")
    elif np.isnan(value):
        why = said("undefined.spans-fill-documents")
    settings: dict[str, Any] = {
        "match": rules.match,
        "typed": "yes" if rules.typed else "no",
        "atom": read_atom(rules.atom, study)[1],
        **BY_PAIRS,
    }
    if rules.match != "exact":
        settings |= {"draws": _DRAWS, "rng": rules.rng}
    result = Agreement("corrected_span_f1", "F1 corrected", observed, expected, settings)
    return replace(result, counts=study.counts(), undefined=why)


def placed_spans(study: Unitizings, **given: Any) -> PairSums:
    """What every two coders find of each other's spans in every document, of how many, and what
    they would find by chance."""
    rules = _Placed(**given)
    must_be(study, Unitizings.kind, "corrected_span_f1")
    atom = read_atom(rules.atom, study)[0]
    score = PAIRWISE_SCORES[rules.match](rules.typed)
    seed = rules.rng if isinstance(rules.rng, int) else int(rules.rng.integers(2**62))
    drawn = rules.match != "exact"
    # What is drawn must not change with the order of documents and coders.
    items, coders = (np.argsort(o).tolist() for o in order_of_items(study)) if drawn else ([], [])

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, continuum in enumerate(study.continua):
            lines = _lines(continuum, atom, rules.typed)
            if drawn:
                by_chance = _by_drawing(
                    {
                        c: _placements(line, np.random.default_rng([seed, items[at], coders[c]]))
                        for c, line in lines.items()
                    },
                    score,
                )
            else:
                by_chance = _by_counting(lines)
            place = {c: at for at, c in enumerate(lines)}
            pairs = list(combinations(lines, 2))
            sides = [[place[pair[side]] for pair in pairs] for side in (0, 1)]
            scored = score(all_met([line.spans for line in lines.values()], *sides)).tolist()
            for (i, j), row in zip(pairs, scored, strict=True):
                yield at, i, j, (*row, *by_chance(i, j))

    return PairSums.found(len(study.continua), found(), 6, _beyond)


class _Line(NamedTuple):
    """The spans of a coder, their lengths in atoms, and how many atoms the document has."""

    spans: Spans
    lengths: IntArray
    kinds: IntArray
    atoms: int

    @property
    def apart(self) -> bool:
        """Whether no two spans overlap, so that they would not by chance either."""
        fits = int(self.lengths.sum()) <= self.atoms
        return fits and bool((self.spans.start[1:] >= self.spans.stop[:-1]).all())


def _lines(continuum: Continuum, atom: Any, typed: bool) -> dict[int, _Line]:
    middle, size = runs_of(continuum, atom)
    edges = np.concatenate([[0], np.cumsum(size)])
    found = {}
    for c in np.flatnonzero(continuum.seen).tolist():
        spans = continuum.spans.at(continuum.coder == c)
        spans = spans.at(np.lexsort((spans.category, spans.stop, spans.start)))
        low, high = (np.searchsorted(middle, end) for end in (spans.start, spans.stop))
        lengths = np.maximum(edges[high] - edges[low], 1)
        kinds = spans.category if typed else np.zeros_like(spans.category)
        found[c] = _Line(spans, lengths, kinds, int(edges[-1]))
    return found


def _by_counting(lines: dict[int, _Line]) -> Callable[[int, int], tuple[float, float]]:
    """How many spans any two coders would have in common, exactly."""
    places = {
        c: {n: places_on_line(line, n) for n in set(line.lengths.tolist())}
        for c, line in lines.items()
    }
    classes = {
        c: Counter(zip(line.kinds.tolist(), line.lengths.tolist(), strict=True))
        for c, line in lines.items()
    }

    def common(i: int, j: int) -> tuple[float, float]:
        total = sum(
            n * classes[j][key] * _same_place(places[i][key[1]], places[j][key[1]])
            for key, n in sorted(classes[i].items())
            if key in classes[j]
        )
        return total, total

    return common


def _same_place(one: FloatArray | float, other: FloatArray | float) -> float:
    """How likely two spans of one length begin at the same atom."""
    if isinstance(one, float):  # alike everywhere: wherever the other is, and it is somewhere
        return one
    return other if isinstance(other, float) else float(one @ other)


def places_on_line(line: _Line, length: int) -> FloatArray | float:
    """How likely one of a coder's spans of this length begins at each atom: one number where all
    are alike, so that a document may be as long as it likes."""
    n = line.atoms - length + 1
    if n < 1:
        return 1.0
    others = line.lengths.tolist()
    others.remove(length)
    total = sum(others)
    if not line.apart or (len(others) + 1) * (total + 1) * n > _LARGEST:
        return 1 / n
    return _between(others, length, line.atoms)


def _between(others: list[int], length: int, atoms: int) -> FloatArray:
    """P(a span of `length` begins at s) among others that it must not overlap."""
    m, total = len(others) + 1, sum(others)
    ways = np.zeros((m, total + 1))  # sets of others by their number and length
    ways[0, 0] = 1.0
    for size in others:
        ways[1:, size:] += ways[:-1, : total + 1 - size].copy()
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, atoms - length + m + 1)))])
    s = np.arange(atoms - length + 1)
    found = np.zeros(len(s))
    for c, t in zip(*(side.tolist() for side in np.nonzero(ways)), strict=True):
        left, right = s - t, atoms - length - s - (total - t)
        free = (left >= 0) & (right >= 0)
        # c! · C(n + c, c) = (n + c)! / n!
        a, b, rest = left[free], right[free], m - 1 - c
        found[free] += ways[c, t] * np.exp(
            logs[a + c]
            - logs[a]
            + logs[b + rest]
            - logs[b]
            - logs[atoms - length - total + m]
            + logs[atoms - length - total]
        )
    return found


def _placements(line: _Line, draw: np.random.Generator) -> list[Spans]:
    """The spans of a coder, placed at random again and again, in atoms."""
    m, found = len(line.lengths), []
    for _ in range(_DRAWS):
        if line.apart:
            order = draw.permutation(m)
            sizes = line.lengths[order]
            free = line.atoms - int(sizes.sum())
            gaps = np.sort(draw.choice(free + m, m, replace=False, shuffle=False)) - np.arange(m)
            start = gaps + np.cumsum(sizes) - sizes
        else:
            start = draw.integers(np.maximum(line.atoms - line.lengths, 0) + 1)
            order = np.lexsort((line.lengths, start))
            start, sizes = start[order], line.lengths[order]
        begin: FloatArray = start.astype(np.float64)
        found.append(Spans(begin, begin + sizes, line.spans.category[order]))
    return found


def _by_drawing(
    placed: dict[int, list[Spans]], score: PairScore
) -> Callable[[int, int], tuple[float, float]]:
    """What any two coders would find of each other's spans, the mean over placements."""

    def common(i: int, j: int) -> tuple[float, float]:
        at = range(len(placed[i]))
        rows = score(all_met([*placed[i], *placed[j]], at, [len(at) + one for one in at]))
        return float(rows[:, 0].mean()), float(rows[:, 2].mean())

    return common


def _beyond(sums: FloatArray) -> FloatArray:
    """D_o, D_e and value from what is found, of how much, and would be by chance, of pairs."""
    scores = f1_both_ways(sums[..., :4]), f1_both_ways(sums[..., [4, 1, 5, 3]])
    observed, expected = (
        np.array([1.0 - mean_known(row) for row in score.reshape(len(sums), -1)])
        for score in scores
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(expected > _ROUNDED, 1.0 - observed / expected, nan)
    return np.stack([observed, expected, value], axis=1)


_ROUNDED = 1e-9
"""What is left of 1 − 1 by rounding is less."""
