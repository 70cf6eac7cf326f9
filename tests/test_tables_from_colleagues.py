"""Tables as colleagues send them: what would be a wrong number is said, asked about or mended."""

import pytest

import accord
from accord.infer.advice.choose import levels_of
from tests.cli.commands import called
from tests.confirming import confirmed

RATED = "id,rater1,rater2\n" + "".join(
    f"{n},{1 + n % 5},{1 + (n + n % 3) % 5}\n" for n in range(20)
)


def said(path, text):
    """The notes of the audit of a table."""
    path.write_text(text, encoding="utf-8")
    return "; ".join(confirmed(path).audit.notes)


def test_a_code_for_missing_answers_is_asked_about(tmp_path, capsys):
    """99 beside 1 to 5 is asked about, with the option; with it, it is gone."""
    path = tmp_path / "t.csv"
    text = RATED + "90,99,2\n91,4,99\n92,99,99\n"
    path.write_text(text)
    with pytest.raises(accord.DataError, match="'99' is a label") as asked:
        accord.read(path)
    assert asked.value.readings[0] == {"absent": ["99"]}
    study = accord.read(path, absent=["99"])
    clean = tmp_path / "clean.csv"
    clean.write_text(RATED + "90,,2\n91,4,\n92,,\n")
    assert accord.alpha(study, distance="interval").value == pytest.approx(
        accord.alpha(accord.read(clean), distance="interval").value, abs=1e-12
    )


@pytest.mark.parametrize(
    "scale",
    [
        range(1, 6),
        range(-2, 3),
        range(11),
        (1, 3, 5, 7, 9),
        (0, 25, 50, 75, 99),
        (8, 9),
        range(1, 10),
    ],
    ids=str,
)
def test_a_plain_scale_is_not(scale, tmp_path):
    """No number of a scale is taken for a code, also where it is one elsewhere."""
    rows = [f"{n},{scale[n % len(scale)]},{scale[n // 2 % len(scale)]}" for n in range(30)]
    assert "far from" not in said(tmp_path / "t.csv", "\n".join(["id,rater1,rater2", *rows]))


def test_per_cent_are_numbers(tmp_path):
    """45% and 50% are five apart, not two names; beside other labels they stay names."""
    numbers = [(5 * (n % 9), 5 * ((n + n % 2) % 9)) for n in range(20)]
    path = tmp_path / "t.csv"
    rows = [f"s{n},{a}%,{b}%" for n, (a, b) in enumerate(numbers)]
    assert "labels read as numbers, in per cent" in said(path, "\n".join(["id,r1,r2", *rows]))
    wanted = accord.alpha(*zip(*numbers, strict=True), distance="interval").value
    assert accord.alpha(confirmed(path), distance="interval").value == wanted
    commas = [f"s{n};{a},5 %;{b},5 %" for n, (a, b) in enumerate(numbers)]
    path.write_text("\n".join(["id;r1;r2", *commas]))
    assert confirmed(path).categories.numbers() is not None
    rows[3] = "s3,none,5%"
    path.write_text("\n".join(["id,r1,r2", *rows]))
    with pytest.raises(accord.DataError, match="'none' is a label"):
        confirmed(path)


def test_several_labels_in_a_cell_are_asked_about(tmp_path, capsys):
    """'joy, fear' and 'fear, joy' are no two labels: it is asked, with the option for sets."""
    cells = ["joy", "joy, fear", "fear, joy", "anger", "fear, anger", "fear"]
    rows = [f'{n},"{cells[n % 6]}","{cells[(n + n % 4 // 3) % 6]}"' for n in range(24)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["id,coder1,coder2", *rows]))
    with pytest.raises(accord.DataError, match="look like several labels in one cell") as asked:
        accord.read(path, coders=["coder1", "coder2"])
    assert asked.value.readings[0] == {"sets": ","}
    assert len(accord.read(path, coders=["coder1", "coder2"], **asked.value.readings[1])) == 48
    study = confirmed(path, sets=",")
    assert frozenset({"joy", "fear"}) in study.categories
    plain = said(path, 'id,coder1,coder2\n1,"Smith, J","Doe, A"\n2,"Doe, A","Doe, A"\n3,x,x\n')
    assert "several labels" not in plain
    paths = (
        "id,coder1,coder2\n1,animal/dog,animal/cat\n2,plant/oak,plant/oak\n3,animal/cow,plant/elm\n"
    )
    assert "several labels" not in said(path, paths)


def test_a_scale_of_words_is_offered_in_its_order(tmp_path, capsys):
    """Strongly disagree … strongly agree: nominal unless said, and the note says how."""
    words = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
    rows = [f"{n},{words[n % 5]},{words[(n + n % 2) % 5]}" for n in range(20)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["statement,expert1,expert2", *rows]))
    told = called(capsys, "measure", path).err
    order = "'Strongly disagree,Disagree,Neutral,Agree,Strongly agree'"
    assert f"--categories {order} and --distance ordinal" in told
    study = accord.read(path, categories=words)
    assert accord.alpha(study, distance="ordinal").undefined is None
    assert "scale" not in said(path, "id,coder1,coder2\n1,red,blue\n2,blue,blue\n3,green,low\n")


def test_how_sure_a_coder_was_is_no_dimension(tmp_path):
    """ann1_conf beside ann1_label: never measured with the labels as if it were one of them."""
    rows = [f"{n},{'ab'[n % 2]},{1 + n % 5},{'ab'[n // 2 % 2]},{1 + n % 3}" for n in range(12)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["id,ann1_label,ann1_conf,ann2_label,ann2_conf", *rows]))
    with pytest.raises(accord.DataError) as asked:
        accord.read(path)
    first = asked.value.readings[0]
    assert first["coders"] == ["ann1_label", "ann2_label"]
    assert accord.read(path, **first).kind == "codings"


def test_empty_rows_below_a_table_are_nothing(tmp_path):
    """Spreadsheets export the rows and columns that somebody once touched."""
    path = tmp_path / "t.csv"
    body = "".join(f"{n},{'xy'[n % 2]},{'xy'[n // 2 % 2]},,\n" for n in range(8))
    path.write_text("id,A,B,,\n" + body + ",,,,\n, ,,,\n,,,,\n")
    assert confirmed(path).counts()["i"] == 8


def test_a_reference_among_the_coders_of_a_long_table_is_named(tmp_path, capsys):
    """It is no coder, as in a table of columns: said, with the option that takes it."""
    rows = [
        f"{n},{who},{'xy'[(n + at) % 5 // 4]}"
        for n in range(8)
        for at, who in enumerate(("anna", "ben", "gold"))
    ]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["item,annotator,label", *rows]))
    told = called(capsys, "measure", path).err
    assert "'gold' left out: agreed or computed labels belong to no coder" in told
    assert "--coders '*'" in told
    assert "|c:2|" in called(capsys, "measure", path).out
    assert "|c:3|" in called(capsys, "measure", path, "--coders", "*").out
    two = [row for row in rows if ",ben," not in row]  # a comparison with gold needs no word
    assert "reference" not in said(path, "\n".join(["item,annotator,label", *two]))


def test_minus_signs_and_signs_at_the_end(tmp_path):
    """−1 with a real minus is a number; 'yes' and 'yes.' are named."""
    rows = [f"{n},{'−101'[2 * (n % 2) : 2 * (n % 2) + 2]},{n % 2}" for n in range(10)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["id,rater1,rater2", *rows]).replace("01", "1"), encoding="utf-8")
    assert accord.read(path).categories.numbers() is not None
    told = said(path, "id,coder1,coder2\n1,yes,yes.\n2,no,no\n3,yes,no\n4,no,yes\n")
    assert "labels that differ only in a final punctuation mark: 'yes', 'yes.'" in told


def test_coders_who_share_no_label_are_told_how_to_go_on(tmp_path, capsys):
    """TRUE by one program and True by another: no number, and the options that give it."""
    path = tmp_path / "t.csv"
    rows = [f"{n},{'TRUE' if n % 2 else 'FALSE'},{'True' if n % 3 else 'False'}" for n in range(12)]
    path.write_text("\n".join(["id,coder1,coder2", *rows]))
    refused = called(capsys, "measure", path, code=1).err
    assert "'coder1' and 'coder2' have different labels (add --fold if they differ" in refused
    assert "--coders coder1,coder2" in refused
    told = called(capsys, "measure", path, "--coders", "coder1,coder2", "--fold")
    assert "k:2" in told.out


def test_columns_of_votes_are_in_no_order(tmp_path):
    """Who names votes Positive, Negative, Neutral declared no order: ordinal only when asked."""
    path = tmp_path / "votes.csv"
    votes = "1,3,1,0\n2,0,4,0\n3,2,1,1\n4,4,0,0\n5,1,2,1\n6,0,1,3\n7,0,0,4\n8,4,0,0\n"
    path.write_text("item,Positive,Negative,Neutral\n" + votes)
    study = confirmed(path)
    assert levels_of(study) == ("nominal",)
    assert (
        accord.alpha(study, distance="ordinal").value
        != accord.alpha(study, distance="nominal").value
    )
