"""The same page where no other process, no thread and no library of another language can be had,
as in a browser; and the static folder for it.

That Pyodide itself computes these numbers is not tested here: its numpy and scipy come from no
registry of packages. The engine is the same code, held to what it may use there.
"""

import json
import re
import runpy
import sys
import zipfile
from pathlib import Path

import pytest

from accord._report.render.page import page
from accord._report.spreadsheet import SheetToWrite, workbook
from accord.serve.app import PAGES
from tests.serve.test_engine import WIDE, opened

ROOT = Path(__file__).parents[2]


def _refused(*_, **__):
    raise OSError("a browser has no processes and no threads")


@pytest.fixture
def bare(monkeypatch):
    """No process, no thread, no compiled library but NumPy's and SciPy's."""
    for name in ("vl_convert", "python_calamine", "duckdb", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("subprocess.Popen.__init__", _refused)
    monkeypatch.setattr("threading.Thread.start", _refused)
    monkeypatch.setattr("os.fork", _refused, raising=False)
    monkeypatch.setenv("ACCORD_NATIVE", "0")


EXCEL = workbook([SheetToWrite("codings", [line.split(",") for line in WIDE.splitlines()])])


@pytest.mark.usefixtures("bare")
def test_the_whole_way(tmp_path):
    """A table, a workbook and chains are read, measured, reported and decided all the same."""
    engine = opened(tmp_path, wide__csv=WIDE, wide__xlsx=EXCEL)
    engine.script = ""
    table = engine.call("compute", {"files": ["wide.csv"]})
    book = engine.call("compute", {"files": ["wide.xlsx"]})
    assert table["value"] is not None
    assert (table["value"], table["interval"]) == (book["value"], book["interval"])
    chains = engine.call("example", {"name": "coreference"})
    assert engine.call("compute", chains)["interval"]["low"] is not None
    made = engine.call("report", {"files": ["wide.csv"]})
    assert (made["file"], made["charts"]) == ("report.html", False)
    for what in ("html", "json", "tex", "md", "xlsx", "study"):
        assert "problem" not in engine.call("take", {"files": ["wide.csv"], "what": what})
    rows = engine.call("disputes", {"files": ["wide.csv"]})["rows"]
    assert "problem" not in engine.call("gold", {"files": ["wide.csv"], "decisions": rows})


def test_numbers_do_not_depend_on_it(tmp_path, request):
    """The numbers there are those on a machine that has everything."""
    engine = opened(tmp_path, wide__csv=WIDE, wide__xlsx=EXCEL)
    asked = [{"files": ["wide.xlsx"]}, {"files": ["wide.csv"], "measure": "kappa"}]
    here = [engine.call("compute", one) for one in asked]
    request.getfixturevalue("bare")
    fresh = type(engine)(engine.folder)
    assert [fresh.call("compute", one) for one in asked] == here


def test_a_page_without_charts(tmp_path):
    """Without the library of charts the report holds its tables and data, and no place for one;
    with its text, the page is the same as with the library itself."""
    engine = opened(tmp_path, wide__csv=WIDE)
    engine.call("report", {"files": ["wide.csv"]})
    whole = (tmp_path / "out" / "report.html").read_text()
    bare = page(engine._report, script="")
    assert '<div class="chart' in whole
    assert '<div class="chart' not in bare
    data = re.compile(r'<script type="application/json" id="report-data">(.*?)</script>', re.S)
    assert json.loads(data.search(bare)[1]) == json.loads(data.search(whole)[1])


def test_the_static_folder(tmp_path):
    """`make page` writes all that the page loads, accord itself without its compiled core, and a
    policy that lets the page's own scripts and those of its reports run, and nothing else."""
    build = runpy.run_path(str(ROOT / "tools" / "page.py"))["build"]
    out = tmp_path / "page"
    missing = build(out)
    assert [name for name in missing if not name.startswith(("pyodide/", "wheels"))] == []
    index = (out / "index.html").read_text()
    assert 'data-engine="./pyodide-engine.js"' in index
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', index)[1]
    assert "unsafe-inline" not in policy
    assert "http" not in policy
    loaded = set(re.findall(r'(?:src|href)="([\w.-]+)"', index))
    for file, _ in PAGES.values():
        text = (out / file).read_text()
        loaded |= {name.removeprefix("./") for name in re.findall(r'from "(\./[\w.-]+)"', text)}
    assert {name for name in loaded if not (out / name).is_file()} == set()
    with zipfile.ZipFile(out / "accord.zip") as packed:
        names = packed.namelist()
    assert "accord/serve/engine.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    engine = opened(tmp_path, wide__csv=WIDE)
    engine.script = (out / "vega.js").read_text()
    engine.call("report", {"files": ["wide.csv"]})
    report = (tmp_path / "out" / "report.html").read_text()
    own = re.search(r'Content-Security-Policy" content="([^"]*)"', report)[1]
    hashes = set(re.findall(r"sha256-[^&#;' ]+", own))
    assert len(hashes) == 3
    assert hashes <= set(re.findall(r"sha256-[^&#;' ]+", policy))
