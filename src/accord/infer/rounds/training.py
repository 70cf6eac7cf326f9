"""When training of coders may stop: a rule over rounds, with its error.

Passonneau (1997, §3): reliability metrics say whether a coder is trainable (improvements over time)
and when the training can be terminated (no further improvement). A last round that is not better
than the one before may be so by accident, so that the gain has an interval, and only a gain that is
shown to be smaller than what would matter ends the training.
"""

from dataclasses import dataclass
from typing import Literal

from accord._measure.bound import Asked, bound
from accord.engine.any_data import study_of
from accord.errors import AccordError
from accord.infer.tests.compare import compare
from accord.model.agreement import Interval
from accord.model.showing import Result
from accord.model.study import Study

_Verdict = Literal["stop", "train", "open"]


@dataclass(frozen=True, slots=True)
class Training(Result):
    """Whether another round of training is likely to help.

    :param values: The agreement of each round.
    :param gain: That of the last round less that of the one before.
    :param interval: The interval of the gain.
    :param margin: A gain below it would not matter.
    :param verdict: "train" where the last round is shown to be better, "stop" where a gain of the
        margin or more is excluded, "open" where the rounds are too small to tell.

    >>> import accord
    >>> before = accord.from_coders({"A": "aabb" * 40, "B": "abab" * 40})
    >>> after = accord.from_coders({"A": "aabb" * 40, "B": "aabb" * 39 + "abbb"})
    >>> accord.infer.may_stop(before, after, measure="kappa").verdict
    'train'
    """

    values: tuple[float, ...]
    gain: float
    interval: Interval
    margin: float
    verdict: _Verdict


def may_stop(
    *rounds: Study, measure: Asked, margin: float = 0.05, confidence: float = 0.95
) -> Training:
    """Whether training may stop: no further improvement from the last round but one to the last.

    Rounds are studies of the same coders, in order. The gain is that of a comparison of the last
    two rounds. Where its interval lies above 0, coders still learn; where it lies below `margin`,
    they do not learn any more that would matter; else more items are needed to tell.
    References: passonneau1997.

    :param rounds: Two rounds or more, studies or data that accord can read as such.
    :param measure: A measure by name, or one bound to its settings.
    :param margin: The smallest gain that would matter.
    :param confidence: The confidence level.

    >>> import accord
    >>> one = accord.from_coders({"A": "aabb" * 100, "B": "aabb" * 90 + "abab" * 10})
    >>> two = accord.from_coders({"A": "bbaa" * 100, "B": "baba" * 10 + "bbaa" * 90})
    >>> found = accord.infer.may_stop(one, two, measure="kappa", margin=0.1)
    >>> found.gain, found.verdict
    (0.0, 'stop')
    """
    if len(rounds) < 2:
        raise AccordError(f"a rule over rounds needs two rounds or more, got {len(rounds)}")
    if not margin > 0:
        raise AccordError(
            f"the margin (the smallest gain that matters) must be above 0: {margin:g}"
        )
    asked = bound(measure)
    studies = [study_of(one) for one in rounds]
    values = tuple(asked.compute(study).value for study in studies)
    found = compare(studies[-1], studies[-2], asked, confidence=confidence)
    higher = 1 if asked.measure.better == "higher" else -1
    low, high = sorted((higher * found.interval.low, higher * found.interval.high))
    verdict: _Verdict = "open"
    if low > 0:
        verdict = "train"
    elif high < margin:
        verdict = "stop"
    return Training(values, found.difference, found.interval, margin, verdict)
