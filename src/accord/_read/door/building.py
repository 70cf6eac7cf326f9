"""Marks of any format into a study: the one place where layers become studies."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accord._read.door.coverage import no_list, refuse_list, told_plainly, who_saw_what
from accord._read.door.marks import Mark, Marks, kind_in, labels_in
from accord._read.door.read_options import Options
from accord.errors import DataError, Setting
from accord.kinds.kind import kind_named, kind_words
from accord.model.showing import counted
from accord.model.study import Study
from accord.words.said import said


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
            kind_in(of),
            tuple(dict.fromkeys(m.field for m in of)),
            _number(of),
            tuple(str(v) for v, _ in Counter(labels_in(_told(of))).most_common(12)),
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
    if options.kind == "coreference" and not marks.marks:  # coders looked and found no chain
        chosen, stored = [], "partitions"
    else:
        chosen = _field(_layer(marks, options), marks, options)
        stored = kind_in(chosen)
    _set_coverage(chosen, marks, stored, options)
    from_marks: Any = kind_named(stored).ability("from_marks")
    study: Study = from_marks(chosen, marks, format, options)
    return study


def _set_coverage(chosen: Sequence[Mark], marks: Marks, stored: str, options: Options) -> None:
    """Find out who saw what, where the format does not tell or the user says it."""
    kind = kind_named(stored)
    closed = bool(chosen) and chosen[0].layer in marks.closed
    if not (kind.holds_documents or closed):
        refuse_list(marks.source, options)
    if options.seen is None and (marks.knows_seen or not kind.holds_documents):
        return
    if isinstance(options.seen, str) and not told_plainly(options.seen):
        raise no_list(marks.source, options.seen)
    saw = marks.seen_of(chosen) if chosen else marks.seen
    who = who_saw_what(
        marks.source,
        dict.fromkeys((mark.document, mark.coder) for mark in marks.marks),
        options,
        items=[*dict.fromkeys(document for document, _ in saw)],
        coders=[*dict.fromkeys(coder for _, coder in saw)],
        document=kind.document,
    )
    marks.notes += who.notes
    marks.seen_in = {}
    marks.knows_seen = who.seen is not None or closed
    if marks.knows_seen:
        marks.seen = dict.fromkeys(who.pairs())  # type: ignore[arg-type]


def _layer(marks: Marks, options: Options) -> list[Mark]:
    there = layers(marks)
    wanted = options.layer
    if wanted is None and options.kind in ("relations", "regions"):
        wanted = _layer_of(options.kind, there, marks.source)
    if not there:
        why = "; ".join(marks.ignored())
        raise DataError(f"{marks.source}: no annotations found{': ' + why if why else ''}")
    if wanted is None:
        first = marks.main if options.kind else _main(marks)
        main = [layer for layer in there if layer.name == first]
        if not main and len(there) > 1:
            raise DataError(
                f"{marks.source}: several layers. Choose one with {Setting('layer')}: "
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
            f"{marks.source}: no layer {wanted!r}. Layers: "
            + ", ".join(repr(layer.name) for layer in there)
        )
    return [mark for mark in marks.marks if mark.layer == wanted]


def _main(marks: Marks) -> str | None:
    """The layer that is read by default."""
    if marks.rather is None or marks.main is None:
        return marks.main
    layer, sign = marks.rather
    tags, heads = (_differing(marks.marks, name) for name in (marks.main, sign))
    if heads <= tags:
        return marks.main
    marks.notes.append(said("read.trees-not-tags", n=tags, k=heads))
    return layer


def _differing(marks: Sequence[Mark], layer: str) -> int:
    """In how many items of a layer coders differ."""
    first: dict[tuple[str | None, str | None], Any] = {}
    differ = set()
    for mark in marks:
        if mark.layer == layer:
            item = mark.document, mark.item
            if first.setdefault(item, mark.value) != mark.value:
                differ.add(item)
    return len(differ)


def _layer_of(kind: str, there: Sequence[Layer], source: str) -> str:
    """The layer of relations or regions, where there is one."""
    found = [layer for layer in there if layer.kind == kind]
    if len(found) == 1:
        return found[0].name
    if not found:
        raise DataError(f"{source}: no layer with {kind_words(kind)}")
    raise DataError(
        f"{source}: several layers of {kind_words(kind)}. Choose one with {Setting('layer')}: "
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
                also = {"others": others, "setting": Setting("field")}
                marks.notes.append(
                    said("read.field-also", field=wanted, **also)
                    if wanted
                    else said("read.kinds-also", **also)
                )
    if wanted not in fields:
        raise DataError(
            f"{marks.source}: layer {chosen[0].layer!r} has no field {wanted!r}; "
            + (f"fields are {', '.join(map(repr, fields))}" if fields != [""] else "it has none")
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
