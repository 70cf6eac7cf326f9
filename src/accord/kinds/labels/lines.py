"""Labels in lines and rows, in and out, and from the marks of other formats."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from accord._read.door.marks import Mark, Marks, labels_in
from accord._read.door.read_options import Options
from accord._read.formats.line_values import (
    FORMAT,
    Lines,
    about_item,
    header_of,
    name,
    named,
    names,
)
from accord._read.text.json_values import checked, shown
from accord.errors import DataError, Setting
from accord.kinds.labels.label_sets import split_labels
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import declare, from_columns
from accord.model.audit import Audit
from accord.model.names import Names, factorize
from accord.model.showing import cell, counted
from accord.words.said import said


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Codings:
    """A study from the lines of accord's own format; "coders" that are null mean nobody knows."""
    items: dict[Hashable, None] = {}
    about: dict[str, dict[Hashable, Any]] = {}
    item, coder, category, at = [], [], [], []
    rows = 0
    for line, record in lines:
        rows += 1
        if type(record) is not dict or "item" not in record:
            raise DataError(
                f'{source}:{line}: found {shown(record)}, expected an object with "item"'
            )
        which = record["item"]
        if type(which) is not str:
            which = name(which, f"{source}:{line}")
        items[which] = None
        if "category" in record:
            item.append(which)
            coder.append(record.get("coder"))
            category.append(record["category"])
            at.append(line)
        cells = record.get("about") or {}
        for key, value in checked(cells, "about", f"{source}:{line}", dict).items():
            about.setdefault(key, {})[which] = value
    # Together at the end: nearly all are plain text, which needs no call for each line.
    category = _plain(category, at, source)
    coder = _plain(coder, at, source)
    columns = {key: [column.get(i) for i in items] for key, column in about.items()}
    place = f"{source}:1"
    declared = names(header, "categories", place)
    audit = Audit(source, FORMAT, rows)
    # null and absent differ: null says that nobody knows the coders, absent that all are in the
    # lines.
    if header.get("coders", ()) is None:
        return _anonymous(item, category, tuple(items), declared, columns, audit)
    study = from_columns(
        item,
        coder,
        category,
        items=tuple(items),
        coders=names(header, "coders", place),
        where=[f"{source}:{line}" for line in at],
        about=columns,
        audit=audit,
    )
    if declared is not None and header.get("declared"):
        among = set(declared)
        for value, line in zip(category, at, strict=True):
            if value not in among and value is not None:
                raise DataError(
                    f"{source}:{line}: label {value!r} is not in the list of categories"
                )
        return declare(study, declared)
    return study


def _plain(values: list[Any], at: Sequence[int], source: str) -> list[Any]:
    """The values as names; most are plain already."""
    return [
        name(value, f"{source}:{line}") if type(value) in (dict, list, float) else value
        for value, line in zip(values, at, strict=True)
    ]


def _anonymous(
    item: list[Hashable],
    category: list[Hashable],
    items: tuple[Hashable, ...],
    declared: list[Hashable] | None,
    about: Mapping[str, Sequence[Any]],
    audit: Audit,
) -> Codings:
    """An agreement table: nobody knows who coded what."""
    which = Names(items)
    code, distinct = factorize(category)
    at = np.fromiter((which.index(i) for i in item), np.int32, len(item))
    order = np.argsort(at, kind="stable")
    study = Codings(which, Names(), distinct, at[order], None, code[order], False, about, audit)
    return study if declared is None else declare(study, declared)


def to_lines(study: Codings) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: a line for each coding, one for what is about an item."""
    coders = None if study.coder is None else [named(coder) for coder in study.coders]
    categories = [named(category) for category in study.categories]
    yield header_of(study, coders=coders, categories=categories, declared=study.declared)
    item_names = [named(item) for item in study.items]
    bounds = study.bounds.tolist()
    coder = None if study.coder is None else study.coder.tolist()
    category = study.category.tolist()
    for at, item in enumerate(item_names):
        about = about_item(study.about, at)
        if about or bounds[at] == bounds[at + 1]:  # who looks for the item finds it in a line
            yield {"item": item, **about}
        for row in range(bounds[at], bounds[at + 1]):
            who = {} if coder is None or coders is None else {"coder": coders[coder[row]]}
            yield {"item": item, **who, "category": categories[category[row]]}


def to_rows(study: Codings) -> Iterator[Sequence[Any]]:
    """A row for each coding, with what is about its item."""
    yield ("item", "coder", "category", *study.about)
    columns = list(study.about.values())
    place = {item: at for at, item in enumerate(study.items)}
    for item, coder, category in study.rows():
        about = [column[place[item]] for column in columns]
        yield (item, "" if coder is None else coder, cell(category), *about)


def _named(mark: Mark, single: bool) -> str:
    """The name of the labelled item: the document, or the part of it."""
    document = mark.document or ""
    if mark.item is None:
        return document
    return mark.item if single or not document else f"{document}:{mark.item}"


def from_marks(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Codings:
    """A study from the marks of any format: what has no place is labelled as a whole."""
    marks.drop("example", "without labels (unknown whether it was seen)", marks.unlabelled)
    of_spans: list[str] = []
    if chosen[0].on is not None:
        chosen, of_spans = _of_spans(chosen, marks)
    documents = list(dict.fromkeys(mark.document for mark in chosen))
    single = len(documents) == 1
    names = [_named(mark, single) for mark in chosen]
    items = list(dict.fromkeys(names))
    fill = marks.closed.get(chosen[0].layer)
    if fill is not None or chosen[0].on is not None:
        chosen = _united(chosen, names)
        names = [_named(mark, single) for mark in chosen]
    gone = set(options.absent)
    values, notes = _values([_split(m.value, gone, options.sets) for m in chosen])
    notes = [*of_spans, *notes]
    empty = sum(value is None for value in values)
    if empty and notes == of_spans:
        notes.append(f"{counted(empty, 'empty answer')} read as missing labels")
    item, coder = names, [mark.coder or "" for mark in chosen]
    where = [mark.where for mark in chosen]
    if fill is not None:
        document_of = dict(zip(names, (mark.document for mark in chosen), strict=True))
        marked = set(zip(names, coder, strict=True))
        saw: dict[str | None, list[str | None]] = {}
        for document, who in marks.seen_of(chosen):
            saw.setdefault(document, []).append(who)
        extra = [
            (name, who)
            for name in items
            for who in saw.get(document_of[name], ())
            if (name, who or "") not in marked
        ]
        item, coder = [*item, *(e[0] for e in extra)], [*coder, *(e[1] or "" for e in extra)]
        none: Hashable = (
            frozenset([fill]) if any(isinstance(v, frozenset) for v in values) else fill
        )
        values, where = [*values, *[none] * len(extra)], [*where, *[marks.source] * len(extra)]
        notes.append(said("read.items-what-least-one", fill=fill, k=len(extra)))
        if any(mark.link is not None for mark in chosen):
            notes.append(
                "only marked relations are items, so no two coders can agree that there is none: "
                "a value corrected for chance is far too low; leave out "
                f"{Setting('kind', 'codings')} to compare relations as relations"
            )
        elif extra:
            notes.append(said("read.no-two-coders-can"))
    about = {
        key: [column.get(name) for name in items]
        for key, column in marks.about.items()
        if any(name in column for name in items)
    }
    if not single and any(mark.item is not None for mark in chosen):
        of = {name: mark.document for name, mark in zip(names, chosen, strict=True)}
        about.setdefault("document", [of.get(name) for name in items])
    if not about and marks.texts and all(mark.item is None for mark in chosen):
        about = {"text": [marks.texts.get(name) for name in items]}
    there = set(coder)
    named = [who or "" for who in dict.fromkeys(who for _, who in marks.seen)]
    return from_columns(
        item,
        coder,
        values,
        items=items,
        # In the order of the files, and without those who only saw documents of other layers.
        coders=[who for who in named if who in there],
        categories=options.categories,
        where=where,
        about=about,
        audit=marks.audit(format, *notes),
    )


_NO = "(none)"
"""The label of a span that could have a property, and that its coder marked without it."""


def _of_spans(chosen: list[Mark], marks: Marks) -> tuple[list[Mark], list[str]]:
    """The marks of a property of spans, and one that says no for every span that could have it:
    those of a type that has it somewhere. Who did not mark the span has no coding of it."""
    spans: dict[Any, set[Hashable]] = {}
    for mark in marks.marks:
        if mark.begin is not None and not mark.field:
            place = mark.document, mark.coder, (mark.begin, mark.end)
            spans.setdefault(place, set()).update(labels_in([mark]))
    have = {(mark.document, mark.coder, mark.on) for mark in chosen}
    kinds = {kind for place in have for kind in spans.get(place, ())}
    layer, number, rest = chosen[0].layer, 0, []
    for place, types in spans.items():
        # A span of a type that never has the property was not asked about: "no" would be made up.
        if place not in have and types & kinds:
            document, coder, on = place
            item, number = f"{on[0]}–{on[1]}", number + 1
            label = frozenset([_NO])
            rest.append(Mark(document, coder, layer, label, marks.source, item=item, on=on))
    note = (
        f"items are spans of a type that has the property: {', '.join(sorted(map(str, kinds)))}; "
        f"a coder who marked the span without it is coded {_NO!r} ({counted(number, 'time')}), one "
        "who did not mark the span has no coding of it"
    )
    return [*chosen, *rest], [note]


def _split(value: Hashable, gone: set[str], separator: str | None) -> Hashable:
    """A label as it counts: absent, a set where a separator is given, or itself."""
    if value in gone:
        return None
    if separator not in (None, "rows") and isinstance(value, str):
        return split_labels(value, str(separator))
    return value


def _united(chosen: Sequence[Mark], names: Sequence[str]) -> list[Mark]:
    """One mark for each item and coder: the set of all values."""
    one: dict[tuple[str, str | None], Mark] = {}
    for mark, item in zip(chosen, names, strict=True):
        known = one.get((item, mark.coder))
        values = mark.value if isinstance(mark.value, frozenset) else frozenset([mark.value])
        if known is not None and isinstance(known.value, frozenset):
            values |= known.value
        one[item, mark.coder] = (known or mark)._replace(value=values)
    return list(one.values())


def _values(values: list[Hashable]) -> tuple[list[Hashable], list[str]]:
    """Sets of labels where one has more or less than one label, else plain labels."""
    sets = [value for value in values if isinstance(value, frozenset)]
    if not sets:
        return values, []
    if all(len(value) == 1 for value in sets):
        return [next(iter(v)) if isinstance(v, frozenset) else v for v in values], []
    # Sets of one label are plain labels: measures of labels take them, and nothing is lost.
    if all(len(value) <= 1 for value in sets):
        note = said("read.empty-answers-missing-codings", n=sum(not v for v in sets))
        return [next(iter(v), None) if isinstance(v, frozenset) else v for v in values], [note]
    note = said("read.several-labels-item-every")
    as_sets: list[Hashable] = [
        v if isinstance(v, frozenset) or v is None else frozenset([v]) for v in values
    ]
    return as_sets, [note]
