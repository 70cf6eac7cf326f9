"""Distances between texts: answers, translations, summaries, transcripts.

    edit      fewest insertions, deletions and substitutions that turn one text into the other,
              divided by the length of the longer (Levenshtein 1966)
    chrf      1 − F1 of character n-grams, n = 1 … 6, without spaces (Popović 2015, β = 1)
    ngrams    1 − Jaccard of the sets of n-grams

Both ends of a distance count alike, so chrF is used with β = 1: precision and recall change
places with the texts. `of=tokens` compares words where the default is characters. Two empty texts
are at distance 0, an empty text and any other at 1. A text is a string or a sequence of names.

References: levenshtein1966, popovic2015.
"""

from collections import Counter
from collections.abc import Hashable, Sequence, Set
from dataclasses import replace
from typing import Any

import numpy as np

from accord._measure.distances.edit_tables import text_edits
from accord._measure.distances.metric import Distance, Metric, fixed, kept_table
from accord._measure.distances.sets import FORMULAS, by_sets
from accord.errors import AccordError
from accord.model.names import FloatArray, Names


def edit(of: str = "characters", norm: str = "longer") -> Distance:
    """Levenshtein's distance, divided by the longer of both lengths unless norm=none."""
    _one_of("edit", "norm", norm, ("longer", "none"))

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        texts = [_parts(name, "edit", of) for name in categories]

        def table() -> FloatArray:
            apart = text_edits(texts)
            if norm == "none":
                return apart
            sizes = np.array([len(text) for text in texts], dtype=np.float64)
            return apart / np.maximum(np.maximum.outer(sizes, sizes), 1.0)

        return kept_table(categories, ("edit", of, norm), table, 1.0 if norm != "none" else None)

    return replace(fixed("edit", fit), recipe=(edit, (of, norm)))


def ngrams(n: float = 3, of: str = "characters") -> Distance:
    """1 − Jaccard of the sets of n-grams; a text shorter than n is one n-gram of its own."""
    size = _whole("ngrams", "n", n)

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        texts = [_parts(name, "ngrams", of) for name in categories]
        found: list[Set[Any]] = [
            set(_grams(text, min(size, len(text)))) if text else set() for text in texts
        ]
        return by_sets(found, FORMULAS["jaccard"])

    return replace(fixed("ngrams", fit), recipe=(ngrams, (n, of)))


def chrf(n: float = 6) -> Distance:
    """1 − chrF with β = 1: mean precision and mean recall of character n-grams up to n."""
    most = _whole("chrf", "n", n)

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        texts = [
            [one for one in _parts(name, "chrf", "characters") if not str(one).isspace()]
            for name in categories
        ]
        return kept_table(categories, ("chrf", most), lambda: 1.0 - _chrf(texts, most), 1.0)

    return replace(fixed("chrf", fit), recipe=(chrf, (n,)))


def _chrf(texts: Sequence[Sequence[Hashable]], most: int) -> FloatArray:
    """F1 of mean precision and mean recall over the lengths of n-grams that both texts have."""
    from scipy.sparse import csr_array

    number = len(texts)
    precision, orders = np.zeros((number, number)), np.zeros((number, number))
    for n in range(1, most + 1):
        known: dict[Hashable, int] = {}
        row, column = [], []
        for at, text in enumerate(texts):
            # The second time a gram occurs is a gram of its own: what both share are then sets.
            for gram, times in Counter(_grams(text, n)).items():
                column += [known.setdefault((gram, t), len(known)) for t in range(times)]
                row += [at] * times
        if not row:
            break
        table = csr_array((np.ones(len(row)), (row, column)), shape=(number, len(known)))
        size = np.bincount(row, minlength=number).astype(np.float64)
        shared = (table @ table.T).toarray()
        both = np.minimum.outer(size, size) > 0
        precision += np.where(both, shared / np.maximum(size, 1.0)[:, None], 0.0)
        orders += both
    precision /= np.maximum(orders, 1.0)
    recall = precision.T
    total = precision + recall
    score = np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
    empty = np.array([not text for text in texts], dtype=bool)
    score[np.ix_(empty, empty)] = 1.0
    return score


def _grams(text: Sequence[Hashable], n: int) -> list[tuple[Hashable, ...]]:
    return [tuple(text[at : at + n]) for at in range(len(text) - n + 1)]


def _parts(name: Any, distance: str, of: str) -> Sequence[Hashable]:
    """What is compared of a text: its characters or its words."""
    _one_of(distance, "of", of, ("characters", "tokens"))
    if isinstance(name, str):
        return name.split() if of == "tokens" else name
    if isinstance(name, Sequence):
        return name
    raise AccordError(
        f"distance {distance!r} needs texts, got {name!r}; "
        "for numbers use 'interval', for sets of labels 'jaccard' or 'masi'"
    )


def _one_of(distance: str, option: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise AccordError(f"distance {distance!r}: {option} is {' or '.join(known)}, not {given!r}")


def _whole(distance: str, option: str, given: Any) -> int:
    if not isinstance(given, (int, float)) or given != int(given) or given < 1:
        raise AccordError(f"distance {distance!r}: {option} is a number from 1 on, not {given!r}")
    return int(given)
