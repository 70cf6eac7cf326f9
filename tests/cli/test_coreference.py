"""The command line on coreference chains."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.commands import called

from accord._report.write import write
from accord.cli import main
from accord.simulate.antecedents import simulated_chains

TEXT = """document,coder,begin,end,chain
d,Ann,0,1,1
d,Ann,2,3,1
d,Ann,4,5,1
d,Bob,0,1,1
d,Bob,2,3,1
d,Bob,4,5,2
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A small table of mentions."""
    file = tmp_path / "chains.csv"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


def run(capsys, *arguments):
    """What accord prints for these arguments."""
    return called(capsys, *arguments).out


def test_measure(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`accord measure --kind coreference` computes every score of chains."""
    out = run(capsys, "measure", path, "--kind", "coreference", "--json")
    found = {result["measure"]: result["value"] for result in json.loads(out)}
    assert found["muc"] == pytest.approx(2 / 3)
    assert {"b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "rand"} <= set(found)


def test_measure_labels(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """-m alpha means α on chains as labels there, --label says which."""
    out = run(
        capsys,
        "measure",
        path,
        "--kind",
        "coreference",
        "--label",
        "partial",
        "--itself",
        "--distance",
        "dice",
        "-m",
        "alpha",
        "--json",
    )
    result = json.loads(out)[0]
    assert result["measure"] == "chain_alpha"
    assert result["settings"]["label"] == "partial"
    assert result["D_o"] == pytest.approx(0.5 / 3)
    assert result["settings"]["draws"] == "20"


def test_a_mention_in_its_own_label_is_said(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the published chance `--itself` comes with what it does to coders who guess; without
    it, and where chance is free of it, nothing is said."""
    asked = ("measure", path, "--kind", "coreference", "--distance", "jaccard", "-m", "alpha")
    said = "a mention is in its own label, so that coders who guess score above 0"
    assert said not in run(capsys, *asked)
    assert said not in run(capsys, *asked, "--itself")
    assert said in run(capsys, *asked, "--itself", "--chance", "document")
    assert said in run(capsys, "chains", path)
    assert said not in run(capsys, "chains", path, "--not-itself")


def test_chains(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`accord chains` shows both directions, the labels and what to adjudicate."""
    out = run(capsys, "chains", path, "--distance", "dice")
    assert "Ann – Bob       MUC     0.5000  1.0000     0.6667" in out
    assert "antecedent" in out
    data = json.loads(run(capsys, "chains", path, "--json"))
    assert data["disputed"][0]["mention"] == [4, 5]
    assert data["anatomy"][0]["split"][0]["parts"] == [[[0, 1], [2, 3]], [[4, 5]]]


def test_one_coder_is_an_error_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`accord chains` with one coder says so instead of empty tables."""
    file = tmp_path / "one.csv"
    file.write_text("document,coder,begin,end,chain\nd,Ann,0,1,1\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["chains", str(file)])
    assert stop.value.code == 1
    assert "one coder only (Ann)" in capsys.readouterr().err


def test_no_number_without_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Cells of `accord chains` that are undefined say n/a, and below the table why."""
    rows = [f"d,{who},{at},{at + 1},{at}" for who in ("Ann", "Bob") for at in (0, 2)]
    file = tmp_path / "single.csv"
    file.write_text("\n".join(["document,coder,begin,end,chain", *rows]), encoding="utf-8")
    out = run(capsys, "chains", str(file))
    assert "MUC: Ann and Bob: neither coder links anything" in out
    assert "n/a (antecedent): every label is the empty set" in out


def test_k_falls_while_alpha_rises(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Five simulated coders who miss mentions: `accord chains` shows the papers' finding."""
    file = tmp_path / "simulated.jsonl"
    write(simulated_chains(5, missed=0.1, confused=0.02, rng=0), file)
    found = json.loads(run(capsys, "chains", str(file), "--distance", "jaccard,dice", "--json"))
    at = {(c["coefficient"], c["distance"], c["label"]): c["value"] for c in found["conditions"]}
    assert at["K", "nominal", "antecedent"] > at["K", "nominal", "partial"]
    assert at["K", "nominal", "partial"] > at["K", "nominal", "full"]
    for d in ("jaccard", "dice"):
        assert at["α", d, "full"] > at["α", d, "antecedent"] + 0.1


def test_ids_in_no_order_have_full_chains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Full chains need no order of mentions: their part of the table is there."""
    text = (
        "document,coder,mention,chain\nd,A,m1,1\nd,A,m2,1\nd,A,m3,2\nd,B,m1,1\nd,B,m2,2\nd,B,m3,2\n"
    )
    file = tmp_path / "ids.csv"
    file.write_text(text, encoding="utf-8")
    found = json.loads(run(capsys, "chains", str(file), "--distance", "jaccard", "--json"))
    assert {row["label"] for row in found["conditions"]} == {"full"}
    # {1 2} {1 2} {3} against {1} {2 3} {2 3}: D_o = (1/2 + 2/3 + 1/2)/3, D_e = 29/45
    alpha = next(row for row in found["conditions"] if row["coefficient"] == "α")
    assert alpha["value"] == pytest.approx(1 - (5 / 9) / (29 / 45))


def test_nothing_applies_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table of mentions without rows is an error, not an empty table."""
    file = tmp_path / "none.csv"
    file.write_text("document,coder,begin,end,chain\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["measure", str(file), "--kind", "coreference"])
    assert stop.value.code == 1
    assert "no measure fits this file (0 items and 0 coders): MUC needs" in capsys.readouterr().err


def test_reasons_name_options(tmp_path, capsys):
    """Where Python says mentions='common', the command line says --mentions common."""
    file = tmp_path / "differ.csv"
    file.write_text(TEXT.replace("d,Bob,4,5,2\n", ""), encoding="utf-8")
    out = run(capsys, "measure", file, "--kind", "coreference", "-q", "-m", "link_kappa")
    assert "use --mentions common" in out


def test_long_chains_have_their_lead(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    """A chain of 2,300 mentions has labels too large to list; α on chains needs no list of them,
    the published form does."""
    rows = [f"d,{coder},m{n},one" for coder in "AB" for n in range(2300)]
    file = tmp_path / "long.csv"
    file.write_text("\n".join(["document,coder,mention,chain", *rows, "d,A,x,two", "d,B,x,two"]))
    out = run(capsys, "measure", str(file), "--kind", "coreference")
    alpha = re.compile(
        r"^Krippendorff's α on chains \(Passonneau\) \(masi\) +1\.0000 ", re.MULTILINE
    )
    assert alpha.search(out)
    named = (
        "measure",
        str(file),
        "--kind",
        "coreference",
        "-m",
        "chain_alpha",
        "--distance",
        "masi",
    )
    with pytest.raises(SystemExit):
        main([*named, "--chance", "document"])
    assert "would list more than 5,000,000 mentions; use --itself" in capsys.readouterr().err
    assert alpha.search(run(capsys, *named, "--chance", "document", "--itself"))
