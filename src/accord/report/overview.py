"""A report on a study: everything people look at, computed once, as plain data.

The page, the LaTeX, the Markdown and the terminal show this data and nothing else, so their
numbers are those of the JSON.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from typing import Any

from accord.engine.any_data import takes_data
from accord.infer.advice.choose import (
    Estimate,
    LeftOut,
    Recommended,
    Watched,
    all_measures,
    chosen_distance,
    recommended,
)
from accord.measure.cube.kernel import Countable, expanded
from accord.measure.distances.distance import distance as distance_of
from accord.measure.entry import Purpose
from accord.model.chains.partitions import Partitions
from accord.model.codings.codings import Codings
from accord.model.codings.dimensions import Dimensions
from accord.model.codings.taxonomy import Taxonomy
from accord.model.study import Study
from accord.model.units.segmentations import Segmentations
from accord.model.units.unitizings import Unitizings
from accord.report.sections.answer import answer_section, methods_section, study_sentence
from accord.report.sections.boundary_lanes import boundary_section
from accord.report.sections.chain_rows import chain_section
from accord.report.sections.dimension_table import dimension_section, taxonomy_section
from accord.report.sections.label_tables import (
    category_section,
    coder_section,
    coverage_section,
    item_section,
)
from accord.report.sections.unit_lanes import unit_section
from accord.report.wording import labels, record
from accord.tasks import Tasks


@dataclass(frozen=True, slots=True)
class Report:
    """A report as plain data: `data` has one entry for each part that the study has."""

    data: Mapping[str, Any] = field(repr=False)

    @property
    def title(self) -> str:
        """The title of the report."""
        return str(self.data["title"])

    def __getitem__(self, section: str) -> Any:
        return self.data[section]

    def __contains__(self, section: object) -> bool:
        return section in self.data

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dict(self.data)

    def _repr_html_(self) -> str:
        from accord.report.render.notebook import report_html

        return report_html(self.data)


@takes_data
def report(
    study: Study | Countable,
    *,
    title: str | None = None,
    purpose: Purpose = "reliability",
    measure: str | None = None,
    distance: Any = None,
    taxonomy: Taxonomy | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    over: Any = None,
    rng: int = 0,
    n_jobs: Tasks | int | None = None,
    worst: int = 300,
    progress: Watched | None = None,
) -> Report:
    """The report on a study: the answer first, then all that stands behind it.

    `purpose` chooses the coefficient: "reliability" (could others code so? one distribution
    for all coders) or "validity" (do these coders agree?); `measure` and `distance` name them
    outright. With a `taxonomy` its tree is drawn. Intervals are resampled over `over` (documents
    where the study knows them, unless said) with the seed `rng`. At most `worst` items are
    listed. `progress(what, share)` is called now and then.

    :param confidence: The confidence level.
    :param n_jobs: How many processes work at once.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> found = report(study, resamples=200)
    >>> found["answer"]["symbol"], round(found["answer"]["value"], 3)
    ('α', 0.734)
    >>> [name for name in found.data if found[name]][:4]
    ['accord', 'title', 'study', 'answer']
    """
    study = expanded(study)
    tell = progress or (lambda what, share: None)
    lead = recommended(study, purpose=purpose, measure=measure, distance=distance)
    d, _ = chosen_distance(study, distance)
    how = {
        "confidence": confidence,
        "over": over,
        "resamples": resamples,
        "rng": rng,
        "n_jobs": n_jobs,
    }
    asked = None if lead is None else lead.measure
    found, left = all_measures(study, asked, d, how, tell, said=distance is not None)
    first = found[0] if asked and found and found[0].measure.name == asked.name else None
    tell("breaking down", 0.0)
    sections = _sections(study, lead, first, d, worst, taxonomy)
    table = _coefficients(found, left, confidence)
    answer = answer_section(study, lead, first, sections) if lead and first else None
    settings = {
        "purpose": purpose,
        "distance": str(d),
        "level": confidence,
        "resamples": resamples,
        "over": over if over is None or isinstance(over, str) else "clusters",
        "seed": rng,
    }
    data = {
        **_head(study, title),
        "answer": answer,
        "coefficients": table,
        **sections,
        "methods": methods_section(study, answer, table["rows"], settings),
    }
    return Report(record({key: part for key, part in data.items() if part is not None}))


def _coefficients(
    found: Sequence[Estimate], left: Sequence[LeftOut], confidence: float
) -> dict[str, Any]:
    """One row for each measure; for each that was not computed, the reason."""
    return {
        "rows": [_row(one) for one in found],
        "left": [_left(one) for one in left],
        "level": confidence,
    }


def _row(found: Estimate) -> dict[str, Any]:
    agreement, entry = found.agreement, found.measure.measure
    return {
        **agreement.as_dict(),
        "title": entry.title,
        "better": entry.better,
        "also": list(entry.also),
        "source": list(entry.source),
        "defined": not isnan(agreement.value),
    }


def _left(left: LeftOut) -> dict[str, Any]:
    entry = left.measure
    return {
        "measure": entry.name,
        "symbol": entry.symbol,
        "title": entry.title,
        "reason": left.reason,
    }


def _head(study: Study, title: str | None) -> dict[str, Any]:
    from accord.version import __version__

    source = "" if study.audit is None else study.audit.source
    name = source.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    categories = getattr(study, "categories", getattr(study, "types", ()))
    return {
        "accord": __version__,
        "title": title or (f"Agreement in {name}" if name else "Agreement"),
        "study": {
            "kind": study.kind,
            "sentence": study_sentence(study),
            "source": source,
            "counts": study.counts(),
            "coders": labels(study.coders[:1000]),
            "categories": labels(categories[:150]),
        },
    }


def _coding_sections(
    study: Codings, distance: Any, worst: int, taxonomy: Taxonomy | None, of: str | None
) -> dict[str, Any]:
    """Categories, taxonomy and items of codings; `of` is their dimension where there are many."""
    found = {
        "categories": category_section(study, distance),
        "taxonomy": None if taxonomy is None else taxonomy_section(study, taxonomy),
        "items": item_section(study, distance, worst),
    }
    return {name: {**section, "of": of} for name, section in found.items() if section}


def _sections(
    study: Study,
    lead: Recommended | None,
    first: Estimate | None,
    distance: Any,
    worst: int,
    taxonomy: Taxonomy | None,
) -> dict[str, Any]:
    """The parts that depend on what was annotated."""
    found: dict[str, Any] = {}
    named = bool(len(study.coders))
    if isinstance(study, Dimensions):
        found["dimensions"] = dimension_section(study, distance)
        busiest = max(sorted(study.names), key=lambda name: len(study[name]))
        codings = replace(study[busiest], about=study.about)
        d = distance_of(distance).within(busiest)
        found |= _coding_sections(codings, d, worst, taxonomy and taxonomy.within(busiest), busiest)
    if isinstance(study, Codings):
        found |= _coding_sections(study, distance, worst, taxonomy, None)
    if lead is not None and named:
        found["coders"] = coder_section(study, lead.measure)
    if named:
        found["coverage"] = coverage_section(study)
    if isinstance(study, Unitizings):
        detail = first.agreement.detail if first is not None else {}
        found["units"] = unit_section(study, detail.get("alignments"))
    elif isinstance(study, Partitions):
        found["chains"] = chain_section(study)
    elif isinstance(study, Segmentations):
        found["boundaries"] = boundary_section(study)
    return {key: part for key, part in found.items() if part}
