"""Published values: each is in the words of its source, and a study is placed among them."""

import re

import pytest

import accord
from accord._measure.distances.distance import DISTANCES
from accord._measure.distances.taxonomic import TAXONOMIC
from accord._report.citations import bibliography
from accord.infer import among_published, as_if, published_values
from accord.infer.advice.cases import EVERY
from accord.infer.advice.meaning import SAME_TASKS, _table, symbol
from tests.cli.commands import typed

ROWS = published_values()
LABELS = accord.from_coders({"A": "aabbccabcb" * 4, "B": "aabbccaacb" * 4, "C": "aabbcbabcb" * 4})


def test_there_are_many():
    """At least sixty values, of at least a dozen tasks, from more than one text."""
    assert len(ROWS) >= 60
    assert len({row.task for row in ROWS}) >= 12
    assert len({row.source for row in ROWS}) >= 5


def _numbers(text):
    """Every number of a text; percentages as shares."""
    found = re.findall(r"(?<![\w.])(\d*\.?\d+)(%?)", text)
    return {round(float(number) / (100 if sign else 1), 6) for number, sign in found}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.study}-{row.what}-{row.measure}")
def test_a_value_is_in_the_words_of_its_source(row):
    """The printed number is in the quotation; task, measure, distance and source are known."""
    printed = 100 * row.value if "[in percent]" in row.quote else row.value
    assert round(printed, 6) in _numbers(row.quote)
    assert row.task in EVERY
    assert row.measure in accord.MEASURES
    assert row.distance in {"of its own", *DISTANCES, *TAXONOMIC}
    assert row.source in bibliography() or row.source.startswith("https://")
    assert row.what
    assert row.place


def test_numbers_of_a_quotation():
    """The test above can fail: other numbers, and parts of numbers, are not found."""
    assert _numbers("K = 0.8 for the 42-tag scheme, 67.3% and .5") == {0.8, 42.0, 0.673, 0.5}
    assert 0.73 not in _numbers("67.3% and 0.673")


def test_sizes_are_in_the_text_where_they_are_in_the_words():
    """Table 2 of Geertzen & Bunt prints how many pairs each value rests on."""
    rows = [row for row in ROWS if row.source == "geertzen2006"]
    assert len(rows) == 16
    for row in rows:
        assert float(row.n) in _numbers(row.quote)


def test_standing_counts_by_hand():
    """Above those that are lower, among the values of the task by like measures alone."""
    value = accord.alpha(LABELS, distance="nominal")
    found = among_published(value, "word-sense")
    like = [r.value for r in published_values("word-sense") if r.measure == "pi"]
    assert sorted(r.value for r in found.values) == sorted(like)
    assert found.above == sum(one < value.value for one in like)
    assert {row.measure for row in found.others} == {"percent"}
    assert f"yours is higher than {found.above} of them." in str(found)
    assert "not a benchmark" in str(found)


def test_a_distance_is_not_compared_with_another():
    """α with MASI stands beside no nominal value; nothing is said where nothing is like it."""
    sets = accord.from_coders({"A": [{"x"}, {"y"}, {"x", "y"}], "B": [{"x"}, {"y"}, {"y"}]})
    value = accord.alpha(sets, distance="masi")
    assert among_published(value) is None
    found = among_published(value, "word-sense")
    assert found.values == ()
    assert "uses this measure" in str(found)
    undefined = accord.alpha(accord.from_coders({"A": "aa", "B": "aa"}), distance="nominal")
    assert among_published(undefined, "word-sense") is None
    assert str(among_published(value, "rankings")) == (
        "accord has no published values for “rankings”."
    )
    with pytest.raises(accord.UnknownNameError, match="word-sense"):
        among_published(value, "word-sens")


def test_kin_are_measures():
    """Whose values are compared is a statement about measures that exist, each in one group."""
    names = [name for group in _table()["alike"] for name in group]
    assert len(names) == len(set(names))
    assert set(names) <= set(accord.MEASURES)
    assert set(SAME_TASKS) | set(SAME_TASKS.values()) <= set(EVERY)
    assert symbol(published_values("discourse-deixis")[0]) == "α (passonneau)"


TASKS_OF_THE_SURVEY = [
    *("part-of-speech", "named-entity", "prosody", "flat-dialogue-acts", "dialogue-act-dimensions"),
    *("several-dialogue-acts", "dialogue-act-hierarchy", "topic-segmentation", "markables"),
    *("games-and-transactions", "elementary-discourse-units", "argumentative-zoning"),
    *("nested-constituents", "parser-corrections", "antecedents", "anaphoric-chains"),
    *("discourse-deixis", "word-sense", "grouped-word-senses", "several-word-senses"),
    *("several-labels", "content-units", "rhetorical-relations", "predicate-argument"),
    *("discourse-connectives", "relations", "syntactic-trees", "boxes", "rankings", "judges"),
    "free-text",
]


@pytest.mark.parametrize("task", TASKS_OF_THE_SURVEY)
def test_every_task_has_a_measure_a_reason_and_values_or_says_that_there_are_none(task, tmp_path):
    """A measure with its reason; what a paper reached, or that none is known."""
    values = published_values(task)
    code, out, err = typed("choose", "--task", task, cwd=tmp_path)
    assert code == 0, err
    assert re.search(r"recommended +\S.+ \S+ +\w+ +\w", out), out
    told = " ".join(out.split())
    assert ("accord knows no published value" in told) == (not values)
    for row in values[:1]:
        assert row.study in told
    assert EVERY[task].reported or values, "no paper that did it is named"


def test_few_tasks_have_no_values():
    """Two thirds of the survey's tasks have values of others; the rest is named here."""
    without = {task for task in TASKS_OF_THE_SURVEY if not published_values(task)}
    assert without == {
        *("several-dialogue-acts", "markables", "parser-corrections", "several-labels"),
        *("content-units", "rhetorical-relations", "discourse-connectives"),
        *("boxes", "rankings", "free-text"),
    }


def test_report_and_choose_show_them(tmp_path):
    """The report says where the study stands and what rate of mistakes it looks like."""
    accord.write(LABELS, tmp_path / "acts.csv")
    said = accord.report(LABELS, resamples=20, task="flat-dialogue-acts")["meaning"]
    assert said["published"]["sentence"].startswith("Published for “flat dialogue acts”: π = ")
    assert "higher than" not in said["published"]["sentence"]  # than three values is no place
    assert (accord.report(LABELS, resamples=20)["meaning"])["published"] is None
    rate = as_if(LABELS, distance="nominal").rate
    assert said["as_if"]["rate"] == pytest.approx(rate)
    assert f"if each coder labelled {100 * rate:.0f}% of" in said["as_if"]["sentence"]
    out = typed("choose", "--task", "flat-dialogue-acts", cwd=tmp_path)[1]
    assert "π = .83 (Carletta et al. 1997: MapTask)" in out
    out = typed("measure", "acts.csv", "-q", "-m", "kappa", "--as-if", cwd=tmp_path)[1]
    assert f"labelled {100 * rate:.0f}% of the items wrongly" in out
