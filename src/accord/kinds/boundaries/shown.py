"""Segmentations as lanes: every coder's boundaries, those shared, near and alone."""

from typing import Any

import numpy as np

from accord._report.document import Table
from accord._report.render.lane_charts import title_of
from accord._report.render.theme import along, by_kind, data_of, library
from accord._report.wording import axis_labels, label, labels, plain_section
from accord.infer.why.boundary_anatomy import BOUNDARY_KINDS, NEAR_PLACES, boundary_kinds
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.words.said import said

BOUNDARIES = 2000
"""Boundaries of a document that are drawn: closer together they would be one black bar."""


def own_section(study: Segmentations, listed: Any, matched: None) -> dict[str, Any]:
    """The documents as lanes, and for each coder how many boundaries others have too."""
    drawn = [(document, boundary_kinds(document)) for document in study.documents]
    table = np.zeros((len(study.coders), len(BOUNDARY_KINDS)), dtype=np.int64)
    for document, kinds in drawn:
        np.add.at(table, (document.coder, kinds), 1)
    # Most boundaries far from any other first: these documents are worth a look. A stable order
    # keeps documents with as many as they came.
    order = np.argsort([-int((kinds == 2).sum()) for _, kinds in drawn], kind="stable")
    return plain_section(
        {
            "near": NEAR_PLACES,
            "kinds": [said(f"word.{kind}") for kind in BOUNDARY_KINDS],
            "rows": [
                {"coder": name, "counts": counts}
                for name, counts in zip(labels(study.coders), table.tolist(), strict=True)
            ],
            "documents": [_lanes(*drawn[int(at)]) for at in order],
            "limits": _limits(table.sum(axis=0).tolist()),
        }
    )


def _lanes(document: Segmentation, kinds: Any) -> dict[str, Any]:
    types = labels(document.types)
    # Boundaries without a type have the type None, whose name would only be noise.
    typed = any(kind is not None for kind in document.types)
    cuts = [
        [c, p, types[t] if typed else None, said(f"word.{BOUNDARY_KINDS[k]}")]
        for c, p, t, k in zip(
            document.coder.tolist(),
            document.place.tolist(),
            document.type.tolist(),
            kinds.tolist(),
            strict=True,
        )
    ]
    return {
        "name": label(document.name),
        "length": document.length,
        "coders": labels(document.coders),
        "seen": document.seen.tolist(),
        "cuts": cuts[:BOUNDARIES],
        "left_out": max(0, len(cuts) - BOUNDARIES),
    }


def _limits(total: list[int]) -> list[str]:
    number = sum(total)
    # Where all boundaries are shared, nothing keeps the value down.
    if not number or not total[1] + total[2]:
        return []
    return [said("units.boundaries-far-from-those", p=total[2] / number, q=total[1] / number)]


def own_tables(section: dict[str, Any]) -> list[Table]:
    """For each coder how many boundaries others have, too."""
    rows = [[row["coder"], *row["counts"]] for row in section["rows"]]
    columns = [said("word.coder"), *section["kinds"]]
    return [Table("boundaries", said("page.boundaries"), columns, rows)]


def still_picture(section: dict[str, Any]) -> Any:
    """The boundaries of every coder in the document with most disagreement."""
    if not section["documents"]:
        return None
    alt = library()
    document = section["documents"][0]
    names = axis_labels(document["coders"])
    rows = [
        {"coder": names[coder], "place": place, "type": type, "kind": kind}
        for coder, place, type, kind in document["cuts"]
    ]
    if not rows:
        return None
    return (
        alt.Chart(data_of(rows), title=document["name"])
        .mark_tick(thickness=3)
        .encode(
            x=along("place", None, [0, document["length"]]),
            y=alt.Y("coder:N", sort=names, title=None),
            color=by_kind("kind", section["kinds"], ["@muted", "@place", "@warn"]),
            tooltip=["coder:N", "place:Q", "type:N", "kind:N"],
        )
        .properties(width=900, height={"step": 22})
    )


def study_chart(study: Segmentations) -> Any:
    """The boundaries of the document that has most of them, a lane for each coder."""
    alt = library()
    busiest = max(study.documents, key=len)
    rows = [{"coder": str(who), "place": at, "type": str(kind)} for who, at, kind in busiest]
    ticks = alt.Chart(data_of(rows)).mark_tick(thickness=3, size=24, color="@accent")
    scale = alt.Scale(domain=[0, busiest.length])
    return ticks.encode(
        x=alt.X("place:Q", title=title_of(busiest.name, study.documents), scale=scale),
        y=alt.Y("coder:N", sort=list(map(str, study.coders)), title=None),
        tooltip=["coder:N", "place:Q", "type:N"],
    ).properties(width=640, height={"step": 28})
