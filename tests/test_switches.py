"""Code that asks what kind a study is, instead of asking the kind: it is counted, and the number
may only fall.

    isinstance(study, Codings)        a class of a study, outside its own module and the engines
    getattr(study, "continua", ())    a field that only some kinds have
    study.kind == "unitizings"        the name of a kind beside something called kind
    {"codings": …, "regions": …}      a table whose keys are kinds
    match study: case Codings():      the same in other words

An entry that names its kind, a reader that builds one kind of study and a function that takes one
are no switches.
"""

import ast
from pathlib import Path

import pytest

import accord
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS

SOURCE = Path(accord.__file__).parent

SWITCHES_LEFT = 15
"""So many switches are left. Whoever removes one lowers the number; nobody raises it."""

HOME = {
    **{entry.study.__name__: f"kinds/{entry.name}/" for entry in map(kind_named, KINDS)},
    "Tally": "engine/",
    "EngineTable": "engine/",
}
"""Class of a study → where it may be asked for."""

FIELDS = {"continua", "documents", "entities", "regions", "links", "chain", "chains", "types"}
"""Fields that only some kinds have."""

NAMES = {*KINDS, *KINDS.values()}


def _named(node):
    """The names that an expression consists of."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def _texts(node):
    """The kinds that an expression lists, or is; none where it lists anything else, too: the kind
    of a column is labels, ids or text."""
    parts = [node, *getattr(node, "elts", [])]
    texts = {one.value for one in parts if isinstance(one, ast.Constant)} - {None}
    return texts if texts <= NAMES else set()


def _is_kind(node):
    """Whether an expression is called kind: `kind`, `study.kind`, `of_kind`."""
    name = getattr(node, "attr", None) or getattr(node, "id", None) or ""
    return name == "kind" or name.endswith("_kind")


def _away(names, path):
    """Those of these names that are classes of studies, and not at home here."""
    return sorted(name for name in names & HOME.keys() if not path.startswith(HOME[name]))


def _found(node, path):
    """What makes a node a switch, None where it is none."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
            return _away(_named(kinds), path)
        case ast.Call(func=ast.Name(id="hasattr" | "getattr"), args=[_, ast.Constant(name), *_]):
            return [name] if name in FIELDS else None
        case ast.Compare(left=left, comparators=others):
            sides = [left, *others]
            classes = [side for side in sides if isinstance(side, (ast.Name, ast.Attribute))]
            texts = set().union(*map(_texts, sides)) if any(map(_is_kind, sides)) else set()
            return sorted(texts) or _away(set().union(*map(_named, classes)), path)
        case ast.Dict(keys=keys):
            known = [key for key in keys if key is not None]
            kinds = [text for key in known for text in _texts(key)]
            kinds += [name for key in known for name in _away(_named(key), path)]
            return kinds if len(kinds) > 1 else None
        case ast.MatchClass(cls=kinds):
            return _away(_named(kinds), path)
    return None


def switches(root):
    """Where each switch stands, and what it asks for."""
    found = []
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if path == "kinds/table.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            what = _found(node, path)
            if what:
                found.append(f"{path}:{node.lineno}: {', '.join(what)}")
    return found


CASES = {
    "isinstance(study, (Codings, Tally))": 1,
    "isinstance(rows, list)": 0,
    "getattr(study, 'continua', ())": 1,
    "getattr(study, 'audit', None)": 0,
    "study.kind == 'unitizings'": 1,
    "options.kind in ('relations', 'regions')": 1,
    "layer.name == 'relations'": 0,
    "column.kind in ('labels', 'ids')": 0,
    "measure.kind == study.kind": 0,
    "{'codings': 1, 'trees': 2}": 1,
    "{'codings': 1, 'items': 2}": 0,
    "type(study) is Unitizings": 1,
    "match study:\n    case Partitions():\n        pass": 1,
}


@pytest.mark.parametrize("text", CASES)
def test_what_a_switch_is(text, tmp_path):
    """Code that asks for the kind is found; code that looks like it is not."""
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert len(switches(tmp_path)) == CASES[text]


def test_a_class_may_ask_for_itself(tmp_path):
    """In its own folder the class of a study is no switch."""
    folder = tmp_path / "kinds" / "labels"
    folder.mkdir(parents=True)
    (folder / "study.py").write_text("isinstance(other, Codings)", encoding="utf-8")
    assert switches(tmp_path) == []


def test_switches_on_the_kind_only_become_fewer():
    """There are no more switches than were written down."""
    found = switches(SOURCE)
    assert len(found) <= SWITCHES_LEFT, "\n".join(found)
