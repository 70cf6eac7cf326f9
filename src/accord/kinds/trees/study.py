"""Trees: codings whose categories are trees."""

from dataclasses import dataclass, fields, replace
from typing import ClassVar

import numpy as np

from accord.kinds.labels.study import Codings, who_and_what
from accord.kinds.trees.parts import Tree
from accord.model.audit import Audit, Counted


@dataclass(frozen=True, slots=True, eq=False)
class Trees(Codings):
    """Items × coders → tree: codings whose categories are trees.

    All that codings can do they can, by a distance between trees; measures of their own look
    inside. `accord.codings`, `from_coders` … make them where the categories are trees: `items`,
    `coders` and `categories` are the names, `item`, `coder` and `category` their numbers in each
    coding, `declared`, `about`, `audit`, `within` and `pace` as in codings.

    >>> import accord
    >>> ann = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "iobj"])
    >>> bob = accord.trees.Dependencies.of([2, 0, 2], ["subj", "root", "obj"])
    >>> study = accord.from_coders({"Ann": [ann], "Bob": [bob]})
    >>> study
    Trees(1 items, 2 coders, 2 trees, 2 different)
    >>> round(accord.trees.las(study), 3)
    0.667
    """

    kind: ClassVar[str] = "trees"

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"Trees({counts['i']} items, {counts['c']} coders, {len(self)} trees, "
            f"{counts['k']} different)"
        )


def names_of(study: Trees) -> dict[str, Counted]:
    """The names of coders and items; trees have no spelling."""
    return who_and_what(study)


def other_tokens(study: Trees) -> dict[int, tuple[int, int]]:
    """Items whose analyses do not all have the same number of tokens, with the least and the
    largest number."""
    size = np.array([len(tree) for tree in study.categories])[study.category]  # type: ignore[arg-type]
    if not len(size):
        return {}
    begins = study.bounds[:-1][np.diff(study.bounds) > 0]
    # reduceat gives nonsense for an empty item, so only those with codings begin a group.
    least, most = np.minimum.reduceat(size, begins), np.maximum.reduceat(size, begins)
    at = study.item[begins]
    return {int(at[n]): (int(least[n]), int(most[n])) for n in np.flatnonzero(least < most)}


def of_same_tokens(study: Trees) -> Trees:
    """The study without the items whose analyses differ in their tokens; its audit counts them."""
    other = other_tokens(study)
    if not other:
        return study
    names = [repr(study.items[at]) for at in list(other)[:5]]
    more = f", … {len(other)} in total" if len(other) > 5 else ""
    note = f"left out because coders have different tokens: {', '.join(names)}{more}"
    kept = study.take([at for at in range(len(study.items)) if at not in other])
    return replace(kept, audit=(study.audit or Audit()).noting(note))


def as_trees(study: Codings) -> Codings:
    """The same study, as trees where all its categories are some."""
    some = type(study) is Codings and len(study.categories) > 0
    if not some or not isinstance(study.categories[0], Tree):
        return study
    # The first alone would not do: a label among trees makes them labels.
    if not all(isinstance(one, Tree) for one in study.categories):
        return study
    return Trees(*(getattr(study, each.name) for each in fields(study)))
