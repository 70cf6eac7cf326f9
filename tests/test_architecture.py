"""The house holds together: layers, rooms, names, catalogue, bibliography, import cost."""

import ast
import inspect
import re
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import accord
from accord import errors, infer, simulate
from accord._measure.catalogue import FAMILIES, MEASURES
from accord._report.citations import bibliography
from accord.cli import COMMANDS
from accord.kinds.table import KINDS
from accord.lazy import names_in_stub

SOURCE = Path(accord.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

STAGES = [
    "model",
    "kinds",
    "_read",
    "_measure",
    "engine",
    "infer",
    "simulate",
    "_report",
    "serve",
    "cli",
]
"""From left to right; a stage may import from those to its left, and from the leaves."""

FILES_OF_KINDS = {
    "lines": "_read",
    "measures": "_measure",
    "causes": "infer",
    "disputes": "infer",
    "mistakes": "simulate",
    "shown": "_report",
    "tools": "_report",
}
"""A folder of `kinds/` is a slice through the stages: which file of it belongs to which; the others
are part of the model."""

LEAVES = {"errors", "lazy", "machine", "native", "tasks", "version", "whole_files", "words"}
"""Modules that belong to no stage and import from none."""

NAMESPACES = [
    *"boundaries chains compat convert graphs infer labels latent parts".split(),  # noqa: SIM905
    *"regions relations render scale simulate spans testing trees".split(),  # noqa: SIM905
]
"""What `accord.` offers by kind of annotation: faces of the stages, not rooms."""

FACES = {f"accord.{name}" for name in NAMESPACES}

ROOMS = {
    "model": set(),
    "kinds": {"documents", *KINDS.values()},
    "_read": {"door", "tables", "formats", "text"},
    "_measure": {
        "distances",
        "cube",
        "labels",
        "boundaries",
        "spans",
        "chains",
        "structures",
        "latent",
        "gamma",
        "gamma.align",
    },
    "engine": set(),
    "infer": {
        *("resample", "tests", "why", "advice", "atlas", "rounds", "judges", "ranking"),
        "ratings",
    },
    "simulate": set(),
    "_report": {"sections", "render"},
    "serve": set(),
    "cli": {"options", "commands"},
}
"""The rooms of each stage: a folder more or less is a decision, and is made here."""

HEAVY = {"scipy", "narwhals", "pandas", "polars", "joblib", "rich", "altair", "jinja2", "duckdb"}


def _named(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(("accord", *(part for part in parts if part != "__init__")))


NAMES = {_named(path) for path in MODULES}


def _stage(name: str) -> str:
    """The stage of a module, or its own name where it belongs to none."""
    parts = name.split(".")[1:]
    if parts[:1] == ["kinds"] and len(parts) == 3:
        return FILES_OF_KINDS.get(parts[2], "kinds")
    return parts[0] if parts else ""


def _for_types_only(tree: ast.AST) -> set[int]:
    """The nodes below `if TYPE_CHECKING:`, which never run."""
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ]
    return {id(inner) for block in blocks for inner in ast.walk(block)}


@cache
def _imports(path: Path) -> tuple[tuple[str, bool], ...]:
    """All modules that one imports, also inside functions; whether it does at the top."""
    tree = ast.parse(path.read_text("utf-8"))
    top = {id(node) for node in tree.body}
    never = _for_types_only(tree)
    found = []
    for node in ast.walk(tree):
        if id(node) in never:
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.append((inner if inner in NAMES else node.module, id(node) in top))
    return tuple(found)


def test_data_flow_one_way():
    """A module imports only from stages to its left, and costly libraries only when used."""
    assert len(MODULES) > 500
    for path in MODULES:
        stage = _stage(_named(path))
        for name, at_top in _imports(path):
            if at_top and stage != "cli":
                assert name.split(".")[0] not in HEAVY, f"{path}: {name} is imported at the top"
            if not name.startswith("accord."):
                continue
            other = _stage(name)
            if stage in LEAVES:
                assert other in LEAVES, f"{path}: {stage} must not import {name}"
            elif stage in STAGES:
                left = {*LEAVES, *STAGES[: STAGES.index(stage) + 1]}
                assert other in left, f"{path}: {stage} must not import {name}"


def test_no_cycles():
    """No module imports itself by way of others, not even inside functions."""
    graph = {
        _named(path): {name for name, _ in _imports(path) if name in NAMES} - {_named(path)}
        for path in MODULES
    }
    state: dict[str, int] = {}
    cycles = []

    def visit(name: str, trail: tuple[str, ...]) -> None:
        state[name] = 1
        for other in sorted(graph[name]):
            if state.get(other) == 1:
                cycles.append(" → ".join([*trail[trail.index(other) :], other]))
            elif other not in state:
                visit(other, (*trail, other))
        state[name] = 2

    for name in sorted(graph):
        if name not in state:
            visit(name, (name,))
    assert not cycles


LOOKED_UP = {"bound", "display_name", "display_names", "distance", "expanded", "study_of"} | {
    "takes_data"
}
"""What a report may call of the stages before `infer`: a measure or a distance by its name, the
name that people know it by, and
data as a study. All that it shows was computed by functions of `infer`."""


def test_reports_compute_nothing():
    """From `measure`, `engine` and `simulate`, `report/` imports types, constants and what is
    looked up by name; no function that computes."""
    found = []
    for path in (SOURCE / "_report").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            if module.startswith(("accord._measure", "accord.engine", "accord.simulate")):
                names = {alias.name for alias in node.names} - LOOKED_UP
                held = {name: getattr(import_module(module), name) for name in names}
                computing = sorted(name for name in names if inspect.isfunction(held[name]))
                found += [f"{_named(path)} imports {name}" for name in computing]
    assert found == []


def test_rooms():
    """Every stage has the rooms that are written down, and no other folder of modules."""
    for stage, rooms in ROOMS.items():
        folders = {
            path.parent.relative_to(SOURCE / stage) for path in (SOURCE / stage).rglob("*.py")
        }
        assert {".".join(folder.parts) for folder in folders} - {""} == rooms


def test_a_file_name_has_one_meaning():
    """No two modules have one name, but a command and what it calls; none is a standard one."""
    places = defaultdict(list)
    for path in MODULES:
        if not path.stem.startswith("__"):
            assert path.stem not in sys.stdlib_module_names, path
            own = {"commands", "kinds"} & {*path.parts}
            if not own and _named(path) not in FACES:
                places[path.stem].append(str(path.relative_to(SOURCE)))
    assert {stem: where for stem, where in places.items() if len(where) > 1} == {}


def test_modules_are_one_idea_and_named_after_it():
    """A module of more than 600 lines says why it is long; none is called utils, helpers, common or
    base, which could hold anything."""
    for path in MODULES:
        text = path.read_text("utf-8")
        if len(text.splitlines()) > 600:
            assert "Long because" in (ast.get_docstring(ast.parse(text)) or ""), path
        assert path.stem not in {"utils", "helpers", "common", "base"}, path


def test_the_formatter_is_the_style():
    """No line is kept from the formatter."""
    root = Path(__file__).parents[1]
    for folder in ("src", "tests", "docs", "benchmarks", "examples"):
        for path in (root / folder).rglob("*.py"):
            assert "# fmt" + ":" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("package", [accord, infer, simulate], ids=lambda m: m.__name__)
def test_names_of_a_stub_are_there(package):
    """Every name of a stub exists, under that name, and is what `__all__` says."""
    names = names_in_stub(package.__spec__)
    assert package.__all__ == sorted(names)
    for name in names:
        assert getattr(package, name) is not None


@pytest.mark.parametrize("package", [infer, simulate], ids=lambda m: m.__name__)
def test_no_module_hides_a_public_name(package):
    """A module that is imported becomes an attribute of its package: none is called as a function
    that the package offers."""
    modules = {path.stem for path in Path(package.__file__).parent.iterdir()}
    assert modules & set(package.__all__) == set()


def test_public_names_can_be_held_in_mind():
    """`accord.` holds about 60 names and the namespaces; `read`, `measure`, `report` are verbs.

    71, not 68, since `adjudicate`, `gold` and `judge` stand beside `read`, `measure` and `report`:
    they are verbs of the daily round, not of a kind of annotation; 72 since `open` shows a report,
    73 since `standing` answers what everybody asks next.
    """
    assert len(set(accord.__all__) - set(NAMESPACES)) <= 73
    assert set(NAMESPACES) <= set(accord.__all__)
    for name in ("measure", "read", "report"):
        assert callable(getattr(accord, name))


def test_a_public_name_stands_in_one_place():
    """A name is offered by `accord` or by one namespace, not by two, apart from compat."""
    places = defaultdict(list)
    for name in set(accord.__all__) - set(NAMESPACES):
        places[name].append("accord")
    for space in set(NAMESPACES) - {"compat"}:
        for name in (
            getattr(accord, space).__all__
            if hasattr(getattr(accord, space), "__all__")
            else [n for n in vars(getattr(accord, space)) if not n.startswith("_")]
        ):
            places[name].append(space)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def _offered():
    """Every public thing: (namespace, name) → thing."""
    found = {}
    for space in ("accord", *NAMESPACES):
        module = accord if space == "accord" else getattr(accord, space)
        names = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
        found |= {(space, name): getattr(module, name) for name in names if name not in NAMESPACES}
    return found


def _classes(hint):
    if inspect.isclass(hint):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def _functions(thing):
    """A function itself; of a class its public methods and properties."""
    if inspect.isfunction(thing):
        yield thing
    for name, part in vars(thing).items() if inspect.isclass(thing) else ():
        inner = getattr(part, "__func__", getattr(part, "fget", part))
        if not name.startswith("_") and inspect.isfunction(inner):
            yield inner


def test_everything_that_is_returned_or_raised_is_public():
    """Classes in the return annotations of public functions and methods, and all errors."""
    offered = _offered()
    public = set(map(id, offered.values()))
    hidden = set()
    for thing in offered.values():
        for function in _functions(thing):
            with suppress(NameError):  # a type of a library that is imported when it is used
                for kind in _classes(get_type_hints(function).get("return")):
                    if kind.__module__.startswith("accord.") and id(kind) not in public:
                        hidden.add(f"{kind.__module__}.{kind.__name__}")
    raised = [e for e in vars(errors).values() if inspect.isclass(e) and issubclass(e, ValueError)]
    hidden |= {e.__name__ for e in raised if e is not ValueError and id(e) not in public}
    assert not hidden


def _public_home(measure):
    """The namespaces in which the function of a measure is public."""
    spaces = [accord, *(getattr(accord, name) for name in NAMESPACES)]
    found = [(space, getattr(space, measure.name, None)) for space in spaces]
    return [space for space, called in found if inspect.unwrap(called) is measure.compute]


@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda m: m.name)
def test_catalogue_and_functions_agree(measure):
    """Every entry is one public function of its own name with a docstring, and cites real keys."""
    assert len(_public_home(measure)) == 1
    assert measure.compute.__doc__
    assert measure.source
    assert set(measure.source) <= set(bibliography())


def test_every_entry_is_in_the_catalogue():
    """Each entry of `kinds/<kind>/measures.py` is part of MEASURES, under a name of its own, and
    every module in the order of listing has measures."""
    modules = [import_module(f"accord.kinds.{folder}.measures") for folder in KINDS.values()]
    entries = [entry for module in modules for entry in module.MEASURES]
    assert all(MEASURES[entry.name] is entry for entry in entries)
    assert len(entries) == len(MEASURES) == len(set(MEASURES))
    families = {entry.function.partition(":")[0].rpartition(".")[2] for entry in entries}
    assert families == set(FAMILIES)


def test_a_measure_is_found_without_its_family():
    """Finding, listing and searching measures, and asking what they take, load no arithmetic."""
    code = (
        "from accord._measure.catalogue import MEASURES, find_measure, search\n"
        "assert find_measure('fleiss kappa').name == 'pi' and search('conger')\n"
        "assert [(m.title, m.distance, m.asked, m.has_levels) for m in MEASURES.values()]"
    )
    loaded = {name for name in _loaded(code) if name.startswith("accord._measure.")}
    light = ("catalogue", "entry", "settings")
    assert loaded <= {f"accord._measure.{name}" for name in light}


def test_docstrings_cite_known_works():
    """Every key after 'References:' in a docstring is in the bibliography."""
    for path in MODULES:
        for keys in re.findall(r"References: ([\w, \n]+?)\.", path.read_text("utf-8")):
            unknown = set(re.split(r"[,\s]+", keys.strip())) - set(bibliography())
            assert not unknown, f"{path.name}: {unknown}"


def test_bibliography_is_well_formed():
    """Every entry has its braces closed, and no work stands twice."""
    text = (SOURCE / "references.bib").read_text("utf-8")
    assert len(re.findall(r"^@", text, flags=re.M)) == len(bibliography())
    for key, entry in bibliography().items():
        assert entry.count("{") == entry.count("}"), key


def test_every_command_has_a_module():
    """The table of commands points at files of `accord.cli` that exist."""
    files = {p.stem for p in (SOURCE / "cli" / "commands").glob("*.py")}
    assert {module.rsplit(".", 1)[1] for module in COMMANDS.values()} <= files


def _loaded(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after `code`."""
    run = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint('LOADED', *sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE.parent), "PATH": "/usr/bin:/bin"},
    )
    return set(run.stdout.rpartition("LOADED")[2].split())


def test_import_is_cheap():
    """`import accord` and the cube load numpy and accord's own modules, and nothing heavy."""
    loaded = _loaded("import accord\naccord.alpha, accord.from_coders")
    assert not {name.split(".")[0] for name in loaded} & HEAVY
    assert "numpy" not in _loaded("import accord")
