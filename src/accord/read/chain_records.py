"""Coreference chains as records: accord's own JSON Lines, and tables of mentions.

JSON Lines, one line for each document and coder; mentions are [begin, end], several such
spans, or ids:

    {"kind": "partitions", "document": "d1", "coder": "Ann", "chains": [[[0, 2], [5, 6]], [[8, 9]]]}
    {"kind": "partitions", "document": "d1", "coder": "Bob", "links": [[[5, 6], [[0, 2]]]]}

`links` are [mention, [antecedents]] in place of chains, several antecedents where the mention
is ambiguous. `text` (the document), `order` (mentions that are ids, in the order of the text)
and `heads` ([mention, head] pairs) are optional. A coder with empty chains saw the document.
"""

import json
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord.errors import DataError
from accord.model.anaphora import implied_chains
from accord.model.audit import Audit
from accord.model.partitions import Partitions
from accord.read.chain_files import text_of


def chains_from_records(
    records: Sequence[tuple[str, Mapping[str, Any]]],
    source: str,
    *,
    items: Sequence[Hashable] = (),
    coders: Sequence[Hashable] | None = None,
    about: Mapping[str, Sequence[Any]] | None = None,
    texts: Mapping[Hashable, str] | None = None,
) -> Partitions:
    """The study of records (place, {"document": …, "coder": …, "chains": …})."""
    rows, where, links, seen = [], [], [], []
    known: dict[Hashable, str] = dict(texts or {})
    order: dict[Hashable, Any] = {}
    heads: dict[tuple[Hashable, Any], Hashable] = {}
    for place, record in records:
        document, coder = _needed(record, "document", place), _needed(record, "coder", place)
        if (document, coder) in seen:
            raise DataError(f"{place}: coder {coder!r} has document {document!r} already")
        seen.append((document, coder))
        marked = [(_frozen(m), [_frozen(a) for a in found]) for m, found in record.get("links", ())]
        chains = record.get("chains")
        if chains is None and "links" not in record:
            raise DataError(f'{place}: no "chains" and no "links"; give one of them')
        if chains is None:
            chains = implied_chains(marked)
        for number, chain in enumerate(chains):
            rows += [(document, coder, _frozen(mention), number) for mention in chain]
            where += [place] * len(chain)
        links += [(document, coder, mention, a) for mention, found in marked for a in found]
        heads.update({(document, _frozen(m)): head for m, head in record.get("heads", ())})
        for kept, key in ((known, "text"), (order, "order")):
            if record.get(key) is not None:
                kept[document] = record[key]
    return Partitions.of(
        rows, items=tuple(dict.fromkeys([*items, *(document for document, _ in seen)])),
        coders=tuple(dict.fromkeys([*(coders or ()), *(coder for _, coder in seen)])),
        order=order, heads=heads, links=links, texts=known, seen=seen, about=about, where=where,
        audit=Audit(source, "JSON Lines", len(records)),
    )  # fmt: skip


def read_chain_lines(*paths: str | PathLike[str]) -> Partitions:
    """Read coreference chains from JSON Lines."""
    records = []
    for path in map(Path, paths):
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if line.strip():
                place = f"{path.name}:{number}"
                records.append((place, _record(line, place)))
    return chains_from_records(records, " ".join(Path(path).name for path in paths))


def _record(line: str, place: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"{place}: not JSON ({error.msg})") from None
    if not isinstance(record, dict):
        raise DataError(f"{place}: {line[:40]!r} is not a record; needed {{…}}")
    return record


def chain_records(study: Partitions) -> list[dict[str, Any]]:
    """The study as records for JSON Lines, one for each document and coder who saw it."""
    records = []
    for document in study.documents:
        ordered_ids = any(not isinstance(m, tuple) for m in document.mentions) and document.ordered
        for c in document.seen.nonzero()[0].tolist():
            coder = document.coders[c]
            record: dict[str, Any] = {
                "kind": "partitions", "document": document.name, "coder": coder,
                "chains": [list(chain) for chain in document.chains(coder)],
            }  # fmt: skip
            links: dict[Hashable, list[Hashable]] = {}
            for _, mention, antecedent in document.links[document.links[:, 0] == c].tolist():
                names = document.mentions
                links.setdefault(names[mention], []).append(names[antecedent])
            if links:
                record["links"] = list(links.items())
            if document.text is not None:
                record["text"] = document.text
            if ordered_ids:
                record["order"] = list(document.mentions)
            known = zip(document.mentions, document.heads, document.chain[c] >= 0, strict=True)
            heads = [(m, head) for m, head, marked in known if marked and head is not None]
            if heads:
                record["heads"] = heads
            records.append(record)
    return records


def _needed(record: Mapping[str, Any], key: str, place: str) -> Hashable:
    if key not in record:
        raise DataError(f'{place}: no "{key}"; found {", ".join(record)}')
    name: Hashable = _frozen(record[key])
    return name


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
