"""Agreement: what every measure returns, and Interval: how sure it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any

from accord.version import __version__


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, with everything needed to reproduce it."""

    low: float
    high: float
    confidence: float
    method: str
    resamples: int = 0
    seed: int | None = None
    se: float | None = None
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"[{self.low:.4f}, {self.high:.4f}]"

    def shifted(self, by: float) -> "Interval":
        """The same interval around another estimate."""
        return replace(self, low=self.low + by, high=self.high + by)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "low": _plain(self.low),
            "high": _plain(self.high),
            "level": self.confidence,
            "method": self.method,
            "n": self.resamples,
            "seed": self.seed,
            "se": _plain(self.se),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Agreement:
    """One number with its parts: D_o, D_e, settings and counts.

    `value` is 1 − D_o/D_e; where the measure has no idea of chance (`expected` is None)
    it is 1 − D_o; where the measure is not of that form (an error rate, a maximum
    likelihood estimate) it is `estimate`. It is nan where `undefined` says why.

    `unit` is the largest distance there can be (1 for nominal): A_o = 1 − D_o/unit. It is
    None where distances have no bound, and so there is no A_o.
    """

    measure: str
    symbol: str
    observed: float
    expected: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    estimate: float | None = None
    undefined: str | None = None
    unit: float | None = 1.0
    interval: Interval | None = None
    detail: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

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

    def __str__(self) -> str:
        if self.undefined is not None:
            return f"{self.symbol} undefined: {self.undefined}   {self.signature}"
        shown = f"{self.symbol} = {self.value:.4f}"
        if self.interval is not None:
            shown += f" {self.interval}"
        for name, part in (("A_o", self.A_o), ("A_e", self.A_e)):
            if part is not None and not isnan(part):
                shown += f"   {name} = {part:.4f}"
        if self.unit is None:
            shown += f"   D_o = {self.observed:.4g}"
            shown += "" if self.expected is None else f"   D_e = {self.expected:.4g}"
        return f"{shown}   {self.signature}"

    def _repr_html_(self) -> str:
        from html import escape

        rows = [(key, value) for key, value in self.as_dict().items() if value is not None]
        cells = "".join(
            f"<tr><th scope='row'>{escape(key)}</th><td>{escape(_show(value))}</td></tr>"
            for key, value in rows
            if not isinstance(value, dict)
        )
        title = escape(f"{self.symbol} = {self.value:.4f}")
        return f"<table><caption><b>{title}</b></caption>{cells}</table>"

    def with_interval(self, interval: Interval | None) -> "Agreement":
        """The same agreement with this interval."""
        return replace(self, interval=interval)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan becomes None."""
        return {
            "measure": self.measure,
            "symbol": self.symbol,
            "value": _plain(self.value),
            "undefined": self.undefined,
            "A_o": _plain(self.A_o),
            "A_e": _plain(self.A_e),
            "D_o": _plain(self.D_o),
            "D_e": _plain(self.D_e),
            "items": self.counts.get("i"),
            "coders": self.counts.get("c"),
            "categories": self.counts.get("k"),
            "counts": dict(self.counts),
            "interval": None if self.interval is None else self.interval.as_dict(),
            "settings": {key: str(value) for key, value in self.settings.items()},
            "signature": self.signature,
        }


def _plain(number: float | None) -> float | None:
    return None if number is None or isnan(number) else float(number)


def _show(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
