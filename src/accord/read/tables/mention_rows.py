"""Coreference chains as records: accord's own JSON Lines, and tables of mentions.

JSON Lines, one line for each document and coder; mentions are [begin, end], several such
spans, or ids:

    {"kind": "partitions", "document": "d1", "coder": "Ann", "chains": [[[0, 2], [5, 6]], [[8, 9]]]}
    {"kind": "partitions", "document": "d1", "coder": "Bob", "links": [[[5, 6], [[0, 2]]]]}

`links` are [mention, [antecedents]] in place of chains, several antecedents where the mention
is ambiguous. `text` (the document), `order` (mentions that are ids, in the order of the text)
and `heads` ([mention, head] pairs) are optional. A coder with empty chains saw the document.
"""

from collections.abc import Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord.errors import DataError
from accord.model.audit import Audit
from accord.model.chains.links import implied_chains
from accord.model.chains.partitions import Partitions
from accord.read.door.chain_files import text_of
from accord.read.door.limits import Limits
from accord.read.text.json_text import checked, json_lines, shown


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
        marked = [
            (mention, _list(found, "links", place))
            for mention, found in _pairs(record, "links", place)
        ]
        chains = _list(record.get("chains"), "chains", place)
        if record.get("chains") is None and "links" not in record:
            raise DataError(f'{place}: no "chains" and no "links"; give one of them')
        if record.get("chains") is None:
            chains = implied_chains(marked)
        for number, chain in enumerate(chains):
            rows += [
                (document, coder, mention, number) for mention in _list(chain, "chains", place)
            ]
            where += [place] * len(chain)
        links += [(document, coder, mention, a) for mention, found in marked for a in found]
        heads.update({(document, m): head for m, head in _pairs(record, "heads", place)})
        if record.get("text") is not None:
            known[document] = checked(record["text"], "text", place, str)
        if record.get("order") is not None:
            order[document] = _list(record["order"], "order", place)
    return Partitions.of(
        rows,
        items=tuple(dict.fromkeys([*items, *(document for document, _ in seen)])),
        coders=tuple(dict.fromkeys([*(coders or ()), *(coder for _, coder in seen)])),
        order=order,
        heads=heads,
        links=links,
        texts=known,
        seen=seen,
        about=about,
        where=where,
        audit=Audit(source, "JSON Lines", len(records)),
    )


def read_chain_lines(*paths: str | PathLike[str], limits: Limits | None = None) -> Partitions:
    """Read coreference chains from JSON Lines."""
    records = []
    for path in map(Path, paths):
        for line, record in json_lines(text_of(path), path.name, limits or Limits()):
            place = f"{path.name}:{line}"
            if not isinstance(record, dict):
                raise DataError(f"{place}: {shown(record)} is not a record; needed {{…}}")
            records.append((place, record))
    return chains_from_records(records, " ".join(Path(path).name for path in paths))


def chain_records(study: Partitions) -> list[dict[str, Any]]:
    """The study as records for JSON Lines, one for each document and coder who saw it."""
    records = []
    for document in study.documents:
        ordered_ids = any(not isinstance(m, tuple) for m in document.mentions) and document.ordered
        for c in document.seen.nonzero()[0].tolist():
            coder = document.coders[c]
            record: dict[str, Any] = {
                "kind": "partitions",
                "document": document.name,
                "coder": coder,
                "chains": [list(chain) for chain in document.chains(coder)],
            }
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
    name: Hashable = _frozen(record[key], key, place)
    return name


def _list(value: Any, key: str, place: str) -> list[Any]:
    """A list whose parts can be names; empty where there is none."""
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise DataError(f"{place}: {key!r} holds {shown(value)}, needed a list")
    return [_frozen(part, key, place) for part in value]


def _pairs(record: Mapping[str, Any], key: str, place: str) -> list[tuple[Any, Any]]:
    found = _list(record.get(key), key, place)
    for pair in found:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise DataError(f"{place}: {key!r} holds {shown(pair)}, needed pairs [mention, …]")
    return found


def _frozen(value: Any, key: str, place: str) -> Any:
    if isinstance(value, dict):
        raise DataError(f"{place}: {key!r} holds {shown(value)}, needed a name, a number or a list")
    if not isinstance(value, (list, tuple)):
        return value
    return tuple(_frozen(part, key, place) for part in value)
