"""Rows and headers that differ in length, and files whose columns differ."""

import pytest

import accord

ROWS = [(f"s{i}", coder, "xy"[(i * (1 + (coder == "B"))) % 2]) for i in range(6) for coder in "AB"]
BODY = "".join(f"{','.join(row)}\n" for row in ROWS)
WHOLE = accord.codings(ROWS)


def _read(tmp_path, *texts, **options):
    paths = []
    for name, text in zip(("ann", "bob", "cleo"), texts, strict=False):
        paths.append(tmp_path / f"{name}.csv")
        paths[-1].write_text(text, encoding="utf-8")
    return accord.read(paths if len(paths) > 1 else paths[0], **options)


def _notes(study):
    return "\n".join(study.audit.notes)


def test_a_header_with_more_columns_than_the_rows(tmp_path):
    """Approve and Reject of Mechanical Turk: the same study, and the audit names them."""
    study = _read(tmp_path, "item,coder,label,Approve,Reject\n" + BODY)
    assert study.rows() == WHOLE.rows()
    assert "the rows have no cells for 'Approve', 'Reject'" in _notes(study)


@pytest.mark.parametrize("row", ["s3,A", "s3"])
def test_one_short_row_is_refused(tmp_path, row):
    """A row that ends early is an error with its line, whether a label or all of it is missing."""
    text = "item,coder,label\n" + BODY.replace("s3,A,y", row)
    with pytest.raises(accord.DataError, match=r"ann\.csv:8: \d cells, but the header has 3"):
        _read(tmp_path, text)


def test_empty_cells_beyond_the_header_are_ignored_and_said(tmp_path):
    """Commas at the end of rows hold nothing."""
    study = _read(tmp_path, "item,coder,label\n" + BODY.replace("s3,A,y", "s3,A,y,, "))
    assert study.rows() == WHOLE.rows()
    assert "1 row with empty cells beyond the header, the first in line 8: ignored" in _notes(study)


def test_filled_cells_beyond_the_header_are_refused(tmp_path):
    """A cell without a column is an error with its line."""
    with pytest.raises(accord.DataError, match=r"ann\.csv:8: 4 cells, but the header has 3; check"):
        _read(tmp_path, "item,coder,label\n" + BODY.replace("s3,A,y", "s3,A,y,z"))


def test_row_names_of_r(tmp_path):
    """Where every row has one cell more, the message says what to do, and that works."""
    rows = "".join(f"{n},{line}\n" for n, line in enumerate(BODY.splitlines(), start=1))
    with pytest.raises(accord.DataError, match="`header='row,item,coder,label'` without the first"):
        _read(tmp_path, "item,coder,label\n" + rows)
    study = _read(tmp_path, rows, header="row,item,coder,label")
    assert study.rows() == WHOLE.rows()


def _of(coder, last):
    rows = [row for row in ROWS if row[1] == coder]
    return "".join(f"{item},{label},{last}\n" for item, _, label in rows)


def test_columns_that_differ_and_are_not_used(tmp_path):
    """Files of two coders with other remarks, and columns in another order: one study."""
    study = _read(
        tmp_path, "item,label,comment\n" + _of("A", "c"), "item,label,remark\n" + _of("B", "r")
    )
    assert accord.kappa(study).value == accord.kappa(WHOLE).value
    assert "only in some of the files: 'comment', 'remark'" in _notes(study)
    turned = "".join(f"{label},{item}\n" for item, coder, label in ROWS if coder == "B")
    study = _read(tmp_path, "item,label,comment\n" + _of("A", "c"), "label,item\n" + turned)
    assert accord.kappa(study).value == accord.kappa(WHOLE).value


def test_columns_that_differ_and_are_used(tmp_path):
    """A third coder who calls the label otherwise is not left out in silence: an error."""
    with pytest.raises(accord.DataError, match=r"cleo\.csv: no column 'label', which is read"):
        _read(
            tmp_path,
            "item,label,comment\n" + _of("A", "c"),
            "item,label,comment\n" + _of("B", "c"),
            "item,choice_c,comment\n" + _of("B", "c"),
        )
