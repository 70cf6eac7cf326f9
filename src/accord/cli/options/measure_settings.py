"""Options about measures: their settings, distances, and how sure a number is."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from inspect import signature
from math import isfinite
from typing import TYPE_CHECKING, Any

from accord._measure.bound import Bound, taking
from accord._measure.catalogue import MEASURES, every_option
from accord._measure.cube.kernel import Countable
from accord._measure.distances.distance import (
    DISTANCE_NAMES,
    DISTANCES,
    Distance,
    Metric,
    distance,
    parsed,
)
from accord._measure.distances.metric import Told
from accord._measure.entry import Measure
from accord._measure.settings import Option
from accord.cli import parsing as click
from accord.cli.console import progress_bar
from accord.cli.options.inputs import OF_MEASURES, ListCommand, typed
from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.machine import MOST_DRAWS, MOST_JOBS
from accord.model.agreement import METHODS, Agreement
from accord.model.names import FloatArray, IntArray, Names
from accord.model.study import Study

if TYPE_CHECKING:
    from accord.kinds.labels.taxonomy import Taxonomy
    from accord.tasks import Tasks

FLAGS = {"category": ("--value", "of_category")}
"""Settings that have another option here, and its name: --category is a column of a table."""


def _number_or_word(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def asked_or_recommended(
    study: Study | Countable,
    name: str | None,
    distance: Any,
    other: Study | None = None,
    arguments: str | None = None,
) -> tuple[Bound, list[str]]:
    """The measure of a command that computes it many times, and why it was not the user's choice.

    Without a name it is the recommended one; without a distance it has the recommended distance,
    one that an `other` study can have too.
    """
    from accord.infer.advice.choose import recommended

    asked: Any = {"measure": name, "distance": distance, "other": other, "arguments": arguments}
    lead = recommended(study, repeated=True, **asked)
    if lead is None:
        raise NotApplicableError("no measure fits this file. Run: accord choose FILE")
    if name is None:
        return lead.measure, [*lead.why]
    chosen = lead.measure.measure.distance == "required" and distance is None
    return lead.measure, list(lead.why[1:2]) if chosen else []


def inside_of(entry: Measure) -> Measure:
    """The measure, or the one with chance within what labels belong to, where that was typed."""
    context = click.get_current_context()
    assert context is not None  # a command runs in one
    told = entry.inside is not None and typed("within")
    return MEASURES[str(entry.inside)] if told and context.params["within"] != "all" else entry


def with_distance(asked: Bound) -> Bound:
    """The measure, unless it needs a distance and nobody gave one."""
    # Python warns and takes names; a command that is run from a script has nobody who reads a
    # warning, so it asks.
    if asked.or_nominal() != asked:
        raise AccordError(
            f"{asked.name} needs --distance. Use nominal for unordered labels, ordinal for "
            f"ranks, interval for numbers"
        )
    return asked


LISTED_NAMES = "NAME,…"
"""What is typed where several names may be: with commas between them, or the option repeated."""


def _split(context: Any, option: Any, value: tuple[str, ...]) -> list[str] | None:
    return [part.strip() for one in value for part in one.split(",") if part.strip()] or None


def listed_option(*flags: str, text: str) -> Callable[[Any], Any]:
    """An option that takes several names."""
    return click.option(*flags, multiple=True, callback=_split, metavar=LISTED_NAMES, help=text)


def setting_options(
    settings: Iterable[Option], *, of_one: bool = False, **own: dict[str, Any]
) -> Callable[[Any], Any]:
    """Add the options to a command; what is not given is None.

    Where they are `of_one` measure, their defaults are shown; what is to be otherwise (`own`) goes
    by the name of the setting.
    """

    def add(command: Any) -> Any:
        for setting in reversed(list(settings)):
            flag, name = FLAGS.get(
                setting.name, ("--" + setting.name.replace("_", "-"), setting.name)
            )
            if setting.takes == LISTED_NAMES:
                command = listed_option(flag, name, text=setting.help)(command)
                continue
            kind: Any = click.Choice(setting.choices) if setting.choices else setting.type
            kind = _number_or_word if kind is object else kind
            told = str(setting.default) if of_one and setting.default is not None else False
            # Of yes and no the name alone says yes: --itself is --itself true.
            alone: Any = {"is_flag": False, "flag_value": True} if kind is bool else {}
            shown: Any = {"help": setting.help, "show_default": told}
            if not of_one:
                shown["panel"] = OF_MEASURES
            takes = "NUMBER|TEXT" if kind is _number_or_word else setting.takes
            whole = {"type": kind, "default": None, "metavar": takes, **shown, **alone}
            command = click.option(flag, name, **{**whole, **own.get(setting.name, {})})(command)
        return command

    return add


class MeasureCommand(ListCommand):
    """A command with an option for each setting of each measure.

    They follow from the measures, all of which would have to be loaded: that is done where an
    option is typed that is not one of the command's own, or where all are shown.
    """

    own: list[click.Parameter]
    _every: list[click.Parameter] | None = None
    _parsing_few = False

    @property
    def params(self) -> list[click.Parameter]:
        """All options, those of measures before the files and how to read them."""
        if self._parsing_few:
            return self.own
        if self._every is None:
            files = next(at for at, one in enumerate(self.own) if one.name == "paths")
            self._every = [*self.own[:files], *_setting_options(), *self.own[files:]]
        return self._every

    @params.setter
    def params(self, own: list[click.Parameter]) -> None:
        self.own = own

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse with few options where they are enough."""
        own = {flag for one in self.own for flag in (*one.opts, *one.secondary_opts)}
        # Options of single measures are known only when the catalogue is loaded, which few calls
        # need: where all flags are the command's own, parsing does without.
        typed = {arg.partition("=")[0] for arg in args if arg.startswith("-") and arg != "-"}
        ctx.meta[FEW_OPTIONS] = self._parsing_few = typed <= own
        try:
            return super().parse_args(ctx, args)
        finally:
            self._parsing_few = False

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options that there are in this call."""
        parsed = ctx.meta.get(FEW_OPTIONS, False) and not self._parsing_few
        return self.own if parsed else super().get_params(ctx)


FEW_OPTIONS = "accord.cli: no option of a single measure was typed"


def _setting_options() -> list[click.Parameter]:
    """An option for each setting of each measure."""

    def carrier() -> None: ...

    # Seeds and jobs are of every command that draws, not of a measure.
    settings = [one for name, one in every_option().items() if name not in ("rng", "n_jobs")]
    setting_options(settings)(carrier)
    options: list[click.Parameter] = carrier.__click_params__  # type: ignore[attr-defined]
    return options[::-1]


def as_settings(given: dict[str, Any]) -> dict[str, Any]:
    """What was given, by the names of the settings."""
    names = {name: setting for setting, (_, name) in FLAGS.items()}
    return {names.get(key, key): value for key, value in given.items()}


def with_progress_bar(measure: Bound, study: Study | Countable, given: dict[str, Any]) -> Agreement:
    """The measure on the study; with a bar on a terminal where it samples chance.

    Ctrl-C ends the sampling, and the value is of the samples so far, marked as partial.
    """
    asked = taking(measure, given)
    if "progress" not in signature(measure.measure.compute).parameters:
        return asked.compute(study)
    with progress_bar(measure.symbol) as bar:

        def told(done: int, planned: int, value: float, error: float) -> None:
            if bar is not None:
                so_far = f"{measure.symbol} = {value:.4f} ± {error:.4f}, {done}/{planned} samples"
                bar(done, planned, what=so_far)

        found = asked.with_(progress=told).compute(study)
    if found.settings.get("partial"):
        late = found.settings["partial"] == "budget"
        ended = "time budget reached" if late else "interrupted"
        print(
            f"accord: {ended}: {found.symbol} is of {found.settings['samples']} samples only, "
            "fewer than the requested precision needs",
            file=sys.stderr,
        )
    return found


def sampled_detail(found: Agreement) -> dict[str, Any]:
    """What JSON says of a value that comes from samples: its error, bounds, and documents; and what
    a reader must know of any value."""
    known = ("se", "exact", "certified", "coverage", "by_item", "by_category", "left_out")
    detail = {key: found.detail[key] for key in known if key in found.detail}
    # Only γ and its kin carry disorders; other measures have one sentence at most.
    if "disorders" not in found.detail:
        return {"note": found.detail["note"]} if "note" in found.detail else {}
    for key in ("by_item", "by_category"):
        if key in detail:
            detail[key] = [{key[3:]: name, "value": v} for name, v in detail[key].items()]
    if "certified" in detail:
        detail["certified"] = [bound if isfinite(bound) else None for bound in detail["certified"]]
    if not isfinite(detail.get("se", 0.0)):
        detail["se"] = None
    return detail


def remarks(found: Agreement) -> list[str]:
    """The same for people: one line each, where there is something to say."""
    if "note" in found.detail and not found.undefined:
        return [f"{found.symbol}: {found.detail['note']}"]
    if "disorders" not in found.detail or found.undefined:
        return []
    samples, detail = found.settings["samples"], found.detail
    said = [
        f"{found.symbol}: sampling error ± {detail['se']:.4f} ({samples} chance samples); this "
        f"is not a confidence interval"
    ]
    if not detail.get("exact", True):
        low, high = detail["certified"]
        said.append(
            f"{found.symbol}: time budget reached; the exact value is in "
            f"[{low:.4f}, {high:.4f}] (sampling error not included)"
        )
    if detail.get("left_out"):
        # Five names show which kind of documents it is; the number says how many.
        names = ", ".join(map(str, detail["left_out"][:5]))
        more = "" if len(detail["left_out"]) <= 5 else " …"
        number = len(detail["left_out"])
        said.append(
            f"{found.symbol}: left out {number} document{'s' * (number > 1)} without spans or with "
            f"fewer than two coders: {names}{more}"
        )
    return said


MANY_CATEGORIES = 5_000
"""From so many categories on a sweep over all pairs is worth watching."""


def distance_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add both options to a command, which then gets `distance` (a Distance, or None)."""

    @wraps(command)
    def wrapped(distance: str | None, taxonomy: str | None, **given: Any) -> Any:
        return command(distance=chosen(distance, taxonomy), **given)

    wrapped = click.option(
        "--taxonomy",
        metavar="FILE",
        help="Taxonomy of the categories, for --distance geertzen-bunt, path, wu-palmer …",
    )(wrapped)
    return click.option(
        "--distance",
        help="How bad a disagreement is: nominal (same or different), ordinal, interval, masi "
        "(sets), edit (text), kendall (rankings) … or your own function as file.py:function.",
    )(wrapped)


def _distance(text: str) -> Distance:
    """A distance by its name; the error about another name says what accord calls it."""
    try:
        return distance(text)
    except UnknownNameError as unknown:
        from accord.infer.advice.lookup import known_as

        raise known_as(text, unknown, "distance") from None


def chosen(text: str | None, file: str | None) -> Distance | None:
    """The distance that the two options mean."""
    # The usual case first, so that neither taxonomies nor own functions are imported for it.
    if file is None and (text is None or text in DISTANCE_NAMES):
        return None if text is None else distance(text)
    # Rarely one of one's own, or over a taxonomy: only then is that loaded.
    from accord._measure.distances.own_function import is_function
    from accord._measure.distances.taxonomic import TAXONOMIC

    if text is not None and text not in DISTANCE_NAMES and is_function(text):
        return distance(text)
    if file is None and text is not None and parsed(text)[0] in TAXONOMIC:
        raise AccordError(f"distance {text!r} needs a taxonomy: add --taxonomy FILE")
    if file is None:
        return _distance(str(text))
    from accord._read.tables.taxonomies import read_taxonomy

    return over(text, read_taxonomy(file))


def over(text: str | None, taxonomy: "Taxonomy") -> Distance:
    """The distance `text` ("geertzen-bunt:a=.75,b=1") over a taxonomy."""
    from accord._measure.distances.taxonomic import TAXONOMIC, taxonomic

    if text is None:
        raise AccordError(f"a taxonomy needs a distance: --distance {', '.join(TAXONOMIC)}")
    name, options = parsed(text)
    if name not in TAXONOMIC:
        if name not in DISTANCES:
            raise UnknownNameError.of("distance", name, [*TAXONOMIC, *DISTANCES])
        return distance(text)
    return taxonomic(taxonomy, name, **options)


def watched_distance(recipe: Any, advance: Callable[[float], None] | None) -> Any:
    """The same distance, telling `advance` how far a sweep over many categories has come."""
    if advance is None or not isinstance(recipe, Distance):
        return recipe

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        metric: Metric = recipe.fit(categories, counts, declared)
        # These are sums, done before a bar could be drawn.
        if metric.nominal or metric.points is not None or metric.size < MANY_CATEGORIES:
            return metric

        def blocks(k: IntArray, l: IntArray) -> FloatArray:
            d = metric.block(k, l)
            left = 1 - (int(k.max(initial=0)) + 1) / metric.size
            advance(1 - left * left)  # sums go over the upper half of a square
            return d

        def form(k: IntArray, weights: FloatArray, _: Told | None) -> float | None:
            return None if metric.form is None else metric.form(k, weights, advance)

        return replace(metric, blocks=blocks, form=form)

    return replace(recipe, fit=fit)


LEVEL_OPTION = click.option("--level", type=float, default=0.95, help="Confidence level.")
RESAMPLES_OPTION = click.option(
    "--resamples",
    type=click.IntRange(2, MOST_DRAWS),
    help="Number of resamples (default: 2000, fewer where each is slow).",
)
OVER = click.option(
    "--over",
    help="What to resample: items, coders, both, or a column such as document (default: "
    "documents if known, otherwise items).",
)
SEED_OPTION = click.option("--seed", type=click.IntRange(0), default=0, help="Random seed.")
RESUME = click.option(
    "--resume", metavar="DIR", help="Save intermediate results here and resume from them."
)
JOBS = click.option(
    "--jobs", type=click.IntRange(-1, MOST_JOBS), default=1, help="Number of parallel processes."
)

_INTERVAL = click.option(
    "--interval",
    "method",
    type=click.Choice(["default", *METHODS]),
    is_flag=False,
    flag_value="default",
    default=None,
    help="Add confidence intervals (default: BCa bootstrap, or a score interval when a category "
    "or disagreement is rare).",
)
POPULATION = click.option(
    "--population",
    type=click.IntRange(1),
    help="Total number of items, if finite and not much larger than your sample (narrows the "
    "interval).",
)
CODER_POPULATION = click.option(
    "--coder-population",
    type=click.IntRange(1),
    help="Total number of coders, with --over coders or both.",
)
_NAMES = ("level", "resamples", "over", "seed", "jobs")


def _tasks(jobs: int, resume: str | None) -> "Tasks | int":
    if resume is None:
        return jobs
    from accord.tasks import Tasks

    return Tasks(jobs, resume)


def with_uncertainty(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets them as one mapping, `sure`."""
    from functools import wraps

    @wraps(command)
    def wrapped(method: str | None, **given: Any) -> Any:
        options = {name: given.pop(name) for name in _NAMES}
        if not 0 < options["level"] < 1:
            raise click.BadParameter(
                "the confidence level must be between 0 and 1, e.g. 0.95", param_hint="--level"
            )
        options["confidence"], options["rng"] = options.pop("level"), options.pop("seed")
        options["n_jobs"] = _tasks(options.pop("jobs"), given.pop("resume"))
        # Measures that sample on their own take the same seed and workers.
        given |= {"rng": options["rng"], "n_jobs": options["n_jobs"]}
        whole = (given.pop("population"), given.pop("coder_population"))
        if whole != (None, None):
            options["population"] = whole
        sure = None if method is None else {"method": method, **options}
        if sure is not None and method == "default":
            sure["method"] = None
        return command(sure=sure, **given)

    finite = (CODER_POPULATION, POPULATION)
    for option in (
        JOBS,
        RESUME,
        SEED_OPTION,
        *finite,
        OVER,
        RESAMPLES_OPTION,
        LEVEL_OPTION,
        _INTERVAL,
    ):
        wrapped = option(wrapped)
    return wrapped
