"""Countable: what codings must give that are counts, or that stay in an engine.

It stands apart from the kernel that needs the sums, so that whoever only asks whether data are
counted loads no arithmetic.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from accord.errors import NotApplicableError

if TYPE_CHECKING:
    from accord._measure.cube.chance import Chance
    from accord._measure.cube.kernel import Whole
    from accord._measure.cube.sums import Sums
    from accord._measure.distances.metric import Distance
    from accord.kinds.labels.study import Codings
    from accord.model.audit import Audit
    from accord.model.names import IntArray, Names


class Countable(ABC):
    """Codings that are counts, or that stay in an engine: not a `Study`, for they do not give
    single items, but the sums that are needed.

    Some of its methods are what every study is asked (`accord.kinds.kind`): here the answer is
    another one.
    """

    kind: ClassVar[str] = "codings"

    coders: Names
    categories: Names
    declared: bool
    audit: Audit | None
    within: str | None

    @abstractmethod
    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""

    @abstractmethod
    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The codings of these coders (by position); every item stays."""

    def alone(self) -> str | None:
        """Why there is nothing to compare; of who met whom, counts only say how many there are."""
        from accord.kinds.labels.study import ALONE

        counts = self.counts()
        return None if counts["c"] > 1 or not counts["i"] else ALONE

    def marked_by(self) -> IntArray:
        """How many items each coder labelled."""
        from accord.kinds.labels.study import marked_by

        return marked_by(self.codings())

    @abstractmethod
    def codings(self) -> Codings:
        """The codings themselves, items by number; NotApplicableError where they are not known."""

    @property
    def held(self) -> Any:
        """The table in its engine, None where it is not there."""
        return None

    def only_counts(self) -> bool:
        """That single items are not there, only counts of them."""
        return True

    def stays_in_engine(self) -> bool:
        """Whether codings are asked where they are, because their patterns would not merge."""
        return False

    def expanded(self) -> Codings:
        """The codings that the counts stand for."""
        return self.codings()

    def itemized(self, what: str) -> NoReturn:
        """Refused: `what` needs items that have names."""
        raise NotApplicableError.of_counts(what)

    @abstractmethod
    def cube_whole(self, recipe: Distance, chance: Chance, missing: str) -> Whole:
        """The sums of the whole study."""

    @abstractmethod
    def cube_sums(self, recipe: Distance, chance: Chance, missing: str) -> Sums | None:
        """The sums of each (kind of) item, None where they are too many."""
