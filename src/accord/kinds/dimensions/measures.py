"""The measures of dimensions: each function by its name, and every fact about it."""

from functools import partial

from accord._measure.entry import Leads, Measure

_entry = partial(Measure, kind="dimensions", needs_coders=True)

MEASURES: tuple[Measure, ...] = (
    _entry(
        "accord._measure.labels.global_beta:global_beta",
        "β_g",
        display="Global weighted κ over dimensions",
        title="Several questions per item, compared as one annotation",
        also=("global agreement over dimensions", "multidimensional agreement"),
        chance="per coder",
        because="β over dimensions compares all labels of an item together and corrects each "
        "dimension for chance.",
        leads=Leads(reliability=1, validity=1),
        distance="required",
    ),
)
