"""An option means something or is refused in a line; none is taken and forgotten."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import called

import accord
from accord._measure.bound import Bound, takes
from accord._measure.catalogue import MEASURES, every_option
from accord.cli.commands.measure import _taken
from accord.cli.options.measure_settings import FLAGS
from accord.errors import AccordError

LABELS = "item,coder,category,document\n" + "".join(
    f"i{i},{c},{'xyz'[(i * (1 + (c == 'B' and i % (2 + d) == 0))) % 3]},d{d}\n"
    for i, d in ((n, n // 8) for n in range(56))
    for c in "AB"
)
SPANS = "document,coder,begin,end,category\nd,A,0,4,PER\nd,B,0,4,PER\nd,A,9,12,LOC\nd,B,9,13,LOC\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Labels, spans, and spans of a tool, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("labels.csv").write_text(LABELS, encoding="utf-8")
    Path("spans.csv").write_text(SPANS, encoding="utf-8")
    study = accord.Unitizings.of(
        [("d", "A", 0, 4, "PER"), ("d", "B", 0, 4, "LOC")], texts={"d": "Anna met Bob"}
    )
    accord.write(study, "brat", format="brat")


REFUSED = {
    "measure labels.csv --resamples 50": "--resamples is for --interval",
    "measure labels.csv --level 0.9": "--level is for --interval",
    "measure labels.csv --over coders": "--over is for --interval",
    "measure labels.csv --population 90": "--population is for --interval",
    "measure labels.csv --coder-population 9": "--coder-population is for --interval",
    "measure spans.csv --blocks 3": "--blocks is for --interval",
    "measure labels.csv -m kappa --by pair --interval": "--interval is not for --by pair",
    "measure labels.csv -m kappa --by pair --permutations 9": "--permutations is not for --by",
    "measure spans.csv -m span_f1 --value LOC": "--value does not apply to F1. Use it with",
    "measure labels.csv -m kappa --distance ordinal": "--distance does not apply to κ.",
    "measure labels.csv -m kappa pi --precision 0.1": "--precision does not apply to κ, π.",
    "measure labels.csv -m percent --atom 2": "--atom does not apply to A_o.",
    "measure brat --category LOC": "brat stand-off has no columns; remove --category",
    "measure brat --item x": "remove --item",
    "measure brat --wide": "remove --wide",
    "breakdown labels.csv --what collapse --by item": "--by is not for --what collapse",
    "breakdown labels.csv --what adjudicate --by coder": "--by is not for --what adjudicate",
    "breakdown labels.csv --what matrix --top 3": "--top is not for --what matrix",
    "breakdown labels.csv --what variance --by item": "--by is not for --what variance",
    "breakdown labels.csv --again labels.csv": "--again is for --what variance",
    "compare labels.csv labels.csv --cross -m pi": "--measure does not work with --cross",
    "compare labels.csv labels.csv --cross --over items": "--over does not work with --cross",
    "plan labels.csv --reliability 0.8 --width 0.2": "--width is not for --reliability",
    "breakdown labels.csv -m pi --distance ordinal": "--distance: π has no distance",
    "align spans.csv --support 2": "--support is for --consensus or --json",
    "align spans.csv --costliest --csv": "--costliest is for the printed table",
    "align spans.csv --json --csv": "are two forms; choose one",
    "anatomy spans.csv --json --top 3": "--top is for the printed list",
    "consensus labels.csv --classes 3": "--classes is for --method latent-class",
    "consensus labels.csv --method majority --smoothing 1": "--smoothing is for --method dawid",
    "consensus labels.csv --method mace --smoothing 1": "--smoothing is for --method dawid",
    "consensus labels.csv --method wawa --smoothing 1": "--smoothing is for --method dawid",
    "consensus labels.csv --method crowdtruth --gold-file x.csv": "--gold-file is for --method",
    "consensus labels.csv --em": "--em is for --method mace",
    "consensus labels.csv --method majority --gold-file x.csv": "--gold-file is for --method",
    "consensus labels.csv --quality --difficulty": "--difficulty is not for --quality",
    "consensus labels.csv --quality --threshold 0.5": "--threshold is not for --quality",
    "consensus labels.csv --json --csv": "are two forms; choose one",
    "choose labels.csv --task named-entity": "and --task are two questions",
    "choose --task named-entity --purpose validity": "--purpose is about a file",
    "choose --task named-entity --coders A,B": "--coders is about a file",
    "report labels.csv --figure-format svg": "--figure-format is for --figures",
    "report labels.csv --csv --json": "and --csv are two forms",
    "compare labels.csv --groups A/B --by document": "are two questions",
    "compare labels.csv labels.csv --by document": "compares parts of one file",
    "compare labels.csv labels.csv --min-items 3": "--min-items is for --system",
    "compare labels.csv --by document --resamples 50": "--resamples is not for --by",
    "compare labels.csv --system A --other kappa": "--other is not for --system",
    "adjudicate labels.csv": "an output file with -o",
    "merge labels.csv todo.csv --to brat": "--to needs -o",
}


@pytest.mark.parametrize("line", REFUSED)
def test_an_option_that_would_do_nothing_is_refused(line, capsys):
    """In a line that names the option and says what it is for; nothing is printed as a result."""
    words = line.split()
    ours = (": ", "does not apply", "remove --")  # what click refuses by itself exits with 2
    code = 1 if any(part in REFUSED[line].split("; ")[-1] for part in ours) else 2
    said = called(capsys, *words, code=code)
    assert REFUSED[line] in said.err
    assert said.out == ""


@pytest.mark.parametrize("name", MEASURES)
def test_every_setting_of_measure_is_taken_or_refused(name):
    """For each measure and each setting of the command: it has the setting, or the error names
    the option and somebody who has it."""
    asked = [Bound(MEASURES[name])]
    for setting in (*every_option(), "distance", "missing"):
        if setting in ("rng", "n_jobs"):
            continue
        flag = FLAGS.get(setting, ("--" + setting.replace("_", "-"), ""))[0]
        if takes(MEASURES[name], setting):
            _taken(asked, {setting: "x"})
        else:
            with pytest.raises(AccordError, match=f"^{flag} does not apply to .*. Use it with "):
                _taken(asked, {setting: "x"})
    assert any(not takes(MEASURES[name], setting) for setting in every_option())


def _rows(capsys, *arguments):
    return json.loads(called(capsys, "breakdown", "labels.csv", "-q", "--json", *arguments).out)


def test_top_is_the_worst_and_0_is_all(capsys):
    """--by document --top 2 are the two documents with the least agreement; --top 0 all."""
    everything = _rows(capsys, "--by", "document", "--top", "0")["rows"]
    assert len(everything) == 7
    worst = _rows(capsys, "--by", "document", "--top", "2")["rows"]
    values = sorted(row["value"] for row in everything)
    assert [row["value"] for row in worst] == values[:2]
    assert values[0] < values[-1]
    shown = called(capsys, "breakdown", "labels.csv", "-q", "--by", "document", "--top", "2").out
    assert "the worst 2 of 7 values of 'document'" in shown


def test_top_0_of_places_is_all(capsys):
    """`anatomy --top 0` lists every place."""
    few = called(capsys, "anatomy", "spans.csv", "-q", "--top", "1").out
    everything = called(capsys, "anatomy", "spans.csv", "-q", "--top", "0").out
    assert "more places" not in everything
    assert len(everything.splitlines()) >= len(few.splitlines())
