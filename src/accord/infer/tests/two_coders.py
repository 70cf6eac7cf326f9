"""`compare(data, "gpt4", "claude")`: two coders, each together with the same others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from os import PathLike
from typing import Any, TypeVar, cast

from accord.engine.any_data import COLUMN_KEYWORDS, study_of, study_with
from accord.engine.how_to_call import columns_named
from accord.errors import NotApplicableError
from accord.kinds.labels.cells import column_names, is_frame
from accord.model.study import Study
from accord.words.said import said

_Comparing = TypeVar("_Comparing", bound=Callable[..., Any])


def of_two_coders(function: _Comparing) -> _Comparing:
    """`compare(frame, "gpt4", "claude")`: two coders beside the same others."""

    @wraps(function)
    def compared(*args: Any, **given: Any) -> Any:
        names = args[1:3]
        if len(names) == 2 and all(isinstance(name, str) for name in names):
            reading = {key: given.pop(key) for key in COLUMN_KEYWORDS if key in given}
            sides = _beside_others(args[0], names, reading)
            if sides is not None:
                people, first, second = sides
                found = function(first, second, *args[3:], **given)
                both = said("interval.two-coders-beside", people=people)
                return replace(found, notes=(both, *found.notes))
            given |= reading
        return function(*args, **given)

    return cast(_Comparing, compared)


def _beside_others(
    data: Any, names: Sequence[str], reading: Mapping[str, Any]
) -> tuple[list[str], Study, Study] | None:
    """The others, and each of two coders with them; None where these are no coders of the data."""
    if isinstance(data, (str, PathLike)):
        return None
    study = study_with(data, names, **reading)
    if is_frame(data) and "coders" not in reading and not {*names} <= {*map(str, study.coders)}:
        columns = column_names(data)
        if names[0] not in columns:
            return None
        columns_named(columns, names)  # says which of them is no column
        # Programs beside people are left out of a frame unless they are named.
        known = [str(coder) for coder in study.coders if str(coder) not in names]
        study = study_of(data, **reading, coders=[*known, *names])
    coders = [str(coder) for coder in study.coders]
    if not {*names} <= {*coders}:
        return None
    others = [at for at, coder in enumerate(coders) if coder not in names]
    if not others:
        raise NotApplicableError(
            f"{names[0]} and {names[1]} are the only coders: nobody is there to compare them with. "
            "Their agreement with each other is accord.measure(data)"
        )
    one, two = (study.only([*others, coders.index(name)]) for name in names)
    return [coders[at] for at in others], one, two
