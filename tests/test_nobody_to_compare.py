"""No second coder, no number; and coders whose names are not known."""

import pytest

import accord
from accord.cli import main
from accord.kinds.questions import alone
from tests.cli.commands import called

ALONE = {
    "one coder": "item,coder,label\n1,A,x\n2,A,y\n3,A,x\n",
    "each item once": "item,coder,label\n1,A,x\n2,B,y\n3,A,x\n4,B,x\n",
    "spans": "document,coder,begin,end,category\nd,A,0,3,x\nd,A,5,6,y\n",
    "boundaries": "document,coder,masses\nd,A,3 2\ne,A,2 2\n",
    "chains": "document,coder,begin,end,chain\nd,A,0,2,e\nd,A,5,6,e\n",
}
COMMANDS = {
    "measure": (),
    "measure with a name": ("-m", "alpha", "--distance", "nominal"),
    "check": ("--min", "0.1"),
    "report": ("-o", "report.html"),
    "choose": (),
    "breakdown": (),
    "consensus": (),
}


def _typed(capsys, *arguments):
    """Exit code, output and messages of a command, in this process."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    out, err = capsys.readouterr()
    return stop.value.code or 0, out, err


@pytest.mark.parametrize("name", ALONE)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_to_compare(name, command, tmp_path, monkeypatch, capsys):
    """Every command says that there is nothing to compare, exits with 1, and prints no number."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(ALONE[name], encoding="utf-8")
    options = COMMANDS[command]
    code, out, err = _typed(capsys, command.split()[0], "data.csv", *options, "-q")
    assert (code, out) == (3 if command == "check" else 1, "")
    assert "data.csv: only one " in err
    assert "so there is nothing to compare; agreement needs " in err
    assert not (tmp_path / "report.html").exists()


@pytest.mark.parametrize("name", ALONE)
def test_python_says_so_too(name, tmp_path, capsys):
    """A study can be read and converted; a measure of it is undefined and says why."""
    (tmp_path / "data.csv").write_text(ALONE[name], encoding="utf-8")
    study = accord.read(tmp_path / "data.csv")
    assert "nothing to compare" in alone(study)
    assert all(one.undefined for one in accord.measure(study))
    converted = ("convert", str(tmp_path / "data.csv"), str(tmp_path / "out.jsonl"), "-q")
    assert _typed(capsys, *converted)[0] == 0


def test_two_coders_of_one_item_are_enough():
    """One item that two coders labelled can be compared, whoever labelled the others."""
    rows = [("s1", "A", "x"), ("s1", "B", "x"), ("s2", "A", "y"), ("s3", "C", "y")]
    assert alone(accord.codings(rows)) is None
    assert alone(accord.from_counts([[2, 0], [1, 0]], categories=["x", "y"])) is None
    assert alone(accord.from_counts([[1, 0], [0, 1]], categories=["x", "y"])) is not None


ANSWERS = (
    "item,annotator,session,answer\n"
    "1,ann,s1,yes\n1,,s2,yes\n1,,s3,no\n2,ann,s4,no\n2, ,s2,no\n2,bob,s5,\n"
)


def _answers(tmp_path, text=ANSWERS):
    path = tmp_path / "answers.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_without_a_coder_are_an_error(tmp_path):
    """The message has the first place, how many there are, and both ways out."""
    with pytest.raises(accord.DataError) as refused:
        accord.read(_answers(tmp_path))
    message = str(refused.value)
    assert "answers.csv:3: no coder name (column 'annotator', 3 rows)" in message
    assert "`anonymous='drop'`" in message
    assert "`anonymous=`" in message


def test_rows_without_a_coder_are_said_before_who_the_coders_are(tmp_path):
    """Where the column of coders is in doubt, too, the message has both, and not "no pairs"."""
    text = ANSWERS.replace("annotator", "user")
    with pytest.raises(accord.DataError) as refused:
        accord.read(_answers(tmp_path, text))
    message = str(refused.value)
    assert message.startswith("answers.csv:3: no coder name (column 'user', 3 rows)")
    assert "'user' is not named like a column of coders" in message
    told = {"shape": "long", "item": "item", "coder": "user", "category": "answer"}
    assert refused.value.readings == (told,)
    with pytest.raises(accord.DataError, match="no item has labels from two coders"):
        accord.read(_answers(tmp_path, text), anonymous="drop")
    assert len(accord.read(_answers(tmp_path, text), anonymous="drop", **told)) == 2


def test_rows_without_a_coder_are_left_out(tmp_path):
    """Dropped on request, and counted in the audit; so are empty answers."""
    study = accord.read(_answers(tmp_path), anonymous="drop", ignore="session")
    assert list(study.coders) == ["ann", "bob"]
    assert len(study) == 2
    assert "3 rows without a coder left out" in study.audit.notes
    assert "1 empty cell treated as missing" in study.audit.notes


def test_a_column_tells_unknown_coders_apart(tmp_path):
    """Session s2 is one coder on both items, s3 another; no session becomes a name."""
    study = accord.read(_answers(tmp_path), anonymous="session")
    assert list(study.coders) == ["ann", "anonymous 1", "anonymous 2", "bob"]
    assert ("1", "anonymous 1", "yes") in study.rows()
    assert ("2", "anonymous 1", "no") in study.rows()
    assert "3 rows without a coder: 2 anonymous coders by 'session'" in study.audit.notes
    assert accord.percent(study).value == pytest.approx((1 / 3 + 1) / 2, abs=1e-12)


def test_a_session_may_be_empty_too(tmp_path):
    """Nothing to tell a coder by: an error with the place; and a column that is not there."""
    path = _answers(tmp_path, "item,annotator,session,answer\n1,ann,s1,x\n1,,,x\n")
    with pytest.raises(
        accord.DataError, match=r"answers\.csv:3: the coder and 'session' are empty"
    ):
        accord.read(path, anonymous="session")
    with pytest.raises(accord.DataError, match="no column 'nowhere'"):
        accord.read(path, anonymous="nowhere")


def test_spans_without_a_coder(tmp_path):
    """Units of unknown coders, too."""
    text = "document,coder,session,begin,end,category\nd,A,1,0,3,x\nd,,2,0,3,x\n"
    study = accord.read(_answers(tmp_path, text), anonymous="session")
    assert list(study.coders) == ["A", "anonymous 1"]
    with pytest.raises(accord.DataError, match=r"answers\.csv:3: no coder name"):
        accord.read(_answers(tmp_path, text))


def test_the_option_on_the_command_line(tmp_path, capsys):
    """`--anonymous drop` and `--anonymous session`; the error names them as options."""
    path = str(_answers(tmp_path))
    code, _, err = _typed(capsys, "measure", path)
    assert code == 1
    assert "--anonymous drop" in err
    code, _, err = _typed(capsys, "measure", path, "--anonymous", "session")
    assert code == 0
    assert "2 anonymous coders" in err


def test_empty_answers_of_a_tool_are_counted(tmp_path):
    """Records of a tool whose answer is null: the audit says how many."""
    labels = {"A": [None, "y", "x"], "B": ["x", "y", "x"], "C": ["x", "y", "y"]}
    records = [
        {"id": item, "annotator": coder, "label": label}
        for coder, given in labels.items()
        for item, label in enumerate(given, start=1)
    ]
    study = accord.from_records(records)
    assert any("1 empty cell" in note for note in study.audit.notes)


def crowd(**more):
    """Three labels of each of four items, every label by another worker."""
    labels = "aabbbbabcccc"
    rows = [(f"W{at:02}", f"i{at // 3}", label) for at, label in enumerate(labels)]
    names = ["worker", "item", "label", *more]
    return [names, *([*row, *(cell[at] for cell in more.values())] for at, row in enumerate(rows))]


def test_a_crowd_whose_workers_come_once_is_measured_by_its_labels(tmp_path, capsys):
    """A table about workers could look so, hence a question; confirmed, α and π are those of the
    counts, and κ is refused, since one coding says nothing of a coder's own distribution."""
    path = tmp_path / "crowd.csv"
    path.write_text("\n".join(map(",".join, crowd())))
    with pytest.raises(accord.DataError, match="could be a table about coders") as asked:
        accord.read(path)
    told = ["--long", "--item", "item", "--coder", "worker", "--category", "label"]
    study = accord.read(path, **asked.value.readings[0])
    assert (len(study.items), len(study.coders)) == (4, 12)
    counts = accord.from_counts([[2, 1, 0], [0, 3, 0], [1, 1, 1], [0, 0, 3]], categories="abc")
    for name, settings in {"alpha": {"distance": "nominal"}, "pi": {}}.items():
        measure = accord.bound(name, **settings)
        assert measure.compute(study).value == pytest.approx(measure.compute(counts).value)
    assert " ".join(told) in called(capsys, "measure", path, code=1).err
    printed = called(capsys, "measure", path, *told)
    assert "every coder labelled one item only" in printed.err
    assert "π" in printed.out
    rows = [line.split("  ")[0] for line in printed.out.splitlines()]
    assert "Fleiss' κ (multi-π)" in rows  # which is π; the κ of coders has no row and no signature
    assert [row for row in rows if "κ" in row and "multi-π" not in row] == [
        row for row in rows if row.startswith("Bennett's S")
    ]
    assert "kappa|" not in printed.out
    refused = called(capsys, "measure", path, *told, "-m", "kappa", code=1).err
    assert "chance by coder cannot be estimated" in refused


def test_a_crowd_table_with_more_columns_is_asked_about(tmp_path, capsys):
    """Beside another column of labels a row could be an item: the message has the command."""
    path = tmp_path / "crowd.csv"
    path.write_text("\n".join(map(",".join, crowd(gender="mfmfmfmfmfmf"))))
    refused = called(capsys, "measure", path, code=1).err
    assert "'worker' is different in every row" in refused
    told = "--long --item item --coder worker --category label"
    assert told in refused
    assert "π" in called(capsys, "measure", path, *told.split()).out


def test_workers_and_items_that_all_differ_are_said(tmp_path, capsys):
    """Nothing was labelled twice: the message says which column is which."""
    path = tmp_path / "crowd.csv"
    path.write_text("worker,item,label\n" + "\n".join(f"w{n},i{n},{'ab'[n % 2]}" for n in range(9)))
    refused = called(capsys, "measure", path, code=1).err
    assert (
        "column 'worker' has a different coder in every row, and 'item' a different item" in refused
    )
