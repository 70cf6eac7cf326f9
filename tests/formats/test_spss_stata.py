"""SPSS and Stata: value labels, what is missing, and files that are not what they seem."""

import sys

import pytest

import accord
from accord.errors import DataError, MissingExtraError

pd = pytest.importorskip("pandas")
stat = pytest.importorskip("pyreadstat")

WORDS = {1: "yes", 2: "no"}


def _sav(tmp_path, columns, **more):
    path = tmp_path / "data.sav"
    stat.write_sav(pd.DataFrame(columns), str(path), **more)
    return path


def _notes(study):
    return "\n".join(study.audit.notes)


def test_labels_of_a_wide_file(tmp_path):
    """Two raters' columns with the same value labels: κ by hand, and the audit says labels.

    yes yes no no / yes no no no: A_o = 3/4, A_e = 1/2·1/4 + 1/2·3/4 = 1/2, κ = 1/2."""
    columns = {"item": [1, 2, 3, 4], "rater1": [1.0, 1, 2, 2], "rater2": [1.0, 2, 2, 2]}
    path = _sav(tmp_path, columns, variable_value_labels={"rater1": WORDS, "rater2": WORDS})
    study = accord.read(path, coders=["rater1", "rater2"])
    assert set(study.categories) == {"yes", "no"}
    assert accord.kappa(study).value == pytest.approx(0.5, abs=1e-12)
    assert "value labels used for rater1, rater2" in _notes(study)
    codes = accord.read(path, coders=["rater1", "rater2"], codes=True)
    assert list(codes.categories) == [1, 2]
    assert accord.kappa(codes).value == accord.kappa(study).value


def test_one_value_without_a_label_keeps_all_codes(tmp_path):
    """Where one rater used a code without a label, both columns stay codes: they must meet."""
    columns = {"item": [1, 2, 3], "rater1": [1.0, 1, 2], "rater2": [1.0, 2, 3]}
    path = _sav(tmp_path, columns, variable_value_labels={"rater1": WORDS, "rater2": WORDS})
    study = accord.read(path, coders=["rater1", "rater2"])
    assert list(study.categories) == [1, 2, 3]
    assert "codes kept for rater1, rater2: not every value has a label" in _notes(study)


def test_codes_that_share_a_label_stay_apart(tmp_path):
    """Two codes called the same are two categories."""
    labels = {1: "other", 2: "other", 3: "none"}
    columns = {"item": [1, 2], "rater1": [1.0, 3], "rater2": [2.0, 3]}
    path = _sav(tmp_path, columns, variable_value_labels={"rater1": labels, "rater2": labels})
    study = accord.read(path, coders=["rater1", "rater2"])
    assert set(study.categories) == {"other (1)", "other (2)", "none"}


def test_missing_codes_are_absent(tmp_path):
    """99, a range of codes and the system's own missing value are no codings, and are counted."""
    columns = {
        "item": [1, 2, 3, 4],
        "rater1": [1.0, 99, 2, None],
        "rater2": [1.0, 2, -5, 2],
    }
    missing = {"rater1": [99], "rater2": [{"lo": -9, "hi": -1}]}
    study = accord.read(
        _sav(tmp_path, columns, missing_ranges=missing), coders=["rater1", "rater2"]
    )
    assert list(study.categories) == [1, 2]
    assert study.missing == 3
    assert "values that the file calls missing read as absent: rater1 (1), rater2 (1)" in _notes(
        study
    )


def test_text_and_dates(tmp_path):
    """Strings lose the spaces SPSS pads them with; a date is text about the item."""
    import datetime

    day = datetime.date(2026, 1, 2)
    columns = {"item": ["s1  ", "s1"], "coder": ["A", "B "], "label": ["x", "x"], "day": [day, day]}
    study = accord.read(_sav(tmp_path, columns))
    assert (list(study.items), list(study.coders)) == (["s1"], ["A", "B"])
    assert study.about["day"] == ("2026-01-02",)


@pytest.mark.parametrize("name", ["data.sav", "data.dta"])
def test_a_damaged_file_is_an_error(tmp_path, name):
    """Half a file, and text under the name of one, are refused in a line, whatever the library."""
    whole = tmp_path / f"whole_{name}"
    write = stat.write_sav if name.endswith("sav") else stat.write_dta
    write(pd.DataFrame({"item": range(500), "A": range(500), "B": range(500)}), str(whole))
    raw = whole.read_bytes()
    for damaged in (raw[: len(raw) // 2], b"item,A,B\n1,x,y\n", raw[:40]):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(DataError, match=rf"{name}"):
            accord.read(tmp_path / name)


def test_the_extra_is_named(tmp_path, monkeypatch):
    """Without pyreadstat the message says how to install it."""
    path = _sav(tmp_path, {"item": [1.0], "A": [1.0], "B": [1.0]})
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(MissingExtraError, match=r"accord\[spss\]"):
        accord.read(path)


def test_an_open_document_declares_no_entities(tmp_path):
    """An .ods whose XML declares an entity is refused, as a workbook of Excel is."""
    import zipfile

    path = tmp_path / "book.ods"
    bomb = '<!DOCTYPE d [<!ENTITY a "b">]><d xmlns:table="t"><table:table-row/>&a;</d>'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("content.xml", bomb)
    with pytest.raises(DataError, match=r"content\.xml:1: declares the entity 'a'"):
        accord.read(path)


def test_a_table_pasted_from_a_spreadsheet(tmp_path):
    """Tabs between cells, in a file of any name and from standard input."""
    text = "item\tcoder\tlabel\ns1\tA\tyes, indeed\ns1\tB\tno\n"
    (tmp_path / "pasted.txt").write_text(text, encoding="utf-8")
    study = accord.read(tmp_path / "pasted.txt")
    assert set(study.categories) == {"yes, indeed", "no"}
    assert list(study.coders) == ["A", "B"]
