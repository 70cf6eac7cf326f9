"""Scores for pairs of coreference codings: MUC, B³, CEAF, BLANC, LEA and their mean.

They were made to compare a system with a key. Between coders neither is the key: recall with
one coder as the key is precision with the other, F is the same both ways, and the value is the
mean F over pairs of coders. None of them knows chance: for that see `rand`, `link_kappa` and α
on chains as labels.

Chains in different documents are different chains; a corpus is scored by summing over its
documents. With `mentions="marked"` the chains are compared as they are, mentions that only one
coder marked included, as in the reference scorer of Pradhan et al. 2014.

The example in all of these: key {a} {b c} {d e f}, response {a} {b c x} {d y} {z}.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import fsum, isnan, nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord.errors import UnknownNameError
from accord.measure.chains.crossing import (
    Compared,
    Crossing,
    Score,
    harmonic,
    pair_scores,
    pairs_of,
    share,
)
from accord.measure.entry import Measure
from accord.measure.matching import best_matching
from accord.measure.settings import keywords
from accord.model.agreement import Agreement
from accord.model.chains.partitions import Partitions
from accord.model.names import FloatArray


@keywords(Compared)
def muc(study: Partitions, **given: Any) -> Agreement:
    """MUC: the links of one coder's chains that the other's have too (Vilain et al. 1995).

    A chain of n mentions has n − 1 links; the other coder's chains cut it into p parts, and
    p − 1 links are missing. Chains of one have no links. No chance.

        recall = Σ_K (|K| − parts of K) / Σ_K (|K| − 1),  precision the same with the coders
        exchanged; where both marked the same N mentions both numerators are N − cells

    Undefined where neither coder links anything.

    References: vilain1995, passonneau1997.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(muc(study).value, 3)
    0.333
    """
    return pair_scores(study, _muc, "muc", "MUC", Compared(**given))


@keywords(Compared)
def b_cubed(study: Partitions, **given: Any) -> Agreement:
    """B³: for each mention, the share of its chain that the other coder has too.

    recall = Σ_cells n_ij² / |K_i| / Σ |K_i|: the mean over mentions of |K ∩ R| / |K|
    (Bagga & Baldwin 1998), a mention that the other coder did not mark counting 0. No
    chance. Undefined where neither coder marked a mention.

    References: bagga1998.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(b_cubed(study).value, 3)
    0.468
    """
    return pair_scores(study, _b_cubed, "b_cubed", "B³", Compared(**given))


@keywords(Compared)
def ceaf_m(study: Partitions, **given: Any) -> Agreement:
    """CEAF-m: the mentions that chains share when chains are matched one to one (Luo 2005).

    The matching maximises Σ |K ∩ R|; recall divides by the mentions of the key, precision by
    those of the response. No chance. Undefined where neither coder marked a mention.

    References: luo2005.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(ceaf_m(study).value, 3)
    0.615
    """
    return pair_scores(study, _ceaf_m, "ceaf_m", "CEAF-m", Compared(**given))


@keywords(Compared)
def ceaf_e(study: Partitions, **given: Any) -> Agreement:
    """CEAF-e: how alike chains are when chains are matched one to one (Luo 2005, φ₄).

    The matching maximises Σ 2|K ∩ R| / (|K| + |R|); recall divides by the number of chains of
    the key, precision by that of the response. No chance. Undefined where neither coder marked
    a mention.

    References: luo2005.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(ceaf_e(study).value, 3)
    0.629
    """
    return pair_scores(study, _ceaf_e, "ceaf_e", "CEAF-e", Compared(**given))


LackRule = Literal["luo", "recasens"]
LACKS: tuple[LackRule, ...] = get_args(LackRule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Blanc(Compared):
    """The keywords of BLANC: also what happens where one coder lacks one sort of pairs."""

    lacking: Annotated[
        LackRule,
        "BLANC where the key lacks one sort of pairs: half is 0, or the other alone.",
    ] = "luo"


@keywords(Blanc)
def blanc(study: Partitions, **given: Any) -> Agreement:
    """BLANC: pairs of mentions that corefer and pairs that do not, equally important.

    The mean of the F of coreferent pairs and the F of non-coreferent pairs (Recasens & Hovy
    2011, for mentions that differ Luo et al. 2014). Where no coder has pairs of one of the two
    sorts, the F of the other sort alone. Where one coder has none (all mentions in one chain, or
    all alone), two rules: lacking="luo" (Luo et al. 2014), the F of that sort is 0 and BLANC half
    of the other F, whoever is the key; lacking="recasens" (Recasens & Hovy 2011, the reference
    scorer), if it is the key that has none, the F of the other sort alone. The second depends on
    who is the key: `detail["f"]` has the key in rows, and the value is the mean over both.

    Pairs lie within a document. No chance, although the two-sided mean resembles it: for chance
    see `rand`. Undefined where there are no pairs.

    References: recasens2011, luo2014.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(blanc(study).value, 3)
    0.304
    """
    rules = Blanc(**given)
    if rules.lacking not in LACKS:
        raise UnknownNameError.of("rule for lacking pairs", rules.lacking, LACKS)
    score = _blanc if rules.lacking == "luo" else _blanc_of_key
    return pair_scores(study, score, "blanc", "BLANC", rules, {"lacking": rules.lacking})


@keywords(Compared)
def lea(study: Partitions, **given: Any) -> Agreement:
    """LEA: how much of each chain is resolved, chains weighted by their size.

    recall = Σ_K |K| · Σ_R links(K ∩ R) / links(K) / Σ_K |K| with links(n) = n(n − 1)/2; a
    chain of one is resolved where the other coder has it as a chain of one (Moosavi & Strube
    2016). No chance. Undefined where neither coder marked a mention.

    References: moosavi2016.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(lea(study).value, 3)
    0.364
    """
    return pair_scores(study, _lea, "lea", "LEA", Compared(**given))


@keywords(Compared)
def conll(study: Partitions, **given: Any) -> Agreement:
    """CoNLL score: the mean of the F of MUC, B³ and CEAF-e (Pradhan et al. 2012).

    No chance. Undefined where one of the three is.

    References: pradhan2012, pradhan2014.

    >>> study = Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(conll(study).value, 3)
    0.477
    """
    return pair_scores(study, _conll, "conll", "CoNLL", Compared(**given))


NO_MENTIONS = "neither marked a mention"


def _muc(x: Crossing) -> Score:
    shared = float((x.cell - 1).sum())
    first, second = float((x.first - 1).sum()), float((x.second - 1).sum())
    why = "neither links anything (all their chains have one mention)"
    return harmonic(share(shared, first), share(shared, second), why)


def _b_cubed(x: Crossing) -> Score:
    square = x.cell.astype(np.float64) ** 2
    recall = share(fsum((square / x.first[x.row]).tolist()), float(x.first.sum()))
    precision = share(fsum((square / x.second[x.column]).tolist()), float(x.second.sum()))
    return harmonic(recall, precision, NO_MENTIONS)


def _ceaf_m(x: Crossing) -> Score:
    best = _matched(x, x.cell.astype(np.float64))
    recall, precision = share(best, float(x.first.sum())), share(best, float(x.second.sum()))
    return harmonic(recall, precision, NO_MENTIONS)


def _ceaf_e(x: Crossing) -> Score:
    best = _matched(x, 2.0 * x.cell / (x.first[x.row] + x.second[x.column]))
    return harmonic(share(best, len(x.first)), share(best, len(x.second)), NO_MENTIONS)


def _matched(x: Crossing, alike: FloatArray) -> float:
    """The greatest sum of `alike` over chains matched one to one, in whatever order they come."""
    return fsum(alike[best_matching(x.row, x.column, alike)].tolist())


def _lea(x: Crossing) -> Score:
    links = pairs_of(x.cell)
    # A chain of one has a link to itself, found where both have it as a chain of one.
    alone = (x.first[x.row] == 1) & (x.second[x.column] == 1)
    sides = []
    for sizes, at in ((x.first, x.row), (x.second, x.column)):
        own = pairs_of(sizes[at])
        found = np.where(alone, 1.0, links / np.where(own > 0, own, 1.0))
        sides.append(share(fsum((sizes[at] * found).tolist()), float(sizes.sum())))
    return harmonic(sides[0], sides[1], NO_MENTIONS)


def _blanc(x: Crossing, key: bool = False) -> Score:
    linked = pairs_of(x.first).sum(), pairs_of(x.second).sum()
    mentions = (
        x.per_document(x.first, x.first_in),
        x.per_document(x.second, x.second_in),
        x.per_document(x.cell, x.first_in[x.row]),
    )
    every = [float(pairs_of(count).sum()) for count in mentions]
    both = float(pairs_of(x.cell).sum())
    in_first = pairs_of(np.bincount(x.row, x.cell)).sum()
    in_second = pairs_of(np.bincount(x.column, x.cell)).sum()
    neither = every[2] - in_first - in_second + both
    sorts = [
        _sort(both, linked[0], linked[1]),
        _sort(neither, every[0] - linked[0], every[1] - linked[1]),
    ]
    if key:  # a sort of pairs that the key does not have is not asked for
        asked = zip(sorts, (linked[0], every[0] - linked[0]), strict=True)
        sorts = [sort for sort, has in asked if has] or sorts
    sorts = [sort for sort in sorts if not isnan(sort.f)]
    if not sorts:
        return Score(nan, nan, nan, "there are no pairs of mentions")
    means = [fsum(sort[:3][part] for sort in sorts) / len(sorts) for part in range(3)]
    return Score(means[0], means[1], means[2])


def _blanc_of_key(x: Crossing) -> Score:
    return _blanc(x, key=True)


def _sort(shared: float, first: float, second: float) -> Score:
    """Recall, precision and F of one sort of pairs; nothing to find against something is 0."""
    if not first and not second:
        return Score(nan, nan, nan)
    recall = float(shared / first) if first else 0.0
    precision = float(shared / second) if second else 0.0
    return Score(recall, precision, float(2 * shared / (first + second)))


def _conll(x: Crossing) -> Score:
    scores = [_muc(x), _b_cubed(x), _ceaf_e(x)]
    why = next((score.why for score in scores if score.why is not None), None)
    means = [fsum(score[:3][part] for score in scores) / len(scores) for part in range(3)]
    return Score(means[0], means[1], means[2], why)


def _entry(compute: Callable[..., Agreement], symbol: str, title: str, *also: str) -> Measure:
    return Measure(compute, symbol, Partitions, title, also=also, bounds=(0.0, 1.0))


ENTRIES: tuple[Measure, ...] = (
    _entry(muc, "MUC", "links that chains share", "muc-6", "link-based F"),
    _entry(b_cubed, "B³", "share of each mention's chain", "b3", "b-cubed", "bcubed"),
    _entry(ceaf_m, "CEAF-m", "mentions shared by matched chains", "ceafm", "mention-based ceaf"),
    _entry(ceaf_e, "CEAF-e", "likeness of matched chains", "ceafe", "entity-based ceaf"),
    _entry(
        blanc,
        "BLANC",
        "coreferent and non-coreferent pairs, equally",
        "bilateral assessment of noun-phrase coreference",
    ),
    _entry(lea, "LEA", "how much of each chain is resolved", "link-based entity-aware"),
    _entry(conll, "CoNLL", "mean of MUC, B³ and CEAF-e", "conll mean", "conll-2012 score", "mela"),
)
