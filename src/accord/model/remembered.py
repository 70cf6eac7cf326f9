"""What was counted of frozen data is counted once: the data remember it.

A study never changes, so what follows from it alone is worth keeping as long as the study lives:
one report asks for the same patterns dozens of times.

It is kept in a slot of the study itself. A table beside it, with the study as a weak key, would
need a hash, which studies do not have (they compare by content), and would outlive them for a
while; the slot goes when the study goes. It is no field of the dataclass, so that equality, repr,
pickles, copies and `replace` do not know of it: what is derived from a study begins with nothing.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from accord.model.names import Frozen

_Answer = TypeVar("_Answer")


class Remembering(Frozen):
    """Frozen data that remember what was counted of them."""

    # Weak references let a cache of somebody else, and a test, see whether a study is gone.
    __slots__ = ("__weakref__", "_counts")

    _counts: dict[Any, Any]


def remembered(
    study: Any, count: Callable[[Any], _Answer], worth: Callable[[_Answer], bool] | None = None
) -> _Answer:
    """What `count` says of a study, counted when it is first asked for.

    `worth` says whether a result is to be kept. It must not be the study or hold it: then neither
    would go before the garbage collector looks for circles.
    """
    try:
        known = study._counts
    except AttributeError:  # nothing was asked yet
        known = {}
        object.__setattr__(study, "_counts", known)
    if count in known:
        kept: _Answer = known[count]
        return kept
    answer = count(study)
    if worth is None or worth(answer):
        known[count] = answer
    return answer
