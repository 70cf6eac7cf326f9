"""The Corpus Shuffling Tool: coders derived from a reference who make mistakes.

    reference  →  mistakes of a kind, at a magnitude from 0 to 1  →  a study of several coders

The reference is never among the coders. Coders are independent but for items that are hard
for everybody. The same seed gives the same study.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.kinds.kind import kind_named, kind_words
from accord.kinds.table import KINDS
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.simulate.references import reference_of
from accord.tasks import checked_run


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake: the studies it is made in, what happens, and in which order."""

    name: str
    kind: str
    apply: Callable[..., Any]
    title: str

    @property
    def confuses(self) -> bool:
        """Whether it takes categories for one another, and can be told which."""
        return "confusion" in signature(self.apply).parameters


_FIRST = ("unitizings", "codings", "segmentations", "partitions", "relations", "regions", "trees")
"""The order in which help lists kinds: units first, for which the tool was invented."""

ERRING = [kind_named(stored) for stored in dict.fromkeys((*_FIRST, *KINDS))]

# A function's own name is the mistake's: there is no second list that could disagree.
MISTAKES: dict[str, Mistake] = {
    make.__name__: Mistake(make.__name__, entry.stored, make, title)
    for entry in ERRING
    if (own := entry.own("mistakes")) is not None
    for make, title in own().items()
}
"""All kinds of mistakes by name."""


@checked_run
def shuffle(
    reference: Study,
    mistakes: Mapping[str, float],
    *,
    coders: int = 3,
    confusion: npt.ArrayLike | None = None,
    rng: int | np.random.Generator = 0,
) -> Study:
    """Coders who make these mistakes, each at its magnitude, in the order given.

    `reference` is a study with one coder (`reference_of` takes one out of a study; the models
    draw one). `confusion` says which categories are taken for one another first: rows of
    relative frequencies. Mistakes: see `MISTAKES`.

    :param reference: A study with one coder.
    :param mistakes: Mistake → magnitude.
    :param coders: How many coders.
    :param confusion: Which categories are taken for one another first.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> perfect = accord.simulate.shuffle(
    ...     accord.from_coders({"R": "xxyyz"}), {"noise": 0}, coders=2
    ... )
    >>> perfect.rows()[:2]
    [(0, 'coder 1', 'x'), (0, 'coder 2', 'x')]
    """
    # Refuses a reference of several coders before anything is drawn.
    reference_of(reference)
    if coders < 1:
        raise DataError(f"the number of coders must be 1 or more, got {coders}")
    chosen = [(mistake_for(name, reference.kind), m) for name, m in mistakes.items()]
    for name, m in mistakes.items():
        if not 0 <= m <= 1:
            raise DataError(f"magnitude {m} of {name!r}: magnitudes must be between 0 and 1")
    # Not the stream from which a model with the same seed drew the reference.
    random = rng if isinstance(rng, np.random.Generator) else np.random.default_rng([rng, 2012])
    names = [f"coder {number}" for number in range(1, coders + 1)]
    # Its own, not that of the kind it is like: mistakes in labels are none in trees.
    with_mistakes: Any = kind_named(reference.kind).own("with_mistakes")
    steps = [(_step(mistake, confusion), m) for mistake, m in chosen]
    shuffled: Study = with_mistakes(reference, steps, names, random)
    return shuffled


def mistake_for(name: str, kind: str) -> Mistake:
    """The mistake of that name, if coders can make it in studies of this kind."""
    own = [mistake.name for mistake in MISTAKES.values() if mistake.kind == kind]
    if not own:
        raise NotApplicableError(f"no mistakes are simulated in studies of {kind}")
    if name not in MISTAKES:
        raise UnknownNameError.of("mistake", name, own)
    if MISTAKES[name].kind != kind:
        raise DataError(
            f"mistake {name!r} works with {kind_words(MISTAKES[name].kind)}; the reference has "
            f"{kind_words(kind)}. For "
            f"these: {', '.join(own)}"
        )
    return MISTAKES[name]


def _step(mistake: Mistake, confusion: npt.ArrayLike | None) -> Callable[..., Any]:
    # Mistakes are mixed ("position+category"), and only some of them can be told who takes what.
    if confusion is None or not mistake.confuses:
        return mistake.apply
    matrix: FloatArray = np.asarray(confusion, dtype=np.float64)
    return partial(mistake.apply, confusion=matrix)
