"""Agreement: what every measure returns, and Interval: how sure it is."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import isnan, nan
from numbers import Real
from typing import Any

from accord.lazy import named_thing
from accord.model.showing import PLAIN_BY, Grid, Result, counted
from accord.version import __version__
from accord.words.said import said

SAME = 1e-9
"""Limits and values nearer than this differ by rounding only."""

WHOLE = "whole population"
"""The end of the name of a method where all that there is was coded, so that nothing can vary."""

DOUBTS = (
    *("pairs-coverage", "resamples-differ", "clustered-few", "few-", "clustered"),
    *("too-many-values", "disorder-expected", "resamples-undefined", "bca-fell-back"),
    *("no-disagreement", "rare-", "approximated"),
)
"""Doubts about an interval, the most important first: that it holds too seldom, what was drawn and
how few, then what became of the resamples, then why the method is another one."""


def foremost(notes: Sequence[str]) -> tuple[str, ...]:
    """The most important doubt about an interval alone: two of them may point in opposite
    directions. What a formula or a prior is stays, since it says what the interval is.

    >>> few = said("interval.few-items", n=3)
    >>> foremost(["by F", said("interval.rare-category"), few])
    ('by F', 'only 3 items: treat the interval as rough')
    """
    keys = [getattr(note, "key", "").removeprefix("interval.") for note in notes]
    ranks = [
        next((at for at, doubt in enumerate(DOUBTS) if key.startswith(doubt)), None) for key in keys
    ]
    most = min((rank for rank in ranks if rank is not None), default=0)
    doubt = ranks.index(most) if most in ranks else -1
    return tuple(note for at, note in enumerate(notes) if ranks[at] is None or at == doubt)


METHODS = (
    "bca",
    "score",
    "percentile",
    "basic",
    "poisson",
    "jackknife",
    "analytic",
    "krippendorff",
    "bayes",
)
"""How an interval can be computed, by name."""


@dataclass(frozen=True, slots=True)
class Interval(Result):
    """A confidence interval, with everything needed to reproduce it.

    :param method: How the limits were found.
    :param resamples: How many resamples.
    :param seed: The seed of the random draws.
    :param se: The standard error.
    :param notes: What a reader must know, in sentences.
    :param over: What is resampled: items, coders, or a column about items.
    :param design_effect: How much larger the variance is than with independent items.

    >>> import accord
    >>> inside = accord.Interval(0.6, 0.8, 0.95, "bca", 2000)
    >>> low, high = inside
    >>> 0.7 in inside, f"{inside:.2f}"
    (True, '[0.60, 0.80]')

    Two limits that are one value would say that the value is certain. There is no interval then,
    and a note says why. Of several doubts about it only the foremost is noted.

    >>> accord.Interval(0.6, 0.6, 0.95, "bca", 2000, se=0.0).notes
    ('no interval: every bootstrap sample gives the same value',)
    """

    _keys = (
        "low, high, level=confidence, method, n=resamples, seed, se, over, population, "
        "design_effect, notes"
    )
    low: float
    high: float
    confidence: float
    method: str
    resamples: int = 0
    seed: int | None = None
    se: float | None = None
    notes: tuple[str, ...] = ()
    over: str = "items"
    design_effect: float | None = None

    def __post_init__(self) -> None:
        if not isnan(self.low):
            object.__setattr__(self, "notes", foremost(self.notes))
        if self.method.endswith(WHOLE) or not self.high - self.low <= SAME:
            return
        varies = self.se is None or self.se > SAME
        same = "same-resamples" if self.resamples else "no-error"
        why = said(f"interval.{'same-limits' if varies else same}")
        object.__setattr__(self, "low", nan)
        object.__setattr__(self, "high", nan)
        object.__setattr__(self, "notes", (*self.notes, why))

    @property
    def population(self) -> str:
        """What the interval generalises to: what is taken to vary from study to study."""
        if self.over in ("items", "pairs", "coders", "both", "clusters"):
            return said(f"population.{self.over}")
        return said("population.values", column=self.over)

    def __repr__(self) -> str:
        """The interval as people state it, and how it was found."""
        level = f"{100 * self.confidence:g}% CI"
        if isnan(self.low):
            return f"no {level}: {'; '.join(self.notes) or self.method}"
        drawn = f", {self.resamples:,} resamples" if self.resamples else ""
        return (
            f"{level} {self.low:z.3f} to {self.high:z.3f}  {self.method}{drawn}, {self.population}"
        )

    def __str__(self) -> str:
        return f"{self:z.4f}"

    def __format__(self, form: str) -> str:
        if isnan(self.low):
            return "(no interval)"
        return f"[{self.low:{form}}, {self.high:{form}}]" if form else str(self)

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __getitem__(self, at: int) -> float:
        return (self.low, self.high)[at]

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def summary(self) -> str:
        """The interval as a paper states it, and what it says."""
        stated = f"{100 * self.confidence:g}% CI [{_apa(self.low)}, {_apa(self.high)}]"
        how = self.method + (f", {self.resamples:,} resamples" if self.resamples else "")
        return ". ".join([f"{stated} ({how})", *(note.capitalize() for note in self.notes)]) + "."

    def shifted(self, by: float) -> "Interval":
        """The same interval around another estimate."""
        return replace(self, low=self.low + by, high=self.high + by)


def _reckoned(operation: Callable[[float, float], Any]) -> Any:
    """An operator on the value, the other side a number or another agreement."""

    def forward(self: "Agreement", other: Any) -> Any:
        return operation(self.value, float(other)) if _is_number(other) else NotImplemented

    return forward


def _reflected(operation: Callable[[float, float], Any]) -> Any:
    def backward(self: "Agreement", other: Any) -> Any:
        return operation(float(other), self.value) if _is_number(other) else NotImplemented

    return backward


def _texts(settings: Mapping[str, Any]) -> dict[str, str]:
    """Settings in JSON are what a signature says of them: text, numbers too."""
    return {key: str(value) for key, value in settings.items()}


def _is_number(other: object) -> bool:
    return isinstance(other, (Agreement, Real))


@dataclass(frozen=True, slots=True)
class Agreement(Result):
    """The value of a measure, with its interval, settings and counts; works as a number.

    It behaves as the number it is: `float(k)`, `f"{k:.2f}"`, `k > 0.67`, `round(k, 2)`, and
    arithmetic gives plain floats.

    `value` is 1 − D_o/D_e; where the measure has no idea of chance (`expected` is None)
    it is 1 − D_o; where the measure is not of that form (an error rate, a maximum
    likelihood estimate) it is `estimate`. It is nan where `undefined` says why.

    `unit` is the largest distance there can be (1 for nominal): A_o = 1 − D_o/unit. It is
    None where distances have no bound, and so there is no A_o.

    :param symbol: The symbol of the measure, such as α.
    :param observed: D_o, the observed disagreement.
    :param interval: A confidence interval, where one was asked for.
    :param p: The p-value of the test against chance, where one was asked for.
    :param detail: What else the measure found out, by name.

    >>> import accord
    >>> k = accord.kappa("aabbbbbccccc", "abbbbbcccccc")
    >>> f"{k:.3f}", k > 0.67, round(1 - k.D_o / k.D_e, 3)
    ('0.724', True, 0.724)
    >>> k.signature
    'kappa|d:nominal|i:12|c:2|k:3|missing:available|v:0.2.0'
    >>> print(k.summary())
    κ = .72, 12 items, 2 coders. There is 28% of the disagreement that chance would give.
    """

    _keys = (
        "measure, symbol, value, undefined, A_o, A_e, D_o, D_e, items=counts.i, coders=counts.c, "
        "categories=counts.k, counts, interval, settings, signature"
    )
    _columns = (
        "measure, value, low=interval.low, high=interval.high, p, A_o, A_e, D_o, D_e, "
        "items=counts.i, coders=counts.c, undefined, signature"
    )
    measure: str
    symbol: str
    observed: float
    expected: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict, metadata={PLAIN_BY: _texts})
    counts: Mapping[str, int] = field(default_factory=dict)
    estimate: float | None = None
    undefined: str | None = None
    unit: float | None = 1.0
    interval: Interval | None = None
    p: float | None = None
    detail: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _limits: Callable[[], Interval | None] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        # What would compute an interval for the prompt holds the study, and stays at home.
        return type(self), tuple(getattr(self, each.name) for each in fields(self) if each.init)

    @property
    def value(self) -> float:
        """The coefficient; nan where `undefined` says why."""
        if self.undefined is not None:
            return nan
        if self.estimate is not None:
            return self.estimate
        if self.expected is None:
            return 1.0 - self.observed
        return 1.0 - self.observed / self.expected

    @property
    def D_o(self) -> float:
        """Observed disagreement."""
        return self.observed

    @property
    def D_e(self) -> float | None:
        """Disagreement expected by chance; None for measures without an idea of chance."""
        return self.expected

    @property
    def A_o(self) -> float | None:
        """Observed agreement, 1 − D_o; None where the distance has no bound."""
        return None if self.unit is None else 1.0 - self.observed / self.unit

    @property
    def A_e(self) -> float | None:
        """Agreement expected by chance, 1 − D_e; None where there is none."""
        if self.unit is None or self.expected is None:
            return None
        return 1.0 - self.expected / self.unit

    @property
    def signature(self) -> str:
        """Everything needed to reproduce the number, in one line."""
        parts = [self.measure]
        parts += [f"{key}:{value}" for key, value in self.settings.items() if key == "d"]
        parts += [f"{key}:{value}" for key, value in self.counts.items()]
        parts += [f"{key}:{value}" for key, value in self.settings.items() if key != "d"]
        return "|".join([*parts, f"v:{__version__}"])

    def __float__(self) -> float:
        return self.value

    def __format__(self, form: str) -> str:
        return format(self.value, form) if form else str(self)

    def __round__(self, digits: int | None = None) -> float:
        return round(self.value, digits)

    def __abs__(self) -> float:
        return abs(self.value)

    def __neg__(self) -> float:
        return -self.value

    def __hash__(self) -> int:
        # What equals a number has its hash; undefined values that are equal have one, too.
        return 0 if isnan(self.value) else hash(self.value)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The value: arrays of results are arrays of numbers."""
        import numpy as np

        return np.array(self.value, dtype=dtype)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Agreement):
            return self.as_dict() == other.as_dict()
        return self.value == other if isinstance(other, Real) else NotImplemented

    __lt__ = _reckoned(operator.lt)
    __le__ = _reckoned(operator.le)
    __gt__ = _reckoned(operator.gt)
    __ge__ = _reckoned(operator.ge)
    __add__ = _reckoned(operator.add)
    __radd__ = _reflected(operator.add)
    __sub__ = _reckoned(operator.sub)
    __rsub__ = _reflected(operator.sub)
    __mul__ = _reckoned(operator.mul)
    __rmul__ = _reflected(operator.mul)
    __truediv__ = _reckoned(operator.truediv)
    __rtruediv__ = _reflected(operator.truediv)
    __pow__ = _reckoned(operator.pow)

    def __repr__(self) -> str:
        """The line that a prompt shows: value, interval, the measure by its name, and counts.

        Where no interval was asked for, it is the one that `accord.interval` gives, if that costs
        little; it is computed when the line is shown, and is no part of the result.
        """
        name = named_thing("accord._measure.catalogue:name_for_people")(self)
        documents = named_thing("accord._measure.catalogue:counted_by")(self.measure)
        nouns = {"i": documents, "c": ("coder", "coders")}
        counts = [
            counted(self.counts[key], one, many)
            for key, (one, many) in nouns.items()
            if key in self.counts
        ]
        shown = f"{self.symbol} = {self.value:z.3f}"
        limits = self.shown_interval()
        if self.undefined is not None:
            shown = f"{self.symbol} undefined: {self.undefined}"
        elif limits is not None:
            shown += f"  {100 * limits.confidence:g}% CI {limits.low:z.3f} to {limits.high:z.3f}"
        if self.p is not None:
            counts.append("p < 0.001" if self.p < 0.001 else f"p = {self.p:.3f}")
        return f"{shown}  {', '.join([name, *counts])}"

    def __str__(self) -> str:
        if self.undefined is not None:
            return f"{self.symbol} undefined: {self.undefined}   {self.signature}"
        shown = f"{self.symbol} = {self.value:z.4f}"
        if self.interval is not None and not isnan(self.interval.low):
            shown += f" {self.interval}"
        for name, part in (("A_o", self.A_o), ("A_e", self.A_e)):
            if part is not None and not isnan(part):
                shown += f"   {name} = {part:z.4f}"
        if self.unit is None:
            shown += f"   D_o = {self.observed:.4g}"
            shown += "" if self.expected is None else f"   D_e = {self.expected:.4g}"
        return f"{shown}   {self.signature}"

    def _tables(self) -> Iterable[tuple[str, Grid]]:
        columns, (row,) = self._table()
        # One number has a dozen parts: below each other they are read, side by side they are not.
        parts = [(c, v) for c, v in zip(columns, row, strict=True) if v is not None]
        return [(repr(self), (["", self.measure], parts))]

    def summary(self) -> str:
        """The number as a paper states it (APA), and one sentence that says what it means.

        >>> import accord
        >>> accord.Agreement("alpha", "α", 0.12, 0.4, {"d": "ordinal"}, {"i": 12, "c": 4}).summary()
        'α (ordinal) = .70, 12 items, 4 coders. There is 30% of the disagreement that chance \
would give.'
        """
        if self.undefined is not None:
            return said("card.undefined", symbol=self.symbol, reason=self.undefined)
        distance = (
            f" ({self.settings['d']})" if self.settings.get("d", "nominal") != "nominal" else ""
        )
        stated = f"{self.symbol}{distance} = {_apa(self.value)}"
        if self.interval is not None and not isnan(self.interval.low):
            level = f"{100 * self.interval.confidence:g}% CI"
            stated += f", {level} [{_apa(self.interval.low)}, {_apa(self.interval.high)}]"
        if self.p is not None:
            stated += ", p < .001" if self.p < 0.001 else f", p = {_apa(self.p, 3)}"
        kinds = {"i": "item", "c": "coder"}
        stated += "".join(
            f", {counted(self.counts[k], kinds[k])}" for k in kinds if k in self.counts
        )
        if self.estimate is not None:
            return f"{stated}."
        if self.expected is None:
            agreed = f"{100 * self.value:.0f}%"
            return f"{stated}. Coders agree {agreed} of the time; chance is not taken into account."
        share = f"{100 * self.observed / self.expected:.0f}%"
        return f"{stated}. There is {share} of the disagreement that chance would give."

    def shown_interval(self) -> Interval | None:
        """The interval that a prompt shows: the one that was asked for, or the default one where it
        costs little; None without limits."""
        limits = self.interval
        if limits is None and self._limits is not None and self.undefined is None:
            limits = self._limits()
        return None if limits is None or isnan(limits.low) else limits

    def with_limits_at_prompt(self, limits: Callable[[], Interval | None]) -> "Agreement":
        """The same agreement; `limits` is called when a prompt shows it."""
        shown = replace(self)
        object.__setattr__(shown, "_limits", limits)
        return shown

    def with_interval(self, interval: Interval | None) -> "Agreement":
        """The same agreement with this interval."""
        return replace(self, interval=interval)


Real.register(Agreement)
# A number to all who ask: pytest.approx, statistics, NumPy.


def _apa(number: float, digits: int = 2) -> str:
    """A number as APA style prints what lies between −1 and 1: without the zero.

    >>> _apa(0.734), _apa(-0.05), _apa(1.0), _apa(12.5)
    ('.73', '−.05', '1.00', '12.50')
    """
    shown = f"{abs(number):.{digits}f}"
    shown = shown[1:] if shown.startswith("0.") else shown
    return "−" + shown if number < 0 and float(f"{number:.{digits}f}") != 0 else shown
