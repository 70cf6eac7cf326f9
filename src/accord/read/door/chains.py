"""Coreference chains from any of the files that hold them."""

import json
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from accord.errors import DataError
from accord.model.audit import Audit
from accord.model.chains.partitions import Partitions
from accord.read.door.chain_files import text_of
from accord.read.door.limits import Limits
from accord.read.formats.conll2012 import read_conll2012
from accord.read.formats.corefud import read_corefud
from accord.read.tables.columns import ROLES
from accord.read.tables.delimited import Table, read_delimited
from accord.read.tables.mention_rows import read_chain_lines

CHAIN = ("chain", "entity", "entity_id", "cluster", "cluster_id", "coref", "coreference", "set")
MENTION = ("mention", "mention_id", "markable", "markable_id", "token", "id")


def read_chains(
    path: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    limits: Limits | None = None,
) -> Partitions:
    """Read coreference chains; the format is found out from the file.

    CoNLL-2012 and CorefUD: one file for each coder, called after the file. JSON Lines and
    tables: one or more files. A table has columns document, coder, begin, end (or mention, an
    id) and chain; a row without a mention says that the coder saw the document and marked
    nothing, a row without a chain is a chain of one.
    """
    paths = [Path(path)] if isinstance(path, (str, PathLike)) else [Path(p) for p in path]
    bounds = limits or Limits()
    for one in paths:
        if one.is_file():
            bounds.check("file", one.stat().st_size, one.name, "size in bytes")
    found = {_format(p) for p in paths}
    if len(found) > 1:
        raise DataError(
            f"the files are of different formats ({', '.join(sorted(found))}); give files of one"
        )
    if found == {"CoNLL-2012"}:
        return read_conll2012(paths)
    if found == {"CorefUD"}:
        return read_corefud(paths)
    if found == {"other"}:
        return _through_the_door(path, delimiter=delimiter, encoding=encoding, limits=limits)
    if found == {"JSON Lines"}:
        return read_chain_lines(*paths, limits=bounds)
    return read_chain_table(paths, delimiter=delimiter, encoding=encoding)


def _through_the_door(path: Any, **options: Any) -> Partitions:
    """Chains in any other format that holds them: accord's own, WebAnno, UIMA, archives."""
    from accord.read.door.read import read

    study = read(path, **options)
    if not isinstance(study, Partitions):
        raise DataError(f"{path}: holds {study.kind}, not coreference chains")
    return study


def _format(path: Path) -> str:
    suffix = path.suffix.lower()
    if path.is_dir() or suffix in (".zip", ".xmi", ".xml", ".json"):
        return "other"
    lines = [line for line in text_of(path).splitlines()[:200] if line.strip()]
    first = lines[0].lstrip() if lines else ""
    if first.startswith(('{"accord"', "#FORMAT=WebAnno")):
        return "other"
    if suffix in (".csv", ".tsv", ".txt"):
        return "table"
    if any(line.lower().startswith("#begin document") for line in lines):
        return "CoNLL-2012"
    plain = next((line for line in lines if not line.startswith("#")), "")
    tokens = suffix == ".conllu" or plain.count("\t") == 9
    return "JSON Lines" if first.startswith("{") else "CorefUD" if tokens else "table"


def read_chain_table(
    paths: Sequence[Path], *, delimiter: str | None = None, encoding: str | None = None
) -> Partitions:
    """Read coreference chains from tables of mentions; without a coder column, one file each."""
    tables = [read_delimited(path, delimiter=delimiter, encoding=encoding) for path in paths]
    return chains_from_tables(tables, [path.stem for path in paths])


def is_chain_table(header: Sequence[str]) -> bool:
    """Whether a table is one of mentions in chains, as far as the names of its columns tell."""
    names = {name.lower().strip() for name in header}
    told = not names.isdisjoint(CHAIN[:1]) and not names.isdisjoint(ROLES["coder"])
    placed = {"begin", "end"} <= names or not names.isdisjoint(MENTION[:2])
    return told and placed and names.isdisjoint(ROLES["category"])


def chains_from_tables(tables: Sequence[Table], coders: Sequence[str]) -> Partitions:
    """Coreference chains from tables of mentions; `coders` for those without such a column."""
    rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
    where, seen, notes = [], [], []
    for table, coder_of in zip(tables, coders, strict=True):
        roles = _roles(table)
        notes.append(f"columns: {' '.join(f'{role}={name}' for role, name in roles.items())}")
        columns = {role: table.column(name) for role, name in roles.items()}
        for at, place in enumerate(table.where()):
            cell = {role: column[at].strip() for role, column in columns.items()}
            document, coder = cell.get("document", "1"), cell.get("coder", coder_of)
            seen.append((document, coder))
            mention = _mention(cell, place)
            if mention is not None:
                rows.append((document, coder, mention, cell["chain"] or None))
                where.append(place)
    return Partitions.of(
        rows,
        items=tuple(dict.fromkeys(document for document, _ in seen)),
        coders=tuple(dict.fromkeys(coder for _, coder in seen)),
        seen=seen,
        where=where,
        audit=Audit(
            " ".join(t.source for t in tables),
            "table of mentions",
            len(seen),
            0,
            tuple(dict.fromkeys(notes)),
        ),
    )


def _roles(table: Table) -> dict[str, str]:
    known: Mapping[str, Sequence[str]] = {
        "document": ROLES["document"],
        "coder": ROLES["coder"],
        "begin": ROLES["begin"],
        "end": ROLES["end"],
        "chain": CHAIN,
        "mention": MENTION,
    }
    lowered = {name.lower().strip(): name for name in reversed(table.header)}
    found: dict[str, str] = {}
    for role, names in known.items():
        name = next((lowered[n] for n in names if n in lowered), None)
        if name is not None and name not in found.values():
            found[role] = name
    if "begin" in found and "end" in found:
        found.pop("mention", None)
    elif "mention" not in found:
        raise DataError(
            f"{table.source}: no columns for the mention (begin and end, or mention) among "
            f"{', '.join(table.header)}"
        )
    if "chain" not in found:
        raise DataError(
            f"{table.source}: no column looks like the chain among {', '.join(table.header)}; "
            f"call it chain"
        )
    return found


def _mention(cell: Mapping[str, str], place: str) -> Any:
    if "mention" in cell:
        name = cell["mention"]
        return _spans(name, place) if name[:1] == "[" else _number(name) if name else None
    begin, end = cell["begin"], cell["end"]
    if not begin and not end:
        return None
    span = _number(begin), _number(end)
    for edge in span:
        if isinstance(edge, str):
            raise DataError(f"{place}: {edge!r} is not a position; needed numbers in begin and end")
    return span


def _spans(cell: str, place: str) -> Any:
    """A mention of several stretches, written as a list in one cell."""
    try:
        found = json.loads(cell)
        return tuple(tuple(part) if isinstance(part, list) else part for part in found)
    except (ValueError, RecursionError):
        raise DataError(f"{place}: mention {cell[:60]!r}; needed e.g. [[0, 2], [5, 6]]") from None


def _number(cell: str) -> Any:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell
