"""Ratings and measurements: is one rater enough, who rates high or low, which items to discuss."""

from math import isnan
from typing import Any

from accord._report.section_types import CoefficientRow, FTest, LimitsOfValue
from accord._report.wording import label, plain_section
from accord.infer.ratings.findings import (
    constant_findings,
    drift_findings,
    error_findings,
    level_findings,
    limit_findings,
    named_raters,
    rater_findings,
)
from accord.infer.ratings.summary import FEWEST_RATED, GOOD, RatingSummary, rating_summary
from accord.infer.tests.icc_table import IccForm
from accord.words.said import Said, said, sentences

_DISCUSSED = 10
"""So many items are named at most."""
FAR_ITEMS = 5.0
"""Where items differ so many times as much as ratings of one item, ratings are drawn as distances
from the mean of their item: on the scale itself they would lie on each other."""


def rating_sections(study: Any, confidence: float, enough: float | None) -> dict[str, Any]:
    """The section on ratings, and what to do next."""
    found = rating_summary(study, confidence=confidence)
    threshold = GOOD if enough is None else enough
    headline = _headline(found, threshold)
    section = {
        "headline": headline,
        "threshold": threshold,
        "conventional": enough is None,
        "rows": _rows(found, threshold),
        "refused": found.refused,
        "notes": list(found.notes),
        "level": confidence,
        "missing": found.missing,
        "title": sentences(*level_findings(found)) if found.raters is not None else "",
        "findings": rater_findings(found),
        "raters": _raters(found),
        "two": None if found.limits is None else found.limits.as_dict(),
        "with_mean": None if found.with_mean is None else found.with_mean.as_dict(),
        "errors": [*error_findings(found), *limit_findings(found)],
        "forms": [] if found.forms is None else [one.as_dict() for one in found.forms.forms],
        "more": [one.as_dict() for one in found.more],
        "items": _items(found),
        "plot": _plot(found),
        "apa": _for_papers(found, "ratings.paper", "ratings.paper-one"),
        "text": _for_papers(found, "ratings.paper-text", "ratings.paper-text-one"),
    }
    steps = _steps(found, threshold)
    following = {
        "verdict": headline,
        "reached": None,
        "levels": [],
        "steps": [{"what": what, "sentence": text, "filter": None} for what, text in steps],
        "named": [what for what, _ in steps if what in TESTED],
    }
    return plain_section({"next": following, "ratings": section})


def with_tests(rows: list[CoefficientRow], forms: list[dict[str, Any]]) -> list[CoefficientRow]:
    """The coefficients; intraclass correlations say how their limits are called, and their F."""
    tested = {one["form"].replace(",", "/"): one for one in forms}
    return [_with_test(row, tested.get(row["settings"].get("form", ""))) for row in rows]


def _with_test(row: CoefficientRow, form: dict[str, Any] | None) -> CoefficientRow:
    if form is None or row["interval"] is None:
        return row
    interval: LimitsOfValue = {**row["interval"], "method": form["limits"]}
    test: FTest = {"F": form["F"], "df1": form["df1"], "df2": form["df2"], "p": form["p"]}
    tested: CoefficientRow = {**row, "interval": interval, "test": test}
    return plain_section(tested)


TESTED = ("rater", "narrow", "drift", "odd", "items")
"""Steps that a test names."""


def _form(found: RatingSummary, name: str) -> IccForm | None:
    form = None if found.forms is None else found.forms[name]
    return None if form is None or isnan(form.value) else form


def _headline(found: RatingSummary, threshold: float) -> str:
    """Whether the mean of the raters is reliable, and whether one alone is; only what is shown."""
    mean, one = _form(found, "2,k"), _form(found, "2,1")
    if one is None:
        return said("ratings.head-none", reason=found.refused or said("ratings.no-variance"))
    if found.items < FEWEST_RATED:
        return said("ratings.head-few", n=found.items)
    n = found.coders
    if one.low >= threshold:
        return said("ratings.head-one")
    if mean is None:  # items have different numbers of ratings: there is no one mean
        return said("ratings.head-one-not" if one.high < threshold else "ratings.head-one-open")
    if mean.low >= threshold:
        return said("ratings.head-mean-only" if one.high < threshold else "ratings.head-mean", n=n)
    return said("ratings.head-not" if mean.high < threshold else "ratings.head-open", n=n)


def _rows(found: RatingSummary, threshold: float) -> list[dict[str, Any]]:
    """The mean of all raters and one rater, with their limits; `passed` where that is shown."""
    rows = []
    for name, text in (
        ("2,k", said("ratings.mean-row", n=found.coders)),
        ("2,1", said("ratings.one-row")),
    ):
        form = _form(found, name)
        if form is not None:
            symbol = f"ICC({name})"
            limits = {"low": form.low, "high": form.high, "passed": form.low >= threshold}
            rows.append({"name": text, "symbol": symbol, "value": form.value, **limits})
    return rows


def _raters(found: RatingSummary) -> list[dict[str, Any]]:
    """Each rater, the highest first: level, spread, range and drift."""
    if found.raters is None:
        return []
    changes = {one.rater: one for one in found.drift}
    rows = []
    for one in sorted(found.raters.raters, key=lambda one: -one.apart):
        drifts = changes.get(one.rater)
        rows.append(
            {
                **one.as_dict(),
                "rater": label(one.rater),
                "drift": None if drifts is None else drifts.change,
                "drift_p": None if drifts is None else drifts.p,
            }
        )
    return rows


def _items(found: RatingSummary) -> list[dict[str, Any]]:
    """All items, those whose ratings are farthest apart first."""
    values = dict(zip(found.table.items, found.table.values.tolist(), strict=True))
    return [
        {
            **one.as_dict(),
            "item": label(one.item),
            "ratings": [None if isnan(x) else x for x in values[one.item]],
        }
        for one in found.apart
    ]


def _plot(found: RatingSummary) -> dict[str, Any]:
    """What is drawn: differences of two raters, the ratings of all, or their distance from the
    mean of the item."""
    names = [label(name) for name in found.table.raters]
    lower, higher = named_raters(found)
    if found.limits is not None:
        form = "differences"
    else:
        noise = found.error.agreement if found.error is not None else 0.0
        means = [one.mean for one in found.apart]
        centre = sum(means) / len(means)
        spread = (sum((mean - centre) ** 2 for mean in means) / len(means)) ** 0.5
        form = "distances" if 0 < FAR_ITEMS * noise < spread else "ratings"
    return {
        "form": form,
        "raters": names,
        "lower": [label(one.rater) for one in lower],
        "higher": [label(one.rater) for one in higher],
    }


def _for_papers(found: RatingSummary, key: str, key_one: str) -> str:
    """The sentence on reliability for a paper, of one rater and of the mean of all."""
    one, mean = _form(found, "2,1"), _form(found, "2,k")
    if one is None:
        return ""
    facts = {"value": one.value, "low": one.low, "high": one.high}
    if mean is None:
        return said(key_one, **facts)
    more = {"mean": mean.value, "mean_low": mean.low, "mean_high": mean.high}
    return said(key, **facts, **more)


def _steps(found: RatingSummary, threshold: float) -> list[tuple[str, str]]:
    """What to do next: report the mean or add raters, train, discuss, check, rate more items."""
    steps: list[tuple[str, str]] = []
    if found.items < FEWEST_RATED:
        steps.append(("size", said("ratings.next-items", n=FEWEST_RATED)))
    if found.odd:  # before all else: one slip of the pen moves every number
        first = found.odd[0]
        facts = {"rater": str(first.rater), "item": str(first.item), "x": first.value}
        more = said("ratings.next-odd", n=len(found.odd), **facts, y=first.expected)
        steps.append(("odd", more))
    steps += _raters_needed(found, threshold)
    steps += _train(found)
    apart = [one for one in found.apart if one.discuss]
    if apart:
        names = [label(one.item) for one in apart[:_DISCUSSED]]
        key = "ratings.next-discuss" if len(apart) <= _DISCUSSED else "ratings.next-discuss-first"
        steps.append(("items", said(key, n=len(apart), names=names)))
    return steps


def _raters_needed(found: RatingSummary, threshold: float) -> list[tuple[str, str]]:
    one, mean = _form(found, "2,1"), _form(found, "2,k")
    if one is None or found.items < FEWEST_RATED:
        return []
    if one.low >= threshold:
        text = said("ratings.next-one", value=one.value, low=one.low)
    elif mean is not None and mean.low >= threshold:
        facts = {"n": found.coders, "value": mean.value, "low": mean.low, "high": mean.high}
        fewest = found.raters_for(threshold, sure=True) or found.coders
        fewer = 1 < fewest < found.coders
        key = "ratings.next-mean-or-fewer" if fewer else "ratings.next-mean"
        text = said(key, **facts, **({"m": fewest} if fewer else {}))
    else:
        text = _more_raters(found, threshold)
    return [("raters", text)]


def _more_raters(found: RatingSummary, threshold: float) -> Said:
    """How many raters' mean would do, by the estimate and by its lower limit."""
    enough, surely = found.raters_for(threshold), found.raters_for(threshold, sure=True)
    if enough is None:
        return said("ratings.next-instructions")
    if surely is None:
        return said("ratings.next-more-open", n=enough, t=threshold)
    if enough <= found.coders:
        return said("ratings.next-more-sure", m=surely, t=threshold)
    return said("ratings.next-more", n=enough, m=surely, t=threshold)


def _train(found: RatingSummary) -> list[tuple[str, str]]:
    """Raters to recalibrate, with what one rater would reach if all used one level."""
    lower, higher = named_raters(found)
    names = [label(one.rater) for one in (*lower, *higher)]
    one, alike = _form(found, "2,1"), _form(found, "3,1")
    steps: list[tuple[str, str]] = []
    if names and one is not None and alike is not None and alike.value > one.value:
        values = {"value": alike.value, "now": one.value}
        steps.append(("rater", said("ratings.next-train", names=names, **values)))
    elif names:
        steps.append(("rater", said("ratings.next-train-only", names=names)))
    narrow = [] if found.raters is None else [r for r in found.raters.raters if r.narrow]
    steps += [
        ("narrow", said("ratings.narrow", name=label(r.rater), x=r.range, pval=r.range_p))
        for r in narrow
    ]
    steps += [("narrow", text) for text in constant_findings(found)]
    return steps + [("drift", text) for text in drift_findings(found)]
