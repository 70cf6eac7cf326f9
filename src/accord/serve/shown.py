"""What the page shows of files before anything is measured: columns, readings, first rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from accord._read.door.coverage import is_bare
from accord._read.door.read import Contents
from accord._read.door.read_options import LIST_OPTIONS, OFFERS, SHAPES, Options
from accord._read.tables.asking import described, masked
from accord._read.tables.roles import columns_of
from accord._report.wording import labels, message_in_words, natural
from accord._report.write import rows_to_write
from accord.errors import AccordError, Setting
from accord.kinds.kind import kind_of
from accord.kinds.labels.study import Codings
from accord.model.showing import cell
from accord.words.said import said, spoken

ROWS, COLUMNS, CELL = 8, 12, 60
"""How many rows, columns and characters of a cell a preview shows."""

BARS = 12
"""A column of at most so many values has a bar for each: how often it occurs."""

ROLE_WORDS = {
    "item": "word.item",
    **{
        role: f"serve.role.{role}"
        for role in ("coder", "category", "labels", "gold", "about", "ignore")
    },
}
"""What a column may be, and the key of its name: for tables with a row for each coding, or a column
for each coder."""


def in_page(message: str, language: str = "en") -> str:
    """A message in the language of the page, its settings as the page names them.

    >>> in_page(f"choose one with {Setting('layer')}, or {Setting('fold', True)}")
    'choose one with “layer”, or “fold”'
    >>> in_page(f"use {Setting('coders', ['A', 'B'])}")
    'use “coders: A, B”'
    """
    return message_in_words(spoken(language)(message))


def columns_and_readings(found: Contents, language: str) -> dict[str, Any]:
    """Each column of a table with its role and first cells, and the ways to read the table."""
    try:
        table_and_ways = found.readings()
    except AccordError:
        table_and_ways = None
    if table_and_ways is None:
        return {"columns": [], "readings": []}
    source, readings = table_and_ways
    say = spoken(language)
    seen = described(source, readings)
    first = next((one for one in readings if one.certain), None)
    private = {column.name for column in columns_of(source) if column.is_private}
    columns = []
    for at, (name, row) in enumerate(zip(source.header, seen["roles"], strict=False)):
        cells = [line[at] for line in source.rows[:ROWS]]
        shown = [masked(value) if name in private else _cut(value) for value in cells]
        role = _role(row["role"], None if first is None else first.shape)
        often = Counter(value for value in (line[at] for line in source.rows) if value.strip())
        few = [often[value] for value in sorted(often, key=natural)]
        columns.append(
            {
                "name": name,
                "role": role,
                "why": say(row["reason"]),
                "cells": shown,
                "distinct": len(often),
                "values": few if len(few) <= BARS else [],
            }
        )
    ways = [
        {
            "reading": say(way["reading"]),
            "certain": way["certain"],
            "doubts": [in_page(doubt, language) for doubt in one.doubts],
            "settings": one.settings,
        }
        for way, one in zip(seen["readings"], readings, strict=True)
    ]
    return {"columns": columns, "readings": ways}


def _role(role: str, shape: str | None) -> str:
    """The chip of a column."""
    if role == "coder" and shape == "wide":
        return "labels"
    known = {"item": "item", "coder": "coder", "category": "category", "left out": "ignore"}
    return known.get(role, "about" if role == "about the item" else "?")


def settings_of(roles: Mapping[str, str]) -> dict[str, Any]:
    """The settings of `accord.read` that say what each column is.

    >>> settings_of({"id": "item", "ann": "labels", "bob": "labels", "memo": "ignore"})
    {'shape': 'wide', 'item': 'id', 'coders': ['ann', 'bob'], 'ignore': ['memo']}
    >>> settings_of({"id": "item", "who": "coder", "tag": "category"})
    {'shape': 'long', 'item': 'id', 'coder': 'who', 'category': 'tag'}
    """

    def having(role: str) -> list[str]:
        return [name for name, own in roles.items() if own == role]

    unknown = sorted(set(roles.values()) - {*ROLE_WORDS, "?"})
    if unknown:
        raise AccordError(
            f"unknown role {unknown[0]!r} of a column. Roles: {', '.join(ROLE_WORDS)}"
        )
    items, coders, labelled = having("item"), having("coder"), having("labels")
    kinds = having("category")
    for role, found in (("coder", coders), ("category", kinds), ("gold", having("gold"))):
        if len(found) > 1:
            names = ", ".join(found)
            raise AccordError(said("serve.two_roles", role=role, names=names))
    if labelled and (coders or kinds):
        names = ", ".join([*labelled[:3], *coders, *kinds])
        raise AccordError(said("serve.both_shapes", names=names))
    item: Any = items[0] if len(items) == 1 else items
    told: dict[str, Any]
    if labelled:
        told = {"shape": "wide", "item": item or "row", "coders": labelled}
    else:
        told = {"shape": "long"}
        told |= {"item": item} if items else {}
        told |= {"coder": coders[0]} if coders else {}
        told |= {"category": kinds[0]} if kinds else {}
    if gold := having("gold"):
        told["gold"] = gold[0]
    if left := having("ignore"):
        told["ignore"] = left
    return told


def preview(study: Any, language: str) -> dict[str, Any]:
    """The first rows as they will be measured: items × coders, or a row for each mark."""
    entry = kind_of(study)
    if entry.several:
        first = max(sorted(study.names), key=lambda name: len(study[name]))
        return {**preview(study[first], language), "of": first}
    if entry.labelled and study.coder is not None:
        return _matrix(study, language)
    try:
        rows = [
            [_cut(cell(value)) for value in row] for row in islice(rows_to_write(study), ROWS + 1)
        ]
    except AccordError:
        return {"header": [], "rows": []}
    return {"header": rows[0] if rows else [], "rows": rows[1:]}


def _matrix(study: Codings, language: str) -> dict[str, Any]:
    first = study.take(range(min(ROWS, len(study.items))))
    coders, items = labels(first.coders[:COLUMNS]), labels(first.items)
    grid = [["" for _ in coders] for _ in items]
    who, item, kind = first.who().tolist(), first.item.tolist(), first.category.tolist()
    names = labels(first.categories)
    for at, c, k in zip(item, who, kind, strict=True):
        if c < len(coders):
            grid[at][c] = _cut(names[k])
    more = len(study.coders) - len(coders)
    rows = [[name, *row] for name, row in zip(items, grid, strict=True)]
    head = [spoken(language).of("word.item"), *coders]
    return {"header": head, "rows": rows, "more": more, "matrix": True}


def _cut(value: Any) -> str:
    text = " ".join(str(value).replace("\x1f", "|").split())
    return text if len(text) <= CELL else text[: CELL - 1] + "…"


def layers_to_choose(found: Contents) -> list[dict[str, Any]]:
    """The layers of a file of annotations, with their fields and first categories."""
    return [
        {
            "name": layer.name,
            "kind": layer.kind,
            "fields": list(layer.fields),
            "marks": layer.marks,
            "categories": [_cut(name) for name in layer.categories[:20]],
        }
        for layer in found.layers
    ]


_LAYERED = ("kind", "layer", "field", "coder_from")
"""Options of files of annotation tools, which come after those of tables."""


def _takes(name: str) -> Any:
    """What the field of an option in the form takes: names of a list, text, several, yes or no."""
    if name == "shape":
        return SHAPES
    if name in (*LIST_OPTIONS, "item"):
        return list
    return bool if _USUAL[name] is False else str


_USUAL = {each.name: each.default for each in fields(Options)}
READING: Sequence[tuple[str, str, Any]] = sorted(
    ((name, offered.page, _takes(name)) for name, offered in OFFERS.items() if offered.page),
    # Most files are tables: what is about columns comes first, what is ticked last.
    key=lambda one: (one[2] is bool, "kept" not in OFFERS[one[0]].uses, one[0] in _LAYERED),
)
"""Settings of `accord.read` that the page offers: name, what it means, what it takes."""


def checked_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that were given, each of its type; empty ones are not given.

    >>> checked_settings({"coders": ["A", "B"], "sets": "", "fold": True, "header": "2"})
    {'coders': ['A', 'B'], 'fold': True, 'header': 2}
    """
    known = {name: takes for name, _, takes in READING}
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in known:
            raise AccordError(f"no setting {name!r} of reading")
        if value in (None, "", False, []):
            continue
        listed = isinstance(value, list) and all(isinstance(part, str) for part in value)
        if known[name] is bool:
            found[name] = True
            continue
        plain = isinstance(value, str) if known[name] is list else isinstance(value, (str, int))
        if not plain and not (listed and known[name] is list):
            raise AccordError(f"{Setting(name)}: cannot be {value!r}")
        found[name] = value
    if "seen" in found and not is_bare(found["seen"]):
        raise AccordError(f"{Setting('seen')}: a file of the page, not {found['seen']!r}")
    header = found.get("header")
    if isinstance(header, str) and header.isdecimal():
        found["header"] = int(header)
    if found.get("delimiter") in ("tab", "\\t"):
        found["delimiter"] = "\t"
    return found
