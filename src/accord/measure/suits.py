"""What a measure can do, in the terms of the overview table of Mathet et al. 2015.

The cells follow the paper's text (§3 and §6); measures that the paper does not have were added
in its terms. Each entry of the catalogue holds its own row.
"""

from dataclasses import dataclass

CRITERIA: dict[str, str] = {
    "categorizing": "it does not look at categories",
    "segmentation": "it does not compare boundaries of segments",
    "unitizing": "it does not compare where units begin and end",
    "overlap": "it cannot take units of one coder that overlap",
    "weighted": "it takes all differences between categories to be equal",
    "chance": "it is not corrected for chance",
    "alignment": "it does not say which unit goes with which",
    "many_coders": "it is for two coders, more are averaged over pairs",
}
"""What a measure may satisfy, and what it means if it does not."""

IN_PART: dict[str, str] = {
    "chance": "its chance does not come from how often coders used the categories",
    "categorizing": "it takes categories and positions as one",
    "unitizing": "it does not see all of where units begin and end",
    "overlap": "it takes overlapping units, but was not made for them",
    "segmentation": "it was not made for boundaries",
    "weighted": "it weighs types of boundaries by their rank only",
}
"""What it means if a measure satisfies a criterion only in part."""


@dataclass(frozen=True, slots=True)
class Suits:
    """A row of the table: the criteria that a measure satisfies, and those in part.

    `remark` is what to mind beside them. One that its author withdrew is never recommended.
    """

    full: frozenset[str]
    part: frozenset[str] = frozenset()
    remark: str = ""
    withdrawn: bool = False

    def cell(self, criterion: str) -> str:
        """■ satisfied, □ in part, nothing."""
        return "■" if criterion in self.full else "□" if criterion in self.part else ""

    def lacks(self, criterion: str) -> str | None:
        """What is missing for a criterion, None where it is satisfied."""
        if criterion in self.full:
            return None
        return IN_PART[criterion] if criterion in self.part else CRITERIA[criterion]


def suits(full: str, part: str = "", remark: str = "", *, withdrawn: bool = False) -> Suits:
    """A row of the table, its criteria separated by spaces.

    >>> suits("categorizing many_coders", part="chance").lacks("weighted")
    'it takes all differences between categories to be equal'
    """
    return Suits(frozenset(full.split()), frozenset(part.split()), remark, withdrawn)
