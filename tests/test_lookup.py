"""Every name of the field leads to the entry that a specialist would name."""

import inspect
import re
from collections import Counter
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import accord
from accord._measure.catalogue import MEASURES
from accord.cli import COMMANDS, program
from accord.infer.advice.lookup import entries, lookup

TABLE = Path(__file__).parent / "names_of_the_field.tsv"
LINES = TABLE.read_text("utf-8").splitlines()
WORDS = [line.split("\t") for line in LINES if not line.startswith("#")]


def test_there_are_many_words():
    """Three hundred names of the sources that are named, and sixty in awkward spellings."""
    sources = Counter(source for _, _, source in WORDS)
    assert len({word for word, _, _ in WORDS}) == len(WORDS)
    assert sources.pop("our own, awkward") >= 60
    assert sources.pop("literature") > 0
    assert sum(sources.values()) >= 300
    assert set(sources) == {
        "survey, headings",
        "survey, text",
        "Gwet's handbook",
        "Krippendorff's Content Analysis",
        "Fleiss, Levin & Paik, chapter 18",
        "irr 0.84",
        "irrCAC",
        "DescTools",
        "SPSS and SAS KALPHA",
        "Stata kappaetc",
        "NLTK",
        "scikit-learn",
    }


@pytest.mark.parametrize(("word", "expected", "_"), WORDS, ids=[row[0] for row in WORDS])
def test_a_name_leads_to_its_entry(word, expected, _):
    """The first entry is the one that is meant."""
    assert lookup(word)[0].name == expected


@pytest.mark.parametrize(
    "word", ["zzqx", "banana", "Cohen's d", "Foo coefficient", "Smith's index", "-"]
)
def test_what_is_no_name_is_said_to_be_none(word):
    """A word of another field leads nowhere; generic words such as "index" mislead nobody."""
    with pytest.raises(accord.UnknownNameError, match="is called"):
        lookup(word)


def test_close_spellings_are_found_last():
    """A slip of the pen is understood; a whole word is not drowned by what is spelled alike."""
    assert lookup("krippendof")[0].name == "alpha"
    assert [one.name for one in lookup("LAS")] == ["las", "corrected_las"]


def test_what_has_another_name_is_found_by_what_is_written_about_it():
    """In its sentence, or in its function's text; said to be no name, and at the prompt an error,
    so that nobody takes it for one. Letters of formulas are no words."""
    about = {"reviewers records": "screening", "moved along the continuum": "gamma"}
    for words, name in about.items():
        found = lookup(words)
        assert name in {one.name for one in found}
        assert all(one.near and one.how.startswith("not called so") for one in found)
        with pytest.raises(accord.UnknownNameError):
            accord.find(words)
    with pytest.raises(accord.UnknownNameError):
        lookup("we so")


def test_measures_are_searched_by_whole_words():
    """LAS is no part of intraclass, and what is no measure is said to be what it is."""
    run = CliRunner()
    assert "intraclass" not in run.invoke(program, ["measures", "LAS"]).output
    said = run.invoke(program, ["measures", "MASI"])
    assert isinstance(said.exception, accord.UnknownNameError)
    assert "is a distance" in str(said.exception)


def _commands(use):
    """The commands that an entry tells to type: name and options."""
    for part in re.split(r"\s{3,}", use):
        if part.startswith("accord "):
            words = part.split()
            yield words[1], [word for word in words[2:] if word.startswith("-")]


@pytest.mark.parametrize("entry", entries(), ids=lambda e: f"{e.kind}-{e.name}")
def test_what_to_type_exists(entry):
    """Every command has its options, every function of Python is there."""
    for name, options in _commands(entry.use):
        assert name in COMMANDS, entry.use
        command = program.get_command(click.Context(program), name)
        known = {
            flag for option in command.params for flag in (*option.opts, *option.secondary_opts)
        }
        assert {*options} <= known, entry.use
    for dotted in re.findall(r"accord(?:\.\w+)+", entry.use):
        thing = accord
        for part in dotted.split(".")[1:]:
            thing = getattr(thing, part)
        assert callable(thing) or inspect.ismodule(thing)


def test_an_entry_is_said_in_a_sentence():
    """Kind, what it is and what to type are there for every entry."""
    for entry in entries():
        assert entry.says
        assert entry.use
    kinds = {entry.kind for entry in entries()}
    assert kinds == {"measure", "distance", "task", "format", "program", "function", "concept"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["measures", "KALPHA"], "alpha"),
        (["choose", "--task", "NER"], "named entity"),
        (["choose", "--task", "coreference"], "anaphoric chains"),
        (["cite", "Jaccard"], "passonneau2004"),
    ],
)
def test_commands_know_the_names_of_the_index(typed, said):
    """Measures, tasks and works are found by any of their names."""
    found = CliRunner().invoke(program, typed)
    assert found.exit_code == 0, found.exception
    assert said in found.output


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("excel", "no publication is known for the format 'excel'; "),
        ("csv", "no publication is known for the format 'table', which 'csv' leads to; "),
        ("sklearn", "no publication is known for the program 'scikit-learn', which 'sklearn' "),
    ],
)
def test_nothing_to_cite_is_said(name, said):
    """What accord knows and nobody published anything on: what it is, and what to cite instead."""
    found = CliRunner().invoke(program, ["cite", name])
    assert found.exit_code == 1
    assert str(found.exception).startswith(said)
    assert str(found.exception).endswith("accord cite accord")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-m", "KALPHA", "--distance", "nominal"], "is called alpha here"),
        (["-m", "alpha", "--distance", "Levenshtein"], "is called edit here"),
        (["-m", "alpha", "--distance", "Melamed"], "is called melamed-resnik here"),
        (["-m", "MASI"], "masi is a distance"),
        (["-m", "alpa", "--distance", "nominal"], "Did you mean alpha"),
    ],
)
def test_a_name_of_another_program_is_explained(options, said, tmp_path):
    """What is typed for a measure or a distance and is another's name says what it is here."""
    (tmp_path / "t.csv").write_text("item,coder A,coder B\n1,x,x\n2,y,x\n3,y,y\n")
    found = CliRunner().invoke(program, ["measure", str(tmp_path / "t.csv"), "-q", *options])
    assert said in str(found.exception)


PAPERS = [
    line.split("\t")
    for line in (TABLE.parent / "words_of_the_papers.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("word", "expected"), PAPERS, ids=[row[0] for row in PAPERS])
def test_a_word_of_the_papers_leads_to_its_place(word, expected):
    """Whoever holds a paper in one hand finds everything with the other: by the command, and at
    the prompt, where what is only spelled alike is an error."""
    first = lookup(word)[0]
    assert (first.name, first.near) == (expected, False)
    there = accord.find(word)
    assert (there if first.kind == "measure" else there[0]).name == expected


def test_no_word_of_the_papers_is_left_out():
    """All words, statistics and remarks that were collected from the five papers, each once."""
    assert len(PAPERS) == len({word for word, _ in PAPERS}) == 288


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_what_tables_call_a_measure_leads_to_it(name):
    """The name in every table, for two coders and for more, is a name of the measure."""
    measure = MEASURES[name]
    for shown in (measure.display, measure.display_many or measure.display):
        found = lookup(shown)
        assert not found[0].near, shown
        assert name in [one.name for one in found[:3]], shown
