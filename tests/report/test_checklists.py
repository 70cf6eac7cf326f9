"""Checklists, cards and methods paragraphs: filled in from the study, and honest about the rest."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import accord
from accord._read.formats.table import FORMATS
from accord._report.citations import bibliography, cited, keys_of, tools, works
from accord._report.render.checklists import CHECKLISTS, FACTS, answered, as_page, card, checklist
from tests.cli.commands import typed
from tests.report_studies import HOSTILE, report_on

TABLES = tomllib.loads(files("accord").joinpath("data", "checklists.toml").read_text("utf-8"))


def test_lists_are_whole():
    """GRRAS has its fifteen items, ARR all of its list of 2024; every fact exists and is used."""
    assert set(TABLES) == set(CHECKLISTS)
    assert [item["id"] for item in TABLES["grras"]["items"]] == [str(n) for n in range(1, 16)]
    arr = [item["id"] for item in TABLES["arr"]["items"]]
    many = {"A": 2, "B": 6, "C": 4, "D": 5, "E": 1}
    assert arr == [f"{letter}{n}" for letter, last in many.items() for n in range(1, last + 1)]
    sections = {item["section"] for item in TABLES["datasheet"]["items"]}
    assert len(sections) == 7
    asked = {fact for table in TABLES.values() for item in table["items"] for fact in item["facts"]}
    assert asked == set(FACTS)
    for table in TABLES.values():
        assert table["source"] in bibliography() or table["source"].startswith("https://")


@pytest.mark.parametrize("name", CHECKLISTS)
def test_every_question_is_answered_or_named(name):
    """Each question has facts, or says what a person must write; the count at the end is right."""
    made = report_on("codings")
    _, _, found = answered(made, name)
    assert all(item.facts or item.write for item in found)
    text = checklist(made, name)
    open_fields = sum(bool(item.write) for item in found)
    assert text.count("TO WRITE: ") == open_fields
    assert f"{open_fields} of {len(found)} fields need a person" in text
    for item in found:
        assert f"**{item.id}. {item.asks}**" in text


def test_facts_are_the_report_s_numbers():
    """The value, its interval, the coders and the version are those of the report."""
    made = report_on("codings")
    text = checklist(made, "grras").replace("\\", "")
    answer = made["answer"]
    assert f"{answer['symbol']} = {answer['value']:.3f}" in text
    assert f"{answer['interval']['low']:.3f} to {answer['interval']['high']:.3f}" in text
    assert f"accord {accord.__version__}" in text
    assert answer["signature"] in text.replace("&amp;", "&")


def test_what_the_study_lacks_is_left_to_a_person():
    """Without coders by name, without an interval or a value, nothing is invented."""
    same = accord.report(accord.from_coders({"A": "aaaa", "B": "aaaa"}), resamples=20)
    text = checklist(same, "grras")
    assert "cannot be computed" in text
    assert "nan" not in text
    assert "None" not in text


def test_hostile_names_stay_text():
    """Names of coders and categories can be no Markdown and no HTML."""
    made = report_on("hostile")
    for name in CHECKLISTS:
        text = checklist(made, name)
        assert "<script" not in text
        page = as_page(text)
        assert "<script" not in page
        assert "<img" not in page
    assert HOSTILE[0] not in card(made)


def test_card_and_methods():
    """The card is one section of Markdown; the methods paragraph has three lengths."""
    made = report_on("codings")
    text = card(made)
    assert text.startswith("## Annotations\n")
    assert len(re.findall(r"^### ", text, re.M)) == 6
    short, apa, full = (accord.render.methods(made, form) for form in ("short", "apa", "full"))
    assert len(short) < len(apa) < len(full)
    assert made["answer"]["signature"] in short
    assert full == made["methods"]["paragraph"] + "\n"
    with pytest.raises(accord.UnknownNameError, match="short"):
        accord.render.methods(made, "shrt")


def test_forms_on_the_command_line(tmp_path):
    """Printed, or written as Markdown or a page; two forms at once are refused."""
    (tmp_path / "acts.csv").write_text(
        "item,coder A,coder B\n" + "1,x,x\n2,y,x\n3,y,y\n4,x,x\n", "utf-8"
    )
    run = ("report", "acts.csv", "-q", "--resamples", "20")
    code, _, err = typed(*run, "--checklist", "arr", "-o", "arr.html", cwd=tmp_path)
    assert code == 0, err
    page = (tmp_path / "arr.html").read_text("utf-8")
    assert "<h2>D. Human annotators</h2>" in page
    assert "TO WRITE: the instructions in full" in page
    assert typed(*run, "--checklist", "arr", "--card", cwd=tmp_path)[0] == 2
    assert typed(*run, "--methods", "short", "-o", "x.docx", cwd=tmp_path)[0] == 2
    assert typed(*run, "--methods", "short", cwd=tmp_path)[1].startswith("Krippendorff's α = ")


def test_all_that_was_used_is_cited(tmp_path):
    """Measures, the tool that wrote the file, and accord; distances and tasks by any name."""
    made = report_on("codings")
    entries = cited(made.data)
    assert entries[0] == bibliography()[made["methods"]["references"][0]["key"]]
    assert f"Version {accord.__version__}" in entries[-1]
    assert keys_of("Jaccard") == ("passonneau2004", "passonneau2006", "artstein2008")
    assert keys_of("melamed") == keys_of("wu-palmer")
    assert "mathet2015" in keys_of("gamma")
    for key in (*keys_of("ordinal"), *keys_of("word sense"), *keys_of("LAS")):
        assert key in bibliography()
    (tmp_path / "a.ann").write_text("T1\tPER 0 3\tAnn\n", "utf-8")
    (tmp_path / "a.txt").write_text("Ann is here", "utf-8")
    for coder in ("x", "y"):
        (tmp_path / "brat" / coder).mkdir(parents=True)
        for end in ("ann", "txt"):
            (tmp_path / "brat" / coder / f"a.{end}").write_bytes(
                (tmp_path / f"a.{end}").read_bytes()
            )
    code, out, err = typed("cite", "brat", "-q", cwd=tmp_path)
    assert code == 0, err
    assert "{stenetorp2012," in out
    assert "{accord," in out
    assert typed("cite", "MASI", cwd=tmp_path)[1].startswith("@inproceedings{passonneau2004")
    assert typed("cite", "zzqx", cwd=tmp_path)[0] == 1


def test_each_format_cites_its_own_tool_and_no_other(tmp_path):
    """A name or a title leads to the work of that format, also where names begin alike."""
    for one in FORMATS.values():
        expected = (one.source,) if one.source else ()
        assert tools(one.name) == tools(one.title) == expected
        assert set(expected) <= set(bibliography())
    assert "Žabokrtský, Zdeněk" in works()["nedoluzhko2022"]
    assert "Islamaj Doğan, Rezarta" in works()["comeau2013"]
    events = Path(__file__).parents[1] / "formats" / "boris" / "aggregated.tsv"
    code, out, err = typed("cite", str(events), "-q", cwd=tmp_path)
    assert code == 0, err
    assert "@article{friard2016," in out
    assert out.count("@misc{accord,") == 1
    assert typed("cite", "ELAN", cwd=tmp_path)[1].startswith("@inproceedings{wittenburg2006,")
