"""Coreference with chance: Passonneau's table of links, and κ over all pairs of mentions.

Both ask of something that could be a link whether each coder made it, and take each coder's
own share of links as chance. Both need the coders to have marked the same mentions; where they
did not, the result is undefined and names the two remedies.

Over several documents chance stays within the document: how many links there can be depends on how
long a document is and how many chains it has, and chance from all documents together would count
it as agreement that both coders link more in the same documents. So D_e is, as D_o, the mean over
documents, each counting by its possible links; chance="pooled" adds the tables up first.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import fsum, nan
from typing import Any, NamedTuple

import numpy as np

from accord._measure.by_document import PairSums
from accord._measure.chains.crossing import (
    CHANCES,
    ChainChance,
    Compared,
    Crossing,
    crossed_chains,
    pairs_of,
    share,
    undefined,
)
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.kinds.chains.mentions import match_mentions
from accord.kinds.chains.study import Partitions
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray, Names
from accord.tasks import checked_run
from accord.words.said import clauses, said


@dataclass(frozen=True, slots=True, kw_only=True)
class WithChance(Compared):
    """The same with chance: the keywords of κ of links and κ over pairs."""

    chance: ChainChance = "document"


class LinkTable(NamedTuple):
    """Links made by both coders (a), the second only (b), the first only (c), neither (d).

    Recall has the first coder as the key. The paper's Table 3 prints recall .90 and
    precision .93; by its own equations (16) and (17) they are 166/179 = .93 and
    166/185 = .90: the two are exchanged there.

    >>> import accord
    >>> table = accord.chains.LinkTable(166, 19, 13, 44)
    >>> round(table.recall, 2), round(table.precision, 2), round(table.kappa, 2)
    (0.93, 0.9, 0.65)
    """

    a: float
    b: float
    c: float
    d: float

    @property
    def total(self) -> float:
        """How many links there could be."""
        return self.a + self.b + self.c + self.d

    @property
    def recall(self) -> float:
        """Of the first coder's links, the share that the second made too."""
        return share(self.a, self.a + self.c)

    @property
    def precision(self) -> float:
        """Of the second coder's links, the share that the first made too."""
        return share(self.a, self.a + self.b)

    @property
    def observed(self) -> float:
        """D_o, the share of possible links that only one of them made."""
        return share(self.b + self.c, self.total)

    @property
    def expected(self) -> float:
        """D_e, from each coder's own share of links."""
        first, second = self.a + self.c, self.a + self.b
        n = self.total
        return share(first * (n - second) + second * (n - first), n * n)

    @property
    def kappa(self) -> float:
        """1 − D_o/D_e, nan where it is undefined."""
        # A count below 0 is no count: Passonneau's table does not hold for chains that cross so
        # often.
        if self.d < 0 or not self.expected:
            return nan
        return 1.0 - self.observed / self.expected


@checked_run
@keywords(Compared)
def link_table(study: Partitions, **given: Any) -> LinkTable:
    """Passonneau's table of links of two coders, summed over documents.

    For N mentions, |K| and |R| chains and `cells` non-empty intersections of them:
    a = N − cells, b = cells − |R|, c = cells − |K|, d = |K| + |R| − cells − 1.

    :param study: A study of coreference by two coders.
    :param mentions: How to treat mentions that only one coder marked: marked, common or singletons.
    :param matching: When two spans are the same mention: exact, head or overlap.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"sample 2": {
    ...     "CA1": ["ABDGI", "CEF", ["D'"], "HJ"], "CA3": ["ABGI", "CEF", ["D", "D'"], "HJ"]}})
    >>> accord.chains.link_table(study)
    LinkTable(a=6.0, b=1.0, c=1.0, d=2.0)
    """
    if len(study.coders) != 2:
        raise NotApplicableError(
            f"a table of links needs two coders; found {len(study.coders)}. Choose two "
            "with study.only([0, 1])"
        )
    rules = Compared(**given)
    study = match_mentions(study, rules.matching).study
    table = crossed_chains(study, (0, 1), rules.mentions)
    if (why := _difference(table, rules.mentions)) is not None:
        first, second = map(str, study.coders)
        pair = said("undefined.pair", a=first, b=second, why=why)
        raise NotApplicableError(clauses([pair, _remedy()]))
    return _added(_links(table))


@keywords(WithChance)
def link_kappa(study: Partitions, **given: Any) -> Agreement:
    """κ of coreference links (Passonneau 1997), the chains of two coders as a 2 × 2 table.

    N mentions could be joined by N − 1 links. By chance, each coder makes links at random as
    often as they did make them. A chain of n has n − 1 links; `link_table` counts those made by
    both, by one, by neither. For more than two coders D_o and D_e are means over the pairs.

        κ = 1 − D_o/D_e,  D_o = (b + c)/n,  D_e = [(a+b)(b+d) + (a+c)(c+d)]/n²

    Undefined where the coders marked different mentions: ask for mentions="common" (those
    that both marked) or mentions="singletons" (those that only one marked are chains of one
    for the other). Undefined too where d is negative, which happens when the chains cut each
    other so much that both coders' links together are more than N − 1; and where D_e is 0.

    References: passonneau1997, vilain1995.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"sample 2": {
    ...     "CA1": ["ABDGI", "CEF", ["D'"], "HJ"], "CA3": ["ABGI", "CEF", ["D", "D'"], "HJ"]}})
    >>> print(accord.chains.link_kappa(study))
    κ_link = 0.5238   A_o = 0.8000   A_e = 0.5800   link_kappa|i:1|c:2|m:11|chance:document|mentions:marked|matching:exact|v:0.2.0
    """  # noqa: E501
    return _over_pairs(study, _links, ("link_kappa", "κ_link"), WithChance(**given))


@keywords(WithChance)
def rand(study: Partitions, **given: Any) -> Agreement:
    """κ over all pairs of mentions: the adjusted Rand index.

    Every pair of mentions of a document either corefers or does not. By chance, each coder
    joins pairs at random as often as they did join them. For two coders and one document this
    is the adjusted Rand index of Hubert & Arabie; over several documents D_o and D_e are means
    over all pairs of mentions, chance that of the document (or chance="pooled"); for more than
    two coders they are means over the pairs of coders (multi-κ).

    Undefined where the coders marked different mentions (ask for mentions="common" or
    mentions="singletons"), and where chance alone makes both agree on everything.

    References: hubert1985, warrens2008.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {"K": ["ab", "cd"], "R": ["abc", "d"]}})
    >>> round(accord.chains.rand(study).value, 4)
    0.0
    """
    return _over_pairs(study, _pairs, ("rand", "κ_pairs"), WithChance(**given))


Tables = Callable[[Crossing], list[LinkTable]]


def _links(x: Crossing) -> list[LinkTable]:
    """The table of links of each document."""
    first, second, cells = (
        np.bincount(of, minlength=len(x.documents))
        for of in (x.first_in, x.second_in, x.first_in[x.row])
    )
    mentions = x.per_document(x.cell, x.first_in[x.row])
    # What is left of the n − 1 links that would join all mentions of a document.
    d = first + second - cells - (first > 0)
    return _rows(mentions - cells, cells - second, cells - first, d)


def _pairs(x: Crossing) -> list[LinkTable]:
    """The table of pairs of mentions of each document."""
    both = x.per_document(pairs_of(x.cell), x.first_in[x.row])
    first = x.per_document(pairs_of(x.first), x.first_in)
    second = x.per_document(pairs_of(x.second), x.second_in)
    every = pairs_of(x.per_document(x.first, x.first_in))
    return _rows(both, second - both, first - both, every - first - second + both)


def _rows(*columns: Any) -> list[LinkTable]:
    return [LinkTable(*row) for row in np.stack(columns, axis=1).astype(np.float64).tolist()]


def _added(tables: list[LinkTable]) -> LinkTable:
    """The tables of documents as one."""
    return LinkTable(*(fsum(column) for column in zip(*tables, strict=True)))


def _expected(tables: list[LinkTable], chance: str) -> float:
    """D_e: of each document, counting by its possible links, or of all as one."""
    if chance == "pooled":
        return _added(tables).expected
    # A document where nothing could be linked has no chance of its own.
    some = [table for table in tables if table.total]
    return share(
        fsum(table.total * table.expected for table in some), fsum(table.total for table in some)
    )


def _over_pairs(
    study: Partitions, tables_of: Tables, names: tuple[str, str], given: WithChance
) -> Agreement:
    """D_o and D_e as means over pairs of coders; undefined where they are for one pair."""
    if given.chance not in CHANCES:
        raise UnknownNameError.of("idea of chance", given.chance, CHANCES)
    matched = match_mentions(study, given.matching)
    study = matched.study
    n = len(study.coders)
    matrix = np.full((n, n), nan)
    tables: dict[tuple[int, int], LinkTable] = {}
    by_chance = []
    reasons: list[str] = []
    differing = False
    for a, b in combinations(range(n), 2):
        x = crossed_chains(study, (a, b), given.mentions)
        if not x.documents:
            continue
        differ = _difference(x, given.mentions)
        differing = differing or differ is not None
        why = differ or _negative(x, tables_of, study.items)
        documents = tables_of(x)
        tables[a, b] = table = _added(documents)
        by_chance.append(_expected(documents, given.chance))
        if why is None and not table.total:
            why = said("undefined.nothing-link")
        if why is not None:
            coders = {"a": str(study.coders[a]), "b": str(study.coders[b])}
            reasons.append(said("undefined.pair", **coders, why=why))
        elif by_chance[-1]:
            matrix[a, b] = matrix[b, a] = 1.0 - table.observed / by_chance[-1]
    observed = fsum(t.observed for t in tables.values()) / len(tables) if tables else nan
    expected = fsum(by_chance) / len(tables) if tables else nan
    why = undefined(len(tables), reasons) if reasons or not tables else None
    if why is not None and differing:
        why = clauses([why, _remedy()])
    if why is None and not expected:
        why = said("undefined.every-coder-links-everything")
    return Agreement(
        *names,
        observed=nan if reasons else observed,
        expected=nan if reasons else expected,
        settings={"chance": given.chance, "mentions": given.mentions, **matched.settings},
        counts=study.counts(),
        undefined=why,
        detail={"coders": study.coders, "matrix": matrix, "tables": tables, "matched": matched},
    )


def _by_document(tables_of: Tables, study: Partitions, **given: Any) -> PairSums:
    """The tables of every two coders in every document, with D_e of each and whether something
    makes the pair undefined there."""
    rules = WithChance(**given)
    matched = match_mentions(study, rules.matching).study

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for a, b in combinations(range(len(matched.coders)), 2):
            x = crossed_chains(matched, (a, b), rules.mentions)
            marked = x.per_document(x.first, x.first_in) + x.per_document(x.second, x.second_in)
            alone = marked - 2 * x.per_document(x.cell, x.first_in[x.row])
            for at, table, single in zip(x.documents, tables_of(x), alone, strict=True):
                lost = (rules.mentions == "marked" and single > 0) or (
                    tables_of is _links and table.d < 0
                )
                by_chance = table.total * table.expected if table.total else 0.0
                yield at, a, b, (*table, by_chance, float(lost), 1.0)

    made = PairSums.found(len(study.documents), found(), 7, partial(_of_pairs, rules.chance))
    if rules.matching == "exact":
        return made
    # Which mentions are one depends on all who marked them.
    return replace(made, again=lambda coders: _by_document(tables_of, study.only(coders), **given))


def _of_pairs(chance: str, sums: FloatArray) -> FloatArray:
    """D_o, D_e and value of sums over documents (resamples × pairs × columns)."""
    a, b, c, d, by_chance, lost, documents = np.moveaxis(sums, -1, 0)
    n, there = a + b + c + d, documents > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = by_chance / n
        if chance == "pooled":
            first, second = a + c, a + b
            expected = (first * (n - second) + second * (n - first)) / (n * n)
        apart = (b + c) / n
    # As for the study itself: one pair of coders without a value leaves none for all.
    undefined = (there & ((lost > 0) | (n == 0))).any(axis=1) | ~there.any(axis=1)
    number = np.maximum(there.sum(axis=1), 1)
    observed, expected = (
        np.array([fsum(row[known].tolist()) for row, known in zip(part, there, strict=True)])
        / number
        for part in (apart, expected)
    )
    observed, expected = (np.where(undefined, nan, part) for part in (observed, expected))
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(expected > 0, 1.0 - observed / expected, nan)
    return np.stack([observed, expected, value], axis=1)


def _remedy() -> str:
    common, singletons = Setting("mentions", "common"), Setting("mentions", "singletons")
    return said("undefined.mentions-remedy", setting=common, other=singletons)


def _difference(x: Crossing, mentions: str) -> str | None:
    if mentions != "marked" or not any(x.alone):
        return None
    first, second = x.alone
    return said("undefined.different-mentions", n=first, m=second)


def _negative(x: Crossing, tables_of: Tables, names: Names) -> str | None:
    if tables_of is not _links:
        return None
    d = [int(table.d) for table in _links(x)]
    if not d or min(d) >= 0:
        return None
    at = d.index(min(d))
    first, second = (int((of == at).sum()) for of in (x.first_in, x.second_in))
    return (
        f"in document {names[x.documents[at]]!r} the links that neither made would be d = "
        f"{d[at]}: their chains cut each other into more pieces than {first} + "
        f"{second} − 1, so the table has a negative cell; use rand, κ over pairs of mentions"
    )


documents_of_link_kappa = partial(_by_document, _links)
documents_of_rand = partial(_by_document, _pairs)
