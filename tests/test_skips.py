"""A skipped test says what it needs, and CONTRIBUTING says how to have it run."""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = {
    "cassis": "dkpro-cassis",
    "crowdkit": "crowd-kit",
    "dask": "dask[dataframe]",
    "docx": "python-docx",
    "ibis": "ibis-framework[duckdb]",
    "myst_parser": "myst-parser",
    "python_calamine": "python-calamine",
    "sklearn": "scikit-learn",
    "vl_convert": "vl-convert-python",
    "yaml": "pyyaml",
}
"""Modules whose distributions have other names."""


def _calls():
    """Every call in the tests that can skip one: the file, what is called, and its words."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func).rpartition(".")[2]
                if called in ("skip", "skipif", "importorskip"):
                    yield path, called, node


def _words(node):
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def _installed():
    """What `make test` installs, by its names in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    named = [line for line in named if line not in extras["bench"]]
    by_hand = re.search(r"--no-deps (.*?) +#", (ROOT / "Makefile").read_text("utf-8"))[1].split()
    return {re.split(r"[><=;]", line)[0].strip().lower() for line in (*named, *by_hand)}


def _table():
    """The rows of CONTRIBUTING: what a skip says → how to have the test run."""
    text = (
        (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Tests that may be skipped")[2]
    )
    rows = re.findall(r"^\| `?([^|`]+?)`? \| (.+?) \|$", text.partition("\n## ")[0], re.M)
    return dict(rows[1:])


def _unnamed(called, node, rows, have):
    """What a skip needs that the table does not name."""
    words = _words(node)
    if called == "skip":  # within a test, mostly of a case that has nothing to say
        return []
    if called == "skipif":
        reasons = [word for word in words if " " in word or "=" in word]
        return [] if any(said in word for word in reasons for said in rows) else reasons
    if not words or any(said in word for word in words for said in rows):
        return []
    top = words[0].partition(".")[0]
    name = DISTRIBUTIONS.get(top, top).replace("_", "-").lower()
    return [] if name in have or top == "pty" else [top]


def test_every_skip_is_named():
    """Every condition, and every library that `make test` does not install, is in the table."""
    rows, have = _table(), {name.replace("_", "-") for name in _installed()}
    found = [(path.name, _unnamed(called, node, rows, have)) for path, called, node in _calls()]
    assert [(name, words) for name, words in found if words] == []
    assert len(found) > 50


def test_every_row_is_used():
    """No row of the table speaks of a skip that is gone."""
    said = " ".join(" ".join(_words(node)) for _, _, node in _calls())
    assert len(_table()) >= 8
    for words in _table():
        assert words in said, words
