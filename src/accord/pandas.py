"""`import accord.pandas`, and every DataFrame has `.accord`: `frame.accord.kappa()`.

The accessor is the frame as the first argument of what `accord` offers, and nothing else: columns
are named by the same keywords, and the same questions are asked.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import accord

try:
    import pandas
except ImportError as missing:
    raise accord.MissingExtraError(
        "accord.pandas needs pandas, which is not installed; pip install pandas"
    ) from missing

VERBS = ("breakdown", "choose", "compare", "influence", "interval", "judge", "measure", "report")
"""What takes data first, beside the measures."""

_TAKE_LABELS = {
    *("ac1", "ac2", "alpha", "alpha_prime", "beta", "icc", "kappa", "light_kappa", "percent"),
    *("pi", "s", "weighted_kappa", "weighted_s"),
}


@pandas.api.extensions.register_dataframe_accessor("accord")
class Accessor:
    """What accord can do with a frame: the measures for labels by name, and the verbs.

    >>> import pandas
    >>> frame = pandas.DataFrame({"rater1": list("aabb"), "rater2": list("aaba")})
    >>> float(frame.accord.kappa())
    0.5
    """

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in _TAKE_LABELS and name not in VERBS:
            raise AttributeError(
                f"a frame has no accord.{name}; it has {', '.join(dir(self))}. For all else, "
                f"give the frame to a function: accord.spans.gamma(frame)"
            )
        return partial(getattr(accord, name), self._frame)

    def __dir__(self) -> list[str]:
        return sorted({*_TAKE_LABELS, *VERBS})
