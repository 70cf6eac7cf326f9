"""Agreement on rhetorical relations, by four questions (Iruskieta, da Cunha & Taboada 2015).

Each relation of one coder is matched with one of the other's, and of the two one asks whether the
constituent is the same span, whether it is attached to the same span, whether nucleus and satellite
are the same way round, and whether the relation has the same name.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import BY_PAIRS, PairSums, f1_of_both, mean_over_pairs
from accord._measure.structures.tree_measures import common_edges
from accord._measure.structures.tree_pairs import two_of_an_item
from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.kinds.trees.discourse import Discourse, Rhetorical
from accord.kinds.trees.study import Trees
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray
from accord.words.said import said

_Question = Literal["relation", "nuclearity", "constituent", "attachment"]
_QUESTIONS: tuple[str, ...] = get_args(_Question)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The keywords of F1 of rhetorical relations."""

    question: Annotated[
        _Question,
        "What must be the same of two relations: relation, nuclearity, constituent or attachment.",
    ] = "relation"

    def __post_init__(self) -> None:
        if self.question not in _QUESTIONS:
            raise UnknownNameError.of("question", self.question, _QUESTIONS)


@keywords(_Asked)
def rhetorical_f1(study: Trees, **given: Any) -> Agreement:
    """F1 of rhetorical relations: how many relations of two coders agree on a question.

    Relations are matched one to one: best those whose constituents have the same centre (their
    most nuclear units), then those that join the same two spans, either way round, then those of
    several nuclei that share some of their centres. F1 = 2 · same / (relations of one + of the
    other), over all items, the mean over pairs of coders; relations that are not matched are in the
    denominator. `question` is "relation", "nuclearity", "constituent" or "attachment";
    `detail["questions"]` has all four. Spans are compared in the text, so that coders may have
    divided it into other units. Not corrected for chance.

    Undefined where no item has two analyses with relations.
    References: iruskieta2015, wan2019.

    >>> import accord
    >>> whole, first, second = (0, 0, 2, "", ""), (1, 0, 1), (1, 1, 2)
    >>> a = accord.trees.Discourse.of([whole, (*first, "S", "cause"), (*second, "N", "span")], 2)
    >>> b = accord.trees.Discourse.of(
    ...     [whole, (*first, "S", "condition"), (*second, "N", "span")], 2
    ... )
    >>> found = accord.trees.rhetorical_f1(accord.from_coders({"A": [a], "B": [b]}))
    >>> found.value, found.detail["questions"]["attachment"]
    (0.0, 1.0)
    """
    rules = _Asked(**given)
    table = matched_relations(study, **given)
    sums = table.totals().sum(axis=0)
    settings = {"question": rules.question, **BY_PAIRS}
    result = Agreement("rhetorical_f1", "F1_rst", nan, None, settings, study.counts())
    if not len(sums) or not sums[1]:
        return replace(result, undefined=said("undefined.no-item-has-two-analyses-relations"))
    same = dict(zip(_QUESTIONS, (2 * sums[2:] / sums[1]).tolist(), strict=True))
    detail = {"matched": int(sums[0]), "relations": int(sums[1]), "questions": same}
    return replace(result, observed=table.observed(), detail=detail)


def matched_relations(study: Trees, **given: Any) -> PairSums:
    """The relations of every two coders in every item that are matched, those they have, and how
    many answer each question alike."""
    asked = _QUESTIONS.index(_Asked(**given).question)
    trees = list(study.categories)
    known: dict[tuple[int, int], tuple[float, ...]] = {}

    def row(item: Any, k: int, l: int) -> tuple[float, ...]:
        if (k, l) not in known:
            known[k, l] = _compared(item, trees[k], trees[l])
        return known[k, l]

    def f1(sums: FloatArray) -> FloatArray:
        return f1_of_both(np.stack([sums[..., 2 + asked], sums[..., 1]], axis=-1))

    rows = ((at, i, j, row(study.items[at], k, l)) for at, i, j, k, l in two_of_an_item(study))
    return PairSums.found(len(study.items), rows, 2 + len(_QUESTIONS), mean_over_pairs(f1))


def _compared(item: Any, one: Any, other: Any) -> tuple[float, ...]:
    if not isinstance(one, Discourse) or not isinstance(other, Discourse):
        raise NotApplicableError(said("undefined.needs-rst"))
    edges = common_edges(item, one, other)
    mine, theirs = (
        [_in_text(relation, borders) for relation in tree.relations()]
        for tree, borders in zip((one, other), edges, strict=True)
    )
    total = len(mine) + len(theirs)
    if not mine or not theirs:
        return 0, total, *[0] * len(_QUESTIONS)
    from scipy.optimize import linear_sum_assignment

    cost = np.array([[_cost(a, b) for b in theirs] for a in mine])
    rows, columns = linear_sum_assignment(cost)
    kept = [(mine[r], theirs[c]) for r, c in zip(rows, columns, strict=True) if cost[r, c] < APART]
    alike = np.array([_alike(a, b) for a, b in kept]).reshape(-1, len(_QUESTIONS)).sum(axis=0)
    return len(kept), total, *alike.tolist()


APART = 1000.0
"""The cost of two relations that do not belong together."""


def _cost(a: Rhetorical, b: Rhetorical) -> float:
    """How badly two relations belong together; of those alike, what else is the same decides."""
    if a.centre == b.centre:
        step = 0
    elif (a.constituent, a.attachment) == (b.constituent, b.attachment):
        step = 1
    elif (a.constituent, a.attachment) == (b.attachment, b.constituent):
        step = 2
    elif "NN" in (a.nuclearity, b.nuclearity) and a.centre & b.centre:
        step = 3
    else:
        return APART
    same = sum(2.0**-at for at, yes in enumerate(_alike(a, b)) if yes)
    return 100.0 * (step + 1) - same


def _alike(a: Rhetorical, b: Rhetorical) -> tuple[bool, ...]:
    """The answers, in the order of _QUESTIONS."""
    return (
        a.relation == b.relation,
        a.nuclearity == b.nuclearity,
        a.constituent == b.constituent,
        a.attachment == b.attachment,
    )


def _in_text(relation: Rhetorical, borders: Sequence[int]) -> Rhetorical:
    """The same relation, its spans as places in the text."""

    def placed(span: tuple[int, int]) -> tuple[int, int]:
        return borders[span[0]], borders[span[1]]

    return relation._replace(
        constituent=placed(relation.constituent),
        attachment=placed(relation.attachment),
        centre=frozenset(map(placed, relation.centre)),
    )


def rhetoric_objection(study: Trees) -> str | None:
    """Why the four questions cannot be asked: trees of another sort, or other texts."""
    trees = list(study.categories)
    if not all(isinstance(tree, Discourse) for tree in trees):
        return said("undefined.needs-rst")
    try:
        for at, _, _, k, l in two_of_an_item(study):
            common_edges(study.items[at], trees[k], trees[l])  # type: ignore[arg-type]
    except DataError as error:
        return error.sentence
    return None
