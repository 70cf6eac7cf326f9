"""Taxonomy files: indented text, paths, a table with a parent column, JSON or YAML nesting.

A text file has one category a line, its children indented below it, or one path a line
("A > B > C"). Lines that begin with # are comments. A line [name] opens a scope (a dimension,
a lemma); what stands before the first, or under [general-purpose], is for all. In JSON and
YAML a top key "[name]" does the same, in a table a column called scope, dimension or lemma.
"""

import json
from os import PathLike
from pathlib import Path
from typing import Any

from accord._read.door.given import on_disk
from accord._read.door.read_options import Limits
from accord._read.formats.delimited import parse_delimited
from accord._read.tables.roles import Table
from accord._read.text.json_values import as_text, is_list, is_mapping, is_nested
from accord.errors import DataError, MissingExtraError
from accord.kinds.labels.taxonomy import Node, Taxonomy

_NAMES = ("category", "label", "name", "node", "function", "sense", "tag", "child", "id")
# How word nets, thesauri (SKOS) and code books call the category above.
_PARENTS = ("parent", "parent_id", "above", "hypernym", "group", "is_a", "broader")
DEEPEST_LEVEL = 200  # levels of nesting that are read; no taxonomy of people is deeper
_SCOPES = ("scope", "dimension", "lemma", "word", "layer")


def read_taxonomy(
    path: str | PathLike[str],
    *,
    category: str | None = None,
    parent: str | None = None,
    scope: str | None = None,
    encoding: str | None = None,
) -> Taxonomy:
    """Read a taxonomy; `category`, `parent` and `scope` name the columns of a table.

    :param path: The file.
    :param category: The column of the category, in a table.
    :param parent: The column of its parent.
    :param scope: The column of its scope.
    :param encoding: The encoding of the file, where it is not UTF-8.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tree.csv")
    ...     _ = path.write_text("category,parent\\nanimal,\\ndog,animal\\ncat,animal\\n")
    ...     tree = accord.read_taxonomy(path)
    >>> tree.names
    ('animal', 'dog', 'cat')
    """
    file = on_disk(Path(path), Path(path).name, Limits())
    text, _ = file.text(encoding)
    suffix = file.suffix
    if suffix in (".csv", ".tsv", ".tab"):
        rows = _rows(parse_delimited(text, file.name, suffix=suffix), category, parent, scope)
        if not rows:
            raise DataError(f"{file.name}: no categories; write one per row, with its parent")
        return Taxonomy.of(rows, file.name)
    if suffix == ".json":
        return _from_nesting(_parsed_json(text, file.name), file.name)
    if suffix in (".yaml", ".yml"):
        return _from_nesting(_parsed_yaml(text, file.name), file.name)
    return parse_taxonomy(text, file.name)


def parse_taxonomy(text: str, source: str | None = None) -> Taxonomy:
    """A taxonomy from indented text or from one path a line.

    >>> tree = parse_taxonomy("YNQ\\n  CHECK\\n[turn]\\nGIVE\\nTAKE > GRAB")
    >>> tree.within("turn").ancestors("GRAB"), tree.within("turn").ancestors("CHECK")
    (('TAKE',), ('YNQ',))
    """
    place = source or "taxonomy"
    nodes: list[Node] = []
    scope: str | None = None
    above: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        if content.startswith("[") and content.endswith("]"):
            scope, above = content[1:-1].strip(), []
            continue
        indent = line[: len(line) - len(line.lstrip())]
        if ">" in content.split():
            nodes += _path(content, scope, f"{place}:{number}")
            above = []
            continue
        if indent and not above:
            raise DataError(f"{place}:{number}: {content!r} is indented, but nothing is above it")
        above = _enclosing(above, indent, f"{place}:{number}: {content!r}")
        nodes.append((content, above[-1][1] if above else None, scope))
        above.append((indent, content))
    if not nodes:
        raise DataError(f"{place}: no categories; write one on each line, children indented")
    return Taxonomy.of(nodes, source)


def _enclosing(above: list[tuple[str, str]], indent: str, place: str) -> list[tuple[str, str]]:
    """What a line stands under: indentation goes on from the line above, or back to one before.

    Tabs against spaces, or a step back to where nothing began, have no one meaning.
    """
    if above and indent != above[-1][0] and indent.startswith(above[-1][0]):
        return above
    levels = [level for level, _ in above]
    if above and indent not in levels:
        raise DataError(
            f"{place}: its indentation {indent!r} matches no line above it; indent all children "
            "the same way, "
            f"with tabs or with spaces but not both"
        )
    return above[: levels.index(indent)] if above else []


def _path(content: str, scope: str | None, place: str) -> list[Node]:
    parts = [part.strip() for part in content.split(">")]
    if not all(parts):
        raise DataError(f"{place}: {content!r} has an empty part; write 'A > B > C'")
    return [(name, parts[at - 1] if at else None, scope) for at, name in enumerate(parts)]


def _rows(table: Table, category: str | None, parent: str | None, scope: str | None) -> list[Node]:
    name = category or _column(table, _NAMES)
    over = parent or _column(table, _PARENTS)
    within = scope or _column(table, _SCOPES)
    for wanted, role in ((name, "category"), (over, "parent")):
        if wanted is None or wanted not in table.header:
            raise DataError(
                f"{table.source}: no column for the {role} of the taxonomy among "
                f"{', '.join(table.header)}; name the two columns 'category' and 'parent'"
            )
    assert name is not None
    assert over is not None
    scopes = table.column(within) if within else [""] * len(table.rows)
    cells = zip(table.column(name), table.column(over), scopes, strict=True)
    return [(n.strip(), p.strip() or None, s.strip() or None) for n, p, s in cells if n.strip()]


def _column(table: Table, known: tuple[str, ...]) -> str | None:
    lowered = {name.lower(): name for name in reversed(table.header)}
    return next((lowered[name] for name in known if name in lowered), None)


def _from_nesting(nested: Any, source: str) -> Taxonomy:
    def scoped(key: Any) -> bool:
        name = as_text(key) or ""
        return name.startswith("[") and name.endswith("]")

    if not is_nested(nested):
        raise DataError(f"{source}: a taxonomy nests objects and lists, found {nested!r}")
    if not nested:
        raise DataError(f'{source}: no categories; nest them as in {{"A": ["B", "C"]}}')
    names = [key for key in nested if scoped(key)]
    tree = Taxonomy.from_nested(_texts(nested, source), names)
    scopes = tuple(None if scope is None else scope[1:-1].strip() for scope in tree.scopes)
    nodes = [
        (name, tree.names[parent] if parent >= 0 else None, scope)
        for name, parent, scope in zip(tree.names, tree.parents, scopes, strict=True)
    ]
    return Taxonomy.of(nodes, source)


def _texts(nested: Any, source: str, depth: int = 0) -> Any:
    """Names as text, whatever JSON reads them as."""
    if depth > DEEPEST_LEVEL:
        raise DataError(_too_deep(source))
    if is_mapping(nested):
        return {str(key): _texts(below, source, depth + 1) for key, below in nested.items()}
    if is_list(nested):
        return [_texts(part, source, depth + 1) for part in nested]
    return None if nested is None else str(nested)


def _parsed_json(text: str, source: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _refuse_twice([key for key, _ in pairs], source)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise DataError(f"{source}:{error.lineno}: not JSON ({error.msg})") from None
    except RecursionError:
        raise DataError(_too_deep(source)) from None


def _parsed_yaml(text: str, source: str) -> Any:
    """YAML as it is written: its own types would make `no` a truth value and `010` an 8."""
    try:
        import yaml
    except ImportError:
        raise MissingExtraError.of("reading YAML", "PyYAML", "yaml") from None

    met: set[int] = set()

    def plain(node: Any, depth: int = 0) -> Any:
        if depth > DEEPEST_LEVEL:
            raise DataError(_too_deep(source))
        if id(node) in met:  # would have two parents, or stand within itself, or grow without end
            line = node.start_mark.line + 1
            raise DataError(f"{source}:{line}: an alias repeats this branch; write each once")
        met.add(id(node))
        if isinstance(node, yaml.MappingNode):
            keys = [plain(key, depth + 1) for key, _ in node.value]
            _refuse_twice(keys, source)
            below = [plain(value, depth + 1) for _, value in node.value]
            return dict(zip(keys, below, strict=True))
        if isinstance(node, yaml.SequenceNode):
            return [plain(part, depth + 1) for part in node.value]
        empty = node.style is None and node.value in ("", "~", "null")
        return None if empty else str(node.value)

    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"{source}: not YAML ({reason})") from None
    return [] if node is None else plain(node)


def _refuse_twice(keys: list[Any], source: str) -> None:
    seen: set[Any] = set()
    for key in keys:
        if as_text(key) is None:
            raise DataError(f"{source}: {key!r} is not a name of a category; use text")
        if key in seen:
            raise DataError(f"{source}: {key!r} occurs twice at one level; keep one of the two")
        seen.add(key)


def _too_deep(source: str) -> str:
    return f"{source}: nested more than {DEEPEST_LEVEL} levels deep"
