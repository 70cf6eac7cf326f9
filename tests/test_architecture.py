"""The house holds together: layers, names, catalogue, bibliography, import cost."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import accord
from accord.cli import COMMANDS
from accord.measure.catalogue import MEASURES
from accord.report.citations import bibliography

SOURCE = Path(accord.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

MAY_IMPORT = {
    "errors": set(),
    "model": {"errors"},
    "read": {"errors", "model"},
    "measure": {"errors", "model"},
    "infer": {"errors", "model", "measure"},
    "simulate": {"errors", "model", "measure", "infer"},
    "report": {"errors", "model", "read", "measure", "infer", "simulate"},
    "cli": {"errors", "model", "read", "measure", "infer", "simulate", "report"},
}
HEAVY = {"scipy", "narwhals", "pandas", "polars", "joblib", "rich", "altair", "jinja2", "duckdb"}


def _imports(tree: ast.AST) -> list[tuple[str, bool]]:
    """All imported module names and whether they stand at the top of the module."""
    top = {id(node) for node in getattr(tree, "body", [])}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.module, id(node) in top))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_data_flow_one_way(path):
    """A module imports only from stages to its left, and costly libraries only when used."""
    stage = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for name, at_top in _imports(ast.parse(path.read_text("utf-8"))):
        if at_top and stage != "cli":
            assert name.split(".")[0] not in HEAVY, f"{name} is imported at the top"
        if stage in MAY_IMPORT and name.startswith("accord."):
            other = name.split(".")[1]
            assert other == stage or other in MAY_IMPORT[stage], f"{stage} must not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_modules_are_small_and_named_after_what_they_hold(path):
    """No module above 400 lines, none called utils, helpers, common or base."""
    assert len(path.read_text("utf-8").splitlines()) <= 400
    assert path.stem not in {"utils", "helpers", "common", "base"}


def test_public_names_are_sorted_and_there():
    """`accord.__all__` is sorted (capitals first) and every name exists."""
    names = accord.__all__
    constants = [n for n in names if n.isupper()]
    classes = [n for n in names if n[:1].isupper() and not n.isupper()]
    rest = [n for n in names if not n[:1].isupper()]
    assert names == [*sorted(constants), *sorted(classes), *sorted(rest)]
    assert all(hasattr(accord, name) for name in names)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda m: m.name)
def test_catalogue_and_functions_agree(measure):
    """Every entry is a public function of its own name with a docstring, and cites real keys."""
    assert getattr(accord, measure.name) is measure.compute
    assert measure.compute.__doc__
    assert measure.source
    assert set(measure.source) <= set(bibliography())


def test_every_family_is_in_the_catalogue():
    """Each module of `accord.measure` that lists ENTRIES is part of MEASURES, once each."""
    for path in (SOURCE / "measure").glob("*.py"):
        entries = getattr(import_module(f"accord.measure.{path.stem}"), "ENTRIES", ())
        for entry in entries:
            assert MEASURES.get(entry.name) is entry, f"{path.stem}: {entry.name}"


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
    files = {p.stem for p in (SOURCE / "cli").glob("*.py")}
    assert {module.rsplit(".", 1)[1] for module in COMMANDS.values()} <= files


def test_import_is_cheap():
    """`import accord` loads numpy and accord's own modules, and nothing heavy."""
    code = "import sys, numpy; a = set(sys.modules); import accord; print(*set(sys.modules) - a)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE.parent)},
    )
    loaded = set(run.stdout.split())
    assert not {name.split(".")[0] for name in loaded} & HEAVY
    foreign = {name for name in loaded if name.split(".")[0] != "accord"}
    assert len(foreign) < 80  # the standard library and numpy.random
