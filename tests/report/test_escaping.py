"""Names are hostile: in LaTeX, Markdown, CSV, terminals and script data they are only names."""

import csv
import io
import json
import re
import shutil
import subprocess
from html import unescape

import pytest
from hypothesis import given, strategies as st

import accord
from accord._read.formats.delimited import guarded
from accord._report.render import latex, markdown
from accord._report.render.page import page, policy, script_json
from accord._report.render.tables import csv_text
from tests import report_studies as studies

SIGNS = st.text(max_size=40)


@pytest.fixture(scope="module")
def hostile():
    """The report on a study whose every name is hostile."""
    return studies.report_on("hostile")


@given(SIGNS)
def test_script_data_cannot_leave_their_element(text):
    """JSON inside a script has no <, > or &, no line separators, and reads back as it was."""
    held = script_json({text: text})
    assert not re.search("[<>&\u2028\u2029]", held)
    assert json.loads(held) == {text: text}


@given(SIGNS)
def test_no_cell_is_a_formula(text):
    """A cell of text never begins with a sign that makes spreadsheets compute, but for numbers."""
    assert not re.match(r"\s*[=+\-@|%](?![\d.,eE+-]*\s*$)", guarded(text))


def test_numbers_stay_numbers_in_csv():
    """Guarding is for texts: a negative number is written as it is."""
    assert guarded(-0.25) == -0.25


@given(SIGNS)
def test_latex_has_no_live_sign(text):
    """Outside the commands that escaping itself makes, no sign of LaTeX is left."""
    made = latex.latex_text(text)
    ours = r"\\text[a-z]+\{\}|\\ldots\{\}|\\accordsign\{[0-9A-F]{4,6}\}|\{[\[\]*]\}|-\{\}-"
    rest = re.sub(ours + r"|\\[{}$&#_%,]|\$[^$]*\$", "", made)
    if "\xa0" in text:  # a space that does not break is one in LaTeX, too
        rest = rest.replace("~", "")
    assert not re.search(r"[\\{}$&#_%~^<>|\"\[\]*\x00-\x1f]", rest)
    assert re.fullmatch(f"[\\x20-\\x7e{latex._LETTERS}]*", made)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[1cm]", "{[}1cm{]}"),
        ("*", "{*}"),
        ("中", r"\accordsign{4E2D}"),
        ("😀", r"\accordsign{1F600}"),
        ("e\u0301", r"e\accordsign{0301}"),
        ("Ж", r"\accordsign{0416}"),
        ("a--b", "a-{}-b"),
        ("ł\u202e\x1b", "ł"),
    ],
)
def test_signs_that_latex_would_take_for_more(name, shown):
    """No star or length after a line break, and nothing that stops pdfLaTeX."""
    assert latex.latex_text(name) == shown


def test_latex_says_what_it_replaced():
    """Where signs stand by their numbers, the text defines their command and says how to see them;
    elsewhere it says nothing of it."""
    study = accord.from_coders({"A": ["中", "x", "x"], "B": ["中", "x", "中"]})
    made = latex.latex(accord.report(study, resamples=10))
    assert made.index(r"\providecommand{\accordsign}") < made.index(r"\accordsign{4E2D}")
    assert "LuaLaTeX or XeLaTeX" in made
    plain = latex.latex(studies.report_on("codings"))
    assert "accordsign" not in plain


@given(SIGNS)
def test_markdown_has_no_html_and_no_table_border(text):
    """Markdown of a name holds no tag, and no bar that would end a cell."""
    made = markdown.escaped(text)
    assert "<" not in made
    assert ">" not in made
    assert not re.search(r"(?<!\\)\|", made)
    assert "\n" not in made


def test_page_escapes_every_name(hostile):
    """The page has two scripts and four of data, whatever names hold."""
    made = page(hostile)
    assert "<script>window.pwned" not in made
    assert "<img src=x" not in made
    assert made.count("</script>") == 6
    head = unescape(made.partition("<style>")[0])
    assert "default-src 'none'" in head
    assert "unsafe" not in head


def test_policy_names_only_our_scripts():
    """The policy allows the given scripts by hash and nothing from elsewhere."""
    made = policy("a{}", ["x"])
    assert made.count("sha256-") == 2
    assert "http" not in made
    assert "*" not in made


def test_csv_of_items_reads_back(hostile):
    """The CSV of disagreements has one line an item and the labels of every coder."""
    rows = list(csv.reader(io.StringIO(csv_text(hostile, "items"))))
    assert len(rows) == 1 + len(hostile["disagreements"]["rows"])
    assert {len(row) for row in rows} == {len(rows[0])}


def test_terminal_gets_no_control_signs(capsys):
    """What is printed holds no escape sequence that a name brought along."""
    from accord._report.render.screen import screen
    from accord.kinds.labels.tabular import from_coders

    study = from_coders({"\x1b[31mred": "ab" * 5, "B": "ab" * 4 + "bb", "C\x07": "ab" * 5})
    screen(accord.report(study, resamples=20))
    assert "\x1b" not in capsys.readouterr().out


def _no_latex() -> bool:
    """Whether LaTeX with booktabs is missing."""
    if shutil.which("pdflatex") is None:
        return True
    found = subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True, check=False)
    return found.returncode != 0


@pytest.mark.skipif(_no_latex(), reason="no LaTeX: apt-get install texlive-latex-recommended")
def test_latex_compiles(hostile, tmp_path):
    """pdfLaTeX sets the table of the hostile study."""
    text = latex.latex(hostile)
    source = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}"
    source += f"\\begin{{document}}{text}\\end{{document}}"
    (tmp_path / "x.tex").write_text(source, "utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=batchmode", "-halt-on-error", "x.tex"], cwd=tmp_path, check=False
    )
    assert run.returncode == 0
