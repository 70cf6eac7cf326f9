"""Marks of any format into a study: the one place where layers become studies."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from accord._read.door.marks import Mark, Marks
from accord._read.door.read_options import Options
from accord.errors import DataError, Setting
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.label_sets import split
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.study import Unitizings
from accord.model.audit import Audit
from accord.model.showing import counted
from accord.model.study import Study
from accord.words.said import said

CHOICES = ("refuse", "split", "cover", "drop")
"""What to do with spans that are interrupted: refuse the file, make each piece a unit,
cover the gap, or drop them."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of a file: the kind of study it yields, its fields, how much there is."""

    name: str
    kind: str
    fields: tuple[str, ...]
    marks: int
    categories: tuple[str, ...]
    coders: tuple[str, ...]

    def __str__(self) -> str:
        named = [name for name in self.fields if name]
        fields = f" (fields {', '.join(named)})" if named else ""
        return f"{self.name or '(unnamed)'}{fields}: {self.kind}, {counted(self.marks, 'mark')}"


def layers(marks: Marks) -> tuple[Layer, ...]:
    """The layers of what was read, in the order in which they appear."""
    found: dict[str, list[Mark]] = {}
    for mark in marks.marks:
        found.setdefault(mark.layer, []).append(mark)
    return tuple(
        Layer(
            name,
            _kind(of),
            tuple(dict.fromkeys(m.field for m in of)),
            _number(of),
            tuple(str(v) for v, _ in Counter(_flat(_told(of))).most_common(12)),
            tuple(sorted({m.coder or "" for m in of})),
        )
        for name, of in found.items()
    )


def _number(of: Sequence[Mark]) -> int:
    """How many things were marked: one with several features has a mark for each."""
    fields = Counter(mark.field for mark in of)
    return fields.get("") or max(fields.values())


def _told(of: Sequence[Mark]) -> Sequence[Mark]:
    """The marks that say something: those of features, where there are any."""
    return [mark for mark in of if mark.field] or of


def build(marks: Marks, format: str, options: Options) -> Study:
    """The study of the chosen layer and field."""
    if options.discontinuous not in CHOICES:
        raise DataError(
            f"{Setting('discontinuous', options.discontinuous)} is not one of {', '.join(CHOICES)}"
        )
    if options.kind == "coreference" and not marks.marks:
        return _partitions([], marks, format)  # coders who looked and found no chain
    chosen = _field(_layer(marks, options), marks, options)
    kind = _kind(chosen)
    if kind == "unitizings":
        return _unitizings(chosen, marks, format, options)
    if kind == "partitions":
        return _partitions(chosen, marks, format)
    if kind == "relations" and options.kind != "codings":
        return _relations(chosen, marks, format)
    if kind == "regions":
        return _regions(chosen, marks, format)
    return _codings(chosen, marks, format, options)


def audit(marks: Marks, format: str, *notes: str) -> Audit:
    """What was read, dropped and changed."""
    total = sum(marks.dropped.values())
    told = tuple(dict.fromkeys([*marks.notes, *marks.ignored(), *notes]))
    return Audit(marks.source, format, marks.rows, total, told)


def _layer(marks: Marks, options: Options) -> list[Mark]:
    there = layers(marks)
    wanted = options.layer
    if wanted is None and options.kind in ("relations", "regions"):
        wanted = _layer_of(options.kind, there, marks.source)
    if not there:
        why = "; ".join(marks.ignored())
        raise DataError(f"{marks.source}: no annotations found{': ' + why if why else ''}")
    if wanted is None:
        main = [layer for layer in there if layer.name == marks.main]
        if not main and len(there) > 1:
            raise DataError(
                f"{marks.source}: holds several layers, choose one with {Setting('layer')}: "
                + "; ".join(str(layer) for layer in there)
                + (f"; if tiers are coders, {Setting('coder_from', 'tier')}" * marks.tiers)
            )
        wanted = (main or there)[0].name
        if len(there) > 1:
            others = ", ".join(
                f"{layer.name!r} ({counted(layer.marks, 'mark')})"
                for layer in there
                if layer.name != wanted
            )
            marks.notes.append(
                said(
                    "read.layer-also-choose", layer=wanted, others=others, setting=Setting("layer")
                )
            )
    if wanted not in {layer.name for layer in there}:
        raise DataError(
            f"{marks.source}: no layer {wanted!r}; there are "
            + ", ".join(repr(layer.name) for layer in there)
        )
    return [mark for mark in marks.marks if mark.layer == wanted]


def _layer_of(kind: str, there: Sequence[Layer], source: str) -> str:
    """The layer of relations or regions, where there is one."""
    found = [layer for layer in there if layer.kind == kind]
    if len(found) == 1:
        return found[0].name
    if not found:
        raise DataError(f"{source}: no layer holds {kind}")
    raise DataError(
        f"{source}: holds several layers of {kind}, choose one with {Setting('layer')}: "
        + "; ".join(map(str, found))
    )


def _field(chosen: list[Mark], marks: Marks, options: Options) -> list[Mark]:
    fields = list(dict.fromkeys(mark.field for mark in chosen))
    wanted = options.field
    if wanted is None:
        main = [name for name in fields if name == marks.main_field]
        if len(fields) == 2 and "" in fields and marks.main_field is None:
            main = [name for name in fields if name]
        if len(fields) > 1 and not main:
            raise DataError(
                f"{marks.source}: layer {chosen[0].layer!r} has several fields, choose one with "
                f"{Setting('field')}: {', '.join(repr(name) for name in fields if name)}"
            )
        wanted = (main or fields)[0]
        if len(fields) > 1:
            others = ", ".join(repr(name) for name in fields if name not in (wanted, ""))
            if others:
                read = f"read field {wanted!r}" if wanted else "read the kinds of spans"
                marks.notes.append(
                    f"{read}; there are also {others} (choose with {Setting('field')})"
                )
    if wanted not in fields:
        raise DataError(
            f"{marks.source}: layer {chosen[0].layer!r} has no field {wanted!r}; "
            + (f"there are {', '.join(map(repr, fields))}" if fields != [""] else "it has none")
        )
    found = [mark for mark in chosen if mark.field == wanted]
    if wanted and "" in fields:  # a span without this feature is still a span
        have = {(m.document, m.coder, m.where, m.begin, m.end) for m in found}
        found += [
            mark._replace(value=None, field=wanted)
            for mark in chosen
            if not mark.field
            and (mark.document, mark.coder, mark.where, mark.begin, mark.end) not in have
        ]
    return found


def _kind(marks: Sequence[Mark]) -> str:
    if any(mark.chain is not None for mark in marks):
        return "partitions"
    if any(mark.link is not None for mark in marks):
        return "relations"
    if any(mark.shape is not None for mark in marks):
        return "regions"
    return "unitizings" if any(mark.begin is not None for mark in marks) else "codings"


def _flat(marks: Iterable[Mark]) -> Iterable[Hashable]:
    for mark in marks:
        if isinstance(mark.value, frozenset):
            yield from sorted(mark.value, key=str)
        elif mark.value is not None:
            yield mark.value


def _named(mark: Mark, single: bool) -> str:
    """The name of the labelled item: the document, or the part of it."""
    document = mark.document or ""
    if mark.item is None:
        return document
    return mark.item if single or not document else f"{document}:{mark.item}"


def _codings(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Codings:
    marks.drop("example", "without labels (unknown whether it was seen)", marks.unlabelled)
    told: list[str] = []
    if chosen[0].on is not None:
        chosen, told = _of_spans(chosen, marks)
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
    notes = [*told, *notes]
    empty = sum(value is None for value in values)
    if empty and notes == told:
        notes.append(f"{counted(empty, 'empty answer')} read as missing codings")
    item, coder = names, [mark.coder or "" for mark in chosen]
    where = [mark.where for mark in chosen]
    if fill is not None:
        document_of = dict(zip(names, (mark.document for mark in chosen), strict=True))
        marked = set(zip(names, coder, strict=True))
        saw: dict[str | None, list[str | None]] = {}
        for document, who in _seen(chosen, marks):
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
        notes.append(
            "items are what at least one coder marked; a coder who saw an item and did not mark "
            f"it is coded {fill!r} ({counted(len(extra), 'time')})"
        )
        if _kind(chosen) == "relations":
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
        coders=[who for who in named if who in there],
        categories=options.categories,
        where=where,
        about=about,
        audit=audit(marks, format, *notes),
    )


NO = "(none)"


def _of_spans(chosen: list[Mark], marks: Marks) -> tuple[list[Mark], list[str]]:
    """The marks of a property of spans, and one that says no for every span that could have it:
    those of a type that has it somewhere. Who did not mark the span has no coding of it."""
    spans: dict[Any, set[Hashable]] = {}
    for mark in marks.marks:
        if mark.begin is not None and not mark.field:
            place = mark.document, mark.coder, (mark.begin, mark.end)
            spans.setdefault(place, set()).update(_flat([mark]))
    have = {(mark.document, mark.coder, mark.on) for mark in chosen}
    kinds = {kind for place in have for kind in spans.get(place, ())}
    layer, number, rest = chosen[0].layer, 0, []
    for place, types in spans.items():
        if place not in have and types & kinds:
            document, coder, on = place
            item, number = f"{on[0]}–{on[1]}", number + 1
            label = frozenset([NO])
            rest.append(Mark(document, coder, layer, label, marks.source, item=item, on=on))
    note = (
        f"items are spans of a type that has the property: {', '.join(sorted(map(str, kinds)))}; "
        f"a coder who marked the span without it is coded {NO!r} ({counted(number, 'time')}), one "
        "who did not mark the span has no coding of it"
    )
    return [*chosen, *rest], [note]


def _split(value: Hashable, gone: set[str], separator: str | None) -> Hashable:
    """A label as it counts: absent, a set where a separator is given, or itself."""
    if value in gone:
        return None
    if separator not in (None, "rows") and isinstance(value, str):
        return split(value, str(separator))
    return value


def _united(chosen: Sequence[Mark], names: Sequence[str]) -> list[Mark]:
    """One mark for each item and coder: the set of all values."""
    found: dict[tuple[str, str | None], Mark] = {}
    for mark, name in zip(chosen, names, strict=True):
        known = found.get((name, mark.coder))
        values = mark.value if isinstance(mark.value, frozenset) else frozenset([mark.value])
        if known is not None and isinstance(known.value, frozenset):
            values |= known.value
        found[name, mark.coder] = (known or mark)._replace(value=values)
    return list(found.values())


def _seen(chosen: Sequence[Mark], marks: Marks) -> dict[tuple[str | None, str | None], None]:
    """Who looked at what, for the sake of the chosen layer."""
    return marks.seen_in.get(chosen[0].layer, marks.seen)


def _values(values: list[Hashable]) -> tuple[list[Hashable], list[str]]:
    """Sets of labels where one has more or less than one label, else plain labels."""
    sets = [value for value in values if isinstance(value, frozenset)]
    if not sets:
        return values, []
    if all(len(value) == 1 for value in sets):
        return [next(iter(v)) if isinstance(v, frozenset) else v for v in values], []
    if all(len(value) <= 1 for value in sets):
        note = said("read.empty-answers-missing-codings", n=sum(not v for v in sets))
        return [next(iter(v), None) if isinstance(v, frozenset) else v for v in values], [note]
    note = said("read.several-labels-item-every")
    made: list[Hashable] = [
        v if isinstance(v, frozenset) or v is None else frozenset([v]) for v in values
    ]
    return made, [note]


def _unitizings(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Unitizings:
    placed = [mark for mark in chosen if mark.begin is not None]
    marks.drop("label", "without a position, in a layer of spans", len(chosen) - len(placed))
    whole = [mark for mark in placed if not mark.parts]
    broken = [mark for mark in chosen if mark.parts]
    notes = []
    if broken and options.discontinuous == "refuse":
        raise DataError(
            f"{broken[0].where}: the span {broken[0].parts} {broken[0].value!r} is discontinuous "
            f"({len(broken)} such in the layer); choose {Setting('discontinuous', 'split')}, "
            "cover or drop"
        )
    if broken:
        done = {
            "split": "each part read as a unit",
            "cover": "read as one unit over the gap",
            "drop": "dropped",
        }[options.discontinuous]
        notes.append(f"{counted(len(broken), 'discontinuous span')}: {done}")
    if options.discontinuous == "split":
        whole += [m._replace(begin=b, end=e) for m in broken for b, e in m.parts]
    elif options.discontinuous == "cover":
        whole += broken
    rows: dict[Any, None] = {}
    where, twice = [], 0
    for m in whole:
        value = m.value
        if isinstance(value, frozenset) and len(value) == 1:
            value = next(iter(value))
        key = (m.document or "", m.coder or "", m.begin, m.end, value)
        if key in rows:
            twice += 1
        else:
            rows[key] = None
            where.append(m.where)
    if twice:
        notes.append(f"{counted(twice, 'duplicate unit')} of the same coder counted once")
    if not marks.knows_seen:
        notes.append(said("read.format-does-not-say"))
    if marks.resolution != 1:
        notes.append(
            said(
                "read.times-seconds-measures-count",
                x=1000 * marks.resolution,
                setting=Setting("atom"),
            )
        )
    saw = _seen(chosen, marks)
    documents = dict.fromkeys(document or "" for document, _ in saw)
    return Unitizings.of(
        list(rows),
        items=tuple(documents),
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        categories=options.categories,
        extents={d or "": e for d, e in marks.extents.items() if (d or "") in documents},
        texts={d or "": t for d, t in marks.texts.items() if (d or "") in documents},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=where,
        audit=audit(marks, format, *notes),
        resolution=marks.resolution,
    )


def _partitions(chosen: list[Mark], marks: Marks, format: str) -> Partitions:
    rows: dict[Any, tuple[Any, str]] = {}
    heads: dict[tuple[Hashable, Any], Hashable] = {}
    again = 0
    for mark in chosen:
        mention = mark.parts or ((mark.begin, mark.end) if mark.begin is not None else mark.item)
        key = (mark.document or "", mark.coder or "", mention)
        again += key in rows
        rows.setdefault(key, (mark.chain, mark.where))
        if mark.head is not None:
            heads[mark.document or "", mention] = mark.head
    notes = [f"ignored {counted(again, 'mention')} already in a chain"] if again else []
    return Partitions.of(
        [(*key, chain) for key, (chain, _) in rows.items()],
        items=tuple(dict.fromkeys(document or "" for document, _ in marks.seen)),
        coders=tuple(dict.fromkeys(coder or "" for _, coder in marks.seen)),
        heads=heads,
        texts={d or "": t for d, t in marks.texts.items()},
        seen=[(d or "", c or "") for d, c in marks.seen] if marks.knows_seen else None,
        where=[where for _, where in rows.values()],
        audit=audit(marks, format, *notes),
    )


def _relations(chosen: list[Mark], marks: Marks, format: str) -> Relations:
    rows: dict[Any, str] = {}
    twice = 0
    for mark in chosen:
        for label in _flat([mark]):
            if mark.link is not None:
                key = (mark.document or "", mark.coder or "", *mark.link, str(label))
                twice += key in rows
                rows.setdefault(key, mark.where)
    saw = _seen(chosen, marks)
    entities, notes = _entities(rows, marks, {(d or "", c or "") for d, c in saw})
    if twice:
        notes.append(f"{counted(twice, 'duplicate relation')} of the same coder counted once")
    if not marks.knows_seen:
        notes.append(said("read.format-does-not-say"))
    documents = tuple(dict.fromkeys(document or "" for document, _ in saw))
    return Relations.of(
        list(rows),
        entities=entities,
        items=documents,
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        texts={d or "": t for d, t in marks.texts.items() if (d or "") in documents},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=list(rows.values()),
        audit=audit(marks, format, *notes),
    )


def _regions(chosen: list[Mark], marks: Marks, format: str) -> Regions:
    rows: dict[Any, str] = {}
    twice = 0
    for mark in chosen:
        if mark.shape is not None:
            label = "|".join(map(str, _flat([mark])))
            key = (mark.document or "", mark.coder or "", mark.shape, label)
            twice += key in rows
            rows.setdefault(key, mark.where)
    saw = _seen(chosen, marks)
    notes = []
    if twice:
        notes.append(f"{counted(twice, 'duplicate region')} of the same coder counted once")
    if not marks.knows_seen:
        notes.append(said("read.format-does-not-say-who"))
    images = tuple(dict.fromkeys(document or "" for document, _ in saw))
    return Regions.of(
        list(rows),
        items=images,
        coders=tuple(dict.fromkeys(coder or "" for _, coder in saw)),
        sizes={d or "": size for d, size in marks.sizes.items()},
        seen=[(d or "", c or "") for d, c in saw] if marks.knows_seen else None,
        where=list(rows.values()),
        audit=audit(marks, format, *notes),
    )


def _entities(
    rows: Iterable[Any], marks: Marks, saw: set[tuple[str, str]]
) -> tuple[list[tuple[str, str, tuple[float, float], str | None]], list[str]]:
    """The spans that could be linked, as the coders marked them: those of the layer that has most
    ends of relations; of several the one that is read by default, then the smallest."""
    ends = {(document, coder, end) for document, coder, *both, _ in rows for end in both}
    layers: dict[str, dict[Any, set[str]]] = {}
    for mark in marks.marks:
        if mark.begin is not None and mark.end is not None:
            place = (mark.document or "", mark.coder or "", (mark.begin, mark.end))
            types = layers.setdefault(mark.layer, {}).setdefault(place, set())
            if not mark.field:
                types.update(str(label) for label in _flat([mark]))

    def rank(name: str) -> tuple[int, bool, int]:
        return -len(ends & layers[name].keys()), name != marks.main, len(layers[name])

    ranked = sorted(layers, key=rank)
    if not ranked or not ends & layers[ranked[0]].keys():
        note = said("read.no-layer-spans-has")
        return [], [note]
    found = [
        (*place, kind)
        for place, types in layers[ranked[0]].items()
        if place[:2] in saw
        for kind in (types or [None])
    ]
    return found, [said("read.entities-spans-layer-what", layer=ranked[0])]
