"""What users may set of γ, γ-cat and γ-k, each parameter said once."""

from typing import Annotated, Any, Literal, get_args

from accord.measure.gamma.align.cover import Budget

ChanceFrom = Literal["auto", "continuum", "corpus", "model"]
CHANCES: tuple[ChanceFrom, ...] = get_args(ChanceFrom)

PositionWeight = Annotated[float, "γ: weight of position."]
CategoryWeight = Annotated[float, "γ: weight of category."]
Delta = Annotated[float, "γ: cost of being aligned with nothing."]
CategoryFunction = Annotated[Literal["identity", "forbidding"] | Any, "γ: f of category distances."]
Chance = Annotated[ChanceFrom, "γ: where random annotations come from."]
Precision = Annotated[float | None, "γ: relative error allowed in the expected disorder."]
Confidence = Annotated[float, "γ: confidence that the error is not larger."]
Samples = Annotated[int, "γ: least number of random annotations."]
Seconds = Annotated[
    Budget | float | None, "γ: seconds one alignment may take before it is an interval."
]
OneCategory = Annotated[Any, "γ-k: the category."]
