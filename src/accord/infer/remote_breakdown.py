"""Breakdowns of codings that stay in their engine, which adds up what a row needs."""

from math import nan
from typing import Any

from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.sums import CHANCE
from accord.measure.distances import distance
from accord.measure.entry import Measure
from accord.measure.remote import lost_at
from accord.model.names import FloatArray
from accord.model.recount import within
from accord.model.remote import Remote
from accord.model.remote_categories import Against, against, against_rest, commonest, meetings
from accord.model.tally import Tally


def category_rows(
    study: Remote, measure: Measure, rule: str, settings: dict[str, Any], most: int
) -> tuple[list[tuple[Any, ...]], tuple[str, ...]]:
    """A row for each of the commonest categories, as in memory, and what there is to note."""
    reason = measure.objection(study)
    if reason is not None:
        raise NotApplicableError(reason)
    usual = commonest(study, most)
    names = [name for name, _ in usual]
    found = against(study, names)
    lost, total = _lost(study, found, settings)
    rest = {**settings, "distance": "nominal"} if "distance" in settings else settings
    merged = against_rest(study, found, rule, CHANCE[measure.name] == "per coder")
    others = meetings(study, names)
    rows = []
    for at, (name, codings) in enumerate(usual):
        met = float(found.met()[at])
        rows.append((
            name, codings, measure.compute(merged[at], **rest).value,
            float(found.alike()[at]) / met if met else nan,
            float(lost[at] / total) if total else 0.0, None if others is None else others[at],
        ))  # fmt: skip
    notes: tuple[str, ...] = ()
    if len(study.categories) > len(rows):
        notes += (f"the {len(rows)} commonest of {len(study.categories)} categories",)
    if others is None:
        notes += ("confused with: too many pairs of categories to bring back",)
    return rows, notes


def _lost(study: Remote, found: Against, settings: dict[str, Any]) -> tuple[FloatArray, float]:
    """What each category adds to the observed disagreement, and all of it."""
    recipe = distance(settings.get("distance", "nominal"))
    return found.apart() if recipe.name == "nominal" else lost_at(study, recipe.name, found.names)


def parts_by(study: Tally | Remote, column: str) -> list[tuple[Any, Tally | Remote]]:
    """The study within each value of a column of the table that an engine holds."""
    held = study if isinstance(study, Remote) else study.held
    if held is None:
        raise NotApplicableError(
            "these counts do not say which items belong together; break down the table that was "
            "counted"
        )
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        names = ["category", "pattern", "coder", "pair", *known]
        raise UnknownNameError.of("breakdown", column, names)
    return within(study, column)
