"""Every pair of coders of a study of chains, crossed once, and the mean over pairs.

Everything that compares two partitions depends on the data only through the sizes of the
chains and the non-empty cells of their cross table, how many mentions each chain of one shares
with each of the other, which is sparse:

            {a} {b c x} {d y} {z}       sizes of the chains and the cells 1, 2, 1
    {a}      1
    {b c}        2
    {d e f}              1
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum, nan
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np

from accord._measure.by_document import PairSums, mean_over_pairs
from accord.errors import UnknownNameError
from accord.kinds.chains.mentions import MENTIONS, MatchingRule, MentionRule, match_mentions
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.words.said import clauses, said

Mentions = Annotated[MentionRule, "How to treat mentions that only one coder marked."]
MentionMatching = Annotated[MatchingRule, "When two spans are the same mention."]
_ChanceRule = Literal["document", "pooled"]
CHANCES: tuple[_ChanceRule, ...] = get_args(_ChanceRule)
ChainChance = Annotated[_ChanceRule, "Chance on chains: within each document, or pooled over all."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Which mentions of two coders are compared: the keywords of every score of chains."""

    mentions: Mentions = "marked"
    matching: MentionMatching = "exact"


@dataclass(frozen=True, slots=True)
class Crossing:
    """The cross table of two coders' chains over the documents that both saw.

    `first`, `second`: sizes of the chains; `first_in`, `second_in`: their documents; `row`,
    `column`, `cell`: the non-empty cells; `alone`: mentions that only one of them marked.
    """

    documents: tuple[int, ...]
    first: IntArray
    second: IntArray
    first_in: IntArray
    second_in: IntArray
    row: IntArray
    column: IntArray
    cell: IntArray
    alone: tuple[int, int]

    def exchanged(self) -> "Crossing":
        """The same table with the coders exchanged."""
        return Crossing(
            self.documents,
            self.second,
            self.first,
            self.second_in,
            self.first_in,
            self.column,
            self.row,
            self.cell,
            self.alone[::-1],
        )

    def per_document(self, values: IntArray | FloatArray, of: IntArray) -> FloatArray:
        """Sums of `values` over the documents in which they lie, the same in whatever order."""
        order = np.lexsort((values, of))
        sums = np.bincount(of[order], weights=values[order], minlength=len(self.documents))
        return sums.astype(np.float64)

    @property
    def cell_in(self) -> IntArray:
        """The document of each cell."""
        return self.first_in[self.row]


def crossed_chains(study: Partitions, pair: tuple[int, int], mentions: str = "marked") -> Crossing:
    """Cross the chains of two coders (by position).

    `mentions` says what happens to mentions that only one of them marked: "marked", each
    coder's chains are taken as they are; "common", only mentions that both marked are kept;
    "singletons", the other coder has them as chains of one.
    """
    if mentions not in MENTIONS:
        raise UnknownNameError.of("rule for mentions", mentions, MENTIONS)
    both = [at for at, document in enumerate(study.documents) if document.seen[list(pair)].all()]
    parts = [_labels(study.documents[at], pair, mentions) for at in both]
    first, first_in, first_label = _stacked([part[0] for part in parts])
    second, second_in, second_label = _stacked([part[1] for part in parts])
    shared = (first_label >= 0) & (second_label >= 0)
    width = max(1, len(second))
    key = first_label[shared].astype(np.int64) * width + second_label[shared]
    cells, cell = np.unique(key, return_counts=True)
    alone = (sum(part[2] for part in parts), sum(part[3] for part in parts))
    return Crossing(
        tuple(both), first, second, first_in, second_in, cells // width, cells % width, cell, alone
    )


def _labels(
    document: Chains, pair: tuple[int, int], mentions: str
) -> tuple[IntArray, IntArray, int, int]:
    first, second = document.chain[pair[0]], document.chain[pair[1]]
    marked = (first >= 0) | (second >= 0)
    first, second = first[marked].copy(), second[marked].copy()
    only_first, only_second = second < 0, first < 0
    if mentions == "common":
        kept = ~(only_first | only_second)
        first, second = _dense(first[kept]), _dense(second[kept])
    elif mentions == "singletons":
        for labels, missing in ((first, only_second), (second, only_first)):
            labels[missing] = labels.max(initial=-1) + 1 + np.arange(missing.sum())
    return first, second, int(only_first.sum()), int(only_second.sum())


def _dense(labels: IntArray) -> IntArray:
    return np.unique(labels, return_inverse=True)[1].reshape(-1)


def _stacked(labels: list[IntArray]) -> tuple[IntArray, IntArray, IntArray]:
    """Sizes of all chains, their documents, and the mentions' chains numbered throughout."""
    sizes = [np.bincount(part[part >= 0]) for part in labels]
    counts = np.array([len(size) for size in sizes], dtype=np.int64)
    offsets = np.cumsum(counts) - counts
    numbered = [
        np.where(part >= 0, part + offset, -1) for part, offset in zip(labels, offsets, strict=True)
    ]
    none = np.zeros(0, np.int64)
    return (
        np.concatenate([none, *sizes]),
        np.repeat(np.arange(len(labels)), counts),
        np.concatenate([none, *numbered]),
    )


Scores = tuple[FloatArray, FloatArray, FloatArray]
"""How well one coder's chains are found in the other's: recall, precision and F.

Recall has the first coder as the key; for the second coder as the key recall and precision
change places.
"""


class ChainScore(NamedTuple):
    """How two coders' chains are scored: from sums over documents (`sums`: so many columns, by
    document of a crossing), and `why` F may be nan (a key). `back` are the columns with the coders
    exchanged, where that does more than exchange recall and precision."""

    columns: int
    sums: Callable[[Crossing], list[FloatArray]]
    score: Callable[[FloatArray], Scores]
    why: str
    back: tuple[int, ...] | None = None

    def f(self, sums: FloatArray) -> FloatArray:
        """F of two coders, the mean of both ways."""
        f = self.score(sums)[2]
        return f if self.back is None else (f + self.score(sums[..., self.back])[2]) / 2


def scored(study: Partitions, rule: ChainScore, given: Compared) -> PairSums:
    """What every two coders add to a score in every document that both saw."""
    return _scored(match_mentions(study, given.matching).study, study, rule, given)


def _scored(matched: Partitions, study: Partitions, rule: ChainScore, given: Compared) -> PairSums:
    def found() -> Iterator[tuple[int, int, int, list[float]]]:
        for a, b in combinations(range(len(matched.coders)), 2):
            crossing = crossed_chains(matched, (a, b), given.mentions)
            rows = np.stack(rule.sums(crossing), axis=1)
            for at, row in zip(crossing.documents, rows, strict=True):
                yield at, a, b, row.tolist()

    made = PairSums.found(len(study.documents), found(), rule.columns, mean_over_pairs(rule.f))
    if given.matching == "exact":
        return made
    # Which mentions are one depends on all who marked them.
    return replace(made, again=lambda coders: scored(study.only(coders), rule, given))


def pair_scores(
    study: Partitions,
    rule: ChainScore,
    name: str,
    symbol: str,
    given: Compared,
    told: Mapping[str, Any] | None = None,
) -> Agreement:
    """The mean F over the pairs of coders, with the matrices of F, recall and precision.

    Each coder is the key in turn (rows of the matrices). `told` are settings of the score's own.
    """
    matched = match_mentions(study, given.matching)
    study = matched.study
    table = _scored(study, study, rule, given)
    n, sums = len(study.coders), table.totals()
    f, recall, precision = (np.full((n, n), nan) for _ in range(3))
    a, b = table.pairs.T
    recall[a, b], precision[a, b], f[a, b] = rule.score(sums)
    if rule.back is None:
        recall[b, a], precision[b, a], f[b, a] = precision[a, b], recall[a, b], f[a, b]
    else:
        recall[b, a], precision[b, a], f[b, a] = rule.score(sums[:, rule.back])
    pairs = [(study.coders[i], study.coders[j]) for i, j in table.pairs.tolist()]
    lost = np.isnan(f[a, b]).tolist()
    why = said(rule.why) if any(lost) else ""
    reasons: list[str] = [
        said("undefined.pair", a=str(i), b=str(j), why=why)
        for (i, j), none in zip(pairs, lost, strict=True)
        if none
    ]
    values = rule.f(sums)
    values = values[~np.isnan(values)]
    return Agreement(
        name,
        symbol,
        observed=1.0 - fsum(values.tolist()) / len(values) if len(values) else nan,
        settings={
            **(told or {}),
            "mentions": given.mentions,
            **matched.settings,
            "pairs": len(values),
        },
        counts=study.counts(),
        undefined=None if len(values) else undefined(len(pairs), reasons),
        detail={
            "coders": study.coders,
            "f": f,
            "recall": recall,
            "precision": precision,
            "matched": matched,
            "left_out": tuple(reasons),
        },
    )


def undefined(pairs: int, reasons: list[str]) -> str:
    """Why no pair of coders has a value."""
    if not pairs:
        return said("undefined.no-document-seen-two-coders-2")
    return clauses(reasons[:3])


def harmonic(sums: FloatArray) -> Scores:
    """Recall, precision and F of four columns: how much was found of how much, and the same back.

    Where neither has anything to find, F is nan; where only one has (0/0 against 0/x), nothing
    was found and F is 0.
    """
    recall, precision = (shares(sums[..., at], sums[..., at + 1]) for at in (0, 2))
    both = recall + precision
    with np.errstate(invalid="ignore"):
        f = np.where(both > 0, 2 * recall * precision / both, 0.0)
    return recall, precision, np.where(np.isnan(recall) & np.isnan(precision), nan, f)


def shares(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole, nan where there is no whole."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole != 0, part / whole, nan)


def share(part: float, whole: float) -> float:
    """part / whole, nan where there is no whole."""
    return float(part / whole) if whole else nan


def pairs_of(sizes: Any) -> FloatArray:
    """How many unordered pairs there are among so many things."""
    sizes = np.asarray(sizes, dtype=np.float64)
    return np.asarray(sizes * (sizes - 1) / 2)
