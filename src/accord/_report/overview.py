"""A report on a study: everything people look at, computed once, as plain data.

The page, the LaTeX, the Markdown and the terminal show this data and nothing else, so their
numbers are those of the JSON.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import isnan
from os import PathLike
from pathlib import Path
from typing import Any, cast

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.distances.metric import AnyDistance
from accord._measure.entry import Purpose
from accord._report.section_types import CoefficientRow, CoefficientSection, LeftOutRow
from accord._report.sections.answer import (
    answer_section,
    call_again,
    ended_by_time,
    meaning_section,
    methods_section,
    study_sentence,
)
from accord._report.sections.coder_tables import coder_section, coverage_section
from accord._report.sections.disagreement_list import disagreement_section, document_section
from accord._report.sections.next_section import next_section, no_verdict
from accord._report.sections.rating_section import rating_sections, with_tests
from accord._report.sections.round_table import round_section
from accord._report.wording import known_language, labels, plain_section, speaker
from accord.engine.any_data import study_of, takes_data
from accord.infer.advice.choose import (
    Estimate,
    LeftOut,
    Recommended,
    Watched,
    all_measures,
    as_ratings,
    chosen_distance,
    recommended,
)
from accord.infer.advice.next_steps import next_steps
from accord.infer.resample.replicates import Over
from accord.infer.why.anatomy import MatchedUnits
from accord.infer.why.disagreements import Disagreements, disagreements
from accord.infer.why.two_rounds import two_rounds
from accord.infer.why.who_differs import who_differs
from accord.infer.why.workers import workers_of
from accord.kinds.kind import ability, kind_of
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.showing import fewer_lines
from accord.model.study import Study
from accord.tasks import Tasks, checked_run
from accord.words.said import Language, said, worded


@dataclass(frozen=True, slots=True)
class Report:
    """A report: save it with `save`, show it with `show`; `data` has everything in it.

    The data are in English, for programs; what is made of them for people is in `language`.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> found = accord.report(study, resamples=200)
    >>> round(found["answer"]["value"], 3)
    0.734
    """

    data: Mapping[str, Any] = field(repr=False)
    language: str = "en"
    say: Language = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "say", speaker(self.language))

    @property
    def title(self) -> str:
        """The title of the report: the user's, or that it is about agreement in a file."""
        return self.say(self.data["title"])

    def __getitem__(self, section: str) -> Any:
        return self.data[section]

    def __contains__(self, section: object) -> bool:
        return section in self.data

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dict(self.data)

    def __repr__(self) -> str:
        """The title and the answer; `summary()` and `show()` have more."""
        answer = self.data.get("answer")
        sentences = [self.title, self.say(self.data["study"]["sentence"])]
        sentences += [self.say(answer["sentence"])] if answer else []
        return fewer_lines("\n".join(str(each) for each in sentences))

    def summary(self) -> str:
        """The answer in a few sentences, as a paper could have it."""
        return str(import_module("accord.render").methods(self))

    def save(self, path: "str | PathLike[str]", *, language: str | None = None) -> Path:
        """Write it: .html, .docx, .tex, .md, .json or .csv; gives the file.

        :param path: The file; its ending says what is written.
        :param language: en, de or fr; by default that of the report.
        """
        import_module("accord.render").write_report(self, path, language=language)
        return Path(path)

    def show(self) -> Any:
        """Open the page: in a notebook below the cell, else in the browser. Gives the file."""
        from accord._report.render.shown_page import open

        return open(self)

    def _repr_html_(self) -> str:
        from accord._report.render.notebook import report_html

        return report_html(self)


@checked_run
@takes_data
def report(
    study: Study | Countable,
    *,
    title: str | None = None,
    purpose: Purpose = "reliability",
    measure: Asked | None = None,
    distance: AnyDistance | None = None,
    taxonomy: Taxonomy | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    over: Over | None = None,
    rng: int = 0,
    n_jobs: Tasks | int | None = None,
    worst: int | None = 100_000,
    enough: float | None = None,
    width: float = 0.1,
    against: Any = None,
    budget: float | None = None,
    arguments: str | None = None,
    task: str | None = None,
    language: str = "en",
    progress: Watched | None = None,
) -> Report:
    """The report on a study: the answer first, then everything that supports it.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param title: The title of the report.
    :param purpose: What the number is for: "reliability" (would others code in the same way? one
        distribution for all coders) or "validity" (do these coders agree? one for each).
    :param measure: The measure that leads; by default the one that `choose` recommends.
    :param distance: The distance between categories.
    :param taxonomy: A taxonomy of the categories, whose tree is drawn.
    :param confidence: The confidence level.
    :param resamples: How many resamples an interval has.
    :param over: What is resampled; by default documents where the study has them, else items.
    :param rng: The seed.
    :param n_jobs: How many processes work at once.
    :param worst: The most items that are listed.
    :param enough: The level that the study must reach; by default Krippendorff's.
    :param width: The width that the interval should have.
    :param against: The study of an earlier round, with which this one is compared.
    :param budget: The time for γ in seconds: the value may take so long, and all pairs of coders,
        with the comparison of two rounds, as long again.
    :param arguments: When arguments of relations are the same: "exact" spans, "labelled",
        "overlap", "head" or "gamma"; in all measures that compare them.
    :param task: The task, by its name in `accord choose --task`, whose published values are shown;
        by default those of all tasks.
    :param language: The language of everything that people read: en, de or fr; numbers, names and
        the data themselves stay as they are.
    :param progress: A function that is called now and then with (what, share).

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> found = accord.report(study, resamples=200)
    >>> found["answer"]["symbol"], round(found["answer"]["value"], 3)
    ('α', 0.734)
    >>> [name for name in found.data if found[name]][:4]
    ['accord', 'title', 'study', 'answer']
    """
    known_language(language)  # before the work
    study = expanded(study)
    tell = progress or (lambda what, share: None)

    def measuring(what: str, share: float) -> None:
        tell(what, 0.8 * share)

    name, given = measure, {}
    if not (measure is None or isinstance(measure, str)):
        measure = bound(measure)
        name, given = measure.name, dict(measure.settings)
        distance = given.pop("distance", distance) if distance is None else distance
    asked_for: Any = {"purpose": purpose, "measure": measure, "distance": distance}
    lead = recommended(study, budget=budget, arguments=arguments, **asked_for)
    d, _ = chosen_distance(study, distance)
    how = {
        "confidence": confidence,
        "over": over,
        "resamples": resamples,
        "rng": rng,
        "n_jobs": n_jobs,
    }
    asked = None if lead is None else lead.measure
    found, left = all_measures(study, asked, d, how, measuring, asked_distance=distance is not None)
    first = found[0] if asked and found and found[0].measure.name == asked.name else None
    tell("breaking down", 0.8)
    both = 1 if against is None else 2  # the pairs of coders, and the comparison of two rounds
    rated = as_ratings(study, lead, d)
    if rated:
        sections = rating_sections(study, confidence, enough)
        sections["coverage"] = coverage_section(study)
    else:
        sections = _sections(study, lead, first, d, taxonomy, _Asked(worst, enough, width, both))
    if against is not None and lead is not None:
        before = study_of(against)
        earlier = " and ".join(_source_names(before)) or said("rounds.round-before")
        rounds = two_rounds(study, before, _in_time(lead.measure, study, both))
        sections["against"] = round_section(rounds, earlier)
    # Of ratings no coefficient is missed that only asks whether two numbers are the same.
    left = [one for one in left if one.measure.scale or not rated]
    table = _coefficients(found, left, confidence, asked if name is not None else None)
    if rated:
        table["rows"] = with_tests(table["rows"], sections["ratings"]["forms"])
    answer = answer_section(study, lead, first, sections, enough) if lead and first else None
    settings = {
        "purpose": purpose,
        "distance": str(d),
        "level": confidence,
        "resamples": resamples,
        "over": over if over is None or isinstance(over, str) else "clusters",
        "seed": rng,
    }
    again = call_again(
        {"purpose": purpose, "measure": name, **given}
        | {"distance": distance, "taxonomy": taxonomy, **how}
        | {"n_jobs": None, "enough": enough, "width": width, "against": against, "budget": budget}
        | {"task": task, "arguments": arguments}
    )
    data = {
        **_head(study, title),
        "answer": answer,
        "meaning": None if rated else meaning_section(study, first, task),
        "coefficients": table,
        **sections,
        "methods": methods_section(
            *(study, answer, table["rows"], settings, again),
            sections["ratings"]["text"] if rated else "",
        ),
    }
    return Report(
        plain_section({key: part for key, part in data.items() if part is not None}), language
    )


def _coefficients(
    found: Sequence[Estimate], left: Sequence[LeftOut], confidence: float, asked: Bound | None
) -> CoefficientSection:
    """One row for each measure; for each that was not computed, the reason. `asked` is the measure
    that was named: its rows are all of its forms, or the one that was named."""
    named = [] if asked is None else [one for one in found if one.measure.name == asked.name]
    if asked is not None and any(
        key in asked.settings for _, says in asked.measure.variants for key in says
    ):
        named = named[:1]
    return {
        "rows": [_row(one) for one in found],
        "left": [_left(one) for one in left],
        "level": confidence,
        "no_interval": [
            one.agreement.symbol
            for one in found
            if one.agreement.interval is None and one.agreement.undefined is None
        ],
        "own_scale": [one.agreement.symbol for one in found if own_scale(one)],
        "asked": [one.agreement.signature for one in named],
    }


def own_scale(found: Estimate) -> bool:
    """Whether the measure has no end at which it is worst or best (a count, a distance)."""
    entry = found.measure.measure
    return entry.better == "lower" and entry.bounds[1] is None


def _row(found: Estimate) -> CoefficientRow:
    agreement, entry = found.agreement, found.measure.measure
    row = {
        **agreement.as_dict(),
        "title": worded(f"title.{entry.name}", entry.title),
        "better": entry.better,
        "also": list(entry.also),
        "source": list(entry.source),
        "bounds": list(entry.bounds),
        "levels": entry.has_levels,
        "defined": not isnan(agreement.value),
        "late": ended_by_time(agreement),
    }
    return cast("CoefficientRow", row)  # what a result gives as data has no types


def _left(left: LeftOut) -> LeftOutRow:
    entry = left.measure
    return {
        "measure": entry.name,
        "symbol": entry.symbol,
        "title": worded(f"title.{entry.name}", entry.title),
        "reason": left.reason,
    }


def _source_names(study: Study) -> list[str]:
    """What a study was read from, without folders; many files by their number."""
    source = "" if study.audit is None else study.audit.source
    if ", … " in source:
        return [source.rsplit(", … ", 1)[-1]]
    paths = source.replace("\\", "/").split(", ") if source else []
    return [path.rstrip("/").rsplit("/", 1)[-1] for path in paths]


def _head(study: Study, title: str | None) -> dict[str, Any]:
    from accord.version import __version__

    source = "" if study.audit is None else study.audit.source
    files = _source_names(study)
    usual = said("study.title-of", files=files) if any(files) else said("study.title")
    categories = ability(study, "categories_of")(study)
    return {
        "accord": __version__,
        "title": title or usual,
        "study": {
            "kind": study.kind,
            "sentence": study_sentence(study),
            "source": source,
            "counts": study.counts(),
            "coders": labels(study.coders[:1000]),
            "categories": labels(categories[:150]),
        },
    }


@dataclass(frozen=True, slots=True)
class _Asked:
    """How many items to list, the level to reach, the width of the interval to have, and how many
    parts of the report share the time that is left after the value."""

    worst: int | None
    enough: float | None
    width: float
    parts: int


def _in_time(measure: Bound, study: Study, parts: int) -> Bound:
    """The measure with its part of the time budget."""
    if parts == 1:
        return measure
    return measure.sharing(parts, max(int(n) for n in study.counts().values()))


_LARGE = 100_000
"""In more units than these the disagreements are not listed: pairs of coders would take long."""


def _sections(
    study: Study,
    lead: Recommended | None,
    first: Estimate | None,
    distance: Any,
    taxonomy: Taxonomy | None,
    asked: _Asked,
) -> dict[str, Any]:
    """The parts that depend on what was annotated, in the order of the page."""
    kind = kind_of(study)
    # What is computed late but read first has its place from the beginning.
    sections: dict[str, Any] = {"next": None, "disagreements": None, "documents": None}
    named, workers = bool(len(study.coders)), None
    listed, matched = _disagreements(study, distance, asked.worst)
    # Without a list of disagreements nobody can be said to differ.
    differ = [] if listed is None else who_differs(study, found=listed)
    if lead is not None and named:
        measure = _in_time(lead.measure, study, asked.parts)
        workers = workers_of(study, measure)
        sections["coders"] = coder_section(study, measure, first, differ, matched, workers)
    # Only its own: trees are like labels in much, but whole trees are no categories.
    of_labels = kind.own("label_sections")
    if of_labels is not None:
        sections |= of_labels(study, distance, taxonomy)
    if named:
        sections["coverage"] = coverage_section(study)
    if listed is not None and listed.of:
        sections["disagreements"] = disagreement_section(study, listed)
        sections["documents"] = document_section(study, listed)
    if listed is not None and first is not None:
        known: dict[str, Any] = {"found": listed, "matched": matched, "apart": differ}
        known["workers"] = workers
        steps = next_steps(study, first, enough=asked.enough, width=asked.width, **known)
        sections["next"] = next_section(steps, sections.get("coders"), no_verdict(study))
    own = kind.own("own_section")
    if own is not None and kind.section is not None:
        sections[kind.section] = own(study, listed, matched)
    return {name: section for name, section in sections.items() if section}


def _disagreements(
    study: Study, distance: Any, worst: int | None
) -> tuple[Disagreements | None, MatchedUnits | None]:
    """All disagreements, and which units go together; None where that would take long."""
    kind = kind_of(study)
    matching = kind.own("matched_units")
    if matching is not None:
        if ability(study, "marked_by")(study).sum() > _LARGE:
            return None, None
        matched: MatchedUnits = matching(study)
        return disagreements(study, matched=matched), matched
    valued = kind.one_value or kind.several  # only then a distance between values counts
    by = bound("alpha", distance=distance) if valued else None
    return disagreements(study, by, limit=worst), None
