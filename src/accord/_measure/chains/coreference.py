"""Scores for pairs of coreference codings: MUC, B³, CEAF, BLANC, LEA and their mean.

They were made to compare a system with a key. Between coders neither is the key: recall with
one coder as the key is precision with the other, F is the same both ways, and the value is the
mean F over pairs of coders. None of them is corrected for chance: for that see
`rand`, `link_kappa` and α on chains as labels.

Chains in different documents are different chains; a corpus is scored by summing over its
documents. With `mentions="marked"` the chains are compared as they are, mentions that only one
coder marked included, as in the reference scorer of Pradhan et al. 2014.

The example in all of these: key {a} {b c} {d e f}, response {a} {b c x} {d y} {z}.
"""

from dataclasses import dataclass
from functools import partial
from math import fsum, nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import PairSums
from accord._measure.chains.crossing import (
    ChainScore,
    Compared,
    Crossing,
    Scores,
    harmonic,
    pair_scores,
    pairs_of,
    scored,
    shares,
)
from accord._measure.matching import best_matching
from accord.errors import UnknownNameError
from accord.kinds.chains.study import Partitions
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray


@keywords(Compared)
def muc(study: Partitions, **given: Any) -> Agreement:
    """MUC: the links of one coder's chains that the other's have too (Vilain et al. 1995).

    A chain of n mentions has n − 1 links; the other coder's chains cut it into p parts, and
    p − 1 links are missing. Chains of one have no links. Not corrected for chance.

        recall = Σ_K (|K| − parts of K) / Σ_K (|K| − 1),  precision the same with the coders
        exchanged; where both marked the same N mentions both numerators are N − cells

    Undefined where neither coder links anything.

    References: vilain1995, passonneau1997.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.muc(study).value, 3)
    0.333
    """
    return pair_scores(study, MUC, "muc", "MUC", Compared(**given))


@keywords(Compared)
def b_cubed(study: Partitions, **given: Any) -> Agreement:
    """B³: for each mention, the share of its chain that the other coder has too.

    recall = Σ_cells n_ij² / |K_i| / Σ |K_i|: the mean over mentions of |K ∩ R| / |K| (Bagga &
    Baldwin 1998), a mention that the other coder did not mark counting 0. Not corrected for chance.
    Undefined where neither coder marked a mention.

    References: bagga1998.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.b_cubed(study).value, 3)
    0.468
    """
    return pair_scores(study, B_CUBED, "b_cubed", "B³", Compared(**given))


@keywords(Compared)
def ceaf_m(study: Partitions, **given: Any) -> Agreement:
    """CEAF-m: the mentions that chains share when chains are matched one to one (Luo 2005).

    The matching maximises Σ |K ∩ R|; recall divides by the mentions of the key, precision by
    those of the response. Not corrected for chance. Undefined where neither coder marked a mention.

    References: luo2005.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.ceaf_m(study).value, 3)
    0.615
    """
    return pair_scores(study, CEAF_M, "ceaf_m", "CEAF-m", Compared(**given))


@keywords(Compared)
def ceaf_e(study: Partitions, **given: Any) -> Agreement:
    """CEAF-e: how similar chains are when they are matched one to one (Luo 2005, φ₄).

    The matching maximises Σ 2|K ∩ R| / (|K| + |R|); recall divides by the number of chains of the
    key, precision by that of the response. Not corrected for chance. Undefined where neither coder
    marked a mention.

    References: luo2005.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.ceaf_e(study).value, 3)
    0.629
    """
    return pair_scores(study, CEAF_E, "ceaf_e", "CEAF-e", Compared(**given))


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

    Pairs lie within a document. Not corrected for chance, although the mean of both sorts resembles
    a correction; `rand` is. Undefined where there are no pairs.

    References: recasens2011, luo2014.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.blanc(study).value, 3)
    0.304
    """
    rules = Blanc(**given)
    if rules.lacking not in LACKS:
        raise UnknownNameError.of("rule for lacking pairs", rules.lacking, LACKS)
    rule = BLANC[rules.lacking]
    return pair_scores(study, rule, "blanc", "BLANC", rules, {"lacking": rules.lacking})


@keywords(Compared)
def lea(study: Partitions, **given: Any) -> Agreement:
    """LEA: how much of each chain is resolved, chains weighted by their size.

    recall = Σ_K |K| · Σ_R links(K ∩ R) / links(K) / Σ_K |K| with links(n) = n(n − 1)/2; a
    chain of one is resolved where the other coder has it as a chain of one (Moosavi & Strube
    2016). Not corrected for chance. Undefined where neither coder marked a mention.

    References: moosavi2016.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.lea(study).value, 3)
    0.364
    """
    return pair_scores(study, LEA, "lea", "LEA", Compared(**given))


@keywords(Compared)
def conll(study: Partitions, **given: Any) -> Agreement:
    """CoNLL score: the mean of the F of MUC, B³ and CEAF-e (Pradhan et al. 2012).

    Not corrected for chance. Undefined where one of the three is.

    References: pradhan2012, pradhan2014.

    >>> import accord
    >>> study = accord.Partitions.of_chains({"d": {
    ...     "K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})
    >>> round(accord.chains.conll(study).value, 3)
    0.477
    """
    return pair_scores(study, CONLL, "conll", "CoNLL", Compared(**given))


NO_MENTIONS = "undefined.no-mentions"


def _mentions(x: Crossing) -> tuple[FloatArray, FloatArray]:
    """How many mentions each of the two has, by document."""
    return x.per_document(x.first, x.first_in), x.per_document(x.second, x.second_in)


def _links_shared(x: Crossing) -> list[FloatArray]:
    # A piece of n mentions is held together by n − 1 links, however they are drawn.
    shared = x.per_document(x.cell - 1, x.cell_in)
    first = x.per_document(x.first - 1, x.first_in)
    return [shared, first, shared, x.per_document(x.second - 1, x.second_in)]


def _mention_shares(x: Crossing) -> list[FloatArray]:
    square, (first, second) = x.cell.astype(np.float64) ** 2, _mentions(x)
    recall = x.per_document(square / x.first[x.row], x.cell_in)
    return [recall, first, x.per_document(square / x.second[x.column], x.cell_in), second]


def _mentions_matched(x: Crossing) -> list[FloatArray]:
    best, (first, second) = _matched(x, x.cell.astype(np.float64)), _mentions(x)
    return [best, first, best, second]


def _chains_matched(x: Crossing) -> list[FloatArray]:
    best = _matched(x, 2.0 * x.cell / (x.first[x.row] + x.second[x.column]))
    first, second = (
        np.bincount(of, minlength=len(x.documents)).astype(np.float64)
        for of in (x.first_in, x.second_in)
    )
    return [best, first, best, second]


def _matched(x: Crossing, alike: FloatArray) -> FloatArray:
    """The greatest sum of `alike` over chains matched one to one, by document: chains of
    different documents share no mention."""
    # All documents in one matching: chains of different documents share no cell.
    best = best_matching(x.row, x.column, alike)
    return x.per_document(alike[best], x.cell_in[best])


def _chains_resolved(x: Crossing) -> list[FloatArray]:
    links = pairs_of(x.cell)
    # A chain of one has a link to itself, found where both have it as a chain of one.
    alone = (x.first[x.row] == 1) & (x.second[x.column] == 1)
    found = []
    for sizes, at, mentions in zip(
        (x.first, x.second), (x.row, x.column), _mentions(x), strict=True
    ):
        own = pairs_of(sizes[at])
        part = np.where(alone, 1.0, links / np.where(own > 0, own, 1.0))
        found += [x.per_document(sizes[at] * part, x.cell_in), mentions]
    return found


def _both_sorts(x: Crossing) -> list[FloatArray]:
    """Pairs of mentions that corefer for both, the first, the second; and pairs that do not."""
    linked = x.per_document(pairs_of(x.first), x.first_in)
    linked_back = x.per_document(pairs_of(x.second), x.second_in)
    every, every_back = (pairs_of(count) for count in _mentions(x))
    common = pairs_of(x.per_document(x.cell, x.cell_in))
    both = x.per_document(pairs_of(x.cell), x.cell_in)
    inside = []
    for at, of in ((x.row, x.first_in), (x.column, x.second_in)):
        cells = np.bincount(at, x.cell, minlength=len(of))
        inside.append(x.per_document(pairs_of(cells), of))
    # Inclusion and exclusion: pairs that corefer for both were taken away twice.
    neither = common - inside[0] - inside[1] + both
    return [both, linked, linked_back, neither, every - linked, every_back - linked_back]


def _blanc(sums: FloatArray, key: bool = False) -> Scores:
    sorts = [_sort(sums[..., :3]), _sort(sums[..., 3:])]
    known = [~np.isnan(f) for *_, f in sorts]
    if key:  # a sort of pairs that the key does not have is not asked for
        has = [sums[..., 1] > 0, sums[..., 4] > 0]
        neither = ~(has[0] | has[1])
        known = [there & (asked | neither) for there, asked in zip(known, has, strict=True)]
    number = known[0].astype(np.float64) + known[1]
    with np.errstate(invalid="ignore"):
        recall, precision, f = (
            np.where(known[0], sorts[0][part], 0.0) + np.where(known[1], sorts[1][part], 0.0)
            for part in range(3)
        )
        recall, precision, f = (
            np.where(number > 0, part / np.maximum(number, 1.0), nan)
            for part in (recall, precision, f)
        )
    return recall, precision, f


def _sort(sums: FloatArray) -> Scores:
    """Recall, precision and F of one sort of pairs; nothing to find against something is 0."""
    shared, first, second = (sums[..., at] for at in range(3))
    none = (first == 0) & (second == 0)
    recall, precision = (np.nan_to_num(shares(shared, part)) for part in (first, second))
    parts = (recall, precision, shares(2 * shared, first + second))
    recall, precision, f = (np.where(none, nan, part) for part in parts)
    return recall, precision, f


def _three(x: Crossing) -> list[FloatArray]:
    return [*_links_shared(x), *_mention_shares(x), *_chains_matched(x)]


def _mean_of_three(sums: FloatArray) -> Scores:
    scores = [harmonic(sums[..., at : at + 4]) for at in (0, 4, 8)]
    means = []
    for part in range(3):
        each = np.stack([score[part] for score in scores], axis=-1)
        # Exact sums: the mean of three must not depend on their order.
        mean = [fsum(row) / 3 for row in each.reshape(-1, 3).tolist()]
        means.append(np.array(mean, dtype=np.float64).reshape(each.shape[:-1]))
    return means[0], means[1], means[2]


NO_LINKS = "undefined.no-links"
NO_PAIRS = "undefined.no-pairs"
EXCHANGED = (0, 2, 1, 3, 5, 4)

MUC = ChainScore(4, _links_shared, harmonic, NO_LINKS)
B_CUBED = ChainScore(4, _mention_shares, harmonic, NO_MENTIONS)
CEAF_M = ChainScore(4, _mentions_matched, harmonic, NO_MENTIONS)
CEAF_E = ChainScore(4, _chains_matched, harmonic, NO_MENTIONS)
LEA = ChainScore(4, _chains_resolved, harmonic, NO_MENTIONS)
CONLL = ChainScore(12, _three, _mean_of_three, NO_LINKS)
BLANC: dict[LackRule, ChainScore] = {
    "luo": ChainScore(6, _both_sorts, _blanc, NO_PAIRS, EXCHANGED),
    "recasens": ChainScore(6, _both_sorts, partial(_blanc, key=True), NO_PAIRS, EXCHANGED),
}


def _documents(rule: ChainScore, study: Partitions, **given: Any) -> PairSums:
    return scored(study, rule, Compared(**given))


def documents_of_blanc(study: Partitions, **given: Any) -> PairSums:
    """The links of every document that two coders share, by the rule for what is lacking."""
    rules = Blanc(**given)
    return scored(study, BLANC[rules.lacking], rules)


documents_of_muc = partial(_documents, MUC)
documents_of_b_cubed = partial(_documents, B_CUBED)
documents_of_ceaf_m = partial(_documents, CEAF_M)
documents_of_ceaf_e = partial(_documents, CEAF_E)
documents_of_lea = partial(_documents, LEA)
documents_of_conll = partial(_documents, CONLL)

SCORES = (muc, b_cubed, ceaf_m, ceaf_e, blanc, lea, conll)
"""All scores of this module, in the order in which they are shown."""
