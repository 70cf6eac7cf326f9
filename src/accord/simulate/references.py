"""What perfect coders would have said: references drawn from a statistical model.

A reference is a study with one coder. It is drawn from a model (how many categories, how
frequent, how long their units, how wide the gaps), or taken from a user's own study with
`reference_of`. The coders that `shuffle` derives from it never include it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from accord.engine.any_data import takes_data
from accord.errors import DataError
from accord.kinds.kind import kind_named
from accord.model.study import Study


class Model(Protocol):
    """What draws references: `mistakes.py` of each kind has its own."""

    def draw(self, rng: int | np.random.Generator = 0) -> Study:
        """One reference; the same seed gives the same."""


def model_of(kind: str) -> Model:
    """The model that draws references of a kind, as it is where nothing is set."""
    reference_model: Any = kind_named(kind).own("reference_model")
    model: Model = reference_model()()
    return model


@dataclass(frozen=True, slots=True)
class Fixed:
    """A reference that is always the same: a user's own study, one coder of it."""

    study: Study = field(repr=False)

    def draw(self, rng: int | np.random.Generator = 0) -> Study:
        """The study itself; the seed does not matter."""
        return self.study


@takes_data
def reference_of(study: Study, coder: Hashable | None = None) -> Study:
    """One coder of a study as a reference; with one coder only, that one.

    :param study: The study.
    :param coder: Whose annotation it is.

    >>> import accord
    >>> list(accord.simulate.reference_of(accord.from_coders({"A": "xy", "B": "xx"}), "B").coders)
    ['B']
    """
    names = list(study.coders)
    if coder is None:
        # To take the first of several coders silently would make a truth of whoever is listed
        # first.
        if len(names) != 1:
            raise DataError(
                f"a reference has one coder; found {len(names)} "
                f"({', '.join(map(str, names[:5]))}); name the one that is the reference"
            )
        return study
    if coder not in names:
        raise DataError(f"no coder {coder!r} in the data. Coders: {', '.join(map(str, names))}")
    return study.only([names.index(coder)])
