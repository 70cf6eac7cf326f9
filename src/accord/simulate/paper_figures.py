"""Figures 24 to 30 of Mathet et al. 2015 as presets: reference, mistakes, measures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accord._measure.bound import Asked
from accord._measure.catalogue import find_measure
from accord.errors import UnknownNameError
from accord.kinds.boundaries.mistakes import BoundaryModel
from accord.kinds.spans.mistakes import UnitModel
from accord.model.keywords import renamed
from accord.simulate.measure_curves import Curves, curves
from accord.simulate.references import Model
from accord.tasks import Tasks, checked_run

_APART = UnitModel(prevalence=(0.4, 0.3, 0.2, 0.1), lengths=(98, 102), gaps=(18, 22), units=20)
# Units stay where they are: only their categories are confused in the figure that uses it.
_FIXED = UnitModel(prevalence=(0.4, 0.3, 0.2, 0.1), lengths=(10, 10), gaps=(5, 5), units=60)
_SEGMENTS = BoundaryModel(segments=30, lengths=(3, 15))
_UNITS = "gamma u_alpha_2013 cu_alpha_2013 slot_error_rate kappa_d"


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """One figure: its mistakes, its reference, and the measures it compares."""

    name: str
    title: str
    mistakes: tuple[str, ...]
    reference: Model
    measures: tuple[str, ...]
    coders: int = 3


def _figure(
    name: str, title: str, mistakes: str, measures: str = _UNITS, of: Model = _APART
) -> PaperFigure:
    return PaperFigure(name, title, tuple(mistakes.split()), of, tuple(measures.split()))


_CUTS = "gamma window_diff ghd"
_TABLE = (
    _figure("24a", "pure segmentation: boundaries are missed", "miss", _CUTS, _SEGMENTS),
    _figure("24b", "pure segmentation: boundaries move", "shift", _CUTS, _SEGMENTS),
    _figure("25", "pure categorization: categories are confused", "category", of=_FIXED),
    _figure("26a", "spans move, without overlap", "position_apart"),
    _figure("26b", "spans move and labels are confused", "position_apart+category"),
    _figure("27", "units are split", "splits"),
    _figure("28a", "units are added", "false_positives", "gamma cu_alpha_2013 slot_error_rate"),
    _figure("28b", "units are missed", "false_negatives"),
    _figure(
        "29",
        "overview: all mistakes of 26 to 28",
        "position_apart position_apart+category splits false_positives false_negatives",
    ),
    _figure(
        "30",
        "spans move and are added, with overlap",
        "position+false_positives",
        "gamma cu_alpha_2013",
    ),
)

FIGURES: dict[str, PaperFigure] = {figure.name: figure for figure in _TABLE}
"""The figures by name."""


@checked_run
@renamed(sets="resamples")
def figure(
    name: str,
    *,
    measures: Sequence[Asked] | None = None,
    magnitudes: Sequence[float] | None = None,
    resamples: int = 40,
    rng: int = 0,
    n_jobs: Tasks | int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Curves:
    """The curves of one figure; measures that the catalogue does not have are left out.

    The paper does not print its references' parameters: ours are in `FIGURES`.

    :param name: Which figure.
    :param measures: Which measures; by default those of the figure.
    :param magnitudes: How large the mistakes are, from 0 to 1.
    :param resamples: How many sets of coders are simulated at each magnitude.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    References: mathet2015.

    >>> import accord
    >>> found = accord.simulate.figure(
    ...     "27", measures=("cu_alpha_2013",), magnitudes=[0, 1], resamples=2
    ... )
    >>> [round(point.mean, 3) for point in found.points]
    [1.0, 1.0]
    """
    if name not in FIGURES:
        raise UnknownNameError.of("figure", name, FIGURES)
    chosen = FIGURES[name]
    wanted: list[Asked] = []
    missing = []
    for measure in measures or chosen.measures:
        try:
            # Tried one by one, so that one unknown name does not take the other curves away.
            wanted.append(find_measure(measure).name if isinstance(measure, str) else measure)
        except UnknownNameError:
            missing.append(measure)
    found = curves(
        wanted,
        chosen.mistakes,
        reference=chosen.reference,
        magnitudes=magnitudes,
        resamples=resamples,
        coders=chosen.coders,
        rng=rng,
        n_jobs=n_jobs,
        progress=progress,
    )
    notes = tuple(f"{measure} is not in the catalogue and left out" for measure in missing)
    return Curves(found.points, {"figure": name, **found.settings}, notes)
