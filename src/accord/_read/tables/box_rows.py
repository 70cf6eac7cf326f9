"""A table of strings as Regions: one row per box (image, coder, place, category).

image,coder,label,x,y,w,h                   or  xmin,ymin,xmax,ymax; left,top,right,bottom …
a.jpg,Ann,cat,10,10,40,30
b.jpg,Bob,,,,,                              Bob saw b.jpg and marked nothing
"""

from collections.abc import Hashable, Sequence
from typing import Any

from accord._read.door.coverage import in_table, who_saw_what
from accord._read.door.read_options import Options
from accord._read.tables.label_rows import with_coders
from accord._read.tables.roles import ROLES, Table, called
from accord._read.tables.unit_rows import by_names
from accord._read.text.json_values import FARTHEST
from accord.errors import DataError, Setting
from accord.kinds.regions.geometry import Box
from accord.kinds.regions.study import Regions
from accord.model.audit import Audit
from accord.words.said import said

# How tools call the columns of a box. Of names that fit two ways (x1, y1, x2, y2 and x0, y0, x1,
# y1) those that come first here are taken.
CORNERS = (
    ("xmin", "ymin", "xmax", "ymax"),
    ("x_min", "y_min", "x_max", "y_max"),
    ("x1", "y1", "x2", "y2"),
    ("x0", "y0", "x1", "y1"),
    ("left", "top", "right", "bottom"),
)
_SIDES = (
    ("x", "y", "w", "h"),
    ("x", "y", "width", "height"),
    ("left", "top", "width", "height"),
    ("bbox_x", "bbox_y", "bbox_w", "bbox_h"),
    ("bbox_x", "bbox_y", "bbox_width", "bbox_height"),
)
MIDDLES = (("x_center", "y_center", "width", "height"), ("cx", "cy", "w", "h"))
_IMAGES = ("image", "image_id", "image_name", "image_path", "img", "frame", "picture", "file_name")


def places(header: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """How the places of boxes are told, and the four columns; None where it is no table of boxes.

    >>> places(["image", "X", "Y", "W", "H"]), places(["x", "y", "label"])
    (('sides', ('X', 'Y', 'W', 'H')), None)
    """
    lowered = {name.lower().strip(): name for name in reversed(header)}
    # Middles first: they share width and height with sides.
    for way, known in (("middles", MIDDLES), ("corners", CORNERS), ("sides", _SIDES)):
        for names in known:
            if all(name in lowered for name in names):
                return way, tuple(lowered[name] for name in names)
    return None


def are_boxes(header: Sequence[str], options: Options) -> bool:
    """Whether the columns are those of boxes that coders drew in images."""
    coder = options.coder or called(header, ROLES["coder"])
    image = options.item or called(header, (*_IMAGES, *ROLES["document"], *ROLES["item"]))
    return places(header) is not None and coder is not None and image is not None


def boxes_from_table(table: Table, options: Options) -> Regions:
    """The boxes of a table, one row each; a row without a place says that the coder saw the
    image."""
    placed = places(table.header)
    roles = by_names(table.source, table.header, {**options.columns, "item": None})
    image = options.one_item or called(table.header, (*_IMAGES, *ROLES["document"], *ROLES["item"]))
    if placed is None or roles.coder is None or image is None:
        raise DataError(
            f"{table.source}: a table of boxes has columns for the image, the coder and the place "
            f"(x, y, w, h, or xmin, ymin, xmax, ymax). Columns: {', '.join(table.header[:20])}. "
            f"Name the first two with {Setting('item')} and {Setting('coder')}"
        )
    way, columns = placed
    category = roles.category if roles.category not in (image, *columns) else None
    table.used(image, roles.coder, category, *columns)
    table = with_coders(table, roles.coder, options.anonymous)
    images, coders, where = table.column(image), table.column(roles.coder), table.where()
    labels: Sequence[str] = table.column(category) if category else [""] * len(images)
    cells = [table.column(name) for name in columns]
    rows: list[tuple[Hashable, Hashable, Any, Any]] = []
    at, empty = [], []
    for row, (name, who, label) in enumerate(zip(images, coders, labels, strict=True)):
        if not name or not who:
            raise DataError(
                f"{where[row]}: the {'coder' if name else 'image'} is empty; fill it in"
            )
        edges = [column[row] for column in cells]
        if not any(edges):
            empty.append((name, who))
        else:
            numbers = [
                _number(cell, column, where[row])
                for cell, column in zip(edges, columns, strict=True)
            ]
            rows.append((name, who, _box(way, numbers, where[row]), label))
            at.append(where[row])
    taken = f"image={image} coder={roles.coder} category={category or 'none'}"
    notes = [f"columns: {taken} place={','.join(columns)}"]
    if way == "sides":
        notes.append(f"{columns[0]} and {columns[1]} are the upper left corner")
    saw = who_saw_what(
        table.source,
        (row[:2] for row in rows),
        in_table(table, images, coders, options),
        empty=empty,
        items=list(dict.fromkeys(images)),
        coders=list(dict.fromkeys(coders)),
        document="image",
    )
    told = (*table.notes, *notes, *saw.notes)
    audit = Audit(table.source, said("read.table-boxes"), len(table.rows), 0, told)
    return Regions.of(
        rows, items=saw.items, coders=saw.coders, seen=saw.seen, audit=audit, where=at
    )


def _box(way: str, figures: Sequence[float], where: str) -> Box:
    a, b, c, d = figures
    if way == "corners":
        left, top, right, bottom = min(a, c), min(b, d), max(a, c), max(b, d)
    elif way == "sides":
        left, top, right, bottom = a, b, a + c, b + d
    else:
        left, top, right, bottom = a - c / 2, b - d / 2, a + c / 2, b + d / 2
    if not (right > left and bottom > top):
        raise DataError(
            f"{where}: a box of {right - left:g} × {bottom - top:g}; both sides are above 0"
        )
    return Box(left, top, right, bottom)


def _number(cell: str, column: str, where: str) -> float:
    try:
        figure = float(cell)
        if not abs(figure) <= FARTHEST:  # nan fails, too
            raise ValueError
    except ValueError:
        raise DataError(f"{where}: {column} is {cell!r}; a place is a number") from None
    return figure
