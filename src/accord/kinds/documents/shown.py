"""What is shown alike of all that is marked in documents."""

from typing import Any

from accord.infer.advice.choose import Estimate
from accord.kinds.kind import kind_of
from accord.model.study import Study
from accord.words.said import said


def as_if(study: Study, lead: Estimate) -> dict[str, Any] | None:
    """No formula says by which mistakes coders would agree as they do: how it is simulated."""
    # A kind without mistakes of its own cannot be simulated.
    if kind_of(study).own("usual_mistake") is None:
        return None
    sentence = said("answer.as-if-simulated", command="accord measure FILE --as-if")
    return {"rate": None, "ends": [], "values": [], "sentence": sentence}
