"""The command line: `accord simulate` and `accord consensus`."""

import csv
import io
import json
from pathlib import Path

import pytest
from tests.cli.commands import called
from tests.confirming import tall

from accord import read
from accord.latent import latent_classes
from accord.simulate import curves

TABLE = tall("Ann,Bob,Cid\nx,x,x\nx,y,x\ny,y,y\ny,y,x\nx,x,x\ny,y,y\nx,,y\n")


def run(capsys, *arguments, code=0):
    """What accord prints for these arguments."""
    said = called(capsys, *arguments, code=code)
    return said.out if code == 0 else said.err


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small table of codings, one missing."""
    file = tmp_path / "acts.csv"
    file.write_text(TABLE, encoding="utf-8")
    return file


def test_curves_as_tables(capsys):
    """A table of means for each mistake, then the verdicts and the signature."""
    shown = run(
        capsys,
        "simulate",
        "curves",
        "-m",
        "kappa",
        "percent",
        "--mistake",
        "noise",
        "--repeat",
        "3",
        "--magnitudes",
        "0,.5,1",
    )
    blocks = shown.split("\n\n")
    assert blocks[0].splitlines()[0].split() == ["noise", "κ", "A_o"]
    assert blocks[0].splitlines()[1].split() == ["0", "1.000", "1.000"]
    assert "stays at" in blocks[1]
    assert "curves|mistakes:noise|measures:kappa,percent|magnitudes:3|sets:3|c:3|seed:0" in shown


def test_curves_as_json_and_csv(capsys):
    """JSON and CSV hold the same points as the function gives."""
    given = (
        "simulate",
        "curves",
        "-m",
        "pi",
        "--mistake",
        "bias",
        "--repeat",
        "2",
        "--magnitudes",
        "0:1:0.5",
    )
    data = json.loads(run(capsys, *given, "--json"))
    want = curves(["pi"], ["bias"], magnitudes=[0, 0.5, 1], resamples=2)
    assert [point["mean"] for point in data["points"]] == [point.mean for point in want.points]
    assert data["desiderata"][0]["measure"] == "pi"
    rows = list(csv.DictReader(io.StringIO(run(capsys, *given, "--csv"))))
    assert [float(row["mean"]) for row in rows] == [point.mean for point in want.points]


def test_plot_of_a_figure(tmp_path, capsys):
    """A figure of the paper is drawn into a file."""
    pytest.importorskip("altair")
    target = tmp_path / "figure.svg"
    run(
        capsys,
        "simulate",
        "curves",
        "--figure",
        "26a",
        "-m",
        "kappa_d",
        "--repeat",
        "1",
        "--magnitudes",
        "0,1",
        "--plot",
        target,
    )
    assert target.read_text("utf-8").startswith("<svg")


def test_own_reference(path, capsys):
    """One coder of a file is the reference; it must be named where there are several."""
    shown = run(
        capsys,
        "simulate",
        "curves",
        path,
        "--reference",
        "Ann",
        "-m",
        "pi",
        "--mistake",
        "noise",
        "--repeat",
        "2",
        "--magnitudes",
        "0",
        "-q",
    )
    assert "1.000" in shown
    said = run(capsys, "simulate", "curves", path, "-m", "pi", "--mistake", "noise", "-q", code=1)
    assert "name the one that is the reference" in said


def test_nothing_to_draw(capsys):
    """Without figure, measures or mistakes the command says what to give."""
    assert "nothing to draw" in run(capsys, "simulate", "curves", code=1)


def test_simulated_study_can_be_read(tmp_path, capsys):
    """A simulated study is written and read back."""
    target = tmp_path / "simulated.jsonl"
    run(capsys, "simulate", "study", target, "--mistake", "position=.2", "category=.1", "-n", "4")
    study = read(target)
    assert study.kind == "unitizings"
    assert len(study.coders) == 4
    assert "give a name and a magnitude" in run(
        capsys, "simulate", "study", target, "--mistake", "noise=much", code=1
    )


def test_consensus_table(path, capsys):
    """Labels with probabilities, and the signature."""
    shown = run(capsys, "consensus", path, "-q")
    assert shown.splitlines()[0].split() == ["item", "label", "probability", "tied", "P(x)", "P(y)"]
    assert shown.splitlines()[1].split() == ["1", "x", "1.0000", "1.0000", "0.0000"]
    assert "dawid_skene|i:7|c:3|k:2|coin:full" in shown


def test_consensus_written_back(path, tmp_path, capsys):
    """CSV of the majority vote: the tie has no label; the file can be read again."""
    shown = run(capsys, "consensus", path, "--method", "majority", "--csv", "-q")
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert [row["label"] for row in rows] == ["x", "x", "y", "y", "x", "y", ""]
    assert rows[6]["tied"] == "True"


@pytest.mark.parametrize(
    "method",
    [
        *("dawid-skene", "one-coin", "mace", "glad", "latent-class", "majority"),
        *("wawa", "zero-based-skill", "crowdtruth"),
    ],
)
def test_consensus_as_json(path, capsys, method):
    """Every method gives JSON with items, probabilities, notes and a signature."""
    data = json.loads(run(capsys, "consensus", path, "--method", method, "--json", "-q"))
    assert [item["label"] for item in data["items"][:3:2]] == ["x", "y"]
    assert data["signature"].endswith("v:0.2.0")


def test_consensus_on_a_scale(tmp_path, capsys):
    """Numbers have an order; names need --categories, and the message says so."""
    scale = tmp_path / "scale.csv"
    scale.write_text(
        "rater Ann,rater Bob,rater Eve\n1,1,2\n3,3,3\n2,2,2\n1,2,1\n3,3,2\n", encoding="utf-8"
    )
    shown = run(capsys, "consensus", scale, "--method", "ordinal", "--quality", "-q")
    assert "detection  criterion 1|2  criterion 2|3  accuracy" in shown
    names = tmp_path / "names.csv"
    names.write_text(
        "rater Ann,rater Bob,rater Eve\nlow,low,mid\nhigh,mid,high\n", encoding="utf-8"
    )
    said = run(capsys, "consensus", names, "--method", "ordinal", "-q", code=1)
    assert "needs ordered categories" in said
    assert "--categories" in said


def test_consensus_with_gold(tmp_path, capsys):
    """A column or a file of gold fixes items against all coders; both at once are refused."""
    table = tmp_path / "acts.csv"
    rows = "1,x,x,x,y\n2,y,y,y,\n3,x,y,x,\n4,y,y,x,\n5,x,x,x,x\n"
    table.write_text("item,rater Ann,rater Bob,rater Cid,gold\n" + rows, encoding="utf-8")
    truth = tmp_path / "truth.csv"
    truth.write_text("item,truth\n1,y\n5,x\n9,x\n", encoding="utf-8")
    for method in ("dawid-skene", "mace", "glad"):
        given = ("consensus", table, "--method", method, "-q", "--json")
        by_column = json.loads(run(capsys, *given, "--gold", "gold"))
        by_file = json.loads(run(capsys, *given, "--ignore", "gold", "--gold-file", truth))
        assert by_column["items"] == by_file["items"]
        assert by_column["items"][0]["label"] == "y"
        assert "1 gold item is not in these data, such as '9'" in by_file["notes"]
    both = run(capsys, *given, "--gold", "gold", "--gold-file", truth, code=2)
    assert "choose one" in both
    truth.write_text("item,truth\n1,y\n1,x\n", encoding="utf-8")
    twice = run(capsys, *given, "--ignore", "gold", "--gold-file", truth, code=1)
    assert "truth.csv:3: item '1' is 'y' and then 'x'" in twice
    truth.write_text("a,b,c\n1,y,x\n", encoding="utf-8")
    which = run(capsys, *given, "--ignore", "gold", "--gold-file", truth, code=1)
    assert "name them 'item' and 'category'" in which


def test_difficulty_and_threshold(path, capsys):
    """How hard items are, with GLAD's own difficulty; and labels for the most certain only."""
    shown = run(capsys, "consensus", path, "--method", "glad", "--difficulty", "-q")
    head = "item truth codings right discrimination entropy difficulty"
    assert shown.splitlines()[0].split() == head.split()
    assert shown.splitlines()[1].split()[:4] == ["1", "x", "3", "1.0000"]
    plain = json.loads(run(capsys, "consensus", path, "--difficulty", "--json", "-q"))
    assert plain[1]["right"] == pytest.approx(2 / 3)
    few = run(capsys, "consensus", path, "--method", "mace", "--threshold", "0.5", "--csv", "-q")
    labels = [row["label"] for row in csv.DictReader(io.StringIO(few))]
    assert 0 < sum(label == "" for label in labels) < 7
    by_em = run(capsys, "consensus", path, "--method", "mace", "--em", "--quality", "-q")
    assert "competence" in by_em
    assert "fit:em" in by_em


def test_quality_of_coders(path, capsys):
    """The confusion of each coder; majority vote knows none."""
    assert "P(x|y)" in run(capsys, "consensus", path, "--quality", "-q")
    said = run(capsys, "consensus", path, "--quality", "--method", "majority", "-q", code=1)
    assert "majority does not estimate coder quality" in said


def test_curves_resume(tmp_path, capsys):
    """Where half of the results are gone a second run computes these, same numbers."""
    given = (
        "simulate",
        "curves",
        "-m",
        "kappa_d",
        "alpha_d",
        "--mistake",
        "position",
        "--repeat",
        "2",
        "--magnitudes",
        "0,.5",
        "--csv",
    )
    alone = run(capsys, *given)
    kept = tmp_path / "kept"
    resumed = (*given, "--resume", kept)
    assert run(capsys, *resumed) == alone
    files = sorted(kept.glob("*.json"))
    assert len(files) == 4
    before = {file: file.stat().st_mtime_ns for file in files}
    for file in files[::2]:
        file.unlink()
    assert run(capsys, *resumed) == alone
    assert sorted(kept.glob("*.json")) == files
    for file in files[1::2]:
        assert file.stat().st_mtime_ns == before[file]


def test_curves_with_a_taxonomy(capsys, path, tmp_path):
    """--taxonomy reaches the measures, and the signature says which distance was taken."""
    tree = tmp_path / "tree.txt"
    tree.write_text("top\n  x\n  y\n", encoding="utf-8")
    given = (
        "simulate",
        "curves",
        path,
        "--reference",
        "Ann",
        "-m",
        "alpha",
        "--mistake",
        "noise",
        "--magnitudes",
        "0,1",
        "--repeat",
        "2",
        "--quiet",
    )
    out = run(capsys, *given, "--taxonomy", tree, "--distance", "wu-palmer")
    assert "alpha.distance=wu-palmer@" in out
    assert "needs a taxonomy" in run(capsys, *given, "--distance", "wu-palmer", code=1)


def test_latent_classes_say_how_good_coders_are(path, capsys):
    """Sensitivity, specificity and codings needed; the number of classes by a criterion."""
    given = ("consensus", path, "--method", "latent-class", "--quiet")
    rows = run(capsys, *given, "--quality")
    assert "sensitivity(x)  specificity(x)" in rows
    assert "note: x: " in rows
    model = latent_classes(read(path), classes=2)
    cells = next(csv.DictReader(io.StringIO(run(capsys, *given, "--quality", "--csv"))))
    assert float(cells["sensitivity(y)"]) == pytest.approx(model.sensitivity("y")[0])
    chosen = run(capsys, *given, "--criterion", "bic")
    assert "classes by bic of 1: BIC" in chosen
    assert "3: BIC" in chosen
    wrong = run(capsys, "consensus", path, "--criterion", "bic", code=1)
    assert "--criterion works with --method latent-class" in wrong
