"""One name, one thing: public names of modules that mean several things are counted, and the number
may only fall."""

import ast
from collections import defaultdict
from pathlib import Path

import accord
from accord.kinds.kind import ABILITIES
from tests.test_architecture import NAMESPACES

SOURCE = Path(accord.__file__).parent

NAMES_LEFT = 7
"""So many public names stand in several modules. Whoever renames one lowers the number; nobody
raises it: what only one module uses begins with `_`, and what several use has a name of its own."""

FACES = {*(f"{name}.py" for name in NAMESPACES), "measures.py"}
"""They offer again what has its name elsewhere."""


def _defined(tree):
    """The names that a module defines itself at its top."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def _is_of_a_family(path, name):
    """Names that many files have in common because somebody looks them up there: the command of a
    command line, what a kind can do, the entries of a kind, the sentences of a language, `main`;
    the functions of other programs, and those of accord that ask a kind for an ability."""
    folder = path.partition("/")[0]
    return (
        name == "main"
        or path in FACES
        or folder == "compat"
        or (path.startswith("cli/commands/") and name == "command")
        or (folder == "kinds" and name in ("MEASURES", "KIND"))
        or (name in ABILITIES and (folder == "kinds" or path in ASKING))
        or (path in LANGUAGES and name.isupper())
    )


ASKING = {"engine/any_data.py", "_measure/cube/kernel.py"}
LANGUAGES = {f"words/{language}.py" for language in ("en", "de", "fr")}


def places_of_names(source):
    """Public name → the files that define it, where these are several."""
    places = defaultdict(list)
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source).as_posix()
        for name in {*_defined(ast.parse(file.read_text("utf-8")))}:
            if not name.startswith("_") and not _is_of_a_family(path, name):
                places[name].append(path)
    return {name: paths for name, paths in places.items() if len(paths) > 1}


def test_a_public_name_means_one_thing():
    """No new name stands in two modules."""
    several = places_of_names(SOURCE)
    assert len(several) <= NAMES_LEFT, sorted(several)


def test_a_name_in_two_modules_is_found(tmp_path):
    """The count notices a second function, class or constant of one name, and nothing private."""
    (tmp_path / "one.py").write_text("LIMIT = 1\n_own = 2\ndef named(): ...\nkept: int = 3\n")
    assert places_of_names(tmp_path) == {}
    (tmp_path / "two.py").write_text(
        "_own = 4\nclass named: ...\nfrom one import kept\nLIMIT = 2\n"
    )
    assert places_of_names(tmp_path) == {name: ["one.py", "two.py"] for name in ("LIMIT", "named")}
