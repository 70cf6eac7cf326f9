"""The report in German and French: every sentence of every output, and nothing but the words."""

import contextlib
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import accord
from accord._report.overview import Report
from accord._report.render.apa import METHOD_TEXTS, apa, methods
from accord._report.render.charts import figure_specs
from accord._report.render.checklists import card, checklist
from accord._report.render.figures import picture
from accord._report.render.latex import latex
from accord._report.render.markdown import markdown
from accord._report.render.page import page
from accord._report.render.screen import screen
from accord._report.render.tables import csv_text
from accord._report.render.theme import PALETTES, filled
from accord._report.wording import known_language
from accord.words.said import LANGUAGES, Said, spoken
from tests.cli.commands import called
from tests.report_studies import HOSTILE, report_on

OTHERS = [language for language in LANGUAGES if language != "en"]
TEMPLATES = Path(accord.__file__).parent / "_report" / "templates"
OWN = [file for file in sorted(TEMPLATES.glob("*.html")) if file.name != "judge.html"]
FORMATS = Path(__file__).parents[1] / "formats"

_SETS = [frozenset("a"), frozenset("ab"), frozenset("bc"), frozenset("c")]
_RANKS = [("x", "y", "z"), ("y", "x", "z"), ("z", "y", "x")]


def _columns(**columns):
    return accord.from_coders(columns)


STUDIES = {
    "ratings": lambda: _columns(A=[1, 2, 3, 4, 5, 3, 2, 1], B=[2, 3, 4, 5, 5, 2, 2, 1]),
    "decimals": lambda: _columns(A=[1.5, 2, 3, 4, 5, 3], B=[2, 3.5, 4, 5, 5, 2]),
    "sets": lambda: _columns(A=_SETS * 3, B=[_SETS[at] for at in (0, 1, 1, 3)] * 3),
    "rankings": lambda: _columns(A=_RANKS * 2, B=[_RANKS[at] for at in (0, 0, 2)] * 2),
    "one coder": lambda: _columns(A="aabbbb"),
    "one category": lambda: _columns(A="aaaa", B="aaaa"),
    "one item": lambda: _columns(A="a", B="b"),
    "perfect": lambda: _columns(A="abab", B="abab"),
    "opposed": lambda: _columns(A="abab", B="baba"),
    "documents": lambda: accord.from_records(
        {"id": at, "document": f"d{at % 6}", "annotator": who, "label": label}
        for who, labels in (("A", "aabbbbbccccc" * 3), ("B", "abbbbbcccccc" * 3))
        for at, label in enumerate(labels)
    ),
    "trees": lambda: accord.read(FORMATS / "conllu" / "pair"),
    "graphs": lambda: accord.read([FORMATS / "amr" / f"test_input{n}.txt" for n in (1, 2)]),
    "relations": lambda: accord.read(FORMATS / "disrpt-rels" / "bob.rels"),
    "boxes": lambda: accord.read(FORMATS / "voc" / "ann"),
    "recorded": lambda: accord.read(FORMATS / "textgrid" / "coders.TextGrid"),
}
"""More studies than those of `report_studies`: what else can be said in a report."""


def _two_rounds():
    """A report that compares two rounds, on a task with published values."""
    now, before = (
        _columns(A="aabbbbbccccc" * 4, B=b * 4) for b in ("abbbbbcccccc", "abbbbaccaccc")
    )
    return accord.report(now, resamples=20, against=before, task="word-sense")


NAMES = ["two rounds", "codings", "units", "chains", "boundaries", "dimensions", *STUDIES]
_MADE: dict[str, Report] = {}


def made(name, language="en"):
    """The report on a study in a language; what it computed is computed once."""
    if name not in _MADE:
        if name == "two rounds":
            _MADE[name] = _two_rounds()
        elif name in STUDIES:
            _MADE[name] = accord.report(STUDIES[name](), resamples=20)
        else:
            _MADE[name] = report_on(name)
    return replace(_MADE[name], language=language)


def outputs(report):
    """Every output of a report for people, by its name."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        screen(report)
    return {
        "page": page(report, script=""),
        "markdown": markdown(report),
        "terminal": shown.getvalue(),
        "latex": latex(report),
        "apa": apa(report),
        "card": card(report),
        "notebook": report._repr_html_(),
        **{f"methods {variant}": methods(report, variant) for variant in METHOD_TEXTS},
        "figures": json.dumps(figure_specs(report), ensure_ascii=False),
    }


class _Words(HTMLParser):
    """The text of a page that is ours: no scripts, no code, no names of the user's."""

    LEFT_OUT = frozenset(("script", "style", "pre", "code", "bdi", "option", "svg"))

    def __init__(self):
        super().__init__()
        self.inside, self.found = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "input", "br", "link", "line", "rect", "circle"):
            self.inside.append(tag if ("class", "signature") not in attributes else "code")
        if tag not in ("meta", "svg"):  # a drawing is called after what is drawn
            told = dict(attributes)
            self.found += [told[name] for name in ("aria-label", "title") if told.get(name)]

    def handle_endtag(self, tag):
        if self.inside:
            self.inside.pop()

    def handle_data(self, data):
        if not self.LEFT_OUT.intersection(self.inside) and data.strip():
            self.found.append(data.strip())


def _ours(page):
    reader = _Words()
    reader.feed(page)
    return reader.found


ENGLISH = re.compile(
    r"\b(the|of|and|with|that|each|are|is|by|not|for|which|how|these|from|there|they|coders|"
    r"items?|agreement|disagreement|categor(?:y|ies)|units|undefined|chance)\b"
)
"""Words of English that neither German nor French has."""
KEPT = re.compile(
    r"\bnominal\b|“[^”]*”|„[^“]*“|«[^»]*»|'[^']*'|`[^`]*`|--\S+|\w+=\S+|"
    r"\S+\|\S+|\S+\\textbar\S+"
)
"""What is quoted, a setting or a signature."""


def _text(cell):
    """The text of the user's in a row of the list: whole, or with what is around it."""
    return cell[1] if isinstance(cell, list) else cell or ""


def _said_by_scripts():
    scripts = (TEMPLATES.joinpath(name).read_text("utf-8") for name in SCRIPTS)
    return [text for script in scripts for text in re.findall(r'\bsaid\("([^"]+)"', script)]


SCRIPTS = ("report.js", "lanes.js", "list.js")


@pytest.mark.parametrize("language", OTHERS)
def test_no_entry_is_left_in_english(language):
    """What an entry says has no English word, apart from its fields and names of settings."""
    for key, text in spoken(language).sentences.items():
        for one in [text] if isinstance(text, str) else text:
            assert not ENGLISH.search(KEPT.sub("", re.sub(r"\{[^}]+\}", "x", one))), key


def test_what_a_template_says_is_in_the_catalogue():
    """Every sentence of a template and of a script has an entry: a new one fails here."""
    told = [key for file in OWN for key in re.findall(r'\b_\("([^"]*)"', file.read_text("utf-8"))]
    assert len(told) > 200
    there = spoken("en").sentences
    assert [key for key in (*told, *_said_by_scripts()) if key not in there] == []


def test_no_template_has_words_of_its_own():
    """All text of a page goes through the catalogue: none stands bare in a template."""
    bare = {}
    for file in OWN:
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", file.read_text("utf-8"), flags=re.S)
        found = [words for words in _ours(text) if re.search("[a-zA-Z]{2}", words)]
        if found:
            bare[file.name] = found
    assert bare.pop("categories.html") == ["PABAK (S)"]
    assert bare.pop("trees.html") == ["UAS", "LAS"]
    assert bare.pop("ratings.html") == ["ICC", "ICC()"]
    assert bare == {}


def test_no_script_shows_words_of_its_own():
    """A text that a script puts into the page goes through the catalogue, too."""
    shown = (
        r'(?:textContent = |aria-label": |make\([^,]+, [^,]+, )[`"]([^`"]*[a-z]{3,} [a-z]+[^`"]*)'
    )
    for name in SCRIPTS:
        assert re.findall(shown, TEMPLATES.joinpath(name).read_text("utf-8")) == []


@pytest.mark.parametrize(
    "language", [OTHERS[0], *(pytest.param(name, marks=pytest.mark.full) for name in OTHERS[1:])]
)
@pytest.mark.parametrize("name", NAMES)
def test_no_output_is_left_in_english(name, language):
    """No sentence of any output lacks an entry, and no English word remains but names."""
    english, other = made(name), made(name, language)
    names = {*english["study"]["coders"], *english["study"]["categories"]}
    listed = english.data.get("disagreements") or {"documents": (), "rows": ()}
    names |= {*listed["documents"], *(_text(row[9]) for row in listed["rows"])}
    names.add(Path(english["study"]["source"]).name)
    own = re.compile("|".join(rf"(?<!\w){re.escape(n)}(?!\w)" for n in names if n) or "(?!)")
    works = {work["text"] for work in english["methods"]["references"]}
    published = (english.data.get("meaning") or {}).get("published") or {"rows": ()}
    works |= {row["what"] for row in published["rows"]}
    for form, text in outputs(other).items():
        if form == "figures":
            continue
        lines = _ours(text) if text.lstrip().startswith("<") else text.splitlines()
        if form in ("apa", "markdown"):
            heading = next(
                at for at, line in enumerate(lines) if other.say.of("page.references") in line
            )
            lines = lines[:heading]  # works keep their titles
        for line in lines:
            plain = own.sub("", KEPT.sub("", line))
            if line in names or line in works or plain.startswith(("|", "    ", "%", "accord ")):
                continue
            assert not ENGLISH.search(plain), (form, line)


@pytest.mark.parametrize(("name", "language"), [("codings", "de"), ("documents", "fr")])
def test_nothing_but_words_changes(name, language):
    """Numbers, signatures, the command and all names stand in every output as in the English."""
    english, other = made(name), made(name, language)
    number = re.compile(r"\d*[.,]\d+")
    before, after = outputs(english), outputs(other)
    for form, text in before.items():
        if form not in ("page", "figures"):
            # .8 in English papers is 0,8 in others.
            numbers = (
                sorted(one.replace(",", ".").lstrip("0") for one in number.findall(there))
                for there in (text, after[form])
            )
            assert next(numbers) == next(numbers), form
    value = re.compile(r'data-value="[^"]*"')
    assert value.findall(before["page"]) == value.findall(after["page"])
    bdi = re.compile(r"<bdi>([^<]*)</bdi>")
    own = {*english["study"]["coders"], *english["study"]["categories"]}
    kept = [text for text in bdi.findall(before["page"]) if text in own]
    assert kept == [text for text in bdi.findall(after["page"]) if text in own]
    for told in (*english["methods"]["signatures"], english["methods"]["command"]):
        assert (told in before["page"]) == (told in after["page"])
    data = re.compile(r'<script type="application/json" id="report-data">.*?</script>', re.S)
    assert data.findall(before["page"]) == data.findall(after["page"])
    assert csv_text(english) == csv_text(other)
    assert f'<html lang="{language}">' in after["page"]


def test_figures_speak_and_keep_names():
    """Axes, legends and tooltips are translated; the data of the user, and their number, stay."""
    english, german = figure_specs(made("codings")), figure_specs(made("codings", "de"))
    assert english.keys() == german.keys()
    text = json.dumps(german, ensure_ascii=False)
    assert '"title": "Übereinstimmung"' in text
    assert '"title": "agreement"' not in text
    words = {"kind", "coefficient"}
    for name, spec in english.items():
        for set_name, rows in spec.get("datasets", {}).items():
            for row, said in zip(rows, german[name]["datasets"][set_name], strict=True):
                assert {k: v for k, v in row.items() if k not in words} == {
                    k: v for k, v in said.items() if k not in words
                }


def test_figures_in_files_have_the_font_they_were_measured_in():
    """A file names a font as wide as the one that made room for its texts, so none is cut off."""
    report = made("codings", "de")
    drawn = picture(filled(figure_specs(report)["categories"], PALETTES["light"]), "svg").decode()
    fonts = set(re.findall(r'font-family="([^"]*)"', drawn))
    assert fonts
    assert all(font.startswith("Arial, Helvetica, 'Liberation Sans'") for font in fonts)
    assert ">Anteil der Labels<" in drawn


def test_plurals_and_singulars():
    """One of a thing is said as one, several as several, in the verb as in the noun."""
    german, french = spoken("de"), spoken("fr")
    one = {"coders": 1, "items": 1, "categories": 1}
    two = {"coders": 2, "items": 20, "categories": 2}
    assert german.of("study.labels", **one) == (
        "eine kodierende Person ordnete ein Element einer Kategorie zu."
    )
    assert german.of("study.labels", **two) == (
        "zwei Kodierende ordneten 20 Elemente zwei Kategorien zu."
    )
    assert (
        french.of("study.labels", **one) == "un annotateur a réparti un élément en une catégorie."
    )
    key = "read.empty-cells-missing-codings"
    assert french.of(key, n=1) == "1 cellule vide traitée comme manquante"
    assert french.of(key, n=2) == "2 cellules vides traitées comme manquantes"


def test_names_are_not_translated():
    """Names that are words or sentences of the report keep every sign; hostile ones too."""
    study = accord.from_coders({"coder": "abab", "value": "abbb", "kind": "aabb"})
    text = markdown(accord.report(study, resamples=20, language="de"))
    assert "| coder |" in text
    assert "| value |" in text
    odd = "Coders. Discuss; items"
    study = accord.from_coders({odd: "abab" * 9, "B": "baab" * 9, "C": "baab" * 9})
    report = accord.report(study, resamples=20, language="de")
    assert f"„{odd}“" in report.say(report["next"]["steps"][0]["sentence"])
    hostile = page(replace(report_on("hostile"), language="fr"), script="")
    assert "<img src=x" not in hostile.partition("<main")[2].partition("<script")[0]
    assert HOSTILE[0] not in markdown(replace(report_on("hostile"), language="fr"))


def test_a_title_of_the_users_stays():
    """A title is translated where it is ours."""
    study = accord.from_coders({"A": "abab", "B": "abbb"})
    assert accord.report(study, resamples=20, language="de").title == "Übereinstimmung"
    own = accord.report(study, resamples=20, language="de", title="Agreement in my study")
    assert own.title == "Agreement in my study"


def test_every_sentence_of_a_report_has_a_key():
    """What the data hold under the names of messages can be said in every language."""
    for name in NAMES:
        for key, text in _messages(made(name).data):
            assert isinstance(text, Said), (name, key, text)


MESSAGES = {"sentence", "verdict", "why", "undefined", "reason", "late", "paragraph", "notes"}


def _messages(data, name=""):
    """The texts of plain data that are ours to say, each with its name."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from _messages(part, key)
    elif isinstance(data, list):
        for part in data:
            yield from _messages(part, name)
    elif isinstance(data, str) and name in MESSAGES:
        yield name, data


def test_an_unknown_language_is_refused(tmp_path, monkeypatch):
    """By all ways in, before the work, with the names of those there are; no locale counts."""
    study = accord.from_coders({"A": "abab", "B": "abbb"})
    for ask in (known_language, lambda language: accord.report(study, language=language)):
        with pytest.raises(accord.UnknownNameError, match=r"language 'xx'; known: de, en, fr"):
            ask("xx")
    report = accord.report(study, resamples=20)
    with pytest.raises(accord.UnknownNameError, match="language"):
        accord.render.write_report(report, tmp_path / "x.md", language="../de")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "## Methods" in markdown(accord.report(study, resamples=20))


def test_a_checklist_answers_in_the_language():
    """The questions are the venue's; what the study tells is in the language of the report."""
    asked = checklist(made("codings", "de"), "grras")
    assert "**10. Describe the statistical analysis.**" in asked
    assert "TO WRITE: which coders the result is to hold for" in asked
    assert "- Berechnet mit accord" in asked
    assert "- Drei Kodierende" in asked


def test_the_command_line_speaks(tmp_path, monkeypatch, capsys):
    """Every output of the command is in the language; data for programs are not."""
    monkeypatch.chdir(tmp_path)
    Path("acts.csv").write_text("item,coder A,coder B\n1,x,x\n2,y,x\n3,y,y\n4,x,x\n", "utf-8")
    run = ("report", "acts.csv", "-q", "--resamples", "20", "--language", "de")
    called(capsys, *run, "-o", "b.md", "-o", "b.tex", "-o", "b.json")
    assert "## Methoden" in Path("b.md").read_text("utf-8")
    assert "Konfidenzintervall" in Path("b.tex").read_text("utf-8")
    assert "Two coders" in json.loads(Path("b.json").read_text("utf-8"))["study"]["sentence"]
    assert "# Übereinstimmung in acts.csv" in Path("b.md").read_text("utf-8")
    assert "Nächste Schritte" in called(capsys, *run).out
    called(capsys, *run[:-1], "xx", code=2)
