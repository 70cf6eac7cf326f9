"""Two rounds of annotation side by side: the agreement of each, the difference with its interval,
and what became of categories, coders and causes."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import nan

from accord._measure.bound import Asked, Bound, bound
from accord.engine.any_data import listed_labels
from accord.errors import NotApplicableError
from accord.infer.resample.replicates import size_of
from accord.infer.tests.compare import Comparison, compare
from accord.infer.why.coders import coder_table
from accord.infer.why.confused import ConfusedPair, category_table, confused
from accord.kinds.kind import kind_of, kind_words
from accord.model.showing import Result
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class Change(Result):
    """A category or a coder: the value before and now; nan where it was not there."""

    name: Hashable
    before: float
    now: float

    @property
    def difference(self) -> float:
        """Now − before."""
        return self.now - self.before


@dataclass(frozen=True, slots=True)
class TwoRounds(Result):
    """A study compared with the round before it.

    `comparison` is now − before. `categories` holds α of each category against the rest,
    `coders` the mean of each coder's agreement with the others; `confused` the pairs that are
    confused more than chance makes them, before and now.
    """

    comparison: Comparison
    categories: tuple[Change, ...]
    coders: tuple[Change, ...]
    confused: tuple[tuple[ConfusedPair, ...], tuple[ConfusedPair, ...]]


def two_rounds(study: Study, before: Study, measure: Asked, *, level: float = 0.01) -> TwoRounds:
    """A study and the round before it: what got better, what got worse.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> now = from_coders({"A": "abcabc" * 4, "B": "abcabc" * 3 + "abcaba"})
    >>> before = from_coders({"A": "abcabc" * 4, "B": "abcbbc" * 4})
    >>> found = two_rounds(now, before, "pi")
    >>> round(found.comparison.difference, 3)
    0.193
    >>> [(change.name, round(change.difference, 2)) for change in found.categories]
    [('a', 0.35), ('b', 0.34), ('c', -0.09)]
    """
    if study.kind != before.kind:
        raise NotApplicableError(
            f"two rounds must have the same kind of data: one has {kind_words(study)}, the "
            f"other {kind_words(before)}"
        )
    both = (before, study)
    # Two values, all that is left out of each side, and a table of each take the time of one.
    entry = bound(measure).sharing(6, max(map(size_of, both)))
    found = compare(study, before, entry)
    late = any("certified" in side.settings for side in (found.first, found.second))
    return TwoRounds(
        found,
        _changes(*(_by_category(each) for each in both)),
        () if late else _changes(*(_by_coder(each, entry) for each in both)),
        (_confused(before, entry, level), _confused(study, entry, level)),
    )


def _changes(before: Mapping[Hashable, float], now: Mapping[Hashable, float]) -> tuple[Change, ...]:
    names = dict.fromkeys([*now, *before])
    return tuple(Change(name, before.get(name, nan), now.get(name, nan)) for name in names)


def _by_category(study: Study) -> dict[Hashable, float]:
    # More lines than these are no table that somebody reads.
    if not listed_labels(study) or not 2 <= len(study.categories) <= 150:
        return {}
    found = category_table(study, "nominal", worst=0)
    if found is None:
        return {}
    return dict(zip(study.categories, found.alpha.tolist(), strict=True))


def _by_coder(study: Study, measure: Bound) -> dict[Hashable, float]:
    found = coder_table(study, measure, 50)
    return {} if found is None else dict(zip(found.coders, found.means.tolist(), strict=True))


def _confused(study: Study, measure: Bound, level: float) -> tuple[ConfusedPair, ...]:
    if kind_of(study).ability("confusions") is None:
        return ()
    # Of units merging would compute γ anew for each pair and round; which pairs are confused is
    # told without it.
    tried = measure if listed_labels(study) else None
    return tuple(row for row in confused(study, tried, level=0.0) if row.p <= level)
