"""The rate of mistakes by which simulated coders agree as those of a study do.

For labels a formula gives it (`accord.infer.as_if`). Units, boundaries, chains, relations, regions
and trees have none: the coders of the study are taken as references, one after the other, and
coders who miss a share of what a reference has are simulated until they agree as much.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from accord._measure.bound import Asked
from accord.engine.any_data import takes_data
from accord.errors import NotApplicableError
from accord.kinds.kind import kind_of, kind_words
from accord.model.keywords import renamed
from accord.model.showing import Result
from accord.model.study import Study
from accord.simulate.measure_curves import value_of, with_few_samples
from accord.simulate.references import reference_of
from accord.simulate.shuffling import ERRING, mistake_for, shuffle
from accord.tasks import checked_run

_STEPS = 7
"""Halvings of the range of rates: the rate is known to less than .01."""
_REFERENCES = 3
"""So many coders at most are taken as references."""


@dataclass(frozen=True, slots=True)
class MistakesLike(Result):
    """Simulated coders who agree as much as those of a study.

    :param mistake: What they do, by its name in `MISTAKES`.
    :param rate: The share of units, boundaries, … that each of them gets wrong; nan where no rate
        gives the value.
    :param measure: The measure.
    :param value: Its value in the study; 1 − value where lower is better.
    :param reached: Its mean value in the simulated studies.
    :param done: What each coder does, in words.
    :param parts: What of, in words.

    >>> import accord
    >>> rows = [("d", who, n, n + 4, "x") for n in range(0, 90, 10) for who in "AB"]
    >>> study = accord.Unitizings.of(rows[:-1], extents={"d": (0, 100)})
    >>> found = accord.simulate.mistakes_like(study, "span_f1")
    >>> found.done, found.parts, round(found.value, 3)
    ('missed', 'units', 0.941)
    """

    mistake: str
    rate: float
    measure: str
    value: float
    reached: float
    done: str
    parts: str

    def __str__(self) -> str:
        if isnan(self.value):
            return f"{self.measure} has no value here, so no error rate gives it."
        if isnan(self.rate):
            return f"No share of {self.parts} that each coder {self.done} gives this value."
        return (
            f"It is as if each coder {self.done} {100 * self.rate:.0f}% of the {self.parts} "
            "(simulated)."
        )


@checked_run
@renamed(sets="resamples")
@takes_data
def mistakes_like(
    study: Study, measure: Asked, *, mistake: str | None = None, resamples: int = 3, rng: int = 0
) -> MistakesLike:
    """The rate of mistakes at which simulated coders agree as much as those of this study.

    Coders who know what one coder of the study marked, and miss a share of it (or make another
    mistake, if it is named): as many as the study has, each independently. Up to three coders of
    the study are references in turn, and the rate is halved until the mean value is that of the
    study. Real coders make mistakes of several kinds at once, so take it as an illustration.

    :param study: Units, segmentations, chains, relations, regions or trees.
    :param measure: The measure, by name or bound to settings; γ takes 10 samples by default.
    :param mistake: A mistake of `MISTAKES`; by default that parts are missed.
    :param resamples: How many sets of coders are simulated for each reference and rate.
    :param rng: The seed.
    :returns: The rate, the value and what the simulated coders reach; a rate of nan where no rate
        gives the value, or where the value is undefined.

    >>> import accord
    >>> rows = [("d", who, n, n + 4, "x") for n in range(0, 90, 10) for who in "AB"]
    >>> study = accord.Unitizings.of(rows[:-1], extents={"d": (0, 100)})
    >>> print(accord.simulate.mistakes_like(study, "span_f1"))
    It is as if each coder missed 11% of the units (simulated).
    """
    usual_mistake = kind_of(study).own("usual_mistake")
    if usual_mistake is None:
        able = [entry.stored for entry in ERRING if entry.own("usual_mistake") is not None]
        raise NotApplicableError(
            f"mistakes are simulated in {', '.join(map(kind_words, able))}; these data are "
            f"{kind_words(study)}. For labels see accord.infer.as_if"
        )
    usual, done, parts = usual_mistake()
    chosen = mistake_for(mistake or usual, study.kind)
    if chosen.name != usual:
        done, parts = f"made the mistake “{chosen.title}” at", "magnitude"
    asked = with_few_samples(measure)
    value, _ = value_of(asked, study)
    # Nobody knows the truth, so coders are taken for it in turn.
    references = [reference_of(study, coder) for coder in list(study.coders)[:_REFERENCES]]

    def reached(rate: float) -> float:
        """The mean over references and sets; undefined ones have nothing left to agree on."""
        values = [
            value_of(asked, shuffle(one, {chosen.name: rate}, coders=len(study.coders), rng=seed))
            for one in references
            # The same seeds at every rate, so that the curve falls steadily and halving finds one
            # crossing.
            for seed in range(rng, rng + resamples)
        ]
        return float(np.mean([0.0 if isnan(v) else v for v, _ in values]))

    rate, at = _crossing(value, reached)
    return MistakesLike(chosen.name, rate, asked.name, value, at, done, parts)


def _crossing(value: float, reached: Callable[[float], float]) -> tuple[float, float]:
    """The rate at which the curve falls to the value, and the value there: nan if it never does."""
    low, high = 0.0, 1.0
    # Outside of what the mistake can reach no rate is an answer, and the nearest would be a lie.
    if isnan(value) or value > reached(low) or value < reached(high):
        return nan, nan
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if reached(middle) > value else (low, middle)
    rate = (low + high) / 2
    return rate, reached(rate)
