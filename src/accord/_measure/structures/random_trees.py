"""What two analyses share beyond random trees over the same tokens.

Two sentences of different length have different trees whatever coders do, so chance that draws an
analysis of any sentence, as in α by edit distance (`tree_alpha`), lets coders who guess score above
0 where lengths differ (+.12 over sentences of 2 to 29 tokens). Here chance stays in the sentence:

    corrected_uas, _las   tokens with the same head (and relation); of all trees over n tokens,
                          rooted anywhere, each of n heads (n − 1 tokens or the root) is as frequent
    corrected_tree_edit   edit distance, beside that of random trees, which are drawn

Coders may share a habit, such as attaching to the next word, and that is agreement beside trees
drawn from all. `heads_by="offsets"` takes it for chance: the root is any token alike, and another
head is as far off as heads are in the whole study, among those that the sentence has.

Permuting the tokens of the observed trees is no way out: it hardly changes edits, which know no
words, so that half-copied trees would get .18–.33 instead of .50.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import fsum, nan
from typing import Annotated, Any, Literal

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums, RatioOfDocuments
from accord._measure.distances.distance import distance as as_distance
from accord._measure.sampling_settings import Seed
from accord._measure.structures.tree_measures import checked_trees
from accord.kinds.trees.parts import Dependencies
from accord.kinds.trees.study import Trees
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray, IntArray, Names
from accord.words.said import said

TREES = 40
"""Of each length so many random trees are compared with as many others."""
_ROUNDED = 1e-12
"""What is left of 1 − 1 by rounding is less."""


Heads = Literal["trees", "offsets"]

HeadsBy = Annotated[
    Heads,
    "UAS, LAS beyond chance: heads as in random trees, or by how far off heads are in the study "
    "(offsets; approximate).",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """The keywords of corrected edit distance."""

    distance: Any = "tree-edit"
    rng: Seed = 0


def corrected_uas(study: Trees, *, heads_by: HeadsBy = "trees") -> Agreement:
    """Attachment beyond chance: tokens with the same head, beside random trees over the tokens.

    Of all trees over n tokens every token has each of n heads equally often, so two random analyses
    share 1 of n heads. Over all tokens of all sentences and pairs of coders:

        (Σ same heads − Σ sentences) / (Σ tokens − Σ sentences)

    Sentences of one token add nothing. Coders with a common habit, such as attaching to the next
    word, are no guessers in this sense and score above 0 (.3 where 70% hang on a neighbour).
    `heads_by="offsets"` draws heads by how far off they are in the study, within the sentence, and
    the root from all tokens: within .02 of 0 for this habit, and −.01 to −.03 for coders who draw
    any tree over few tokens. Undefined where no item has two analyses of two or more tokens.
    References: buchholz2006.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([0, 1, 1, 3], ["root", "x", "x", "x"])
    >>> b = accord.trees.Dependencies.of([0, 1, 1, 1], ["root", "x", "x", "x"])
    >>> found = accord.trees.corrected_uas(accord.from_coders({"A": [a], "B": [b]}))
    >>> found.observed, found.expected, round(found.value, 4)
    (0.25, 0.75, 0.6667)
    """
    return _whole(attached_beyond(study, labelled=False, heads_by=heads_by))


def corrected_las(study: Trees, *, heads_by: HeadsBy = "trees") -> Agreement:
    """Labelled attachment beyond chance: tokens with the same head and relation, beside random
    trees over these tokens.

    Heads as in `corrected_uas`; by chance relations are drawn from those of all roots, and of all
    other tokens. Undefined where no item has two analyses of two or more tokens.
    References: buchholz2006.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> round(accord.trees.corrected_las(accord.from_coders({"A": [a], "B": [b]})).value, 4)
    0.6087
    """
    return _whole(attached_beyond(study, labelled=True, heads_by=heads_by))


def _whole(table: DocumentSums) -> Agreement:
    assert table.rows is not None
    return table.of(np.array([fsum(column) for column in table.rows.T.tolist()]))


def attached_beyond(study: Trees, *, labelled: bool, heads_by: Heads = "trees") -> DocumentSums:
    """Of each item, over pairs of coders: tokens that differ, tokens, Σ 1/n and Σ (n − 1)/n; how
    often each relation is that of a root, and of another token; and, where heads are drawn by
    offsets, how often heads are how far off, and how many pairs are of n tokens."""
    trees = [tree for tree in study.categories if isinstance(tree, Dependencies)]
    told = [
        [*zip(tree.heads, tree.relations, strict=True)] if labelled else tree.heads
        for tree in trees
    ]
    names = sorted({relation for tree in trees for relation in tree.relations}) if labelled else []
    at = {name: place for place, name in enumerate(names)}
    after = 4 + 2 * len(names)  # where columns of offsets begin, and behind them those of lengths
    longest = max(map(len, trees), default=0) if heads_by == "offsets" else 0
    rows = np.zeros((len(study.items), after + 3 * longest))
    paired = set()
    for item, _, _, k, l in checked_trees(study, Dependencies, "heads"):
        n = len(told[k])
        if n:
            differ = sum(x != y for x, y in zip(told[k], told[l], strict=True))
            rows[item, :4] += differ, n, 1 / n, (n - 1) / n
            paired.add(item)
            if longest:
                rows[item, after + 2 * longest + n - 1] += 1
    bounds, category = study.bounds.tolist(), study.category.tolist()
    for item in paired if labelled or longest else ():
        for k in category[bounds[item] : bounds[item + 1]]:
            tree = trees[k]
            for token, (head, relation) in enumerate(zip(tree.heads, tree.relations, strict=True)):
                if labelled:
                    rows[item, 4 + len(names) * (head > 0) + at[relation]] += 1
                if longest and head:
                    rows[item, after + longest + head - 1 - token] += 1

    def of(sums: FloatArray) -> Agreement:
        if not longest:
            return _beyond(study, labelled, sums)
        far, many = sums[after : after + 2 * longest], sums[after + 2 * longest :]
        return _beyond(study, labelled, sums[:after], _same_by_offsets(far, many))

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        return attached_beyond(study.only(coders), labelled=labelled, heads_by=heads_by)

    return DocumentSums(len(study.items), rows, of, again)


def _same_by_offsets(far: FloatArray, many: FloatArray) -> float:
    """How many tokens have the same head other than the root, over pairs of trees whose heads are
    as far off as `far` counts them: −m … m − 1 for the longest sentence of m tokens."""
    longest, total = len(many), 0.0
    for n in np.flatnonzero(many).tolist():
        tokens = np.arange(n + 1)
        chosen = far[np.subtract.outer(-tokens, -tokens) + longest]  # token × head
        np.fill_diagonal(chosen, 0.0)
        whole = chosen.sum(axis=1, keepdims=True)
        # A token that no such head can have: any of the others.
        other = (1.0 - np.eye(n + 1)) / max(n, 1)
        chosen = np.where(whole > 0, chosen / np.where(whole > 0, whole, 1.0), other)
        total += many[n] * (n / (n + 1)) ** 2 * float((chosen**2).sum())
    return total


def _beyond(
    study: Trees, labelled: bool, sums: FloatArray, by_offsets: float | None = None
) -> Agreement:
    differ, tokens, roots, rest = sums[:4].tolist()
    # Of n tokens n/n² are roots of both by chance, and n (n − 1)/n² have another head of both.
    rest = rest if by_offsets is None else by_offsets
    same = roots + rest
    if labelled:
        of_root, of_other = (_same_of(half) for half in np.split(sums[4:], 2))
        same = roots * of_root + rest * of_other
    names = ("corrected_las", "LAS corrected") if labelled else ("corrected_uas", "UAS corrected")
    settings = {} if by_offsets is None else {"heads": "offsets"}
    result = Agreement(*names, nan, nan, settings, study.counts())
    if not tokens:
        return replace(result, undefined=said("undefined.no-item-has-two-analyses-tokens"))
    expected = 1.0 - same / tokens
    result = replace(result, observed=differ / tokens, expected=expected)
    # Heads of one token, and one relation, are the same whatever coders do, but for rounding.
    if expected > _ROUNDED:
        return replace(result, detail={"same": tokens - differ, "tokens": tokens})
    return replace(result, undefined=said("undefined.one-token-only"))


def _same_of(counts: FloatArray) -> float:
    """How often two different draws have the same relation."""
    n = float(counts.sum())
    return float((counts * (counts - 1)).sum()) / (n * (n - 1)) if n > 1 else 0.0


@keywords(Edited)
def corrected_tree_edit(study: Trees, **given: Any) -> Agreement:
    """Edit distance of trees beyond chance: beside that of random trees over the same tokens.

    D_o is the mean distance of two analyses of an item, D_e that of random trees with as many
    tokens (all trees, rooted anywhere, equally likely; relations drawn from those of roots and of
    other tokens), for each length from 40 random trees and 40 others; the seed is in the signature.
    Items count by their analyses, as in α. `distance` as in `tree_alpha`, which has the published
    chance: an analysis of any sentence. Undefined where no item has two analyses, or no sentence
    three tokens. References: skjaerholt2014.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([2, 0, 2, 3], ["x", "root", "x", "x"])
    >>> b = accord.trees.Dependencies.of([2, 0, 2, 2], ["x", "root", "x", "x"])
    >>> found = accord.trees.corrected_tree_edit(accord.from_coders({"A": [a, a], "B": [a, b]}))
    >>> found.observed, round(found.expected, 2), round(found.value, 2)
    (1.0, 1.67, 0.4)
    """
    rules = Edited(**given)
    table = edited_beyond(study, **given)
    ones = np.ones((1, len(study.items)))
    observed, expected, value = table.parts(ones)[0].tolist()
    why = None
    if np.isnan(observed):
        why = said("undefined.no-item-has-two-analyses-tokens")
    elif np.isnan(value):
        why = said("undefined.no-three-tokens")
    settings = {"d": str(as_distance(rules.distance)), "trees": TREES, "rng": rules.rng}
    name, symbol = "corrected_tree_edit", "TED corrected"
    result = Agreement(name, symbol, observed, expected, settings, study.counts(), unit=None)
    return replace(result, undefined=why)


def edited_beyond(study: Trees, **given: Any) -> RatioOfDocuments:
    """Of each item: how much it counts, its edits, and those of random trees."""
    rules = Edited(**given)
    pairs = list(checked_trees(study, Dependencies, "heads", sizes=False))
    trees = [tree for tree in study.categories if isinstance(tree, Dependencies)]
    lengths = {(*sorted((len(trees[k]), len(trees[l]))),) for *_, k, l in pairs}
    used = [trees[k] for k in study.category.tolist()]
    random = _by_length(used, sorted({n for both in lengths for n in both}), rules.rng)
    d = as_distance(rules.distance)
    by_chance = {}
    for m, n in lengths:
        first, second = random[m][0], random[n][1]
        place = {tree: at for at, tree in enumerate(dict.fromkeys((*first, *second)))}
        metric = d.fit(Names(place), np.ones(len(place)), False)
        one, other = (np.array([place[tree] for tree in side]) for side in (first, second))
        by_chance[m, n] = fsum(metric.block(one, other).ravel()) / TREES**2
    found = np.array([(k, l) for *_, k, l in pairs], dtype=np.intp).reshape(-1, 2).T
    edits = d.fit(study.categories, np.ones(len(trees)), False).between(*found)
    analyses = np.diff(study.bounds)
    rows = np.zeros((len(study.items), 3))
    for (item, _, _, k, l), edit in zip(pairs, edits.tolist(), strict=True):
        w = 2 / (analyses[item] - 1)
        m, n = sorted((len(trees[k]), len(trees[l])))
        rows[item] += w, w * edit, w * by_chance[m, n]

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        return edited_beyond(study.only(coders), **given)

    return RatioOfDocuments(rows, again)


def _by_length(
    trees: Sequence[Dependencies], lengths: Sequence[int], rng: Any
) -> dict[int, tuple[list[Dependencies], list[Dependencies]]]:
    """Two lots of random trees of each length, with relations as often as they occur."""
    seed = rng if isinstance(rng, int) else int(rng.integers(2**62))
    pools: list[Counter[str]] = [Counter(), Counter()]
    for tree in trees:
        for head, relation in zip(tree.heads, tree.relations, strict=True):
            pools[head > 0][relation] += 1
    # By how often they occur, both pools in one order: no name decides what is drawn, and of two
    # relations that occur alike it does not matter which comes first.
    order = sorted(pools[0] | pools[1], key=lambda name: (-pools[1][name], -pools[0][name]))
    of_roots, of_others = (
        np.array([name for name in order for _ in range(pool[name])] or [""]) for pool in pools
    )
    found = {}
    for n in lengths:
        draw = np.random.default_rng([seed, n])
        made = []
        for _ in range(2 * TREES):
            heads = random_heads(n, draw)
            root, others = draw.choice(of_roots), draw.choice(of_others, size=n)
            relations = np.where(np.array(heads, dtype=np.intp) > 0, others, root).tolist()
            made.append(Dependencies.of(heads, relations))
        found[n] = made[:TREES], made[TREES:]
    return found


def random_heads(n: int, draw: np.random.Generator) -> list[int]:
    """The heads of a tree over n tokens, every such tree and root equally likely (Prüfer).

    >>> random_heads(1, np.random.default_rng(0))
    [0]
    """
    near: list[list[int]] = [[] for _ in range(n)]
    if n > 1:
        code = draw.integers(n, size=max(n - 2, 0)).tolist()
        degree = (1 + np.bincount(code, minlength=n)).tolist() if code else [1] * n
        edges: list[tuple[int, ...]] = []
        for token in code:
            leaf = degree.index(1)
            edges.append((leaf, token))
            degree[leaf], degree[token] = 0, degree[token] - 1
        edges.append(tuple(at for at in range(n) if degree[at] == 1))
        for a, b in edges:
            near[a].append(b)
            near[b].append(a)
    root = int(draw.integers(n))
    heads, todo = [-1] * n, [root]
    heads[root] = 0
    while todo:
        at = todo.pop()
        for other in near[at]:
            if heads[other] < 0:
                heads[other] = at + 1
                todo.append(other)
    return heads


corrected_documents_of_uas = partial(attached_beyond, labelled=False)
corrected_documents_of_las = partial(attached_beyond, labelled=True)
