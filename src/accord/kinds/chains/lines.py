"""Chains in lines and rows, in and out, and from the marks of other formats."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from accord._read.door.marks import Mark, Marks
from accord._read.door.read_options import Options
from accord._read.formats.chain_lines import chains_from_records
from accord._read.formats.line_values import (
    DocumentLines,
    Lines,
    document_line,
    header_of,
    idle,
    name,
    named,
)
from accord.kinds.chains.study import Partitions
from accord.model.showing import cell, counted


def from_lines(header: Mapping[str, Any], lines: Lines, source: str) -> Partitions:
    """A study from the lines of accord's own format."""
    held = DocumentLines(header, lines, source)
    records = [
        (place, {**record, "document": document, "coder": name(record["coder"], place)})
        for place, document, record in held
        if "coder" in record
    ]
    return chains_from_records(
        records,
        source,
        items=tuple(held.documents),
        coders=held.coders,
        about=held.about(),
        texts=held.texts(),
    )


def to_lines(study: Partitions) -> Iterator[dict[str, Any]]:
    """The records of accord's own format: documents first, then what each coder made of each."""
    yield header_of(study, coders=[*map(named, study.coders)])
    for at, part in enumerate(study.documents):
        yield document_line(study, at, text=part.text)
    yield from _chain_records(study)


def _chain_records(study: Partitions) -> Iterator[dict[str, Any]]:
    """A record for each document and coder who saw it (_read/formats/chain_lines.py)."""
    for document in study.documents:
        ordered_ids = any(not isinstance(m, tuple) for m in document.mentions) and document.ordered
        for c in document.seen.nonzero()[0].tolist():
            coder = document.coders[c]
            record: dict[str, Any] = {
                "document": named(document.name),
                "coder": named(coder),
                "chains": [list(chain) for chain in document.chains(coder)],
            }
            links: dict[Hashable, list[Hashable]] = {}
            for _, mention, antecedent in document.links[document.links[:, 0] == c].tolist():
                names = document.mentions
                links.setdefault(names[mention], []).append(names[antecedent])
            if links:
                record["links"] = list(links.items())
            if ordered_ids:
                record["order"] = list(document.mentions)
            known = zip(document.mentions, document.heads, document.chain[c] >= 0, strict=True)
            heads = [(m, head) for m, head, marked in known if marked and head is not None]
            if heads:
                record["heads"] = heads
            yield record


def to_rows(study: Partitions) -> Iterator[Sequence[Any]]:
    """One row for each mention: begin and end where all are whole spans, else one cell."""
    whole = all(_is_span(m) for document in study.documents for m in document.mentions)
    yield ("document", "coder", *(("begin", "end") if whole else ("mention",)), "chain")
    for document in study.documents:
        rows: list[tuple[Any, ...]] = []
        for coder in document.coders:
            for number, chain in enumerate(document.chains(coder)):
                for mention in chain:
                    place: Any = mention if whole else (cell(mention),)
                    rows.append((coder, *place, number))
        empty = ("",) * (3 if whole else 2)
        for row in [*rows, *((coder, *empty) for coder in idle(document, rows))]:
            yield (document.name, *row)


def _is_span(mention: Hashable) -> bool:
    """Whether a mention is one span, begin and end."""
    return (
        isinstance(mention, tuple)
        and len(mention) == 2
        and all(isinstance(edge, (int, float)) for edge in mention)
    )


def from_marks(chosen: list[Mark], marks: Marks, format: str, options: Options) -> Partitions:
    """A study from the marks of any format that are in chains; none where coders found no chain."""
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
        audit=marks.audit(format, *notes),
    )
