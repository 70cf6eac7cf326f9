"""One kind of study as another, and spellings of one name merged."""

from accord.kinds.convert import (
    codings_to_segmentations as codings_to_segmentations,
    codings_to_units as codings_to_units,
    segmentations_to_codings as segmentations_to_codings,
    segmentations_to_units as segmentations_to_units,
    units_to_codings as units_to_codings,
    units_to_segmentations as units_to_segmentations,
    units_to_sets as units_to_sets,
)
from accord.kinds.folding import fold as fold
from accord.lazy import suggesting as _suggesting

globals()["__getattr__"] = _suggesting(globals())
