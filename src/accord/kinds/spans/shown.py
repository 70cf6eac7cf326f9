"""Spans as lanes: every coder's spans on the text or time line, aligned, with kinds marked."""

from collections.abc import Sequence
from typing import Any

from accord._report.document import Table
from accord._report.render.lane_charts import ChartRows, lane_chart, title_of
from accord._report.render.theme import along, by_kind, by_name, data_of, library
from accord._report.wording import (
    axis_labels,
    label,
    labels,
    natural,
    plain_section,
    shortened,
    whole_number,
)
from accord.infer.why.anatomy import PLACE_KINDS, Anatomy, MatchedUnits, anatomy
from accord.infer.why.border_habits import border_habits
from accord.infer.why.confused import ConfusedPair, confused
from accord.infer.why.disagreements import Disagreements
from accord.infer.why.groups import by_document
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import IntArray
from accord.words.said import said, sentences

PICTURED = {
    "agreed": "kind.agreed",
    "place": "kind.borders-differ",
    "category": "kind.categories-differ",
    "both": "kind.both-differ",
    "alone": "kind.one-coder-only",
}
"""Kinds of aligned units and their sentences, in the order of the legend."""

_WIDTH = 900
"""Pixels of a document that is drawn whole, however long it is."""


COMMONEST = {
    "category": "units.category",
    "boundary": "units.boundary",
    "both": "units.both",
    "split": "kind.one-unit-against-several",
    "merge": "kind.several-units-against-one",
    "missing": "units.missing",
}
"""What pairs of coders did with units → how it is said of the commonest disagreement."""


def own_section(
    study: Unitizings, listed: Disagreements | None, matched: MatchedUnits | None
) -> dict[str, Any] | None:
    """Every document as lanes, the most disputed first, and the anatomy of all disagreement."""
    if listed is None:
        return None  # too many: lanes would be as long as the list
    anatomic = anatomy(study, matched=matched)
    share = {row.document: row.share for row in by_document(listed, study.items)}
    drawn = [
        (lanes(continuum, *places), share.get(continuum.name, 0.0))
        for continuum, places in zip(study.continua, listed.places, strict=True)
    ]
    # The page cuts from the end where it would be too large.
    drawn.sort(key=lambda pair: -pair[1])
    return plain_section(
        {
            "documents": [document for document, _ in drawn],
            "anatomy": anatomy_rows(anatomic, confused(study, matched=matched)),
            "limits": _limits(anatomic),
        }
    )


def lanes(continuum: Continuum, place: IntArray, kinds: list[str]) -> dict[str, Any]:
    """One document for drawing: units as [coder, begin, end, category], groups by kind."""
    categories = labels(continuum.categories)
    groups: list[list[int]] = [[] for _ in kinds]
    for unit, group in enumerate(place.tolist()):
        groups[group].append(unit)
    parts = zip(
        continuum.coder.tolist(),
        continuum.start.tolist(),
        continuum.stop.tolist(),
        continuum.category.tolist(),
        strict=True,
    )
    return {
        "name": label(continuum.name),
        "begin": continuum.begin,
        "end": continuum.end,
        "coders": labels(continuum.coders),
        "text": continuum.text,
        "units": [[c, whole_number(a), whole_number(b), categories[k]] for c, a, b, k in parts],
        "groups": groups,
        "kinds": kinds,
    }


def anatomy_rows(found: Anatomy, pairs_of: Sequence[ConfusedPair]) -> dict[str, Any]:
    """The kinds of agreement and disagreement for each category, summed over pairs of coders."""
    kinds = [
        kind for kind in PLACE_KINDS if found.counts[kind] or kind in ("same", "missing", "extra")
    ]
    rows = [
        {"category": name, "counts": [counts[kind] for kind in kinds]}
        for name, counts in zip(labels(found.by_category), found.by_category.values(), strict=True)
    ]
    rows.sort(key=lambda row: natural(str(row["category"])))
    pairs = [
        {"coders": labels(pair), "counts": [counts[kind] for kind in kinds]}
        for pair, counts in found.pairs.items()
    ]
    confusions = [
        {
            "first": label(one.first),
            "second": label(one.second),
            "count": round(one.often),
            "share": one.share,
            "expected": one.expected,
            "p": one.p,
        }
        for one in sorted(pairs_of, key=lambda one: -one.often)[:10]
    ]
    total = [found.counts[kind] for kind in kinds]
    return {
        "kinds": [said(f"word.{kind}") for kind in kinds],
        "total": total,
        "rows": rows,
        "pairs": pairs[:300],
        "confusions": confusions,
    }


def _limits(found: Anatomy) -> list[str]:
    """The commonest kind of disagreement, in a sentence."""
    counts = dict(found.counts)
    # What is missing seen from one coder is extra seen from the other.
    counts["missing"] += counts.pop("extra")
    counts.pop("same")
    total = sum(counts.values())
    if not total:
        return []
    worst = max(counts, key=lambda kind: counts[kind])
    text = said("units.commonest", p=counts[worst] / total, what=said(COMMONEST[worst]))
    confused = next(iter(found.confusions.items()), None)
    # Only then it is categories that were confused.
    if worst not in ("category", "both") or confused is None:
        return [text]
    (a, b), n = confused
    return [sentences(text, said("units.most-often", a=label(a), b=label(b), n=n))]


def own_tables(section: dict[str, Any]) -> list[Table]:
    """How often spans of each category are the same, cut otherwise, missing …"""
    anatomic = section["anatomy"]
    rows = [[row["category"], *row["counts"]] for row in anatomic["rows"]]
    columns = [said("word.category"), *anatomic["kinds"]]
    return [Table("anatomy", said("table.anatomy"), columns, rows)]


def still_picture(section: dict[str, Any]) -> Any:
    """The units of every coder in the document with most disagreement, coloured by kind."""
    if not section["documents"]:
        return None
    alt = library()
    document = section["documents"][0]
    names = axis_labels(document["coders"])
    kind = {
        at: kind.split()[0]
        for group, kind in zip(document["groups"], document["kinds"], strict=True)
        for at in group
    }
    words = {name: said(key) for name, key in PICTURED.items()}
    scale = _WIDTH / max(document["end"] - document["begin"], 1e-9)
    rows = [
        {
            "coder": names[coder],
            "begin": begin,
            "end": end,
            "category": category,
            "text": _fitted(category, (end - begin) * scale),
            "kind": words[kind[at]],
            "level": level,
        }
        for at, ((coder, begin, end, category), level) in enumerate(
            zip(document["units"], levels(document["units"]), strict=True)
        )
    ]
    colours = ["@agreed", "@place", "@category", "@both", "@paper"]
    base = alt.Chart(data_of(rows), title=document["name"]).encode(
        y=by_name("Y", "coder", names), yOffset="level:O"
    )
    bars = base.mark_bar(stroke="@muted", strokeWidth=1, cornerRadius=2).encode(
        x=along("begin", None, [document["begin"], document["end"]]),
        x2="end:Q",
        color=by_kind("kind", list(words.values()), colours, symbolStrokeColor="@muted"),
        tooltip=["coder:N", "category:N", "begin:Q", "end:Q", "kind:N"],
    )
    texts = base.mark_text(align="left", dx=2, fontSize=9).encode(x="begin:Q", text="text:N")
    return (bars + texts).properties(width=_WIDTH, height={"step": 20})


def _fitted(text: str, room: float) -> str:
    """The text as far as it fits into so many pixels."""
    # Six pixels for a letter of this size, and two at each end.
    signs = int((room - 4) / 6)
    return shortened(text, signs) if signs >= 2 else ""


def levels(units: list[list[Any]]) -> list[int]:
    """A level for each unit, so that those of one coder which overlap stand apart.

    >>> levels([[0, 0, 9, "x"], [0, 2, 4, "y"], [0, 9, 12, "x"], [1, 0, 9, "x"]])
    [0, 1, 0, 0]
    """
    ends: dict[int, list[float]] = {}
    found = [0] * len(units)
    for at in sorted(range(len(units)), key=lambda at: (units[at][1], -units[at][2])):
        coder, begin, end = units[at][:3]
        rows = ends.setdefault(coder, [])
        free = next((level for level, stop in enumerate(rows) if stop <= begin), len(rows))
        rows[free : free + 1] = [end]
        found[at] = free
    return found


def unit_rows(continuum: Continuum) -> ChartRows:
    """Every span with its coder, for a chart."""
    return [
        {"coder": str(who), "begin": unit.begin, "end": unit.end, "category": str(unit.category)}
        for who, unit in continuum
    ]


def study_chart(study: Unitizings) -> Any:
    """The spans of the document that has most of them, a lane for each coder."""
    busiest = max(study.continua, key=len)
    title = title_of(busiest.name, study.continua)
    return lane_chart(unit_rows(busiest), study.coders, title, "category")


def habits_of(study: Unitizings, matched: MatchedUnits) -> list[dict[str, Any]]:
    """How each coder draws borders, by the natural order of their names."""
    return [
        {
            "coder": label(row.coder),
            "pairs": row.pairs,
            "begin": row.begin,
            "end": row.end,
            "longer": row.longer / row.pairs,
            "shorter": row.shorter / row.pairs,
            "p": row.p,
            "word": row.word,
            "side": row.side,
            "often": row.often,
        }
        for row in sorted(
            border_habits(study, matched=matched), key=lambda row: natural(label(row.coder))
        )
        if row.pairs
    ]
