"""Lanes, chains and boundaries of the worst document as charts: for files and for Python.

The page draws lanes along the text and lets readers zoom; these are their still pictures.
"""

from typing import Any

from accord._report.render.theme import along, by_kind, by_name, data_of, library
from accord._report.wording import axis_labels, shortened
from accord.words.said import said

KINDS = {
    "agreed": "kind.agreed",
    "place": "kind.borders-differ",
    "category": "kind.categories-differ",
    "both": "kind.both-differ",
    "alone": "kind.one-coder-only",
}
"""Kinds of aligned units and their sentences, in the order of the legend."""

WIDTH = 900


def unit_chart(section: dict[str, Any]) -> Any:
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
    words = {name: said(key) for name, key in KINDS.items()}
    scale = WIDTH / max(document["end"] - document["begin"], 1e-9)
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
    return (bars + texts).properties(width=WIDTH, height={"step": 20})


def _fitted(text: str, room: float) -> str:
    """The text as far as it fits into so many pixels."""
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


def boundary_chart(section: dict[str, Any]) -> Any:
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


def chain_chart(section: dict[str, Any]) -> Any:
    """The chain of every mention for every coder in the document with most disagreement."""
    if not section["documents"]:
        return None
    alt = library()
    document = section["documents"][0]
    coders = axis_labels(document["coders"])
    mentions = axis_labels(
        [f"{at + 1} {shortened(row['text'], 24)}" for at, row in enumerate(document["rows"])]
    )
    rows = [
        {"mention": mention, "coder": coders[c], "chain": chain[0] + 1}
        for mention, row in zip(mentions, document["rows"], strict=True)
        for c, chain in enumerate(row["chains"])
        if chain is not None
    ]
    if not rows:
        return None
    base = alt.Chart(data_of(rows), title=document["name"]).encode(
        x=alt.X("coder:N", sort=coders, title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("mention:N", sort=mentions, title=None),
        tooltip=["mention:N", "coder:N", "chain:Q"],
    )
    cells = base.mark_rect(stroke="@paper").encode(
        color=alt.Color("chain:N", legend=None, scale=alt.Scale(scheme="pastel1"))
    )
    return (cells + base.mark_text(color="#14181f").encode(text="chain:N")).properties(
        width={"step": 70}, height={"step": 18}
    )
