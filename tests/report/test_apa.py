"""The report in APA style: as text, and as a Word document that another program opens."""

import importlib.util
import io
import re
import sys
from pathlib import Path

import docx
import numpy as np
import pytest

import accord
from accord._report.render.apa import apa, apa_number, apa_paragraph, methods, table_rows, word
from accord._report.render.figures import TABLE_WRITERS
from accord._report.render.latex import latex
from accord.errors import DataError
from tests.cli.commands import LONG, called

STUDY = accord.from_coders({"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4})
REPORT = accord.report(STUDY, resamples=50)


def test_a_paper_on_millimetres_speaks_of_raters_and_numbers():
    """The whole text for a paper on 30 × 3 millimetres, in APA style, in LaTeX and with all digits:
    nobody labels, no category, no majority, no empty column, no p of 0, every sign set."""
    rng = np.random.default_rng(7)
    true = rng.normal(42, 6, 30)
    levels = {"Ann": 0.0, "Bob": 4.0, "Cyd": -1.1}
    noise = {who: true + rng.normal(0, 1.5, 30) + level for who, level in levels.items()}
    study = accord.from_coders({who: row.round(1).tolist() for who, row in noise.items()})
    made = accord.report(study, resamples=100)
    texts = [methods(made, "apa"), methods(made, "full"), apa(made), latex(made)]
    assert texts[0].startswith("Three raters rated 30 items. Interrater reliability (Krippendorff")
    for text in texts:
        for one in ("categor", "majority", "label", "Intercoder agree", "0.000", "accordsign"):
            assert one not in text.replace("Inter-Coder Agreement for Computational", "")
    assert re.search(r"ICC\(2,1\) = \.\d\d, 95% CI \[", texts[0])
    assert re.search(r"ICC\(2,1\) = 0\.\d{3} \(95% CI 0", texts[1])
    assert "Observed" not in texts[2]
    assert table_rows(made)[0] == ("Coefficient", "Value", "CI", "F (df)", "p")


def test_papers_on_ratings_have_f_and_the_raters():
    """Shrout & Fleiss's table: F (5, 15) = 11.03 and (5, 18) = 1.79 with p beside their ICCs, as
    printed by psych, in APA style, LaTeX and Word, and how the limits of each form are called; the
    raters' means 7.67, 2.50, 4.33 and 6.67 in a table of their own, unless a measure was named."""
    ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    study = accord.from_wide(ratings, coders=["Ann", "Bob", "Cyd", "Dan"])
    made = accord.report(study, distance="interval", resamples=20)
    rows = {row[0]: row[1:] for row in table_rows(made)}
    assert rows["ICC(1,1)"] == (".17", "[−.13, .72]", "1.79 (5, 18)", ".165")
    assert rows["ICC(2,1)"] == (".29", "[.03, .75]", "11.03 (5, 15)", "< .001")
    assert rows["Kendall's W"][2:] == ("–", "–")
    text = latex(made)
    assert r"ICC(3,k) &  & 0.909 & [0.676, 0.986] & 11.03 & 5, 15 & \textless{} 0.001 \\" in text
    assert "Ann & 7.67 & 1.63 &" in text
    document = docx.Document(io.BytesIO(word(made)))
    titles = [p.text for p in document.paragraphs if p.text.startswith("Table")]
    assert titles == ["Table 1", "Table 2"]
    raters = [[cell.text for cell in row.cells] for row in document.tables[1].rows]
    assert [row[2] for row in raters[1:]] == ["7.67", "6.67", "4.33", "2.50"]
    assert "ICC(2,1), ICC(2,k): generalized interval" in apa(made)
    assert "ICC(1,1), ICC(3,1), ICC(1,k), ICC(3,k): F interval" in apa(made)
    named = accord.report(study, measure="alpha", distance="interval", resamples=20)
    assert len(docx.Document(io.BytesIO(word(named))).tables) == 1
    holes = accord.from_wide([[9, None, 5], [6, 1, 3], [8, 4, 6], [7, 1, 2], [None, 5, 6]])
    made = accord.report(holes, distance="interval", resamples=20)
    assert "F (df)" not in apa(made)
    assert "$F$" not in latex(made)


def test_the_paragraph_has_the_numbers_of_the_report():
    """Value, interval and chance to two digits, no zero before the point, and how computed."""
    answer = REPORT["answer"]
    low, high = (apa_number(answer["interval"][side]) for side in ("low", "high"))
    text = apa_paragraph(REPORT)
    assert f"was α = {apa_number(answer['value'])}, 95% CI [{low}, {high}]" in text
    assert "α = .73" in text
    assert "same coders (BCa bootstrap, 50 samples, seed 0)." in text
    assert "Krippendorff, 2004" in text


def test_word_holds_the_same_text_and_table():
    """Read back by python-docx: the paragraph, the rows, italics and the three rules."""
    document = docx.Document(io.BytesIO(word(REPORT)))
    texts = [paragraph.text for paragraph in document.paragraphs]
    assert apa_paragraph(REPORT) in texts
    rows = [tuple(cell.text for cell in row.cells) for row in document.tables[0].rows]
    assert rows == table_rows(REPORT)
    assert len(rows) - 1 == sum(row["defined"] for row in REPORT["coefficients"]["rows"])
    ruled = [row._tr.xml for row in document.tables[0].rows]
    sides = [[side for side in ("top", "bottom") if f"<w:{side} " in xml] for xml in ruled]
    assert sides == [["top", "bottom"], *[[]] * (len(rows) - 2), ["bottom"]]
    title = next(p for p in document.paragraphs if p.text.startswith("Intercoder Agreement With"))
    assert title.runs[0].italic


@pytest.mark.parametrize("names", [("A", "B"), ("\x1b[2J", "<b>&\x00"), ("Ünï", "日本")])
def test_names_of_strangers(names):
    """Names with control characters and markup make a document that opens, and inert text."""
    study = accord.from_coders({name: ["x\x0b", "y", "x\x0b"] for name in names})
    report = accord.report(study, resamples=20, title="\x00 <w:p> \x1b")
    assert docx.Document(io.BytesIO(word(report))).paragraphs
    assert "\x1b" not in apa(report)


def test_undefined_is_said():
    """One category: the paragraph says undefined and why."""
    report = accord.report(accord.from_coders({"A": "aaa", "B": "aaa"}), resamples=20)
    assert "could not be computed: every label is 'a'; without variation" in apa_paragraph(report)


def test_the_command_line(tmp_path, monkeypatch, capsys):
    """--apa prints it, -o writes Word."""
    monkeypatch.chdir(tmp_path)
    Path("acts.csv").write_text(LONG, encoding="utf-8")
    assert "Intercoder agreement (Krippendorff's α; " in (
        called(capsys, "report", "acts.csv", "-q", "--apa").out
    )
    called(capsys, "report", "acts.csv", "-q", "-o", "report.docx")
    assert docx.Document("report.docx").tables


EARLY = {
    ("report", "gone.csv", "-o", "page.png"): "page.png: unknown file type; use .html",
    ("align", "gone.csv", "--consensus", "gold.png"): "gold.png: unknown file type; use .jsonl",
    ("simulate", "study", "out.png"): "out.png: unknown file type",
    ("simulate", "curves", "--figure", "25", "--plot", "x.gif"): "x.gif: a plot is one of .svg",
    ("convert", "gone.csv", "out.png"): "out.png: unknown file type",
    ("merge", "gone.csv", "todo.csv", "-o", "gold.png"): "gold.png: unknown file type",
    ("adjudicate", "gone.csv", "-o", "todo.png"): "todo.png: unknown file type",
}


@pytest.mark.parametrize("arguments", EARLY, ids=lambda words: words[0] + words[-1])
def test_names_that_cannot_be_written_are_said_first(arguments, capsys):
    """Before any file is opened: gone.csv does not exist, and is not what is complained about."""
    assert EARLY[arguments] in called(capsys, *arguments, code=1).err


WITHOUT = {
    ("report", "gone.csv", "-o", "page.html"): ("jinja2", "accord[report]"),
    ("report", "gone.csv", "-o", "report.docx"): ("docx", "accord[word]"),
    ("report", "gone.csv", "--figures", "out"): ("vl_convert", "accord[report]"),
    ("simulate", "curves", "--figure", "25", "--plot", "x.svg"): ("altair", "accord[report]"),
    ("count", "gone.csv", "-o", "x.parquet"): ("pyarrow", "accord[parquet]"),
}


@pytest.mark.parametrize("arguments", WITHOUT, ids=lambda words: words[0] + words[-1])
def test_missing_extras_are_said_first(arguments, monkeypatch, capsys):
    """Without the library, the command says so before it looks for its file."""
    module, extra = WITHOUT[arguments]
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == module else found(name, *more),
    )
    monkeypatch.setitem(sys.modules, module, None)
    assert extra in called(capsys, *arguments, code=1).err


def test_every_writer_is_checked(tmp_path):
    """Python's write_report refuses what it does not know, with the list of what it does."""
    with pytest.raises(DataError, match=r"unknown file type; use .*\.docx"):
        accord.render.write_report(REPORT, tmp_path / "x.png")
    for suffix in TABLE_WRITERS:
        accord.render.write_report(REPORT, tmp_path / f"x{suffix}")
        assert (tmp_path / f"x{suffix}").stat().st_size > 100


def test_the_table_has_what_was_asked_for():
    """A measure that is named has a table of its own, with its note and references; a form of the
    ICC that is named leads and stands alone, the name of all forms has the six, ICC(2,1) first."""
    study = accord.from_coders(
        {
            "A": [3, 5, 2, 4, 6, 1, 3, 5],
            "B": [3, 4, 2, 5, 6, 2, 2, 5],
            "C": [1, 3, 1, 2, 4, 1, 2, 4],
        }
    )

    def made(name):
        return accord.report(study, measure=name, distance="interval", resamples=20)

    names = [row[0] for row in table_rows(made("ICC(3,k)"))[1:]]
    assert names == ["ICC(3,k)"]
    text = apa(made("ICC(3,k)"))
    assert "Interrater reliability (ICC(3,k)" in text
    assert "Spearman" not in text
    names = [row[0] for row in table_rows(made("icc"))[1:]]
    assert names[0] == "ICC(2,1)"
    assert len(names) == 6
    assert [row[0] for row in table_rows(made("alpha"))[1:]] == ["Krippendorff's α (interval)"]
    assert len(table_rows(made(None))) > 8
