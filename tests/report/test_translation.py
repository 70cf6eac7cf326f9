"""The report in German and French: every sentence has an entry, and the numbers stay."""

import re
import string

import pytest

import accord
from accord.report.render.markdown import markdown
from accord.report.render.tables import tables
from accord.report.sections.disagreement_list import KINDS
from accord.report.translation import LANGUAGES, messages, sayer
from tests.cli.commands import typed
from tests.report_studies import HOSTILE, report_on

STUDIES = ("codings", "units", "boundaries", "chains", "dimensions")
KEPT = {"A_o", "A_e", "p", "α", "ap-ratio", "κ of presence", "F1", "UAS", "LAS"}
"""Headings that are symbols."""


def _fields(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_every_entry_is_whole():
    """Each entry has all languages, with the same fields, and stands once."""
    found = messages()
    assert len({entry["en"] for entry in found}) == len(found)
    for entry in found:
        assert set(entry) == set(LANGUAGES)
        for language in LANGUAGES:
            assert set(_fields(entry[language])) == set(_fields(entry["en"])), entry
            assert entry[language].strip() == entry[language] != ""


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("name", STUDIES)
def test_nothing_is_left_in_english(name, language):
    """No sentence and no heading of five reports lacks an entry."""
    made = report_on(name)
    say = sayer(language)
    text = markdown(made, say=say)
    assert list(say.missing) == []
    own = {*made["study"]["coders"], *KEPT}
    for table in tables(made):
        for heading in table.columns:
            symbol = heading in (made.data.get("dimensions") or {}).get("symbols", ())
            assert heading in own or symbol or say._said(heading) is not None, heading
    if made["answer"]["value"] is not None:
        assert f"{made['answer']['value']:.3f}" in text
    assert made["answer"]["signature"] in text.replace("\\", "")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_numbers_and_names_stay(language):
    """The translated report has the numbers of the English one, in tables and sentences."""
    made = report_on("codings")
    english, other = markdown(made), markdown(made, language)
    rows = [line for line in english.splitlines() if line.startswith("| α |")]
    assert rows
    assert all(row in other for row in rows)
    numbers = re.compile(r"\d+\.\d+")
    assert sorted(numbers.findall(english)) == sorted(numbers.findall(other))


def test_names_are_not_translated():
    """A coder or a category called like a word of the report keeps its name; hostile ones too."""
    study = accord.from_coders({"coder": "abab", "value": "abbb", "kind": "aabb"})
    text = markdown(accord.report(study, resamples=20), "de")
    assert "| coder |" in text
    assert "| value |" in text
    hostile = markdown(report_on("hostile"), "fr")
    assert "<script" not in hostile
    assert HOSTILE[0] not in hostile


@pytest.mark.parametrize("language", ["de", "fr"])
def test_kinds_of_disagreement_have_words(language):
    """What a disagreement is called in the list has an entry, whatever the study."""
    say = sayer(language)
    assert [words for words in KINDS.values() if say._said(words) is None] == []


def test_what_has_no_entry_is_kept_and_known():
    """The test above can fail: an unknown sentence stays as it is and is counted."""
    say = sayer("de")
    assert say("Nobody wrote this sentence down.") == "Nobody wrote this sentence down."
    assert list(say.missing) == ["Nobody wrote this sentence down."]
    assert sayer("en")("Nobody wrote this.") == "Nobody wrote this."
    with pytest.raises(accord.UnknownNameError, match="language"):
        sayer("xx")


def test_the_command_line_speaks(tmp_path):
    """As Markdown and as a methods paragraph; elsewhere the option is refused."""
    (tmp_path / "acts.csv").write_text("item,A,B\n1,x,x\n2,y,x\n3,y,y\n4,x,x\n", "utf-8")
    run = ("report", "acts.csv", "-q", "--resamples", "20", "--language", "de")
    code, _, err = typed(*run, "-o", "bericht.md", cwd=tmp_path)
    assert code == 0, err
    assert "## Methoden" in (tmp_path / "bericht.md").read_text("utf-8")
    assert typed(*run, "--methods", "full", cwd=tmp_path)[1].startswith("Zwei Kodierende")
    assert typed(*run, cwd=tmp_path)[0] == 2
    assert typed(*run, "-o", "bericht.html", cwd=tmp_path)[0] == 2
