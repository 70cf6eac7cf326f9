"""accord: inter-annotator agreement, how sure it is, and where disagreement comes from."""

from accord.errors import (
    AccordError,
    DataError,
    MissingExtraError,
    NotApplicableError,
    UnknownNameError,
)
from accord.infer.pairs import by_pair
from accord.measure.catalogue import MEASURES, find
from accord.measure.coding import (
    ac1,
    ac2,
    alpha,
    alpha_prime,
    beta,
    kappa,
    percent,
    pi,
    s,
    weighted_kappa,
    weighted_s,
)
from accord.measure.distances import Distance, distance
from accord.measure.entry import Measure
from accord.model.agreement import Agreement, Interval, __version__
from accord.model.codings import Codings
from accord.model.tables import (
    codings,
    declare,
    from_coders,
    from_columns,
    from_confusion,
    from_counts,
    from_frame,
    from_wide,
)
from accord.model.unitizings import Continuum, Unit, Unitizings
from accord.read.reading import read

__all__ = [
    "MEASURES",
    "AccordError",
    "Agreement",
    "Codings",
    "Continuum",
    "DataError",
    "Distance",
    "Interval",
    "Measure",
    "MissingExtraError",
    "NotApplicableError",
    "Unit",
    "Unitizings",
    "UnknownNameError",
    "__version__",
    "ac1",
    "ac2",
    "alpha",
    "alpha_prime",
    "beta",
    "by_pair",
    "codings",
    "declare",
    "distance",
    "find",
    "from_coders",
    "from_columns",
    "from_confusion",
    "from_counts",
    "from_frame",
    "from_wide",
    "kappa",
    "percent",
    "pi",
    "read",
    "s",
    "weighted_kappa",
    "weighted_s",
]
