"""Agreement as a test: `assert_agreement(data, "alpha", min=0.67)` in pytest or a pipeline."""

from collections.abc import Mapping
from typing import Any, Unpack

from accord._measure.bound import Asked
from accord._measure.distances.metric import AnyDistance
from accord._read.door.in_memory import Data, DataKeywords
from accord.infer.measured import measure
from accord.lazy import suggesting as _suggesting
from accord.model.agreement import Agreement

__all__ = ["assert_agreement"]


def assert_agreement(
    data: Data,
    measured: Asked,
    *,
    min: float | None = None,
    max: float | None = None,
    distance: AnyDistance | None = None,
    missing: str | None = None,
    interval: bool | Mapping[str, Any] = False,
    **reading: Unpack[DataKeywords],
) -> Agreement:
    """Fail unless the measure reaches `min`, or for error rates is at most `max`; give one or both.

    With `interval` the lower limit must reach `min` and the upper one must keep to `max`, so that
    chance does not decide. An undefined value fails. Returns the agreement.

    :param data: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param measured: A measure by name, or one bound to its settings.
    :param min: The value to reach.
    :param max: The value not to exceed.
    :param distance: The distance between categories.
    :param missing: The rule for missing codings.
    :param interval: Whether the limits of the interval must keep to these.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> accord.testing.assert_agreement({"A": "aabbab", "B": "aabbab"}, "kappa", min=0.67).value
    1.0
    >>> accord.testing.assert_agreement({"A": "aabbab", "B": "ababab"}, "kappa", min=0.67)
    Traceback (most recent call last):
    ...
    AssertionError: κ is 0.3333, below 0.67. κ = .33, 6 items, 2 coders. There is 67% of the \
disagreement that chance would give.
    """
    if min is None and max is None:
        raise TypeError("assert_agreement() needs min= or max=, else nothing could fail")
    (found,) = measure(
        data, [measured], distance=distance, missing=missing, interval=interval, **reading
    )
    if found.undefined is not None:
        raise AssertionError(found.summary())
    low, high = found.interval or (found.value, found.value)
    sure = f", with its interval {found.interval:.4f}" if found.interval is not None else ""
    if min is not None and not low >= min:
        raise AssertionError(
            f"{found.symbol} is {found:.4f}{sure}, below {min:g}. {found.summary()}"
        )
    if max is not None and not high <= max:
        raise AssertionError(
            f"{found.symbol} is {found:.4f}{sure}, above {max:g}. {found.summary()}"
        )
    return found


globals()["__getattr__"] = _suggesting(globals())
