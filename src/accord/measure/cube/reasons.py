"""Why a coefficient of the cube is undefined, in words: the same wherever the codings are."""

from typing import Any

ONE_CATEGORY = (
    "with fewer than two categories chance agreement is certain; "
    "declare the categories that could have been used"
)
NO_CHANCE = "the expected disagreement is 0: chance agreement is certain"


def no_pairs(any_codings: bool, coders: int, missing: str, any_usable: bool) -> str:
    """Why there is nothing to compare."""
    if not any_codings:
        return "there are no codings"
    if coders == 1:
        return "there is one coder only; agreement needs two"
    if missing == "complete" and not any_usable:
        return "no item was coded by every coder"
    return "no item has two codings, so there is no pair to compare"


def all_alike(category: Any) -> str:
    """That every coding is the same."""
    return (
        f"all codings are {_shown(category)}: with no variation, "
        "agreement by chance is certain and reliability cannot be told"
    )


def _shown(category: Any) -> str:
    """The category as a reader of the message would write it."""
    if isinstance(category, frozenset):
        return "{" + ", ".join(sorted(map(repr, category))) + "}" if category else "the empty set"
    return repr(category)
