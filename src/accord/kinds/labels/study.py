"""Codings: items × coders → category, sparse.

One coding is one decision of one coder about one item. A category is a label, a number
or a frozenset of labels. Missing codings are simply absent.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from accord.errors import DataError
from accord.model.audit import Audit, Counted, labels_counted, tallied
from accord.model.names import BoolArray, IntArray, Names, Remembering, factorize, remembered
from accord.model.showing import Drawn

if TYPE_CHECKING:
    from accord.kinds.properties import Properties
    from accord.model.pace import Pace


@dataclass(frozen=True, slots=True, eq=False)
class Codings(Drawn, Remembering):
    """A study of labels: which coder gave which item which label.

    `coder` is None where the data do not say who coded what (an agreement table). `declared` is
    whether `categories` is the user's list of all possible categories, in order, or just those that
    occur. `about` holds columns about items (domain, text …). `within` says what labels belong to,
    where not all could be chosen for every item: a column (lemma), "pair", the number of options of
    each item; "all" where all could. `pace` is how long a label took each coder, where a table says
    so; a part of the items has none.

    Build one with `accord.codings`, `accord.from_coders`, `accord.from_frame` and the like.

    :param coders: The names of the coders.
    :param category: The category of each coding, by position in `categories`.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> study
    Codings(3 items, 2 coders, 2 categories, 6 codings)
    >>> study.rows()[:2]
    [(0, 'A', 'a'), (0, 'B', 'a')]
    >>> study.only([0]).counts()
    {'i': 3, 'c': 1, 'k': 2}
    """

    kind: ClassVar[str] = "codings"

    items: Names
    coders: Names
    categories: Names
    item: IntArray
    coder: IntArray | None
    category: IntArray
    declared: bool = False
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None
    within: str | int | None = None
    pace: "Pace | None" = None

    def __len__(self) -> int:
        return len(self.item)

    @property
    def bounds(self) -> IntArray:
        """Where the codings of each item begin; one more entry for the end."""
        return remembered(self, _bounds)

    @property
    def missing(self) -> int:
        """How many codings are absent from the full items × coders table."""
        return 0 if self.coder is None else len(self.items) * len(self.coders) - len(self)

    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""
        coders = (
            len(self.coders) if self.coder is not None else int(np.diff(self.bounds).max(initial=0))
        )
        return {"i": len(self.items), "c": coders, "k": len(self.categories)}

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these items (by position), repeats allowed."""
        at = np.asarray(items, dtype=np.intp)
        bounds = self.bounds
        begin, size = bounds[at], bounds[at + 1] - bounds[at]
        # Positions of all codings of the chosen items, in the order of the choice.
        offset = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        rows = np.repeat(begin, size) + offset
        return replace(
            self,
            items=self.items.take(at),
            item=np.repeat(np.arange(len(at), dtype=np.int32), size),
            coder=None if self.coder is None else self.coder[rows],
            category=self.category[rows],
            about={key: [column[i] for i in at] for key, column in self.about.items()},
            pace=None,
        )

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position); every item stays."""
        known = self.who()
        chosen = np.asarray(coders, dtype=np.intp)
        new = np.full(len(self.coders), -1, dtype=np.int32)
        new[chosen] = np.arange(len(chosen), dtype=np.int32)
        item, coder, category = self.item, new[known], self.category
        if coder.min(initial=0) < 0:
            keep = coder >= 0
            item, coder, category = item[keep], coder[keep], category[keep]
        # Coders may be asked for in another order, and codings are sorted by item and coder
        # everywhere.
        place = item.astype(np.int64) * len(chosen) + coder
        if (place[1:] < place[:-1]).any():
            order = np.argsort(place, kind="stable")  # quick where only neighbours change places
            item, coder, category = item[order], coder[order], category[order]
        names = self.coders.take(chosen)
        return replace(self, coders=names, item=item, coder=coder, category=category)

    def where(self, keep: BoolArray) -> Self:
        """The study with only these codings (a mask over codings); every item stays."""
        coder = None if self.coder is None else self.coder[keep]
        item, category = self.item[keep], self.category[keep]
        return replace(self, item=item, coder=coder, category=category, pace=None)

    def recode(self, change: Callable[[Hashable], Hashable]) -> Self:
        """The study with its categories renamed or merged by `change`."""
        codes, names = factorize([change(name) for name in self.categories])
        return replace(self, categories=names, category=codes[self.category])

    def who(self) -> IntArray:
        """The coder of each coding; DataError where the data do not say."""
        if self.coder is None:
            raise DataError(
                "these data are an agreement table, which does not show who chose what; "
                "give one row per label (item, coder, category) instead"
            )
        return self.coder

    def rows(self) -> list[tuple[Hashable, Hashable, Hashable]]:
        """One (item, coder, category) per coding."""
        items, coders, categories = list(self.items), list(self.coders), list(self.categories)
        coder = [-1] * len(self) if self.coder is None else self.coder.tolist()
        return [
            (items[i], coders[c] if c >= 0 else None, categories[k])
            for i, c, k in zip(self.item.tolist(), coder, self.category.tolist(), strict=True)
        ]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Codings):
            return NotImplemented
        same = self.items == other.items and self.coders == other.coders
        # Without a declared list the order of categories is the order in which they were met.
        if self.declared or other.declared:
            same = same and self.categories == other.categories
        return same and self.rows() == other.rows()

    # Equal studies may list their categories differently, so no cheap hash would agree with ==.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"Codings({counts['i']} items, {counts['c']} coders, {counts['k']} categories, "
            f"{len(self)} codings)"
        )

    def _repr_html_(self) -> str:
        from html import escape

        tally = np.bincount(self.category, minlength=len(self.categories))
        top = np.argsort(-tally, kind="stable")[:20]
        rows = "".join(
            f"<tr><td>{escape(str(self.categories[int(k)]))}</td><td>{tally[k]}</td></tr>"
            for k in top
        )
        more = "" if len(tally) <= 20 else f"<tr><td colspan=2>… {len(tally) - 20} more</td></tr>"
        head = "<tr><th>category</th><th>codings</th></tr>"
        return f"<table><caption>{escape(repr(self))}</caption>{head}{rows}{more}</table>"


def _bounds(study: Codings) -> IntArray:
    ends = np.cumsum(np.bincount(study.item, minlength=len(study.items)))
    bounds = np.concatenate([[0], ends])
    bounds.setflags(write=False)  # everybody gets the same array
    return bounds


ALONE = (
    "only one label per item, so there is nothing to compare; "
    "agreement needs items that two coders labelled"
)


FEWEST_LABELS = 6
"""Three blocks of two: fewer labels cannot fall into blocks that belong to different items."""


def few_labels(study: Any) -> bool:
    """Whether labels are too few to belong to items, or cannot: numbers, sets, a declared list."""
    names = study.categories
    if len(names) < FEWEST_LABELS or study.declared or names.numbers() is not None:
        return True
    return not all(isinstance(name, str) for name in names)


def may_belong(study: Any) -> bool:
    """Whether labels may belong to items: somebody said so, or they are many names. Counts have no
    items."""
    told = getattr(study, "within", "all")
    return told != "all" and (told is not None or not few_labels(study))


def marked_by(study: Codings) -> IntArray:
    """How many items each coder labelled."""
    return np.bincount(study.who(), minlength=len(study.coders))


def seen_by(study: Codings) -> tuple[IntArray, IntArray]:
    """Which item was labelled by whom: two parallel arrays of positions."""
    return study.item, study.who()


def names_of(study: Codings) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    return {"labels": labels_counted(study.categories, [study.category]), **who_and_what(study)}


def who_and_what(study: Codings) -> dict[str, Counted]:
    """The names of coders and items, with how often each occurs."""
    who = np.zeros(0, int) if study.coder is None else study.coder
    return {
        "coders": (study.coders, tallied(who, study.coders)),
        "items": (study.items, tallied(study.item, study.items)),
    }


def alone(study: Codings) -> str | None:
    """Why there is nothing to compare: no item was labelled by two coders. None where one was."""
    together = np.bincount(study.item, minlength=1).max() > 1
    return None if together or not len(study.items) else ALONE


def one_category(study: Codings, a: int, b: int) -> Codings:
    """The study with categories a and b as one, in the place of a (order is kept)."""
    keep = [k for k in range(len(study.categories)) if k != b]
    code = np.empty(len(study.categories), dtype=study.category.dtype)
    code[keep] = np.arange(len(keep))
    # The place of a: on an ordinal scale neighbours that are merged must not move.
    code[b] = code[a]
    return replace(study, categories=study.categories.take(keep), category=code[study.category])


def properties_of(study: Codings) -> "Properties":
    """How many categories there are and what they look like; whether codings are missing."""
    from accord.kinds.properties import Properties, level_of

    return Properties(
        study.kind,
        len(study.items),
        len(study.coders) or study.counts()["c"],  # an agreement table has coders without names
        len(study.categories),
        categorized=True,
        unitized=False,
        missing=study.coder is not None and study.missing > 0,
        level=level_of(study.categories),
    )
