"""A study as accord's own JSON Lines (lossless) or as a plain table; see docs/format.md."""

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import isinf
from os import PathLike
from pathlib import Path
from typing import Any

from accord._measure.cube.kernel import Countable, expanded
from accord._read.formats.accord_lines import VERSION
from accord._read.formats.delimited import write_rows
from accord.engine.any_data import takes_data
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.graphs.parts import Graph
from accord.kinds.graphs.study import Graphs
from accord.kinds.labels.study import Codings
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.study import Unitizings
from accord.kinds.trees.discourse import Discourse
from accord.kinds.trees.parts import Constituents, Dependencies
from accord.kinds.trees.study import Trees
from accord.model.showing import cell
from accord.model.study import Study
from accord.whole_files import whole_file

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


@takes_data
def write(
    study: Study | Countable, path: str | PathLike[str], *, format: str | None = None
) -> list[str]:
    """Write a study: lossless to .jsonl, as a table to .csv or .tsv, or for a tool.

    `format` is "brat", "webanno", "conllu" (folders), "label-studio", "prodigy" or "refi"
    (REFI-QDA, a .qdpx). Returns a list of what the format cannot hold.

    :param study: The study.
    :param path: The file or folder.
    :param format: A tool's format; by default the ending of the path decides.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "study.csv")
    ...     missing = accord.write(accord.from_coders({"A": "xy", "B": "xx"}), path)
    ...     first = path.read_text().splitlines()[:2]
    >>> first, missing
    (['item,coder,category', '0,A,x'], [])
    """
    study, path = expanded(study), Path(path)
    suffix = written_as(path, format)
    if suffix not in (".jsonl", *DELIMITERS):
        from accord._report.write_back import write_back

        return write_back(study, path, suffix)
    with whole_file(path) as part, part.open("w", encoding="utf-8", newline="") as stream:
        if suffix == ".jsonl":
            stream.writelines(f"{line}\n" for line in lines(study))
        else:
            write_rows(stream, table(study), DELIMITERS[suffix])
    return []


def written_as(path: str | PathLike[str], format: str | None) -> str:
    """How a file of this name is written: its suffix, or the name of a tool's format."""
    suffix = Path(path).suffix.lower()
    if format is not None or suffix == ".qdpx":
        return format or "refi"
    if suffix not in (".jsonl", *DELIMITERS):
        raise DataError(
            f"{path}: unknown file type; use .jsonl, .csv or .tsv, or name the tool to write it for"
        )
    return suffix


def lines(study: Study) -> Iterator[str]:
    """The lines of accord's own format: a header, then what every item or document holds."""
    makers: Mapping[type, Any] = {
        Codings: _codings,
        Trees: _codings,
        Graphs: _codings,
        Unitizings: _unitizings,
        Partitions: _partitions,
        Segmentations: _segmentations,
        Relations: _relations,
        Regions: _regions,
    }
    if type(study) not in makers:
        raise DataError(f"a study of {study.kind} cannot be written; write its parts one by one")
    if len(set(study.items)) < len(study.items):
        raise DataError("an item occurs twice in the study (a resample), which cannot be written")
    for record in makers[type(study)](study):
        yield json.dumps(record, ensure_ascii=False, allow_nan=False)


def table(study: Study) -> Iterator[Sequence[Any]]:
    """A study as rows of a table, the first of which is the header; only what a table can hold."""
    if isinstance(study, Codings) and not isinstance(study, (Trees, Graphs)):
        yield from _table_of_codings(study)
    elif isinstance(study, Unitizings):
        yield from _table_of_units(study)
    elif isinstance(study, Partitions):
        yield from _table_of_chains(study)
    elif isinstance(study, Relations):
        yield from _table_of_relations(study)
    elif isinstance(study, Segmentations):
        yield ("document", "coder", "place", "type", "length")
        for segmented in study.documents:
            rows = [(coder, place, cell(kind)) for coder, place, kind in segmented]
            for row in [*rows, *((coder, "", "") for coder in _idle(segmented, rows))]:
                yield (segmented.name, *row, segmented.length)
    else:
        raise DataError(f"a study of {study.kind} has no table form; write .jsonl")


def _table_of_codings(study: Codings) -> Iterator[Sequence[Any]]:
    yield ("item", "coder", "category", *study.about)
    columns = list(study.about.values())
    place = {item: at for at, item in enumerate(study.items)}
    for item, coder, category in study.rows():
        about = [column[place[item]] for column in columns]
        yield (item, "" if coder is None else coder, cell(category), *about)


def _table_of_units(study: Unitizings) -> Iterator[Sequence[Any]]:
    """One row for each unit; documents without a name have no column, nor lengths unless from 0."""
    named = len(study.continua) != 1 or study.continua[0].name not in (None, "")
    sized = all(continuum.begin == 0 for continuum in study.continua)
    yield (*["document"] * named, "coder", "begin", "end", "category", *["length"] * sized)
    for continuum in study.continua:
        rows = [(coder, unit.begin, unit.end, cell(unit.category)) for coder, unit in continuum]
        end = int(continuum.end) if float(continuum.end).is_integer() else continuum.end
        for row in [*rows, *((coder, "", "", "") for coder in _idle(continuum, rows))]:
            yield (*[continuum.name] * named, *row, *[end] * sized)


def _table_of_chains(study: Partitions) -> Iterator[Sequence[Any]]:
    """One row for each mention: begin and end where all are whole spans, else one cell."""
    whole = all(is_span(m) for document in study.documents for m in document.mentions)
    yield ("document", "coder", *(("begin", "end") if whole else ("mention",)), "chain")
    for document in study.documents:
        rows: list[tuple[Any, ...]] = []
        for coder in document.coders:
            for number, chain in enumerate(document.chains(coder)):
                for mention in chain:
                    place: Any = mention if whole else (cell(mention),)
                    rows.append((coder, *place, number))
        empty = ("",) * (3 if whole else 2)
        for row in [*rows, *((coder, *empty) for coder in _idle(document, rows))]:
            yield (document.name, *row)


def _table_of_relations(study: Relations) -> Iterator[Sequence[Any]]:
    """One row for each relation; entities that are in none have no row."""
    yield ("document", "coder", "source", "target", "type")
    for document in study.documents:
        rows: list[tuple[Any, ...]] = [
            (coder, cell(link.source), cell(link.target), link.type)
            for coder, links in zip(document.coders, document.links, strict=True)
            for link in links
        ]
        for row in [*rows, *((coder, "", "", "") for coder in _idle(document, rows))]:
            yield (document.name, *row)


def is_span(mention: Hashable) -> bool:
    """Whether a mention is one span, begin and end."""
    return (
        isinstance(mention, tuple)
        and len(mention) == 2
        and all(isinstance(edge, (int, float)) for edge in mention)
    )


def _idle(part: Any, rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The coders who saw a document and marked nothing: they have a row without a place."""
    busy = {row[0] for row in rows}
    return [who for who, saw in zip(part.coders, part.seen, strict=True) if saw and who not in busy]


def _header(study: Any, **more: Any) -> dict[str, Any]:
    header = {"accord": study.kind, "version": VERSION, **more}
    if study.audit is not None:
        header["audit"] = study.audit.as_dict()
    return header


def _codings(study: Codings) -> Iterator[dict[str, Any]]:
    coders = None if study.coder is None else [_name(coder) for coder in study.coders]
    categories = [_name(category) for category in study.categories]
    yield _header(study, coders=coders, categories=categories, declared=study.declared)
    item_names = [_name(item) for item in study.items]
    bounds = study.bounds.tolist()
    coder = None if study.coder is None else study.coder.tolist()
    category = study.category.tolist()
    for at, item in enumerate(item_names):
        about = _about(study.about, at)
        if about or bounds[at] == bounds[at + 1]:
            yield {"item": item, **({"about": about} if about else {})}
        for row in range(bounds[at], bounds[at + 1]):
            who = {} if coder is None or coders is None else {"coder": coders[coder[row]]}
            yield {"item": item, **who, "category": categories[category[row]]}


def _unitizings(study: Unitizings) -> Iterator[dict[str, Any]]:
    coders = [_name(coder) for coder in study.coders]
    more: dict[str, Any] = {"declared": True} if study.declared else {}
    if study.resolution != 1:
        more["resolution"] = study.resolution
    yield _header(study, coders=coders, categories=[_name(c) for c in study.categories], **more)
    for at, continuum in enumerate(study.continua):
        document = _name(continuum.name)
        record = {"document": document, "begin": continuum.begin, "end": continuum.end}
        if not continuum.seen.all():
            record["seen"] = [coders[c] for c in continuum.seen.nonzero()[0].tolist()]
        if continuum.text is not None:
            record["text"] = continuum.text
        about = _about(study.about, at)
        yield {**record, **({"about": about} if about else {})}
        for coder, unit in continuum:
            yield {
                "document": document,
                "coder": _name(coder),
                "begin": unit.begin,
                "end": unit.end,
                "category": _name(unit.category),
            }


def _partitions(study: Partitions) -> Iterator[dict[str, Any]]:
    yield _header(study, coders=[_name(coder) for coder in study.coders])
    for at, document in enumerate(study.documents):
        about = _about(study.about, at)
        record = {"document": _name(document.name)}
        if document.text is not None:
            record["text"] = document.text
        yield {**record, **({"about": about} if about else {})}
    yield from _chain_records(study)


def _relations(study: Relations) -> Iterator[dict[str, Any]]:
    yield _header(study, coders=[_name(coder) for coder in study.coders])
    for at, document in enumerate(study.documents):
        name, about = _name(document.name), _about(study.about, at)
        text = {} if document.text is None else {"text": document.text}
        yield {"document": name, **text, **({"about": about} if about else {})}
        for c in document.seen.nonzero()[0].tolist():
            yield {
                "document": name,
                "coder": _name(document.coders[c]),
                "entities": document.entities[c],
                "relations": document.links[c],
            }


def _regions(study: Regions) -> Iterator[dict[str, Any]]:
    yield _header(study, coders=[_name(coder) for coder in study.coders])
    for at, picture in enumerate(study.documents):
        name, about = _name(picture.name), _about(study.about, at)
        size = {} if picture.size is None else {"size": picture.size}
        yield {"document": name, **size, **({"about": about} if about else {})}
        for c in picture.seen.nonzero()[0].tolist():
            marked = [
                [type(shape).__name__.lower(), *shape, said] for shape, said in picture.regions[c]
            ]
            yield {"document": name, "coder": _name(picture.coders[c]), "regions": marked}


def _segmentations(study: Segmentations) -> Iterator[dict[str, Any]]:
    coders = [_name(coder) for coder in study.coders]
    yield _header(study, coders=coders, types=[_name(kind) for kind in study.types])
    for at, doc in enumerate(study.documents):
        document = _name(doc.name)
        record: dict[str, Any] = {"document": document, "length": doc.length}
        if not doc.seen.all():
            record["seen"] = [coders[c] for c in doc.seen.nonzero()[0].tolist()]
        about = _about(study.about, at)
        yield {**record, **({"about": about} if about else {})}
        for coder, place, kind in doc:
            yield {
                "document": document,
                "coder": _name(coder),
                "place": place,
                **({} if kind is None else {"type": _name(kind)}),
            }


def _about(columns: Mapping[str, Sequence[Any]], at: int) -> dict[str, Any]:
    return {key: _plain(column[at]) for key, column in columns.items() if column[at] is not None}


def _plain(value: Any) -> Any:
    """What is said about an item, as JSON can say it."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, (str, int, bool)) or (isinstance(value, float) and value - value == 0):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return str(value)


def _listed(part: Any) -> Any:
    return list(part) if isinstance(part, tuple) else part


def _columns(
    value: Dependencies | Constituents | Discourse | Graph,
) -> tuple[str, Sequence[Sequence[Any]]]:
    """What a tree or graph is called, and all that it holds."""
    if isinstance(value, Dependencies):
        return "dependencies", (value.heads, value.relations, value.words, value.tags)
    if isinstance(value, Constituents):
        parts = (value.labels, value.spans, value.depths, (value.size,), value.words, value.tags)
        return "constituents", parts
    if isinstance(value, Discourse):
        return "discourse", (value.parts, (value.size,), value.texts)
    return "graph", value.columns()


def _name(value: Hashable) -> Any:
    """A name as JSON: plain values as they are, sets and tuples tagged."""
    if isinstance(value, (Dependencies, Constituents, Discourse, Graph)):
        key, columns = _columns(value)
        return {key: [[*map(_listed, column)] for column in columns]}
    if isinstance(value, frozenset):
        return {"set": [_name(part) for part in sorted(value, key=repr)]}
    if isinstance(value, tuple):
        return {"tuple": [_name(part) for part in value]}
    if isinstance(value, float) and isinf(value):
        return {"number": "inf" if value > 0 else "-inf"}
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise DataError(f"{value!r} ({type(value).__name__}) cannot be written; use text or a number")


def _chain_records(study: Partitions) -> Iterator[dict[str, Any]]:
    """A record for each document and coder who saw it (_read/formats/chain_lines.py)."""
    for document in study.documents:
        ordered_ids = any(not isinstance(m, tuple) for m in document.mentions) and document.ordered
        for c in document.seen.nonzero()[0].tolist():
            coder = document.coders[c]
            record: dict[str, Any] = {
                "document": _name(document.name),
                "coder": _name(coder),
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
