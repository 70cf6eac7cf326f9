"""The command line on units: `accord align` and `accord measure -m gamma`."""

import json
from pathlib import Path

import pytest

from accord import gamma, read
from accord.cli import main

TEXT = """document,coder,begin,end,category
d1,Alex,2,9,1
d1,Alex,11,17,2
d1,Alex,24,30,5
d1,Paul,2,9,1
d1,Paul,11,17,3
d1,Suzan,2,9,1
d1,Suzan,11,17,3
d1,Suzan,21,27,5
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A small table of units."""
    file = tmp_path / "units.csv"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What accord prints for these arguments."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 0
    return capsys.readouterr().out


def test_align(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each unitary alignment, with its disorder, its parts and a consensus."""
    assert run(capsys, "align", path, "-q").splitlines() == [
        "d1: disorder 0.5312 (exact)",
        "Alex        Paul        Suzan       disorder  position  category  consensus",
        "[2, 9) 1    [2, 9) 1    [2, 9) 1    0.0000    0.0000    0.0000    [2, 9) 1 3/3",
        "[11, 17) 2  [11, 17) 3  [11, 17) 3  0.6667    0.0000    0.6667    [11, 17) 3 3/3 "
        "(category 2/3)",
        "[24, 30) 5  –           [21, 27) 5  0.7500    0.0833    0.0000    [22.5, 28.5) 5 2/3",
    ]


def test_costliest_first(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--costliest sorts by disorder."""
    rows = run(capsys, "align", path, "-q", "--costliest").splitlines()[2:]
    assert [row.split(")")[0] for row in rows] == ["[24, 30", "[11, 17", "[2, 9"]


def test_json_and_csv(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for programs: the alignment with its proof, and one row per unit."""
    (found,) = json.loads(run(capsys, "align", path, "-q", "--json"))
    assert found["exact"]
    assert found["lower"] == pytest.approx(found["disorder"])
    assert found["alignment"][2]["units"] == [[24, 30, 5], None, [21, 27, 5]]
    assert [row["support"] for row in found["gold"]] == [3, 3, 2]
    lines = run(capsys, "align", path, "-q", "--csv").splitlines()
    assert len(lines) == 1 + 8
    assert lines[1].startswith("d1,1,Alex,2,9,1,0.0,")


def test_gold_standard(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--gold writes the consensus of enough coders as units that accord reads again."""
    out = tmp_path / "gold.jsonl"
    run(capsys, "align", path, "-q", "--gold", str(out), "--support", "3")
    study = read(out)
    assert [tuple(unit) for _, unit in study.continua[0]] == [(2, 9, 1), (11, 17, 3)]


def test_measure_gamma(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Options of γ reach it; --seed and --jobs too."""
    arguments = ("-m", "gamma", "--alpha", "2", "--precision", ".05", "--seed", "3")
    (found,) = json.loads(run(capsys, "measure", path, "-q", "--json", *arguments))
    direct = gamma(read(path), alpha=2, precision=0.05, rng=3)
    assert found["value"] == pytest.approx(direct.value, abs=1e-12)
    assert found["signature"] == direct.signature
    (two,) = json.loads(run(capsys, "measure", path, "-q", "--json", *arguments, "--jobs", "2"))
    assert two["value"] == found["value"]


def test_measure_gamma_k(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """γ-cat and γ-k by name; the category comes with --k."""
    out = run(capsys, "measure", path, "-q", "--json", "-m", "gamma-cat", "gamma-k", "--k", "3")
    cat, k = json.loads(out)
    assert cat["measure"] == "gamma_cat"
    assert k["settings"]["of"] == "3"


def test_align_needs_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A study of labels has nothing to align, and says so."""
    file = tmp_path / "labels.csv"
    file.write_text("item,A,B\n1,x,y\n2,x,x\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["align", str(file), "-q"])
    assert stop.value.code == 1
    assert "an alignment is for unitizings, this study holds codings" in capsys.readouterr().err
