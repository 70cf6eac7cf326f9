"""Coreference chains as JSON Lines, one line for each document and coder.

Mentions are [begin, end], several such spans, or ids:

    {"kind": "partitions", "document": "d1", "coder": "Ann", "chains": [[[0, 2], [5, 6]], [[8, 9]]]}
    {"kind": "partitions", "document": "d1", "coder": "Bob", "links": [[[5, 6], [[0, 2]]]]}

`links` are [mention, [antecedents]] in place of chains, several antecedents where the mention
is ambiguous. `text` (the document), `order` (mentions that are ids, in the order of the text)
and `heads` ([mention, head] pairs) are optional. A coder with empty chains saw the document.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord._read.text.json_values import checked, is_mapping, shown
from accord.errors import DataError
from accord.kinds.chains.links import implied_chains
from accord.kinds.chains.study import Partitions
from accord.model.audit import Audit

PlacedRecord = tuple[str, Mapping[str, Any]]  # where it stands, and what it says


@dataclass(frozen=True, slots=True)
class ChainRecords:
    """Lines of one file; those of several files are one study."""

    source: str
    records: list[PlacedRecord]


def chains_from_records(
    records: Sequence[PlacedRecord],
    source: str,
    *,
    items: Sequence[Hashable] = (),
    coders: Sequence[Hashable] | None = None,
    about: Mapping[str, Sequence[Any]] | None = None,
    texts: Mapping[Hashable, str] | None = None,
) -> Partitions:
    """The study of records (place, {"document": …, "coder": …, "chains": …})."""
    rows, where, links = [], [], []
    seen: dict[tuple[Hashable, Hashable], None] = {}
    known: dict[Hashable, str] = dict(texts or {})
    order: dict[Hashable, Any] = {}
    heads: dict[tuple[Hashable, Any], Hashable] = {}
    for place, record in records:
        document, coder = _needed(record, "document", place), _needed(record, "coder", place)
        if (document, coder) in seen:
            raise DataError(f"{place}: coder {coder!r} has document {document!r} already")
        seen[document, coder] = None
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


def _needed(record: Mapping[str, Any], key: str, place: str) -> Hashable:
    if key not in record:
        raise DataError(f'{place}: no "{key}"; found {", ".join(record)}')
    name: Hashable = _frozen(record[key], key, place)
    return name


def _list(value: Any, key: str, place: str) -> list[Any]:
    """A list whose parts can be names; empty where there is none."""
    if value is None:
        return []
    if not _is_series(value):
        raise DataError(f"{place}: {key!r} is {shown(value)}, expected a list")
    return [_frozen(part, key, place) for part in value]


def _is_series(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _pairs(record: Mapping[str, Any], key: str, place: str) -> list[tuple[Any, Any]]:
    pairs = _list(record.get(key), key, place)
    for pair in pairs:
        if not _is_series(pair) or len(pair) != 2:
            raise DataError(f"{place}: {key!r} is {shown(pair)}, expected pairs [mention, …]")
    return pairs


def _frozen(value: Any, key: str, place: str) -> Any:
    if is_mapping(value):
        raise DataError(f"{place}: {key!r} is {shown(value)}, expected a name, a number or a list")
    if not _is_series(value):
        return value
    return tuple(_frozen(part, key, place) for part in value)
