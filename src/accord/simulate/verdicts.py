"""The two desiderata of Mathet et al. 2015 (§6.3): full range, strictly decreasing."""

from dataclasses import dataclass
from itertools import pairwise
from math import hypot, isnan, nan

from accord.model.showing import Result
from accord.simulate.measure_curves import Curves, Point

NEAR = 0.05
"""How near to 0 a curve must end to be said to reach it."""
_BELOW = 0.02
"""How far below 0 a curve must go to be said to go there: the mean of 40 sets wavers."""


@dataclass(frozen=True, slots=True)
class Verdict(Result):
    """Whether a curve has what a measure of agreement should have.

    `full_range`: it starts at 1, reaches 0 (within .05) at its end and never goes below 0 (by
    more than .02).
    `decreasing`: every step goes down. `flat` and `rising` are the magnitudes at which a step
    does not go down (by more than rounding), or goes up; `surely_rising` those where the rise
    is more than two standard errors. `undefined` are the magnitudes without a value.

    :param mistake: The kind of mistake.
    :param symbol: The symbol of the measure, such as α.
    :param start: The value without mistakes.
    :param lowest: The lowest value of the curve.

    >>> import accord
    >>> found = accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0, 0.5, 1], resamples=5)
    >>> verdict = accord.simulate.desiderata(found)[0]
    >>> verdict.full_range, verdict.decreasing
    (True, True)
    """

    mistake: str
    measure: str
    symbol: str
    start: float
    end: float
    lowest: float
    full_range: bool
    decreasing: bool
    flat: tuple[float, ...]
    rising: tuple[float, ...]
    surely_rising: tuple[float, ...]
    undefined: tuple[float, ...]

    @property
    def words(self) -> str:
        """What is missing, in words."""
        parts = []
        # Without mistakes coders are identical: anything but 1, rounding apart, is the measure's
        # fault.
        if abs(self.start - 1) > 1e-9:
            parts.append(f"starts at {self.start:.2f}")
        if self.lowest < -_BELOW:
            parts.append(f"goes below 0 ({self.lowest:.2f})")
        if self.end > NEAR:
            parts.append(f"{'last' if self.undefined else 'stays'} at {self.end:.2f}")
        if self.flat:
            parts.append(f"flat at {_listed(self.flat)}")
        if self.rising:
            sure = ", surely" if self.surely_rising else ""
            parts.append(f"rises at {_listed(self.rising)}{sure}")
        if self.undefined:
            parts.append(f"undefined at {_listed(self.undefined)}")
        return "; ".join(parts)


def desiderata(curves: Curves) -> list[Verdict]:
    """A verdict for each curve.

    :param curves: What `curves` gave.

    >>> import accord
    >>> found = accord.simulate.curves(
    ...     ["kappa", "percent"], ["noise"], magnitudes=[0, 0.5, 1], resamples=5
    ... )
    >>> [(v.symbol, v.full_range, v.decreasing) for v in accord.simulate.desiderata(found)]
    [('κ', True, True), ('A_o', False, True)]
    """
    return [_verdict(points) for points in curves.lines().values()]


def _verdict(points: list[Point]) -> Verdict:
    known = [point for point in points if not isnan(point.mean)]
    first = points[0]
    start, end = (known[0].mean, known[-1].mean) if known else (nan, nan)
    lowest = min((point.mean for point in known), default=nan)
    # Neighbours among the defined ones: a gap must not hide that the curve rises across it.
    steps = list(pairwise(known))
    flat = tuple(b.magnitude for a, b in steps if abs(b.mean - a.mean) <= 1e-9)
    rising = tuple(b.magnitude for a, b in steps if b.mean > a.mean + 1e-9)
    # Two standard errors of a difference: the usual 95%.
    surely = tuple(
        b.magnitude
        for a, b in steps
        if b.mean > a.mean + 1e-9 and b.mean - a.mean > 2 * hypot(_zero(a.se), _zero(b.se))
    )
    full = abs(start - 1) <= 1e-9 and abs(end) <= NEAR and lowest >= -_BELOW
    return Verdict(
        first.mistake,
        first.measure,
        first.symbol,
        start,
        end,
        lowest,
        full,
        bool(known) and not flat and not rising,
        flat,
        rising,
        surely,
        tuple(point.magnitude for point in points if isnan(point.mean)),
    )


def _zero(number: float) -> float:
    return 0.0 if isnan(number) else number


def _listed(numbers: tuple[float, ...]) -> str:
    shown = ", ".join(f"{number:g}" for number in numbers[:4])
    return shown + (" …" if len(numbers) > 4 else "")
