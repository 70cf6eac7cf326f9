"""How a coder draws borders: longer or shorter than the others, and which words that takes in.

others        |-- station --|
coder    |-- the station --|        begins earlier: "the" 31 of 40 times
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.infer.tests.significance import adjusted
from accord.infer.why.anatomy import MatchedUnits, matched_units
from accord.infer.why.who_differs import FEW_DOCUMENTS, above_zero
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray
from accord.model.showing import Result, Results

DETERMINERS = frozenset(
    (
        *("a", "an", "the", "this", "that", "these", "those", "der", "die", "das"),
        *("den", "dem", "des", "ein", "eine", "einen"),
        *("einem", "einer", "le", "la", "les", "un", "une", "du", "el", "los", "las", "una"),
        *("il", "lo", "gli", "uno", "de", "het", "een", "os", "um", "uma"),
    )
)
"""Articles and the like in languages that are annotated often."""


@dataclass(frozen=True, slots=True)
class BorderHabit(Result):
    """A coder's borders against the others', where they mark the same thing.

    `begin` and `end` are how much earlier (below 0) or later the coder's borders are on average;
    `longer` and `shorter` how many of the `pairs` of units are that; `length` how much longer on
    average. `p` is two-sided, adjusted for the number of coders. `word` is what the longer unit
    most often includes at its `side`, and how `often`; `determiner` whether it is one.

    >>> import accord
    >>> rows = [("d", who, 10 * k + 4 - 4 * (who == "B"), 10 * k + 9, "x")
    ...         for who in "AB" for k in range(1, 13)]
    >>> habit = accord.infer.border_habits(accord.Unitizings.of(rows))[0]
    >>> habit.coder, habit.length, habit.longer
    ('B', 4.0, 12)
    """

    coder: Hashable
    pairs: int
    begin: float
    end: float
    length: float
    longer: int
    shorter: int
    p: float
    word: str | None = None
    side: str | None = None
    often: int = 0

    @property
    def determiner(self) -> bool:
        """Whether what the longer unit takes in most often is an article or the like."""
        return self.word is not None and self.word.lower() in DETERMINERS


@takes_data
def border_habits(
    study: Unitizings, *, matched: MatchedUnits | None = None
) -> Results[BorderHabit]:
    """Each coder's borders against those of the others, the strongest habit first.

    Only units that go one with one count (same, category, boundary, both in `anatomy`). The test
    is over documents, or over units where there are fewer than ten documents. `matched` is what
    `matched_units` found.

    :param study: A study of units.
    :param matched: What `matched_units` found, where it is known.

    >>> import accord
    >>> rows = [("d", who, 10 * k + 4 - 4 * (who == "B"), 10 * k + 9, "x")
    ...         for who in "AB" for k in range(1, 13)]
    >>> text = " ".join(["the", "north"] * 14)
    >>> habit = accord.infer.border_habits(accord.Unitizings.of(rows, texts={"d": text}))[0]
    >>> habit.coder, habit.length, habit.longer, habit.word, habit.p < 0.01
    ('B', 4.0, 12, 'the', True)
    """
    if kind_of(study).ability("matched_units") is None:
        raise NotApplicableError(
            f"habits of start and end exist for spans only; these data are {kind_words(study)}"
        )
    pairs = matched or matched_units(study)
    begins: list[list[tuple[int, float, float]]] = [[] for _ in study.coders]
    words: list[Counter[tuple[str, str]]] = [Counter() for _ in study.coders]
    number = 0
    for d, (continuum, of_pairs) in enumerate(zip(study.continua, pairs, strict=True)):
        for (i, j), found in of_pairs.items():
            for kind, first, second in found:
                # Only units that go one with one have borders to compare.
                if kind in ("missing", "extra", "split", "merge"):
                    continue
                a, b = first[0], second[0]
                begin = float(continuum.start[a] - continuum.start[b])
                end = float(continuum.stop[a] - continuum.stop[b])
                number += 1
                # Documents are the units of the test where there are enough of them, else each
                # pair of units is.
                at = d if len(study.continua) >= FEW_DOCUMENTS else number
                begins[i].append((at, begin, end))
                begins[j].append((at, -begin, -end))
                for own, other, coder in ((a, b, i), (b, a, j)):
                    _taken_in(words[coder], continuum, own, other)
    rows = [
        _habit(coder, np.array(moved, dtype=np.float64).reshape(-1, 3), taken)
        for coder, moved, taken in zip(study.coders, begins, words, strict=True)
    ]
    held = adjusted([row.p for row in rows])
    made = [replace(row, p=p) for row, p in zip(rows, held, strict=True)]
    # Of two coders each has the other's habit turned round: the one who marks more comes first.
    return Results(sorted(made, key=lambda r: (np.isnan(r.p), r.p, -r.length)))


def _taken_in(words: Counter[tuple[str, str]], continuum: Continuum, own: int, other: int) -> None:
    """Count the word before the other's begin, or after its end, that the own unit takes in."""
    if continuum.text is None:
        return
    before = continuum.text[int(continuum.start[own]) : int(continuum.start[other])].split()
    after = continuum.text[int(continuum.stop[other]) : int(continuum.stop[own])].split()
    if before:
        words["begin", before[0].lower()] += 1
    if after:
        words["end", after[-1].lower()] += 1


def _habit(coder: Hashable, moved: FloatArray, taken: Counter[tuple[str, str]]) -> BorderHabit:
    """The habit of one coder from (unit of the test, begin − other's, end − other's) of pairs."""
    if not len(moved):
        return BorderHabit(coder, 0, nan, nan, nan, 0, 0, nan)
    length = moved[:, 2] - moved[:, 1]
    _, at = np.unique(moved[:, 0], return_inverse=True)
    # Signs and not lengths: one unit that is a page too long is no habit.
    summed = np.bincount(at.reshape(-1), weights=np.sign(length)).astype(np.float64)
    p = min(1.0, 2 * min(above_zero(summed), above_zero(-summed)))
    word, side, often = None, None, 0
    if taken:
        ((side, word), often) = min(taken.items(), key=lambda kv: (-kv[1], kv[0]))
    return BorderHabit(
        coder,
        len(moved),
        float(moved[:, 1].mean()),
        float(moved[:, 2].mean()),
        float(length.mean()),
        int((length > 0).sum()),
        int((length < 0).sum()),
        p,
        word,
        side,
        often,
    )
