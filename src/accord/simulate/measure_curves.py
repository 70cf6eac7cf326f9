"""Curves: how measures react to mistakes of growing magnitude.

For each mistake and magnitude several sets of coders are simulated and measured; the curve of
a measure is its mean over the sets. Error rates (lower is better) are drawn as 1 − rate.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from accord._measure.bound import Asked, Bound, bound
from accord._measure.catalogue import find_measure
from accord._measure.entry import Measure
from accord.errors import AccordError, NotApplicableError
from accord.kinds.kind import kind_named, kind_words
from accord.model.keywords import renamed
from accord.model.showing import Grid, Result, text_table
from accord.model.study import Study
from accord.simulate.references import Fixed, Model, model_of
from accord.simulate.shuffling import MISTAKES, mistake_for, shuffle
from accord.tasks import Tasks, checked_run
from accord.version import __version__


@dataclass(frozen=True, slots=True)
class Point(Result):
    """One measure at one magnitude: mean and spread over the sets where it is defined.

    :param mistake: The kind of mistake.
    :param symbol: The symbol of the measure, such as α.
    :param sd: The standard deviation.
    :param undefined: In how many sets the measure is undefined.
    :param why: Why it is undefined there.

    >>> import accord
    >>> found = accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0, 1], resamples=3)
    >>> found.points[0].symbol, found.points[0].mean, found.points[0].sets
    ('κ', 1.0, 3)
    """

    mistake: str
    measure: str
    symbol: str
    magnitude: float
    mean: float
    sd: float
    sets: int
    undefined: int
    why: str | None

    @property
    def se(self) -> float:
        """The standard error of the mean; nan with fewer than two sets."""
        return self.sd / sqrt(self.sets) if self.sets > 1 else nan


@dataclass(frozen=True, slots=True)
class Curves(Result):
    """All points, by mistake, measure and magnitude, and what is needed to reproduce them.

    :param settings: The settings that reproduce the curves.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> found = accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0, 1], resamples=3)
    >>> [(point.magnitude, round(point.mean, 1)) for point in found.points]
    [(0.0, 1.0), (1.0, -0.0)]
    """

    points: tuple[Point, ...]
    settings: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """All that is needed to get the same curves again, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["curves", *parts, f"v:{__version__}"])

    def lines(self) -> dict[tuple[str, str], list[Point]]:
        """The points of each (mistake, measure), by magnitude."""
        found: dict[tuple[str, str], list[Point]] = {}
        for point in self.points:
            found.setdefault((point.mistake, point.measure), []).append(point)
        return found

    def _table(self) -> Grid:
        columns = self.columns()
        return tuple(columns), list(zip(*columns.values(), strict=True))

    def __str__(self) -> str:
        """The means: a row for each mistake and measure, a column for each magnitude."""
        lines = self.lines()
        at = sorted({point.magnitude for point in self.points})
        rows = []
        for (mistake, _), points in lines.items():
            means = {point.magnitude: point.mean for point in points}
            rows.append((mistake, points[0].symbol, *(means.get(one) for one in at)))
        return text_table(["mistake", "measure", *(f"{one:g}" for one in at)], rows, self.notes)

    def columns(self) -> dict[str, list[Any]]:
        """The points as columns, ready for any data frame."""
        rows = [point.as_dict() for point in self.points]
        return {name: [row[name] for row in rows] for name in Point.__slots__}


@checked_run
@renamed(sets="resamples")
def curves(
    measures: Sequence[Asked],
    mistakes: Sequence[str],
    *,
    reference: Model | Study | None = None,
    magnitudes: Sequence[float] | None = None,
    resamples: int = 40,
    coders: int = 3,
    confusion: npt.ArrayLike | None = None,
    rng: int = 0,
    n_jobs: Tasks | int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Curves:
    """The curves of `measures` for each of `mistakes`.

    A mistake may be a combination, "position+category", all at the same magnitude. The
    reference is drawn anew for each set from a model, or is the user's own study of one coder.
    Measures come by any name of the catalogue or bound to settings; those of another kind of
    study see it converted (κ on units is κ_d). A distance that is required and not given is
    nominal; γ takes 10 samples by default. The seed of a set depends on `rng`, the
    mistake, the magnitude and the set only, so the numbers are the same on any number of jobs.

    :param measures: Names or bound measures.
    :param mistakes: Which mistakes, by their names in `MISTAKES`.
    :param reference: A model to draw references from, or a study of one coder.
    :param magnitudes: How large the mistakes are, from 0 to 1.
    :param resamples: How many sets of coders are simulated at each magnitude.
    :param coders: How many coders make mistakes.
    :param confusion: Which categories are taken for one another first.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes work at once.
    :param progress: A function that is called with the progress of the work.

    References: mathet2012, mathet2015.

    >>> import accord
    >>> found = accord.simulate.curves(
    ...     ["kappa", "percent"], ["noise"], magnitudes=[0, 1], resamples=3
    ... )
    >>> [(p.symbol, p.magnitude, round(p.mean, 1)) for p in found.points]
    [('κ', 0.0, 1.0), ('κ', 1.0, -0.0), ('A_o', 0.0, 1.0), ('A_o', 1.0, 0.2)]
    """
    # Divided, not added up: 20 steps of .05 do not end at 1 in floating point.
    at = [m / 20 for m in range(21)] if magnitudes is None else [float(m) for m in magnitudes]
    if resamples < 1 or not at or not measures or not mistakes:
        raise AccordError(
            "curves need at least one measure, one mistake, one magnitude and one set"
        )
    if coders < 2:
        raise AccordError(f"agreement needs at least two coders, got {coders}")
    kind = kind_of_measures(mistakes)
    source = _source(reference, kind)
    chosen = [
        with_few_samples(find_measure(m, kind) if isinstance(m, str) else m) for m in measures
    ]
    # A measure that is named twice, by its letter and its famous name, is one curve.
    chosen = list({found.name: found for found in chosen}.values())
    for found in chosen:
        own = found.measure.kind
        if own != kind and _bridge(kind, own) is None:
            raise NotApplicableError(
                f"{found.name} works with {kind_words(own)}, not {kind_words(kind)}"
            )
    drawn = range(resamples)
    # One job a set, so that processes stay busy to the end: magnitudes differ in how long they
    # take.
    jobs = [(e, j, s) for e in range(len(mistakes)) for j in range(len(at)) for s in drawn]
    shared = (source, tuple(mistakes), tuple(at), tuple(chosen), coders, confusion, rng)
    results = _run(jobs, shared, Tasks.of(n_jobs), progress)
    points = _points(mistakes, at, resamples, [found.measure for found in chosen], kind, results)
    said = {
        "mistakes": ",".join(mistakes),
        "measures": ",".join(found.name for found in chosen),
        "magnitudes": len(at),
        "sets": resamples,
        "c": coders,
        "seed": rng,
        **_told(chosen),
    }
    return Curves(tuple(points), said)


def _told(chosen: Sequence[Bound]) -> dict[str, str]:
    """The settings of each measure, for the signature; nothing where all are defaults."""
    parts = [
        f"{found.name}.{key}={value}" for found in chosen for key, value in found.settings.items()
    ]
    return {"settings": ",".join(parts)} if parts else {}


def kind_of_measures(mistakes: Sequence[str]) -> str:
    """The kind of study in which these mistakes are made."""
    first = mistakes[0].split("+")[0]
    if first not in MISTAKES:
        mistake_for(first, "")
    kind = MISTAKES[first].kind
    for name in mistakes:
        for part in name.split("+"):
            mistake_for(part, kind)
    return kind


def with_few_samples(measure: Asked) -> Bound:
    """A measure in curves: nominal where a distance is needed, few samples of γ."""
    asked = bound(measure).or_nominal()
    taken = {option.name for option in asked.measure.options} - set(asked.settings)
    # The mean over many sets is what is shown, and a precision would make γ draw until each is
    # sure.
    few = {"samples": 10, "precision": None}
    return asked.with_(**{name: value for name, value in few.items() if name in taken})


def _source(reference: Model | Study | None, kind: str) -> Any:
    if reference is None:
        return model_of(kind)
    if hasattr(reference, "draw"):
        return reference
    return Fixed(reference)


def _run(
    jobs: list[tuple[int, int, int]],
    shared: tuple[Any, ...],
    tasks: Tasks,
    progress: Callable[[int, int], None] | None,
) -> dict[tuple[int, int, int], list[tuple[float, str | None]]]:
    """All sets, and progress after each."""
    done: dict[tuple[int, int, int], list[tuple[float, str | None]]] = {}
    values = tasks.stream(measured, [(*shared, job) for job in jobs])
    for job, found in zip(jobs, values, strict=True):
        done[job] = found
        if progress is not None:
            progress(len(done), len(jobs))
    return done


def measured(
    source: Any,
    mistakes: Sequence[str],
    magnitudes: Sequence[float],
    measures: Sequence[Bound],
    coders: int,
    confusion: npt.ArrayLike | None,
    seed: int,
    job: tuple[int, int, int],
) -> list[tuple[float, str | None]]:
    """The values of all measures for one set, with the reason where one is undefined."""
    error, at, number = job
    # The reference of a set is the same at all magnitudes; the mistakes are not.
    reference = source.draw(np.random.default_rng([seed, number]))
    random = np.random.default_rng([seed, number, error + 1, at + 1])
    made = dict.fromkeys(mistakes[error].split("+"), magnitudes[at])
    study = shuffle(reference, made, coders=coders, confusion=confusion, rng=random)
    return [value_of(measure, study) for measure in measures]


def value_of(asked: Bound, study: Study) -> tuple[float, str | None]:
    """The value of a measure as curves draw it, or nan and why it is undefined."""
    measure = asked.measure
    if measure.kind != study.kind and (bridge := _bridge(study.kind, measure.kind)) is not None:
        study = bridge[0](study)
    reason = measure.objection(study)
    if reason:
        return nan, reason
    found = asked.compute(study)
    if found.undefined:
        return nan, found.undefined
    if measure.better == "higher":
        return found.value, None
    largest = 1.0 if measure.largest is None else measure.largest_of(found)
    if not largest:
        return nan, "no mistake is possible in what is left"
    # An error rate without a bound is divided by the most it can be, else 1 − rate would leave [0,
    # 1].
    return 1.0 - found.value / largest, None


def _bridge(kind: str, wanted: str) -> tuple[Callable[[Any], Study], str] | None:
    """How a measure of one kind sees a study of another, and how its symbol says so."""
    # The kind that is wanted names the way, the kind that is there goes it: a new kind adds no
    # pair.
    named, mark = kind_named(wanted).bridge or (None, "")
    seen_as = None if named is None else kind_named(kind).ability(named)
    return None if seen_as is None else (seen_as, mark)


def _points(
    mistakes: Sequence[str],
    magnitudes: Sequence[float],
    sets: int,
    measures: list[Measure],
    kind: str,
    results: dict[tuple[int, int, int], list[tuple[float, str | None]]],
) -> list[Point]:
    points = []
    for e, mistake in enumerate(mistakes):
        for which, measure in enumerate(measures):
            for j, magnitude in enumerate(magnitudes):
                found = [results[e, j, s][which] for s in range(sets)]
                values = np.array([value for value, why in found if why is None])
                reasons = [why for _, why in found if why is not None]
                points.append(
                    Point(
                        mistake,
                        measure.name,
                        _shown(measure, kind),
                        magnitude,
                        float(values.mean()) if len(values) else nan,
                        # The sets are a sample, and one set has no spread.
                        float(values.std(ddof=1)) if len(values) > 1 else nan,
                        len(values),
                        len(reasons),
                        reasons[0] if reasons else None,
                    )
                )
    return points


def _shown(measure: Measure, kind: str) -> str:
    """The symbol of a measure in curves: 1 − rate, κ_d for κ on atoms."""
    bridge = None if measure.kind == kind else _bridge(kind, measure.kind)
    mark = "" if bridge is None else bridge[1]
    if measure.better == "lower":
        return f"1 − {measure.symbol}{'/max' if measure.largest is not None else ''}"
    return f"{measure.symbol}{mark}"
