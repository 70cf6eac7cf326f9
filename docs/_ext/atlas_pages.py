"""Pages of the atlas: strip plots by task, the recipes, and what all values together teach."""

import json
from html import escape
from math import log10
from statistics import median
from typing import Any

from scipy.stats import kendalltau, spearmanr

from accord._measure.catalogue import MEASURES
from accord.infer.atlas.recipe import recipes
from accord.infer.atlas.values import atlas_rows, kept_results

ENOUGH = 0.667  # Krippendorff's level for tentative conclusions, a convention
_LEFT, _WIDTH, _ROW, _TOP = 300, 360, 22, 16


def _x(value: float) -> float:
    return _LEFT + _WIDTH * max(min(value, 1.0), 0.0)


def _name(row: dict[str, Any]) -> str:
    return row["title"] + (f", {row['part']}" if row["part"] else "")


def strip(rows: list[dict[str, Any]], title: str) -> str:
    """A strip plot: a point for each value, larger for more items, with its interval.

    Values of whole files that a reference gave are hollow; every point leads to its recipe.
    """
    height = _TOP + _ROW * len(rows) + 24
    wide = _LEFT + _WIDTH + 70
    parts = [
        f'<svg role="group" aria-label="{escape(title, quote=True)}" viewBox="0 0 {wide} {height}" '
        f'style="max-width:{wide}px;width:100%;height:auto;font:13px sans-serif" '
        'fill="currentColor">'
    ]
    for tick in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        parts.append(
            f'<line x1="{_x(tick):.0f}" x2="{_x(tick):.0f}" y1="{_TOP - 8}" y2="{height - 20}" '
            'stroke="currentColor" stroke-opacity=".15"/>'
            f'<text x="{_x(tick):.0f}" y="{height - 4}" text-anchor="middle">{tick:g}</text>'
        )
    for at, row in enumerate(sorted(rows, key=lambda one: one["value"])):
        y = _TOP + _ROW * at
        size = 2.5 + 1.3 * log10(max(row["items"], 1))
        told = f"{_name(row)}: {row['what']} = {row['value']:.3f}, {row['items']} items"
        link = f"atlas-sets.html#atlas-{row['data_set']}"
        name = _name(row)
        shown = name if len(name) <= 42 else name[:41] + "…"
        parts.append(
            f'<a href="{link}"><title>{escape(told)}</title>'
            f'<text x="{_LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(shown)}</text>'
        )
        if row["low"] is not None:
            parts.append(
                f'<line x1="{_x(row["low"]):.1f}" x2="{_x(row["high"]):.1f}" y1="{y}" y2="{y}" '
                'stroke="#2f6db3" stroke-width="2"/>'
            )
        fill = "#2f6db3" if row["recomputed"] else "white"
        parts.append(
            f'<circle cx="{_x(row["value"]):.1f}" cy="{y}" r="{size:.1f}" fill="{fill}" '
            'stroke="#2f6db3" stroke-width="1.5"/>'
            f'<text x="{_LEFT + _WIDTH + 16}" y="{y + 4}">{row["value"]:.3f}</text></a>'
        )
    return "".join([*parts, "</svg>"])


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"


def _by_measure(task: str) -> dict[str, list[dict[str, Any]]]:
    """The values of a task by measure; first measures only, unless several data sets share it."""
    rows = atlas_rows(task)
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["what"], []).append(row)
    kept = {
        what: of
        for what, of in found.items()
        if of[0]["measure"] != "percent" and any(row["first"] for row in of)
    }
    return dict(sorted(kept.items(), key=lambda one: -len({row["data_set"] for row in one[1]})))


def atlas_by_task() -> str:
    """A section for each task: its strip plots."""
    parts = []
    for task in dict.fromkeys(row["task"] for row in atlas_rows()):
        name = task.replace("-", " ")
        parts.append(f"## {name.capitalize()}")
        for what, rows in _by_measure(task).items():
            sets = len({row["data_set"] for row in rows})
            title = f"{what} of {sets} data set{'s' if sets > 1 else ''} on {name}"
            parts += [f"**{title}**", _raw(strip(rows, title))]
        printed = [
            row for row in atlas_rows(task) if row["first"] and row["published"] and row["note"]
        ]
        for row in {row["data_set"]: row for row in printed}.values():
            parts.append(f"{row['title']}: the authors print {row['published']}. {row['note']}")
    return "\n\n".join(parts)


def atlas_sets() -> str:
    """A section for each recipe: where the data are, how they are read, all values."""
    values: dict[str, list[dict[str, Any]]] = {}
    for row in kept_results():
        values.setdefault(row["data_set"], []).append(row)
    parts = []
    for recipe in recipes().values():
        facts = recipe.facts
        parts.append(f"(atlas-{recipe.name})=\n## {facts['title']}")
        lines = [
            f"{facts.get('about', '').capitalize()}.",
            f"Source: [{facts['repository']}]({recipe.address()}), commit "
            f"`{facts['commit'][:12]}`; licence: {facts['licence']}.",
            f"Task: {facts['task'].replace('-', ' ')}; people: {facts.get('people')}.",
        ]
        if recipe.cut:
            lines.append(f"At hand is a cut ({recipe.cut}), which is a test and in no plot.")
        if facts.get("left_out"):
            lines.append(f"Left out: {facts['left_out']}.")
        if facts.get("published"):
            lines.append(f"Printed by the authors: {facts['published']}.")
        if facts.get("note"):
            lines.append(str(facts["note"]))
        parts.append("\n".join(line.replace("|", "\\|") for line in lines))
        if facts.get("reading"):
            told = "\n".join(
                f"{key} = {json.dumps(value, ensure_ascii=False)}"
                for key, value in facts["reading"].items()
            )
            parts.append(f"```toml\n{told}\n```")
        rows = [
            f"| {one.name or '–'} | {MEASURES[value.measure].symbol} "
            f"{' '.join(str(v) for v in value.settings.values())} | "
            f"{_number(_of(values, recipe.name, one.name, value))} | {_number(value.reference)} | "
            f"{_number(value.whole)} |"
            for one in recipe.parts
            for value in one.values
        ]
        if rows:
            head = "| part | measure | accord | reference | whole file |\n|---|---|---|---|---|"
            parts.append("\n".join([head, *(row.replace("|uα", "\\|uα") for row in rows)]))
    return "\n\n".join(parts)


def _of(values: Any, name: str, part: str, wanted: Any) -> float | None:
    settings = dict(wanted.settings)
    for row in values.get(name, ()):
        if (row["part"], row["measure"], row["settings"]) == (part, wanted.measure, settings):
            return float(row["value"])
    return None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.6f}"


# What it teaches --------------------------------------------------------------------------------


def of_labels() -> list[dict[str, Any]]:
    """Data sets of labels that are whole, a row for each part: α nominal, κ, π, AC1, percent."""
    known = {
        (recipe.name, part.name)
        for recipe in recipes().values()
        if recipe.compared and not recipe.cut
        for part in recipe.parts
        if not part.aside
    }
    made: dict[tuple[str, str], dict[str, Any]] = {}
    for row in kept_results():
        key = (row["data_set"], row["part"])
        nominal = row["settings"].get("distance", "nominal") == "nominal"
        if key in known and nominal and row["largest"] is not None:
            mine = made.setdefault(key, {"name": " ".join(filter(None, key)), **row})
            mine[row["measure"]] = row["value"]
    return [row for row in made.values() if {"alpha", "percent", "ac1"} <= set(row)]


def _ranks(rows: list[dict[str, Any]], measure: str) -> dict[str, int]:
    order = sorted(rows, key=lambda row: -row[measure])
    return {row["name"]: at for at, row in enumerate(order, start=1)}


def lessons() -> dict[str, Any]:
    """The numbers of the page on what the atlas teaches, all computed from its values."""
    rows = of_labels()
    few = [row for row in rows if row["categories"] <= 30]  # numbers of 0 to 100 are no labels
    alpha = [row["alpha"] for row in few]
    places = {name: _ranks(few, name) for name in ("alpha", "percent", "ac1")}
    moved = max(few, key=lambda row: abs(places["alpha"][row["name"]] - places["ac1"][row["name"]]))
    with_kappa = [row for row in few if "kappa" in row]
    shown = [row for row in atlas_rows() if row["first"] and row["measure"] == "alpha"]
    sets: dict[str, list[float]] = {}
    for row in shown:
        sets.setdefault(row["data_set"], []).append(row["value"])
    middle = {name: median(values) for name, values in sets.items()}
    people = {row["data_set"]: row["people"] for row in shown}
    wide = [(row["items"], row["high"] - row["low"]) for row in shown if row["low"] is not None]
    whole = {
        (recipe.name, part.name): value.whole or value.reference
        for recipe in recipes().values()
        for part in recipe.parts
        for value in part.values[:1]
    }
    apart = [
        whole["summeval", name] for name in ("coherence", "consistency", "fluency", "relevance")
    ]
    teen = [whole["lgbteen", f"Q{n}"] for n in range(1, 11)]
    return {
        "labels": len(few),
        "tau_percent": kendalltau(alpha, [row["percent"] for row in few]).statistic,
        "tau_ac1": kendalltau(alpha, [row["ac1"] for row in few]).statistic,
        "tau_kappa": kendalltau(
            [row["alpha"] for row in with_kappa], [row["kappa"] for row in with_kappa]
        ).statistic,
        "kappas": len(with_kappa),
        "moved": moved,
        "from": places["alpha"][moved["name"]],
        "to": places["ac1"][moved["name"]],
        "prevalence": spearmanr([row["largest"] for row in few], alpha).statistic,
        "categories": spearmanr([row["categories"] for row in few], alpha).statistic,
        "prevalence_ac1": spearmanr(
            [row["largest"] for row in few], [row["ac1"] for row in few]
        ).statistic,
        "sets": len(middle),
        "below": sum(value < ENOUGH for value in middle.values()),
        "median": median(middle.values()),
        "small": median(width for n, width in wide if n <= 200),
        "n_small": sum(n <= 200 for n, _ in wide),
        "large": median(width for n, width in wide if n > 200),
        "n_large": sum(n > 200 for n, _ in wide),
        "coarse": sum(width / 2 > 0.05 for _, width in wide),
        "crowd": [value for name, value in middle.items() if people[name] == "crowd"],
        "trained": [value for name, value in middle.items() if people[name] == "trained"],
        "pooled": whole["summeval", "pooled"],
        "apart": apart,
        "teen_pooled": whole["lgbteen", "pooled"],
        "teen": teen,
    }


def atlas_lessons() -> str:
    """What all values together teach, in sentences with their numbers."""
    it = lessons()
    moved = it["moved"]
    mover = recipes()[moved["data_set"]].facts["title"]
    crowd, trained = it["crowd"], it["trained"]
    return f"""
## Measures rank data sets differently

Of {it["labels"]} sets of labels, α and κ rank nearly all alike (Kendall's τ =
{it["tau_kappa"]:.2f}, {it["kappas"]} sets with named coders); with percent agreement α has τ =
{it["tau_percent"]:.2f}, with AC1 τ = {it["tau_ac1"]:.2f}.
{mover} is number {it["from"]} by α ({moved["alpha"]:.3f}) and number {it["to"]} by AC1
({moved["ac1"]:.3f}): {moved["largest"]:.0%} of its labels are of one category.
Compare a value only with values of the same measure.

## Prevalence and categories

The share of the largest category goes with α by Spearman's ρ = {it["prevalence"]:.2f}, with AC1
by ρ = {it["prevalence_ac1"]:.2f}; the number of categories with α by ρ =
{str(round(it["categories"], 2)).replace("-", "−")}.
Data sets with a large category or few categories also tend to be easier tasks, so these numbers
describe the atlas and prove nothing about one data set.

## How wide intervals are

Of {it["n_small"]} values from at most 200 items, the median width of the 95% interval is
{it["small"]:.2f}; of {it["n_large"]} from more items, {it["large"]:.2f}.
{it["coarse"]} of {it["n_small"] + it["n_large"]} intervals reach farther than .05 from their
middle: between two such data sets a difference of .05 can be chance alone.

## How many are below .667

{it["below"]} of {it["sets"]} data sets with α are below {ENOUGH} (of those with several
dimensions, the median of these); the median of all is {it["median"]:.2f}.
Krippendorff's level is a convention for conclusions from content analysis, and most of these data
sets do not reach it.

## Crowds and trained people

{len(crowd)} data sets of crowds have α from {min(crowd):.2f} to {max(crowd):.2f} (median
{median(crowd):.2f}), {len(trained)} of trained people from {min(trained):.2f} to
{max(trained):.2f} (median {median(trained):.2f}).
Their tasks differ, so this is no experiment: sleep stages and seizures are judged by experts,
offence by crowds.

## Pooling dimensions inflates

SummEval has α = {it["pooled"]:.2f} over its four dimensions together and {min(it["apart"]):.2f}
to {max(it["apart"]):.2f} apart; {sum(one < it["pooled"] for one in it["apart"])} of 4 are below
the pooled value, and their mean is {sum(it["apart"]) / 4:.2f}.
The ten questions of LGBTeen have α = {it["teen_pooled"]:.2f} pooled and a median of
{median(it["teen"]):.2f} apart.
Where dimensions differ in their usual answer, that difference counts as agreement on items.

## A published value that is too high

For dialogue acts one team printed β = .736 for its first set beside α = .479, with the code.
The code adds up the expected disagreement of the pairs of coders where the definition takes the
mean; with the mean, β is .479, next to α.
Nobody could have seen that from the paper alone, and it is known because the team published data
and code.
"""
