"""Regions drawn over the outline of their image: every coder's, those disputed in heavy lines."""

from collections.abc import Set
from html import escape
from typing import Any

from accord._report.document import Table
from accord._report.render.tables import words
from accord._report.wording import label, labels, plain_section, shortened
from accord.infer.why.region_anatomy import region_anatomy
from accord.kinds.regions.geometry import Outline, Points, bounds
from accord.kinds.regions.parts import Picture, Region
from accord.kinds.regions.study import Regions
from accord.words.said import said

_SHOWN = 12
"""The most images that are drawn, those with most disagreement first."""

_MOST = 300
"""The most regions of an image that are drawn."""

_CATEGORIES = 60
"""The most categories of the table."""

_COLOURS = ("#1f5fa8", "#b3541e", "#2d7d46", "#8a3ea8", "#97740b", "#0b7d8a", "#a8324a", "#5b5b5b")
"""Line colours of coders, told apart also on a dark page."""


def own_section(study: Regions, listed: Any, matched: None) -> dict[str, Any] | None:
    """F1 by category, and the images with most regions on which coders differ."""
    anatomy = region_anatomy(study)
    disputed, found = anatomy.disputed, anatomy.categories
    rows = sorted(found.items(), key=lambda pair: (pair[1]["f1"], pair[0]))
    order = sorted(disputed, key=lambda image: (-len(disputed[image]), image))
    if not rows:
        return None
    return plain_section(
        {
            "categories": [
                {"category": label(name or "(none)"), **{k: row[k] for k in ("common", "f1")}}
                | {"used": row["first"] + row["second"]}
                for name, row in rows[:_CATEGORIES]
            ],
            "left_out": max(0, len(rows) - _CATEGORIES),
            "coders": [
                {"coder": name, "colour": _COLOURS[at % len(_COLOURS)]}
                for at, name in enumerate(labels(study.coders))
            ],
            "images": [
                {
                    "name": label(study.documents[image].name),
                    "disputed": len(disputed[image]),
                    "regions": len(study.documents[image]),
                    "svg": drawn_regions(study.documents[image], disputed[image]),
                }
                for image in order[:_SHOWN]
            ],
        }
    )


def drawn_regions(picture: Picture, disputed: Set[tuple[int, Region]]) -> str:
    """The regions of all coders in one picture (SVG)."""
    placed = [(c, one) for c, mine in enumerate(picture.regions) for one in mine][:_MOST]
    edges = [bounds(one.shape) for _, one in placed]
    if picture.size is not None:
        left, top, (width, height) = 0.0, 0.0, picture.size
    else:
        left, top = min(e[0] for e in edges), min(e[1] for e in edges)
        width = max(e[2] for e in edges) - left or 1.0
        height = max(e[3] for e in edges) - top or 1.0
    # Pixels: the picture fits a page without scrolling, whatever the size of the image is.
    by = min(560 / width, 400 / height)
    parts = [
        f'<rect width="{width * by:.1f}" height="{height * by:.1f}" fill="none" stroke="#8a8a8a"/>'
    ]
    texts: list[str] = []
    for c, one in placed:
        colour = _COLOURS[c % len(_COLOURS)]
        # What is agreed stays visible, dashed: a region alone says nothing without its neighbours.
        heavy = (c, one) in disputed
        tip = escape(f"{label(picture.coders[c])}: {one.category or '(no category)'}")
        style = f'fill="none" stroke="{colour}" stroke-width="{2.5 if heavy else 1}"' + (
            "" if heavy else ' stroke-dasharray="4 3"'
        )
        parts.append(f"<g {style}><title>{tip}</title>{_path(one, left, top, by)}</g>")
        if heavy and one.category:
            texts.append(_named(one, c, colour, left, top, by))
    parts += texts
    size = f'viewBox="-2 -2 {width * by + 4:.1f} {height * by + 4:.1f}"'
    name = escape(f"Regions of {label(picture.name)}", quote=True)
    head = f'<svg {size} width="{width * by + 4:.0f}" role="img" aria-label="{name}">'
    return f"{head}{''.join(parts)}</svg>"


def _named(one: Region, coder: int, colour: str, left: float, top: float, by: float) -> str:
    """The category of a region inside its upper edge; of every other coder inside its lower one."""
    a, b, c, d = bounds(one.shape)
    # Two coders often mark the same place: their words would stand on each other.
    x, y = (a - left) * by + 4, ((d - top) * by - 5 if coder % 2 else (b - top) * by + 14)
    shown = escape(shortened(str(one.category), max(3, int((c - a) * by / 7))))
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="12">{shown}</text>'


def _path(one: Region, left: float, top: float, by: float) -> str:
    """The shape of a region; of a mask the box around it."""

    def at(x: float, y: float) -> str:
        return f"{(x - left) * by:.1f} {(y - top) * by:.1f}"

    shape = one.shape
    if isinstance(shape, Points):
        places = [place for place in shape.places if place is not None]
        pairs = [at(*place).split() for place in places]
        return "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for x, y in pairs)
    if isinstance(shape, Outline):
        rings = shape.rings
    else:
        a, b, c, d = bounds(shape)
        rings = (((a, b), (c, b), (c, d), (a, d)),)
    path = " ".join("M" + " L".join(at(x, y) for x, y in ring) + " Z" for ring in rings)
    return f'<path d="{path}"/>'


def own_tables(section: dict[str, Any]) -> list[Table]:
    """How well coders agree on the regions of each category."""
    rows = [
        [row["category"], row["used"], row["common"], row["f1"]] for row in section["categories"]
    ]
    columns = [*words("category used shared"), "F1"]
    return [Table("regions", said("table.agreement-category-regions"), columns, rows)]
