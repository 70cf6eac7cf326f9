"""Agreement on trees: α by edit distance, and what two coders share of a tree.

    tree_alpha        α with the edit distance of trees (Skjærholt 2014), chance from all sentences
    las, uas          share of tokens with the same head, with and without the same relation
    label_accuracy    share of tokens with the same relation
    parseval          F1 of brackets, with or without labels (Black et al. 1991)
    bracket_kappa     κ over all spans of tokens, bracketed or not (Marcu et al. 1999)

LAS, UAS and label accuracy are shares of all tokens of all pairs of coders, ParsEval is the mean of
the F1 of pairs; they know no chance (`random_trees` corrects LAS and UAS). All but α need the same
tokens from every coder of an item.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite, nan
from typing import Annotated, Any, Literal, TypeVar, cast, get_args

from accord._measure.by_document import BY_PAIRS, BY_TOKENS, PairSums, f1_of_both, mean_over_pairs
from accord._measure.cube.kernel import coefficient
from accord._measure.settings import Missing
from accord._measure.structures.candidate_pairs import apart, of_candidates
from accord._measure.structures.tree_pairs import over_all_pairs, two_of_an_item
from accord.errors import DataError, NotApplicableError, Setting, UnknownNameError
from accord.kinds.trees.discourse import Discourse
from accord.kinds.trees.parts import Dependencies, Tree
from accord.kinds.trees.study import Trees, other_tokens
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray
from accord.model.showing import counted
from accord.words.said import said

_Kind = TypeVar("_Kind", bound=Tree)
_TREE: Any = Tree  # any tree will do


def tree_alpha(
    study: Trees, *, distance: Any = "tree-edit", missing: Missing = "pairable"
) -> Agreement:
    """α for trees: Krippendorff's α with the edit distance of two analyses.

    Chance: two analyses drawn from all items, D_e their mean edit distance. Where sentences differ
    in length, coders who guess score above 0 then (over 2 to 29 tokens +.12, with "tree-edit-norm"
    +.14, with "tree-edit-diff" −.72); `corrected_uas` and `corrected_tree_edit` keep chance in the
    sentence. `distance` "tree-edit" is the number of edits, "tree-edit-diff" leaves out what sizes
    alone make of it, "tree-edit-norm" divides by the sizes. With more than 1,000 different trees
    D_e is estimated from about 500,000 random pairs, whose number is in the signature; D_o is
    exact. Undefined where
    no item has two analyses. References: skjaerholt2014, krippendorff2004.

    >>> import accord
    >>> a = [
    ...     accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"]),
    ...     accord.trees.Dependencies.of([0], ["root"]),
    ... ]
    >>> b = [
    ...     accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"]),
    ...     accord.trees.Dependencies.of([0], ["root"]),
    ... ]
    >>> round(accord.trees.tree_alpha(accord.from_coders({"A": a, "B": b})).value, 4)
    0.6667
    """
    return coefficient("tree_alpha", "α_tree", study, distance, "drawn", missing)


_Said = Callable[[Dependencies], Sequence[Any]]
"""What is said of each token of a tree."""


def arcs(tree: Dependencies) -> Sequence[Any]:
    """Head and relation of each token."""
    return [*zip(tree.heads, tree.relations, strict=True)]


def _heads(tree: Dependencies) -> Sequence[Any]:
    return tree.heads


def _relations(tree: Dependencies) -> Sequence[Any]:
    return tree.relations


def las(study: Trees) -> Agreement:
    """Labelled attachment: the share of tokens with the same head and the same relation.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> round(accord.trees.las(accord.from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    return _attached(study, "las", "LAS", arcs)


def uas(study: Trees) -> Agreement:
    """Unlabelled attachment: the share of tokens with the same head.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = accord.trees.Dependencies.of([2, 0, 1], ["subj", "root", "obj"])
    >>> round(accord.trees.uas(accord.from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    return _attached(study, "uas", "UAS", _heads)


def label_accuracy(study: Trees) -> Agreement:
    """Label accuracy: the share of tokens with the same relation, whatever their head.

    Undefined where no item has two analyses with tokens. References: buchholz2006.

    >>> import accord
    >>> a = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> b = accord.trees.Dependencies.of([2, 0, 1], ["subj", "root", "obj"])
    >>> accord.trees.label_accuracy(accord.from_coders({"A": [a], "B": [b]})).value
    1.0
    """
    return _attached(study, "label_accuracy", "LA", _relations)


Of = Literal["labels", "spans", "nuclearity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracketed:
    """The keywords of κ over spans."""

    of: Annotated[
        Of, "What a span is labelled with: labels, nuclearity, or spans (bracketed or not)."
    ] = "labels"

    def __post_init__(self) -> None:
        if self.of not in get_args(Of):
            raise UnknownNameError.of("label of spans", self.of, get_args(Of))


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

    >>> import accord
    >>> a = accord.trees.Constituents.parsed("(S (NP (D the) (N cat)) (VP (V sat)))")
    >>> b = accord.trees.Constituents.parsed("(S (D the) (NP (N cat)) (VP (V sat)))")
    >>> round(accord.trees.parseval(accord.from_coders({"A": [a], "B": [b]})).value, 4)
    0.6667
    """
    table = common_brackets(study, labelled=labelled)
    sums = table.totals().sum(axis=0)
    settings = {"labelled": labelled, **BY_PAIRS}
    result = Agreement("parseval", "ParsEval", nan, None, settings, study.counts())
    if not len(sums) or not sums[1]:
        return replace(result, undefined=said("undefined.no-item-has-two-analyses-brackets"))
    shared, brackets, crossing, pairs = sums.tolist()
    detail = {"shared": int(shared), "brackets": int(brackets), "crossing": crossing / (2 * pairs)}
    return replace(result, observed=table.observed(), detail=detail)


def common_brackets(study: Trees, *, labelled: bool = True) -> PairSums:
    """The brackets that every two coders share in every item, those that they have, and those
    that cross one of the other's."""
    trees = list(study.categories)
    made = [_brackets(tree, labelled) for tree in trees]
    known: dict[tuple[int, int], tuple[float, ...]] = {}

    def row(k: int, l: int) -> tuple[float, ...]:
        if (k, l) not in known:
            one, other = made[k], made[l]
            shared, both = sum((one & other).values()), one.total() + other.total()
            known[k, l] = shared, both, _crossing(trees[k], trees[l]) if k != l else 0, 1
        return known[k, l]

    rows = ((at, i, j, row(k, l)) for at, i, j, k, l in checked_trees(study, _TREE, "brackets"))
    return PairSums.found(len(study.items), rows, 4, mean_over_pairs(f1_of_both))


def _brackets(tree: Any, labelled: bool) -> "Counter[Any]":
    if not isinstance(tree, Tree):
        raise NotApplicableError("it needs trees with brackets")
    return Counter(found if labelled else found[1:] for found in tree.brackets())


@keywords(Bracketed)
def bracket_kappa(study: Trees, **given: Any) -> Agreement:
    """κ over spans: every span of tokens (of elementary units) is an item, bracketed or not.

    `of` says which label a span has: "labels" those of its brackets (in rhetorical structures the
    relation), "nuclearity" whether it is nucleus or satellite, "spans" only that there is a
    bracket, where spans of one token and the whole sentence, about which nobody decides, are left
    out; all other spans have no label. By chance, each coder brackets spans at random
    as often as they did; trees do not, since short spans are in each of them, so that coders who
    draw trees at random score above 0. D_o and D_e are means over items, which count by their
    spans, and over pairs of coders. Most spans are nobody's, so values are high for long texts:
    compare them only between texts of similar length. Where coders divided the same text into other
    units, spans are those between the borders of either.

    Undefined where no item has two analyses, or nobody has a bracket.
    References: marcu1999, cohen1960.

    >>> import accord
    >>> a = accord.trees.Constituents.parsed("(S (NP (D the) (N cat)) (VP (V sat)))")
    >>> b = accord.trees.Constituents.parsed("(S (D the) (NP (N cat)) (VP (V sat)))")
    >>> found = accord.trees.bracket_kappa(accord.from_coders({"A": [a], "B": [b]}))
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.3333, 0.6667, 0.5)
    """
    rules = Bracketed(**given)
    table = labelled_spans(study, **given)
    sums = table.totals()
    observed, expected, _ = table.of(sums[None])[0].tolist() if len(sums) else (nan, nan, nan)
    why = None
    if not isfinite(observed):
        why = said("undefined.no-item-has-two-analyses-spans")
    elif not expected > 0:
        why = said("undefined.every-coder-has-same-label")
    result = Agreement(
        "bracket_kappa", "κ_span", observed, expected, {"of": rules.of}, study.counts()
    )
    return replace(result, undefined=why, detail={"spans": float(sums[:, 0].sum())})


def labelled_spans(study: Trees, **given: Any) -> PairSums:
    """The spans of every two coders in every item, how many of them they label differently, and
    how many they would by chance."""
    rules = Bracketed(**given)
    trees = list(study.categories)
    known: dict[tuple[int, int], tuple[float, ...]] = {}

    def row(item: Any, k: int, l: int) -> tuple[float, ...]:
        if (k, l) not in known:
            one, other = trees[k], trees[l]
            assert isinstance(one, Tree)
            assert isinstance(other, Tree)
            number, labels = _span_labels(item, one, other, rules.of)
            known[k, l] = number, *apart(labels, number)
        return known[k, l]

    rows = (
        (at, i, j, row(study.items[at], k, l))
        for at, i, j, k, l in checked_trees(study, _TREE, "brackets", sizes=False)
    )
    return PairSums.found(len(study.items), rows, 3, of_candidates)


def _span_labels(
    item: Any, one: Tree, other: Tree, of: str
) -> tuple[int, list[dict[Any, frozenset[str]]]]:
    """How many spans there are, and those with a label of each coder."""
    edges = common_edges(item, one, other)
    atom = {edge: at for at, edge in enumerate(sorted({*edges[0], *edges[1]}))}
    n = len(atom) - 1
    labels: list[dict[Any, frozenset[str]]] = []
    for tree, mine in zip((one, other), edges, strict=True):
        found: dict[Any, set[str]] = {}
        for label, begin, end in tree.brackets():
            span = atom[mine[begin]], atom[mine[end]]
            if of != "spans":
                found.setdefault(span, set()).add(_said_of(tree, label, of))
            elif 1 < span[1] - span[0] < n:
                found.setdefault(span, set())
        labels.append({span: frozenset(names) for span, names in found.items()})
    # Every text has its whole, and every token is a span: nobody decides on either.
    if of == "spans":
        return max(n * (n + 1) // 2 - n - 1, 0), labels
    if isinstance(one, Discourse):  # the whole text has no relation
        return n * (n + 1) // 2 - 1, [{s: l for s, l in f.items() if s != (0, n)} for f in labels]
    return n * (n + 1) // 2, labels


def _said_of(tree: Tree, label: str, of: str) -> str:
    """What the label of a bracket says: of a rhetorical structure, nuclearity or relation."""
    if isinstance(tree, Discourse):
        return label[0] if of == "nuclearity" else label[2:]
    if of == "nuclearity":
        raise NotApplicableError("nuclearity exists in rhetorical structures only")
    return label


def common_edges(item: Any, one: Tree, other: Tree) -> tuple[Sequence[int], Sequence[int]]:
    """Where the tokens or units of two analyses begin and end, on one scale."""
    if isinstance(one, Discourse) and isinstance(other, Discourse):
        mine, theirs = one.edges(), other.edges()
        # Units may be cut at other places as long as they cut the same text.
        if mine == theirs or (one.texts and other.texts and mine[-1] == theirs[-1]):
            return mine, theirs
        if one.texts and other.texts:
            raise DataError(
                f"item {item!r} has {mine[-1]} characters by one coder and {theirs[-1]} by "
                "another; use the same text"
            )
    _same_size(item, len(one), len(other))
    return range(len(one) + 1), range(len(one) + 1)


def _crossing(a: Any, b: Any) -> int:
    """How many brackets of each cross a bracket of the other."""

    def crossed(one: Any, other: Any) -> int:
        spans = {(c, d) for _, c, d in other.brackets()}
        return sum(
            any(c < begin < d < end or begin < c < end < d for c, d in spans)
            for _, begin, end in one.brackets()
        )

    return crossed(a, b) + crossed(b, a)


def _attached(study: Trees, name: str, symbol: str, reading: _Said) -> Agreement:
    sums = attached(study, reading=reading).totals().sum(axis=0)
    result = Agreement(name, symbol, nan, None, BY_TOKENS, study.counts())
    if not len(sums) or not sums[1]:
        return replace(result, undefined=said("undefined.no-item-has-two-analyses-tokens"))
    same, tokens = (int(n) for n in sums)
    detail = {"same": same, "tokens": tokens}
    return replace(result, observed=1.0 - same / tokens, detail=detail)


def attached(study: Trees, *, reading: _Said) -> PairSums:
    """The tokens of which every two coders say the same in every item, and how many there are."""
    told = [reading(tree) if isinstance(tree, Dependencies) else [] for tree in study.categories]

    def row(k: int, l: int) -> tuple[float, ...]:
        return sum(x == y for x, y in zip(told[k], told[l], strict=True)), len(told[k])

    def share(sums: FloatArray) -> FloatArray:
        return sums[..., 0] / sums[..., 1]

    rows = ((at, i, j, row(k, l)) for at, i, j, k, l in checked_trees(study, Dependencies, "heads"))
    return PairSums.found(len(study.items), rows, 2, over_all_pairs(share))


def checked_trees(
    study: Trees, kind: type[_Kind], parts: str, *, sizes: bool = True
) -> Iterator[tuple[int, int, int, int, int]]:
    """Every two analyses of an item, which are of this kind and have the same tokens."""
    if not all(isinstance(tree, kind) for tree in study.categories):
        raise NotApplicableError(said("undefined.needs-trees", parts=parts))
    # Asked first, so that the error names all such items, and not the first alone.
    if sizes and (other := other_tokens(study)):
        raise _unlike(study, other)
    yield from two_of_an_item(study)


def _unlike(study: Trees, other: dict[int, tuple[int, int]]) -> DataError:
    """The error that names the items whose tokens differ, and what to do."""
    shown = [f"{study.items[at]!r} ({a} and {b})" for at, (a, b) in list(other.items())[:5]]
    more = ", …" if len(other) > 5 else ""
    items = counted(len(study.items), "item")
    return DataError(
        f"coders have different numbers of tokens in {len(other)} of {items}: "
        f"{', '.join(shown)}{more}; use the same tokens, leave these items out with "
        f"{Setting('same_tokens', True)}, or use tree_alpha, which compares trees of any size"
    )


def _same_size(item: Any, one: int, other: int) -> None:
    if one != other:
        raise DataError(
            f"item {item!r} has {one} tokens by one coder and {other} by another; use the same "
            f"tokens, leave such items out with {Setting('same_tokens', True)}, or use tree_alpha, "
            "which compares trees of any size"
        )


def _only(kind: type[_Kind], parts: str, *, sizes: bool = True) -> Callable[[Trees], str | None]:
    """Why a measure that looks inside trees does not apply: other trees, or other tokens."""

    def objection(study: Trees) -> str | None:
        if not all(isinstance(tree, kind) for tree in study.categories):
            return (
                said("undefined.needs-heads")
                if parts == "heads"
                else said("undefined.needs-trees", parts=parts)
            )
        try:
            for _ in checked_trees(study, kind, parts, sizes=sizes):
                pass
        except DataError as error:
            return error.sentence
        return None

    return objection


def spans_objection(study: Trees) -> str | None:
    """Why κ over spans does not apply: other tokens or texts."""
    trees = list(study.categories)
    try:
        for at, _, _, k, l in checked_trees(study, _TREE, "brackets", sizes=False):
            common_edges(study.items[at], cast(Tree, trees[k]), cast(Tree, trees[l]))
    except DataError as error:
        return error.sentence
    return None


analyses_objection = _only(Dependencies, "heads", sizes=False)
heads_objection = _only(Dependencies, "heads")
brackets_objection = _only(_TREE, "brackets")
documents_of_las = partial(attached, reading=arcs)
documents_of_uas = partial(attached, reading=_heads)
documents_of_label_accuracy = partial(attached, reading=_relations)
