"""The command line on units: `accord align` and `accord measure -m gamma`."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import called

from accord import Unitizings, read
from accord.cli import main
from accord.spans import best_alignment, gamma, gold_standard

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


def run(capsys, *arguments):
    """What accord prints for these arguments."""
    return called(capsys, *arguments).out


def test_align(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each unitary alignment, with its disorder, its parts and a consensus."""
    assert run(capsys, "align", path, "-q").splitlines() == [
        "d1: disorder 0.5312 (exact)",
        "Alex        Paul        Suzan       disorder  position  category  consensus",
        "[2, 9) 1    [2, 9) 1    [2, 9) 1    0.0000    0.0000    0.0000    [2, 9) 1 3/3",
        "[11, 17) 2  [11, 17) 3  [11, 17) 3  0.6667    0.0000    0.6667    [11, 17) 3 3/3 "
        "(category 2/3)",
        "[24, 30) 5  –           [21, 27) 5  0.7500    0.0833    0.0000    [21, 30) 5 2/3",
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
    """--consensus writes the consensus of enough coders as units that accord reads again."""
    out = tmp_path / "gold.jsonl"
    run(capsys, "align", path, "-q", "--consensus", str(out), "--support", "3")
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
    """γ-cat and γ-k by name; the category comes with --value."""
    out = run(capsys, "measure", path, "-q", "--json", "-m", "gamma-cat", "gamma-k", "--value", "3")
    cat, k = json.loads(out)
    assert cat["measure"] == "gamma_cat"
    assert k["settings"]["of"] == "3"


def test_align_needs_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A study of labels has nothing to align, and says so."""
    file = tmp_path / "labels.csv"
    file.write_text("item,coder A,coder B\n1,x,y\n2,x,x\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["align", str(file), "-q"])
    assert stop.value.code == 1
    assert "accord align works with spans; this file has labels" in capsys.readouterr().err


SEEN = """document,coder,begin,end,category
d1,A,0,5,x
d1,B,0,6,x
d1,A,10,14,y
d1,B,11,14,x
d2,A,3,6,y
d2,B,3,6,y
d2,C,4,7,x
d3,C,1,2,x
d4,A,,,
d4,B,,,
"""


@pytest.fixture
def seen(tmp_path: Path) -> str:
    """A corpus with a document that one coder saw and one in which nobody marked anything."""
    path = tmp_path / "seen.csv"
    path.write_text(SEEN, encoding="utf-8")
    return str(path)


def _code(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as done:
        main(arguments)
    return int(done.value.code or 0)


def test_nothing_is_left_out_silently(seen: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Documents without units or without a second coder are named, by align and by γ."""
    assert _code(["align", seen]) == 0
    out, err = capsys.readouterr()
    assert "d4: no units" in out
    assert "d3" not in out
    assert "1 left out, seen by fewer than two coders: d3" in err
    assert _code(["measure", seen, "-m", "gamma"]) == 0
    out = capsys.readouterr().out
    assert "left out 2 documents without spans or with fewer than two coders: d3, d4" in out
    assert "γ: sampling error ± 0.00" in out


def test_json_of_gamma_says_how_sure(seen: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Sampling error, bounds, each document's γ and each category's γ-k come as JSON."""
    assert _code(["measure", seen, "-m", "gamma", "gamma_cat", "--json"]) == 0
    one, cat = json.loads(capsys.readouterr().out)
    assert 0 < one["se"] < 0.02
    assert one["exact"] is True
    assert one["certified"] == pytest.approx([one["value"]] * 2, abs=1e-8)
    assert [row["item"] for row in one["by_item"]] == ["d1", "d2"]
    assert one["left_out"] == ["d3", "d4"]
    assert {row["category"] for row in cat["by_category"]} == {"x", "y"}


def test_interval_of_gamma_takes_documents_with_their_chance(
    seen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """--interval draws documents with their disorders: no chance is sampled anew for each."""
    assert _code(["measure", seen, "-m", "gamma", "--interval", "percentile", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    values = [row["value"] for row in one["by_item"]]
    # Two documents: some resamples hold one of them only.
    assert one["interval"]["low"] == pytest.approx(min(values), abs=1e-9)
    assert one["interval"]["high"] == pytest.approx(max(values), abs=1e-9)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--precision", "0", "precision is 0.0"),
        ("--confidence", "1", "confidence is 1.0"),
        ("--samples", "0", "samples is 0"),
    ],
)
def test_plans_that_make_no_sense(
    seen: str, option: str, value: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and exit code 1 where no number of samples could do what is asked."""
    assert _code(["measure", seen, "-m", "gamma", option, value]) == 1
    assert message in capsys.readouterr().err


def test_no_time_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --budget 0 a pile of units gets an alignment with a bound, and says so."""
    rows = [
        f"d,{c},{(7 * b * c) % 20},{(7 * b * c) % 20 + 3 + (b * b + c) % 9},{'xyz'[b * c % 3]}"
        for c in range(1, 7)
        for b in range(12)
    ]
    path = tmp_path / "pile.csv"
    path.write_text("document,coder,begin,end,category\n" + "\n".join(rows), encoding="utf-8")
    assert _code(["align", str(path), "--budget", "0", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["exact"] is False
    assert found["lower"] < found["disorder"]


def test_segments_are_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """γ and align take segments as units that cover everything; choose says so; types do not go."""
    path = tmp_path / "masses.csv"
    text = "document,coder,masses\nd,A,3 2 2\nd,B,2 5\nd,C,3 4\n"
    path.write_text(text, encoding="utf-8")
    assert "[3, 5)  [2, 7)  [3, 7)" in run(capsys, "align", str(path), "-q")
    (found,) = json.loads(run(capsys, "measure", str(path), "-m", "gamma", "--json", "-q"))
    assert found["value"] == pytest.approx(float(gamma(read(str(path)))))
    rows = [line.split()[:2] for line in run(capsys, "choose", str(path), "-q").splitlines()]
    assert ["suitable", "γ"] in rows
    path.write_text("coder,place,level,length\nA,2,0,9\nA,4,1,9\nB,2,0,9\n", encoding="utf-8")
    assert _code(["measure", str(path), "-m", "gamma"]) == 1
    assert "take one level first" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gold.jsonl", "gold.csv"])
def test_gold_is_read_back(
    seen: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What --consensus writes is read back as the same units; documents without any stay."""
    run(capsys, "align", seen, "-q", "--consensus", str(tmp_path / name), "--support", "2")
    found = read(str(tmp_path / name))
    assert isinstance(found, Unitizings)
    assert {c.name: list(c.units("gold")) for c in found.continua} == {
        "d1": [(0, 6, "x"), (10, 14, "x")],
        "d2": [(3, 6, "y")],
        "d4": [],
    }


def test_gold_keeps_the_order_of_categories() -> None:
    """Categories that no proposal has are kept, in their order."""
    rows = [("d", "A", 0, 5, "hi"), ("d", "B", 0, 5, "lo")]
    study = Unitizings.of(rows, categories=["lo", "mid", "hi"])
    assert list(gold_standard([best_alignment(study.continua[0])]).categories) == [
        "lo",
        "mid",
        "hi",
    ]


def test_resuming_changes_no_number(
    seen: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--resume keeps samples; a second run reads them, and the number is that without it."""
    asked = ("measure", seen, "-q", "-m", "gamma", "gamma_cat", "--json")
    asked += ("--budget", "600")  # however slow the machine is
    plain = run(capsys, *asked)
    kept = str(tmp_path / "kept")
    for _ in range(2):
        assert run(capsys, *asked, "--resume", kept) == plain
    assert any(Path(kept).iterdir())


def test_gamma_takes_a_budget(tmp_path, capsys):
    """`accord measure -m gamma --budget 0` gives the interval that is certified, and says so."""
    path = tmp_path / "pile.csv"
    rows = [f"d,{c},{b},{b + 9},{k}" for c in "ABCDE" for b in range(0, 30, 2) for k in "xy"]
    path.write_text("document,coder,begin,end,category\n" + "\n".join(rows), encoding="utf-8")
    found = json.loads(
        run(
            capsys,
            "measure",
            path,
            "-q",
            "-m",
            "gamma",
            "--budget",
            "0",
            "--samples",
            "2",
            "--precision",
            "9",
            "--json",
        )
    )
    assert "certified:" in found[0]["signature"]
