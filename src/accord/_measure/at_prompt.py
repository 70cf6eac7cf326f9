"""The interval that a prompt shows beside a number for which nobody asked for one."""

from functools import cache

from accord._measure.bound import Bound
from accord._measure.cube.kernel import Countable
from accord.errors import AccordError
from accord.lazy import named_thing
from accord.model.agreement import Agreement, Interval
from accord.model.study import Study

_CELLS = 20_000
"""Items × coders × categories: up to so many, 2,000 resamples of a coefficient of the cube take
less than 20 ms of one core, which nobody notices at a prompt (docs/decisions.md)."""

_CATEGORIES = 20
"""A distance that depends on the labels is fitted for every resample, which costs the square of the
categories: with so many a few milliseconds, with 60 half a second."""


def _quick(found: Agreement, asked: Bound) -> bool:
    """Whether an interval costs so little that a prompt can show it unasked: a coefficient of the
    cube of a small study, or a measure that has limits of its own."""
    i, c, k = (found.counts.get(one, 0) for one in "ick")
    if asked.measure.limits is not None:
        return i * c <= _CELLS
    return asked.measure.counted and k <= _CATEGORIES and i * c * k <= _CELLS


def shown_with_limits(found: Agreement, study: Study | Countable, asked: Bound) -> Agreement:
    """The number as a prompt shows it: with the interval that `accord.interval` gives, computed
    when it is shown, if that is quick; other studies are not kept."""
    if found.interval is not None or found.undefined is not None or not _quick(found, asked):
        return found

    @cache
    def limits() -> Interval | None:
        interval_of = named_thing("accord.infer.resample.interval:interval_of")
        try:
            return interval_of(study, found, asked)[0]  # type: ignore[no-any-return]
        except AccordError:
            return None  # a prompt shows the number that there is

    return found.with_limits_at_prompt(limits)
