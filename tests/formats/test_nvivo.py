"""Lists of coded references of NVivo: whose, of which code, and where, as far as they tell."""

import io
import zipfile

import pytest

import accord
from accord._read.text.document_lines import lines_of_page
from accord._report.spreadsheet import SheetToWrite, workbook
from accord.errors import DataError

ANNA = "How was it? I was glad. We laughed.\nAnd then? Yes. Yes."


def listed(*references, source="Files\\\\Anna", total=None):
    """One source of a list, in NVivo 12's form."""
    number = len(references) if total is None else total
    words = "reference" if number == 1 else "references"
    lines = [f"<{source}> - § {number} {words} coded  [ 4.06% Coverage]"]
    for n, quote in enumerate(references, start=1):
        lines += ["", f"Reference {n} - 1.88% Coverage", "", quote]
    return "\n".join([*lines, ""])


def laid(folder, **files):
    """Files in a folder; "ann__joy" is ann/joy.txt."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_quote_is_a_span_where_the_text_has_it_once(tmp_path):
    """Found once: a span; twice or never: said with its place, and an error if strict."""
    laid(
        tmp_path,
        ann__joy=listed("I was glad.", "Yes.", "We cried."),
        bob__joy=listed("glad. We laughed.", "How was it?"),
        texts__Anna=ANNA,
    )
    study = accord.read(tmp_path)
    units = {(c, u.begin, u.end) for c, u in study.continua[0]}
    assert units == {("ann", 12, 23), ("bob", 18, 35), ("bob", 0, 11)}
    (note,) = [note for note in study.audit.notes if "unreadable" in note]
    assert "skipped 2 unreadable records" in note
    assert "joy.txt:7: the text of 'Anna' has 'Yes.' twice or more often" in note
    assert "joy.txt:11: the text of 'Anna' has 'We cried.' not" in note
    with pytest.raises(DataError, match=r"joy\.txt:7: .*'Yes\.'.*\(2 cases\)"):
        accord.read(tmp_path, strict=True)


def test_white_space_may_differ(tmp_path):
    """A quote whose lines are broken elsewhere is found; the span has the text's own length."""
    laid(tmp_path, ann__joy=listed("We laughed.\n  And\tthen?"), texts__Anna=ANNA)
    (study,) = [accord.read(tmp_path)]
    ((_, unit),) = study.continua[0]
    assert ANNA[unit.begin : unit.end] == "We laughed.\nAnd then?"


def test_without_texts_codes_of_sources_are_compared(tmp_path):
    """Who has no reference of a source has none of its codes there, and the audit says it."""
    laid(
        tmp_path,
        ann__joy=listed("a", "b") + listed("c", source="Files\\\\B\\\\Carl"),
        bob__joy=listed("d"),
    )
    study = accord.read(tmp_path)
    assert set(study.rows()) == {
        ("Anna", "ann", "joy"),
        ("Anna", "bob", "joy"),
        ("B/Carl", "ann", "joy"),
        ("B/Carl", "bob", "(none)"),
    }
    told = " ".join(study.audit.notes)
    assert "ignored 4 references without a place" in told
    assert "assuming every coder saw every document (the format does not say)" in told


def test_a_code_of_one_coder_alone_is_named(tmp_path):
    """A list that was forgotten looks like a code that was never used: it is said."""
    laid(tmp_path, ann__joy=listed("a"), ann__fear=listed("b"), bob__joy=listed("c"))
    notes = accord.read(tmp_path).audit.notes
    assert any("1 code with lists of some coders only: 'fear' (ann)" in note for note in notes)


def test_a_file_name_is_not_code_and_coder_at_once(tmp_path):
    """Two lists given one by one may be two codes or two coders: the user says which."""
    laid(tmp_path, ann_joy=listed("a"), bob_joy=listed("b"))
    paths = [tmp_path / "ann_joy.txt", tmp_path / "bob_joy.txt"]
    with pytest.raises(DataError, match="it cannot be the coder as well"):
        accord.read(paths)
    study = accord.read(paths, coder_from=r"(\w+)_joy")
    assert set(study.rows()) == {("Anna", "ann", "joy"), ("Anna", "bob", "joy")}
    named = laid(tmp_path / ".", ann="Name: joy\n\n" + listed("a"), bob="Name: joy\n" + listed("b"))
    study = accord.read([named / "ann.txt", named / "bob.txt"])
    assert set(study.rows()) == {("Anna", "ann", "joy"), ("Anna", "bob", "joy")}


@pytest.mark.parametrize(
    "heading",
    [
        "Files\\\\Anna - § 1 reference coded [ 3.90% Coverage]\nReference 1 - 3.90% Coverage",
        "<Internals\\Anna>\n\n1 reference coded  [3.90% Coverage]\n\nReference 1 - 3.90% Coverage",
        "<Files\\\\Anna> - § 1 Referenz codiert [3,90 % Abdeckung]\nReferenz 1 - 3,90 % Abdeckung",
        "<Files\\\\Anna> - § 1 référence encodée [3,9% Couverture]\nRéférence 1 - 3,9% Couverture",
    ],
)
def test_headings(tmp_path, heading):
    """Of Windows and of a Mac; words of other languages at the same signs."""
    (tmp_path / "joy.txt").write_text(f"{heading}\nIch: gut - 50% sicher.\n", encoding="utf-8")
    found = accord.contents(tmp_path / "joy.txt")
    assert [(mark.document, mark.value) for mark in found.marks.marks] == [
        ("Anna", frozenset(["joy"]))
    ]
    assert found.marks.rows == 1


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_encodings_of_windows(tmp_path, encoding):
    """The sign § is a byte in one of them and two in another: the list is known without it."""
    (tmp_path / "joy.txt").write_bytes(listed("so").replace("\n", "\r\n").encode(encoding))
    assert accord.read(tmp_path / "joy.txt").counts()["i"] == 1


def test_what_looks_like_a_heading_in_a_quote_is_a_quote(tmp_path):
    """A number that is not due, or a path alone, belongs to the passage."""
    quote = "Reference 7 - 3% more\n<a\\b>\nand so on"
    laid(tmp_path, ann__joy=listed(quote, "We laughed."), texts__Anna=f"{quote} We laughed.")
    assert accord.read(tmp_path).counts()["u"] == 2


def test_a_path_with_a_count_is_no_list(tmp_path):
    """A log of another program has paths, numbers and percentages, and no references."""
    (tmp_path / "a.txt").write_text("C:\\data\\x - 12 files done [50% of all]\nnothing else\n")
    with pytest.raises(DataError, match="unknown format"):
        accord.read(tmp_path / "a.txt")


def test_a_list_that_was_cut(tmp_path):
    """Fewer references than announced: the source keeps its code, the passages are left out."""
    laid(
        tmp_path,
        ann__joy=listed("I was glad.", total=3) + listed("a", "b", "c", source="Files\\\\B"),
        texts__Anna=ANNA,
        texts__B="a b c",
    )
    study = accord.read(tmp_path)
    assert study.counts()["u"] == 3
    told = " ".join(study.audit.notes)
    assert "joy.txt:1: source 'Anna' should have 3 references, but 1 is there" in told
    assert accord.read(tmp_path, layer="sources").counts()["i"] == 2
    with pytest.raises(DataError, match="should have 3 references"):
        accord.read(tmp_path, strict=True)


def test_one_list_of_many_that_mixes_users_is_not_left_out(tmp_path):
    """Without it the coder would look like one who never used the code."""
    for n in range(12):
        laid(tmp_path, **{f"ann__c{n}": listed("a")})
    mixed = listed("a", total=2).replace("Reference 1 ", "References 1-2 ")
    laid(tmp_path, bob__c3=mixed)
    with pytest.raises(DataError, match="several users coded them"):
        accord.read(tmp_path)


def test_areas_and_texts_that_may_be_either(tmp_path):
    """Areas of pages are counted; of two texts of one name, the folders tell, or nothing does."""
    area = "Page 1 : (136,153) - (502,293)"
    told = listed(area, "We laughed.", source="Files\\\\one\\\\Anna")
    laid(tmp_path, ann__joy=told, one__Anna=ANNA, two__Anna="We laughed.")
    study = accord.read(tmp_path)
    assert [(u.begin, u.end) for _, u in study.continua[0]] == [(24, 35)]
    assert "ignored 1 reference to an area of a page" in study.audit.notes
    laid(tmp_path, ann__joy=listed("We laughed."))
    with pytest.raises(DataError, match=r"one/Anna\.txt and two/Anna\.txt may both be the text"):
        accord.read(tmp_path, layer="references")


def test_a_page_is_read_as_it_is_shown():
    """Scripts, styles and the title of the window are not shown; cells are apart."""
    page = "<html><title>t</title><script>a<b</script><td>1</td><td>2 &amp;\n3</td>"
    assert lines_of_page(page) == ["1", "2 & 3"]


def test_a_coding_comparison_is_refused_as_a_workbook_too(tmp_path):
    """NVivo writes its comparison of users as a workbook; its numbers are not codings."""
    names = ["Code", "File", "Kappa", "Agreement (%)", "A and Not B (%)", "B and Not A (%)"]
    book = workbook([SheetToWrite("Sheet1", [names, ["Hope", "Talk", 0.8, 97, 2, 1]])])
    (tmp_path / "a.xlsx").write_bytes(book)
    with pytest.raises(DataError, match=r"a\.xlsx: is an NVivo coding comparison"):
        accord.read(tmp_path / "a.xlsx")


def test_a_word_document_without_references_is_refused_by_name(tmp_path):
    """An interview is no list, and is not taken for a damaged one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "<w:document xmlns:w='w'><w:p/></w:document>")
    (tmp_path / "Anna.docx").write_bytes(packed.getvalue())
    with pytest.raises(DataError, match="is a Word document"):
        accord.read(tmp_path / "Anna.docx")
