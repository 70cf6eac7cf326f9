"""What users may set of γ, γ-cat and γ-k: each parameter said, defaulted and checked once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.disorder_sample import FIRST, Sampling
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._measure.sampling_settings import Jobs, Seed
from accord.errors import UnknownNameError

_ChanceFrom = Literal["auto", "continuum", "corpus", "model"]
_CHANCES: tuple[_ChanceFrom, ...] = get_args(_ChanceFrom)

SamplingProgress = Callable[[int, int, float, float], Any]
"""Called with: samples done, samples planned, γ so far and its standard error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The keywords of γ and γ-cat; `gamma` explains them.

    `dissimilarity` replaces the first five.
    """

    alpha: Annotated[float, "γ: weight of position."] = 1.0
    beta: Annotated[float, "γ: weight of category."] = 1.0
    distance: Any = "nominal"
    f_cat: Annotated[
        Literal["identity", "forbidding"] | Any,
        "γ: f of category distances; 'forbidding' never aligns different categories.",
    ] = "identity"
    delta: Annotated[float, "γ: cost of being aligned with nothing."] = 1.0
    dissimilarity: Dissimilarity | None = None
    chance: Annotated[_ChanceFrom, "γ: where random annotations come from."] = "auto"
    precision: Annotated[float | None, "γ: relative error allowed in the expected disorder."] = 0.02
    confidence: Annotated[float, "γ: confidence that the error is not larger."] = 0.95
    samples: Annotated[int, "γ: fewest random annotations."] = FIRST
    rng: Seed = 0
    n_jobs: Jobs = None
    budget: Annotated[
        Budget | float | None,
        "γ: time budget in seconds, chance samples included; beyond it the value is an interval.",
    ] = None
    progress: SamplingProgress | None = None

    def __post_init__(self) -> None:
        if self.chance not in _CHANCES:
            raise UnknownNameError.of("chance", self.chance, _CHANCES)

    def rule(self) -> Dissimilarity:
        """How different two units are."""
        return self.dissimilarity or Dissimilarity(
            self.alpha, self.beta, self.distance, self.f_cat, self.delta
        )

    def sampling(self) -> Sampling:
        """How many random annotations are drawn."""
        return Sampling(self.precision, self.confidence, self.samples)

    def seed(self) -> np.random.SeedSequence:
        """Where all randomness comes from."""
        if isinstance(self.rng, np.random.Generator):
            return np.random.SeedSequence(int(self.rng.integers(2**63)))
        return np.random.SeedSequence(int(self.rng))

    def settings(self, rule: Dissimilarity, chance: str) -> dict[str, Any]:
        """What the signature says of them, with the chance that was chosen."""
        found: dict[str, Any] = {"d": rule.label}
        if rule.function is None:
            found |= {"alpha": f"{rule.alpha:g}", "beta": f"{rule.beta:g}"}
            if rule.f_cat != "identity":
                found["f_cat"] = getattr(rule.f_cat, "__name__", rule.f_cat)
        if rule.delta != 1:
            found["delta"] = f"{rule.delta:g}"
        found["chance"] = chance
        if self.precision is not None:
            found |= {"precision": f"{self.precision:g}", "confidence": f"{self.confidence:g}"}
            if self.samples != FIRST:
                found["first"] = self.samples
        found["seed"] = "generator" if isinstance(self.rng, np.random.Generator) else self.rng
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ParametersOfOne(Parameters):
    """The keywords of γ-k."""

    category: Annotated[Any, "The category that the measure is about."] = None
