"""Methods that reproduce: the printed command, copied, gives the page's numbers again."""

import html
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

import accord
from accord._measure.gamma import disorder_sample, gamma
from accord._report.render.markdown import escaped, markdown
from tests.cli.commands import called
from tests.test_recommendation import SHAPES, TREE, written


def _numbers(report):
    rows = [
        (r["symbol"], r["value"], r["interval"], r["signature"])
        for r in report["coefficients"]["rows"]
    ]
    return report["answer"], rows


ASKED = {
    **{shape: (text, options) for shape, (text, options, *_) in SHAPES.items()},
    "resamples, level, seed": (
        SHAPES["two coders"][0],
        ["--resamples", "77", "--level", "0.9", "--seed", "5", "--purpose", "validity"],
    ),
    "a taxonomy": (
        SHAPES["two coders"][0],
        ["--taxonomy", "a tree.txt", "--distance", "geertzen-bunt:a=.75,b=1"],
    ),
    "columns and a flag": (
        "unit;who;what;part\n"
        + SHAPES["two coders"][0].replace(",", ";").partition("\n")[2].replace("\n", ";p 1\n"),
        ["--long", "--delimiter", ";", "--item", "unit", "--coder", "who", "--category", "what"],
    ),
    "a measure": (SHAPES["many coders"][0], ["-m", "kappa", "--over", "coders", "--absent", "e"]),
}


SHOWN = ("spans", "a taxonomy", "columns and a flag")
"""Of these the page is made, too, which shows the command as it is in the data."""


@pytest.mark.parametrize("name", ASKED)
def test_the_printed_command_gives_the_same_numbers(name, tmp_path, monkeypatch, capsys):
    """The command of the page, run in a shell's words, gives answer, intervals and signatures."""
    monkeypatch.chdir(tmp_path)
    text, options = ASKED[name]
    files = written(text, tmp_path, "my study.csv")
    Path("a tree.txt").write_text(TREE, encoding="utf-8")
    if "--resamples" not in options:
        options = [*options, "--resamples", "25"]
    shown = ["-o", "page.html"] if name in SHOWN else []
    called(capsys, "report", *files, *options, "-q", *shown, "-o", "data.json")
    first = json.loads(Path("data.json").read_text("utf-8"))
    command = first["methods"]["command"]
    if shown:
        assert f">{command}</pre>" in html.unescape(Path("page.html").read_text("utf-8"))
    words = shlex.split(command)
    assert words[0] == "accord"
    assert words[-len(files) :] == files
    again = json.loads(called(capsys, *words[1:], "-q", "--json").out)
    assert _numbers(again) == _numbers(first)
    assert again["methods"]["command"] == command


def test_patterns_of_files_and_flags(tmp_path, monkeypatch, capsys):
    """Several files and a pattern are printed as they were typed, quoted for a shell."""
    monkeypatch.chdir(tmp_path)
    for at, part in enumerate(("i1,A,x\ni1,B,x\ni2,A,y\n", "i2,B,x\ni3,A,y\ni3,B,y\n")):
        Path(f"part {at}.csv").write_text("item,coder,category\n" + part, encoding="utf-8")
    out = called(capsys, "report", "part*.csv", "--strict", "-q", "--json").out
    command = json.loads(out)["methods"]["command"]
    assert command == (
        "accord report --purpose reliability --level 0.95 --seed 0 --strict 'part*.csv'"
    )
    again = json.loads(called(capsys, *shlex.split(command)[1:], "-q", "--json").out)
    assert _numbers(again) == _numbers(json.loads(out))


def test_every_interval_says_how_it_was_made(tmp_path):
    """In the methods, and in the table: method, number of resamples, over what, seed."""
    study = accord.from_coders({"A": "aabbbbbccccc" * 5, "B": "abbbbbcccccc" * 5})
    report = accord.report(study, resamples=123)
    lines = report["methods"]["intervals"]
    said = {symbol for line in lines for symbol in line.partition(":")[0].split(", ")}
    made = {r["symbol"] for r in report["coefficients"]["rows"] if r["interval"]}
    assert said == made
    assert any(re.search(r": BCa bootstrap, 123 samples of items, seed 0$", line) for line in lines)
    text = markdown(report)
    assert all(escaped(line) in text for line in lines)


def test_the_python_call_gives_the_same_numbers():
    """A report from Python prints the call, and the call gives it again."""
    study = accord.from_coders({"A": [1, 2, 3, 4, 5, 1], "B": [1, 2, 3, 5, 4, 2]})
    report = accord.report(study, resamples=50, rng=3, confidence=0.9, purpose="validity")
    again = eval(report["methods"]["command"], {"accord": accord, "study": study})
    assert _numbers(again.data) == _numbers(report.data)


def test_a_value_that_time_ended_says_so_and_how_to_have_it_again(monkeypatch):
    """Where the time budget ends the sampling of chance, the signature and the methods say after
    how many samples, and so many samples give the value again; else nothing is said of time."""
    study = accord.example("entities")
    assert accord.report(study, measure="gamma", resamples=5)["methods"]["late"] == []
    whole = gamma._budget
    with monkeypatch.context() as short:
        short.setattr(gamma, "_budget", lambda *_: replace(whole(None, []), seconds=0, until=0))
        short.setattr(disorder_sample, "units_at_once", lambda *_: 400)  # a few samples at once
        report = accord.report(study, measure="gamma", resamples=5)
    (row,) = [row for row in report["coefficients"]["rows"] if row["measure"] == "gamma"]
    assert "partial:budget" in row["signature"]
    number = int(row["settings"]["samples"])
    assert 2 <= number < 30
    (said,) = [line for line in report["methods"]["late"] if line.startswith("γ:")]
    assert f"`samples={number}`" in said
    assert escaped(said) in markdown(report)
    again = accord.spans.gamma(study, samples=number, precision=1, budget=3600)
    assert again.value == row["value"]
    assert "partial" not in again.settings
