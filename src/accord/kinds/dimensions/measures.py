"""The measures of dimensions: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure

_entry = partial(Measure, kind="dimensions", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.labels.global_beta:global_beta",
        "β_g",
        title="β of whole annotations, all dimensions together",
        also=("global agreement over dimensions", "multidimensional agreement"),
        chance="per coder",
        because="β_g compares whole annotations, all dimensions of an item together, and is "
        "corrected for chance in each.",
        leads=Leads(reliability=1, validity=1),
        distance="required",
    ),
)
