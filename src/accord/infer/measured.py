"""One call from data to numbers: several measures of one study, with intervals on request."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from accord._measure.at_prompt import shown_with_limits
from accord._measure.bound import Asked, as_names, taking
from accord._measure.catalogue import counted_by, find_measure, name_for_people
from accord._measure.distances.metric import AnyDistance
from accord._read.door.in_memory import DataKeywords
from accord.engine.any_data import study_of
from accord.errors import UnknownNameError
from accord.infer.advice.choose import default_measures
from accord.model.agreement import Agreement
from accord.model.showing import Result, counted, text_table
from accord.tasks import checked_run


@dataclass(frozen=True, slots=True)
class Measured(Result, Sequence[Agreement]):
    """Several measures of one study, in the order asked for; by position or by name.

    :param agreements: One for each measure, in the order asked for.

    >>> import accord
    >>> found = accord.measure({"A": "aabbbbbccccc", "B": "abbbbbcccccc"}, "pi kappa")
    >>> round(found["kappa"], 3), [one.symbol for one in found]
    (0.724, ['π', 'κ'])
    >>> list(found.to_frame("polars")["measure"])
    ['pi', 'kappa']
    """

    agreements: tuple[Agreement, ...]

    def __len__(self) -> int:
        return len(self.agreements)

    def __iter__(self) -> Iterator[Agreement]:
        return iter(self.agreements)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, str):
            return self.agreements[at]
        for agreement in self.agreements:
            if at in (agreement.measure, agreement.symbol):
                return agreement
        raise UnknownNameError.of("measure here", at, [a.measure for a in self.agreements])

    def __str__(self) -> str:
        return text_table(*self._table())

    def __repr__(self) -> str:
        """A line for each: its name, value, limits, and why it is undefined."""
        names = [name_for_people(one) for one in self.agreements]
        wide = max(map(len, names), default=0)
        shown = [one.shown_interval() for one in self.agreements]
        level = {limits.confidence for limits in shown if limits is not None}
        stated = f"   {100 * min(level):g}% CI" if level else ""
        lines = [f"{'':{wide}}  value{stated}"]
        for name, one, limits in zip(names, self.agreements, shown, strict=True):
            value = f"{one.value:6.3f}" if one.undefined is None else f"undefined: {one.undefined}"
            if limits is not None:
                value += f"  {limits.low:z.3f} to {limits.high:z.3f}"
            elif one.interval is not None and one.undefined is None:
                value += "   –"
            lines.append(f"{name:{wide}} {value}")
        first = self.agreements[0] if self.agreements else None
        return "\n".join([*lines, *([_of_what(first)] if first else [])])

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        tables = [agreement._table() for agreement in self.agreements]
        columns = tables[0][0] if tables else ()
        rows = [row for _, rows in tables for row in rows]
        kept = [at for at in range(len(columns)) if any(row[at] is not None for row in rows)]
        return [columns[at] for at in kept], [[row[at] for at in kept] for row in rows]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: measure → its parts."""
        return {agreement.measure: agreement.as_dict() for agreement in self.agreements}


@checked_run
def measure(
    data: Any,
    measures: str | Sequence[Asked] | None = None,
    *,
    distance: AnyDistance | None = None,
    missing: str | None = None,
    interval: bool | Mapping[str, Any] = False,
    rng: "int | np.random.Generator" = 0,
    **reading: Unpack[DataKeywords],
) -> Measured:
    """Measure agreement with one measure or several, as `accord measure` does.

    :param data: A study, a path, a data frame or arrays.
    :param measures: Names in one string, or a list of names, functions and bound measures; by
        default the one that `choose` recommends, with each distance it could have, then all others
        that need no choice.
    :param distance: The distance between categories, for the measures that take one.
    :param missing: How missing codings are treated, for the measures that have a choice.
    :param interval: Whether to add confidence intervals: True, or keywords of `accord.interval`.
    :param rng: The seed, or a NumPy generator.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> found = accord.measure(study, "alpha kappa", distance="nominal")
    >>> round(found["alpha"].value, 3), round(found["kappa"].value, 3)
    (0.734, 0.724)
    """
    from accord.infer.resample.interval import interval as interval_of

    study = study_of(data, **reading)
    asked = _asked(measures) if isinstance(measures, str) else measures
    given = {"distance": distance, "missing": missing, "rng": rng}
    found = []
    for each in default_measures(study, distance) if asked is None else asked:
        one = as_names(taking(each, given), study, stacklevel=4)
        agreement = one.compute(study)
        if interval:
            how = dict(interval) if isinstance(interval, Mapping) else {}
            agreement = agreement.with_interval(interval_of(study, one, **{"rng": rng, **how}))
        found.append(shown_with_limits(agreement, study, one))
    return Measured(tuple(found))


def _of_what(found: Agreement) -> str:
    """What was measured: 12 items, 2 coders."""
    nouns = {"i": counted_by(found.measure), "c": ("coder", "coders")}
    there = [(found.counts[key], *nouns[key]) for key in nouns if key in found.counts]
    return ", ".join(counted(*each) for each in there)


def _asked(names: str) -> list[str]:
    """The names in a text: one that has spaces itself ("Cohen's kappa"), or several, with commas
    or, where none has a space, with spaces between them. The comma of ICC(3,k) is part of it.

    >>> _asked("Fleiss' kappa, ICC(3,k)"), _asked("pi kappa")
    (["Fleiss' kappa", 'ICC(3,k)'], ['pi', 'kappa'])
    """
    if _is_known(names):
        return [names]
    parts = [part.strip() for part in re.split(r",(?![^(]*\))", names) if part.strip()]
    return [name for part in parts for name in ([part] if _is_known(part) else part.split())]


def _is_known(name: str) -> bool:
    try:
        find_measure(name)
    except UnknownNameError:
        return False
    return True
