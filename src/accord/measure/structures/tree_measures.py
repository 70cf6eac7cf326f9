"""Agreement on trees: α by edit distance, and what two coders share of a tree.

    tree_alpha        α with the edit distance of trees (Skjærholt 2014); corrected for chance
    las, uas          share of tokens with the same head, with and without the same relation
    label_accuracy    share of tokens with the same relation
    parseval          F1 of brackets, with or without labels (Black et al. 1991)

The last four are means over the tokens or brackets of all pairs of coders of an item; they know no
chance. All need the same tokens from every coder of an item.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import nan
from typing import Annotated, Any, TypeVar

from accord.errors import DataError, NotApplicableError
from accord.measure.cube.kernel import coefficient
from accord.measure.entry import Leads, Measure, named
from accord.measure.settings import Missing
from accord.model.agreement import Agreement
from accord.model.structures.trees import Dependencies, Tree, Trees

Kind = TypeVar("Kind", bound=Tree)


def tree_alpha(
    study: Trees, *, distance: Any = "tree-edit", missing: Missing = "pairable"
) -> Agreement:
    """α for trees: Krippendorff's α with the edit distance of two analyses.

    Chance: two analyses drawn from all items, D_e their mean edit distance. `distance` "tree-edit"
    is the number of edits, "tree-edit-diff" leaves out what sizes alone make of it,
    "tree-edit-norm" divides by the sizes. Undefined where no item has two analyses.
    References: skjaerholt2014, krippendorff2004.

    >>> from accord.model.codings.tabular import from_coders
    >>> from accord.model.structures.trees import Dependencies
    >>> a = [Dependencies.of([2, 0, 2], ["subj", "root", "obj"]), Dependencies.of([0], ["root"])]
    >>> b = [Dependencies.of([2, 0, 2], ["subj", "root", "iobj"]), Dependencies.of([0], ["root"])]
    >>> round(tree_alpha(from_coders({"A": a, "B": b})).value, 4)
    0.6667
    """
    return coefficient("tree_alpha", "α_tree", study, distance, "drawn", missing)


def las(study: Trees) -> Agreement:
    """Labelled attachment: the share of tokens with the same head and the same relation.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> from accord.model.codings.tabular import from_coders
    >>> from accord.model.structures.trees import Dependencies
    >>> a = Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> round(las(from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    return _attached(study, "las", "LAS", lambda t: [*zip(t.heads, t.relations, strict=True)])


def uas(study: Trees) -> Agreement:
    """Unlabelled attachment: the share of tokens with the same head.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> from accord.model.codings.tabular import from_coders
    >>> from accord.model.structures.trees import Dependencies
    >>> a = Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = Dependencies.of([2, 0, 1], ["subj", "root", "obj"])
    >>> round(uas(from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    return _attached(study, "uas", "UAS", lambda t: list(t.heads))


def label_accuracy(study: Trees) -> Agreement:
    """Label accuracy: the share of tokens with the same relation, whatever their head.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> from accord.model.codings.tabular import from_coders
    >>> from accord.model.structures.trees import Dependencies
    >>> a = Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = Dependencies.of([2, 0, 1], ["subj", "root", "obj"])
    >>> label_accuracy(from_coders({"A": [a], "B": [b]})).value
    1.0
    """
    return _attached(study, "label_accuracy", "LA", lambda t: list(t.relations))


def parseval(
    study: Trees,
    *,
    labelled: Annotated[bool, "Whether brackets must have the same label."] = True,
) -> Agreement:
    """ParsEval: F1 of the brackets of two coders, 2 |A ∩ B| / (|A| + |B|), over all items.

    Brackets over the same tokens count as often as both have them; in a dependency tree every
    token is the bracket of all that depends on it. The number of brackets of one
    coder that cross one of the other, for each tree, is in `detail["crossing"]`.
    Undefined where no item has two analyses with brackets. References: black1991.

    >>> from accord.model.codings.tabular import from_coders
    >>> from accord.model.structures.trees import Constituents
    >>> a = Constituents.parsed("(S (NP (D the) (N cat)) (VP (V sat)))")
    >>> b = Constituents.parsed("(S (D the) (NP (N cat)) (VP (V sat)))")
    >>> round(parseval(from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    shared = brackets = crossing = pairs = 0
    for item, a, b in _pairs(study, Tree, "brackets"):  # type: ignore[type-abstract]
        _same_size(item, len(a), len(b))
        one, other = (
            Counter(found if labelled else found[1:] for found in tree.brackets())
            for tree in (a, b)
        )
        shared += sum((one & other).values())
        brackets += sum(one.values()) + sum(other.values())
        crossing += _crossing(a, b)
        pairs += 1
    settings = {"labelled": labelled}
    result = Agreement("parseval", "ParsEval", nan, None, settings, study.counts())
    if not brackets:
        return replace(result, undefined="no item has two analyses with brackets")
    detail = {"shared": shared, "brackets": brackets, "crossing": crossing / (2 * pairs)}
    return replace(result, observed=1.0 - 2 * shared / brackets, detail=detail)


def _crossing(a: Tree, b: Tree) -> int:
    """How many brackets of each cross a bracket of the other."""

    def crossed(one: Tree, other: Tree) -> int:
        spans = {(c, d) for _, c, d in other.brackets()}
        return sum(
            any(c < begin < d < end or begin < c < end < d for c, d in spans)
            for _, begin, end in one.brackets()
        )

    return crossed(a, b) + crossed(b, a)


def _attached(
    study: Trees, name: str, symbol: str, said: Callable[[Dependencies], list[Any]]
) -> Agreement:
    same = tokens = 0
    for item, a, b in _pairs(study, Dependencies, "heads"):
        _same_size(item, len(a), len(b))
        same += sum(x == y for x, y in zip(said(a), said(b), strict=True))
        tokens += len(a)
    result = Agreement(name, symbol, nan, None, {}, study.counts())
    if not tokens:
        return replace(result, undefined="no item has two analyses with tokens")
    detail = {"same": same, "tokens": tokens}
    return replace(result, observed=1.0 - same / tokens, detail=detail)


def _pairs(study: Trees, kind: type[Kind], parts: str) -> Iterator[tuple[Any, Kind, Kind]]:
    """Every two analyses of an item."""
    trees = list(study.categories)
    bounds = study.bounds
    for at, item in enumerate(study.items):
        codes = study.category[bounds[at] : bounds[at + 1]].tolist()
        for k, l in combinations(codes, 2):
            a, b = trees[k], trees[l]
            if not isinstance(a, kind) or not isinstance(b, kind):
                raise NotApplicableError(f"it needs trees with {parts}")
            yield item, a, b


def _same_size(item: Any, one: int, other: int) -> None:
    if one != other:
        raise DataError(
            f"item {item!r} has {one} tokens by one coder and {other} by another; use the same "
            "tokens, or tree_alpha, which compares trees of any size"
        )


def _only(kind: type[Kind], parts: str) -> Callable[[Trees], str | None]:
    """Why a measure that looks inside trees does not apply: other trees, or other tokens."""

    def objection(study: Trees) -> str | None:
        if not all(isinstance(tree, kind) for tree in study.categories):
            return f"it needs trees with {parts}"
        try:
            for item, a, b in _pairs(study, kind, parts):
                _same_size(item, len(a), len(b))
        except DataError as error:
            return str(error)
        return None

    return objection


_entry = partial(Measure, study=Trees, bounds=(0.0, 1.0))
_heads = (_only(Dependencies, "heads: dependencies"),)

ENTRIES: tuple[Measure, ...] = (
    Measure(
        tree_alpha,
        "α_tree",
        Trees,
        "α with the edit distance of trees",
        also=named("tree edit distance; TED alpha; Skjærholt's alpha; syntax agreement"),
        chance="drawn",
        purpose="reliability",
        because="it compares whole trees, of any size and any number of coders, beyond chance",
        leads=Leads(reliability=1, validity=1),
        counted=True,
    ),
    _entry(
        las,
        "LAS",
        title="tokens with the same head and relation, not corrected for chance",
        also=named("labelled attachment score; labeled attachment score"),
        objections=_heads,
    ),
    _entry(
        uas,
        "UAS",
        title="tokens with the same head, not corrected for chance",
        also=named("unlabelled attachment score; unlabeled attachment score"),
        objections=_heads,
    ),
    _entry(
        label_accuracy,
        "LA",
        title="tokens with the same relation, not corrected for chance",
        also=named("label accuracy score; dependency label accuracy"),
        objections=_heads,
    ),
    _entry(
        parseval,
        "ParsEval",
        title="F1 of brackets, not corrected for chance",
        also=named("PARSEVAL; bracketing F1; labelled brackets; EVALB"),
        objections=(_only(Tree, "brackets"),),  # type: ignore[type-abstract]
    ),
)
