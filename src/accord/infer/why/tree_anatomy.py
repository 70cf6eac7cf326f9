"""Where trees and graphs differ: by relation or label, by part of speech, in which sentences.

And, where coders corrected the same trees, in what they changed.

Coders who correct the output of a parser agree wherever they leave it alone: that agreement is the
parser's. With `before`, the name under which the parser's trees are in the study, what counts is
what was changed (Artstein & Poesio 2008, §4.3.2: how reliable are the corrections?).
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from html import escape
from math import nan
from typing import Any

from accord._measure.structures.tree_pairs import two_of_an_item
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError, UnknownNameError
from accord.kinds.kind import ability, kind_of, kind_words
from accord.kinds.labels.study import Codings
from accord.kinds.trees.drawing import side_by_side
from accord.kinds.trees.parts import Dependencies
from accord.model.showing import Result, html_table
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class TreePair(Result):
    """Two trees of an item.

    :param item: The item.
    :param coders: Whose they are.
    :param differ: How many tokens (brackets) one has and the other has not, or has otherwise.
    :param size: How many tokens (brackets) there are.
    :param first: The tree of the first coder.
    :param second: The tree of the second coder.

    >>> import accord
    >>> ann = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> bob = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> pair = accord.trees.tree_anatomy(accord.from_coders({"Ann": [ann], "Bob": [bob]})).worst[0]
    >>> pair.coders, pair.differ, pair.size
    (('Ann', 'Bob'), 1, 3)
    """

    item: Hashable
    coders: tuple[Hashable, Hashable]
    differ: int
    size: int
    first: Any
    second: Any

    def _repr_html_(self) -> str:
        names = (str(self.coders[0]), str(self.coders[1]))
        return side_by_side(self.first, self.second, names)


@dataclass(frozen=True, slots=True)
class TreeAnatomy(Result):
    """Where trees differ.

    :param labels: Relation or label → how often coders used it, how often two the same way, F1.
    :param tags: Part of speech → tokens, share with the same head, with the same head and relation.
    :param worst: Pairs of trees, those that differ most first.
    :param changes: Of each two coders who corrected the same trees: what they changed.
    :param left_out: How many pairs of trees are over different tokens and are not compared.

    >>> import accord
    >>> ann = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> bob = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> found = accord.trees.tree_anatomy(accord.from_coders({"Ann": [ann], "Bob": [bob]}))
    >>> found.labels["subj"]["f1"], found.labels["obj"]["f1"]
    (1.0, 0.0)
    """

    labels: Mapping[str, Mapping[str, float]]
    tags: Mapping[str, Mapping[str, float]]
    worst: tuple[TreePair, ...]
    changes: Mapping[tuple[Hashable, Hashable], Mapping[str, float]]
    left_out: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "labels": {name: dict(row) for name, row in self.labels.items()},
            "tags": {name: dict(row) for name, row in self.tags.items()},
            "worst": [
                {
                    "item": pair.item,
                    "coders": list(pair.coders),
                    "differ": pair.differ,
                    "size": pair.size,
                    "trees": [str(pair.first), str(pair.second)],
                }
                for pair in self.worst
            ],
            "changes": [{"coders": list(coders), **row} for coders, row in self.changes.items()],
            "left_out": self.left_out,
        }

    def _table(self) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        rows = [(name, *row.values()) for name, row in self.labels.items()]
        return ("label", "used", "shared", "f1"), rows

    def _repr_html_(self) -> str:
        columns, rows = self._table()
        shown = [tuple(f"{x:.3f}" if isinstance(x, float) else x for x in row) for row in rows]
        drawn = "".join(
            f"<h4>{escape(str(pair.item))}: {pair.differ} of {pair.size} differ</h4>"
            + pair._repr_html_()
            for pair in self.worst[:3]
        )
        return html_table("Where trees differ", list(columns), shown) + drawn


@takes_data
def tree_anatomy(study: Study, *, before: Hashable = None, top: int = 10) -> TreeAnatomy:
    """Where the trees or graphs of every two coders differ: labels, tags, the worst items.

    :param study: A study of trees, or of graphs, whose relations are compared by the concepts (or
        tokens) at both ends.
    :param before: The name under which the trees that the coders began from (a parser's) are in the
        study. It is left out, and `changes` says what the others changed: how many tokens (or
        brackets) each changed, how many both, how many to the same, F1 of the same changes, and κ
        of which tokens were changed.
    :param top: How many pairs of trees are kept, those that differ most.

    References: artstein2008.

    >>> import accord
    >>> parser = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> ann = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> found = accord.trees.tree_anatomy(
    ...     accord.from_coders({"P": [parser], "A": [ann], "B": [ann]}), before="P"
    ... )
    >>> found.changes["A", "B"]["f1"], found.labels["iobj"]["f1"]
    (1.0, 1.0)
    """
    pieces_of = kind_of(study).ability("pieces_of")
    if pieces_of is None:
        raise NotApplicableError(
            f"this works with trees and graphs; these data are {kind_words(study)}"
        )
    parser = None
    if before is not None:
        if before not in list(study.coders):
            raise UnknownNameError.of("coder", str(before), [str(c) for c in study.coders])
        parser = study.coders.index(before)
    drawn: Any = study
    trees: list[Any] = list(drawn.categories)
    sides = [pieces_of(tree) for tree in trees]
    same_tokens = ability(study, "same_tokens")
    labels: dict[str, list[int]] = {}
    tags: dict[str, list[int]] = {}
    worst: list[TreePair] = []
    left_out = 0
    for at, i, j, k, l in two_of_an_item(drawn):
        # The parser is no coder here: what the coders made of its output is compared, not they
        # with it.
        if parser in (i, j):
            continue
        if type(trees[k]) is not type(trees[l]) or not same_tokens(trees[k], trees[l]):
            left_out += 1  # other tokens: nothing can be compared one by one
            continue
        both = sides[k] & sides[l]
        for place, counts in enumerate((sides[k], sides[l], both)):
            for (label, *_), often in counts.items():
                labels.setdefault(label, [0, 0, 0])[place] += often
        _by_tag(trees[k], trees[l], tags)
        size = max(sides[k].total(), sides[l].total())
        differ = size - both.total()
        if differ:
            coders = study.coders[i], study.coders[j]
            worst.append(TreePair(study.items[at], coders, differ, size, trees[k], trees[l]))
    # By how much differs, not by its share: a sentence of two words with one arc wrong would lead
    # every list.
    worst.sort(key=lambda pair: (-pair.differ, -pair.differ / pair.size))
    changes = {} if parser is None else _changes(drawn, trees, sides, parser)
    order = sorted(labels, key=lambda name: (-(sum(labels[name][:2]) - 2 * labels[name][2]), name))
    return TreeAnatomy(
        {name: _f1(*labels[name]) for name in order},
        {name: _shares(*tags[name]) for name in sorted(tags, key=lambda n: -tags[n][0])},
        tuple(worst[:top]),
        changes,
        left_out,
    )


def _f1(one: int, other: int, both: int) -> dict[str, float]:
    return {"used": one + other, "shared": both, "f1": 2 * both / (one + other)}


def _shares(tokens: int, heads: int, arcs: int) -> dict[str, float]:
    return {"tokens": tokens, "uas": heads / tokens, "las": arcs / tokens}


def _by_tag(one: Any, other: Any, tags: dict[str, list[int]]) -> None:
    if not isinstance(one, Dependencies) or not one.tags:
        return
    for at, tag in enumerate(one.tags):
        row = tags.setdefault(tag, [0, 0, 0])
        same = one.heads[at] == other.heads[at]
        row[0] += 1
        row[1] += same
        row[2] += same and one.relations[at] == other.relations[at]


def _changes(
    study: Codings, trees: list[Any], sides: list["Counter[Any]"], parser: int
) -> dict[tuple[Hashable, Hashable], dict[str, float]]:
    base: dict[int, int] = {}
    pairs: list[tuple[int, int, int, int, int]] = []
    for at, i, j, k, l in two_of_an_item(study):
        if parser in (i, j):
            base[at] = k if i == parser else l
        else:
            pairs.append((at, i, j, k, l))
    counted: dict[tuple[int, int], list[int]] = {}
    same_tokens = ability(study, "same_tokens")
    for at, i, j, k, l in pairs:
        if at not in base or not same_tokens(*(trees[n] for n in (base[at], k, l))):
            continue
        row = counted.setdefault((i, j), [0, 0, 0, 0, 0])
        old = sides[base[at]]
        arcs = isinstance(trees[k], Dependencies)
        mine, theirs = (_changed(old, sides[n], removed=not arcs) for n in (k, l))
        row[0] += len(trees[k])
        row[3] += (mine & theirs).total()
        if arcs:
            one, other = ({token for _, _, token, _ in changes} for changes in (mine, theirs))
            row[1] += len(one)
            row[2] += len(other)
            row[4] += len(one & other)
        else:
            row[1] += mine.total()
            row[2] += theirs.total()
    dependencies = all(isinstance(tree, Dependencies) for tree in trees)
    return {
        (study.coders[i], study.coders[j]): _corrections(*row, tokens_known=dependencies)
        for (i, j), row in counted.items()
    }


def _changed(old: "Counter[Any]", new: "Counter[Any]", *, removed: bool) -> "Counter[Any]":
    """What was put in and, of brackets, also what was taken away."""
    counted = Counter({("+", *part): n for part, n in (new - old).items()})
    if removed:
        counted.update({("-", *part): n for part, n in (old - new).items()})
    return counted


def _corrections(
    tokens: int, one: int, other: int, same: int, both: int, *, tokens_known: bool
) -> dict[str, float]:
    row: dict[str, float] = {
        "tokens": tokens,
        "first": one,
        "second": other,
        "same": same,
        "f1": 2 * same / (one + other) if one + other else nan,
    }
    if tokens_known:
        observed = (tokens - one - other + 2 * both) / tokens if tokens else nan
        p, q = (one / tokens, other / tokens) if tokens else (nan, nan)
        expected = p * q + (1 - p) * (1 - q)
        row["both"] = both
        row["kappa"] = (observed - expected) / (1 - expected) if expected < 1 else nan
    return row
