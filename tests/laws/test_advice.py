"""What the report advises holds: more items, more coders, what a majority would settle."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._report.sections.next_section import next_section
from accord.infer.advice import next_steps as steps
from accord.infer.advice.choose import Estimate

NOMINAL = accord.bound("alpha", distance="nominal")


def coders_who_err(seed, items, coders, right, hard=0.0, categories=4):
    """Coders who see the truth with a probability, on hard items hardly ever, and else guess."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(categories, size=items)
    see = np.where(rng.random(items) < hard, 0.1, right)
    return accord.from_coders(
        {
            f"coder {c}": np.where(
                rng.random(items) < see, truth, rng.integers(categories, size=items)
            ).tolist()
            for c in range(coders)
        }
    )


def found(study, measure=NOMINAL, over=None, **more):
    """The next steps of a study."""
    value = measure.compute(study)
    how = {"method": "jackknife"} | ({} if over is None else {"over": over})
    value = value.with_interval(accord.interval(study, measure, **how))
    return accord.infer.next_steps(study, Estimate(measure, value), **more)


def said(study, what, **more):
    """The sentence of the report about this, "" where there is none."""
    rows = next_section(found(study, **more), None)["steps"]
    return next((row["sentence"] for row in rows if row["what"] == what), "")


def test_three_coders_cannot_tell_how_many_would_do():
    """Two halves of two coders need four, so three promise nothing; nor do nine, whose halves would
    take long to try, nor coders who left items out."""
    for number, told in ((3, False), (4, True), (8, True), (9, False)):
        study = coders_who_err(1, 1000, number, 0.8)
        now = found(study).more.now
        assert (found(study, width=0.85 * now).more.coders is not None) == told
    some = coders_who_err(1, 1000, 4, 0.8)
    narrower = 0.85 * found(some).more.now
    gap = replace(some, item=some.item[1:], category=some.category[1:], coder=some.who()[1:])
    assert found(some, width=narrower).more.coders is not None
    assert found(gap, width=narrower).more.coders is None
    assert "coders" not in said(coders_who_err(1, 60, 3, 0.8), "size")


@pytest.mark.parametrize(
    ("items", "right", "hard", "width", "least"),
    [(150, 0.8, 0.0, 0.1, 20), (60, 0.8, 0.0, 0.15, 8), (300, 0.7, 0.1, 0.08, 2)],
)
def test_so_many_coders_do(items, right, hard, width, least):
    """Of 40 studies those that name a number of coders are right in four of five at least: as many
    coders of the same kind on as many items have an interval as narrow. The fewest that must name
    one keeps the law from being empty."""
    reached, told = 0, 0
    for seed in range(40):
        number = found(coders_who_err(seed, items, 5, right, hard), width=width).more.coders
        if number is None:
            continue
        told += 1
        assert 5 < number <= steps.MOST_CODERS
        more = coders_who_err(seed + 1000, items, number, right, hard)
        made = accord.interval(more, NOMINAL, method="jackknife")
        reached += made.high - made.low <= width
    assert told >= least
    assert reached >= 0.8 * told


def test_no_number_near_what_none_reaches():
    """A fifth of the items hard for all, 150 items: a width of .1 is near what no number of coders
    reaches, so none of 20 studies names one."""
    for seed in range(20):
        assert found(coders_who_err(seed, 150, 5, 0.8, 0.2), width=0.1).more.coders is None


def test_what_no_number_of_coders_reaches_is_said():
    """Half of the items are hard for all: with 200 coders the interval is still wider than .06,
    and most studies say so, none the contrary."""
    wide = accord.interval(coders_who_err(0, 200, 200, 0.95, 0.5), NOMINAL, method="jackknife")
    assert wide.high - wide.low > 0.06
    rows = [found(coders_who_err(seed, 200, 6, 0.95, 0.5), width=0.06).more for seed in range(20)]
    assert sum(row.never for row in rows) >= 12
    assert all(row.coders is None for row in rows)
    study = coders_who_err(next(s for s, row in enumerate(rows) if row.never), 200, 6, 0.95, 0.5)
    assert "More coders on the same items would not be enough." in said(study, "size", width=0.06)
    assert "would not" not in said(coders_who_err(1, 200, 6, 0.8), "size", width=0.06)


def test_documents_are_counted_where_these_were_drawn():
    """40 documents of 5 items: the plan is in documents; in items if these are drawn; in clusters
    of a column of one's own; and nothing is planned for an interval over coders."""
    study = coders_who_err(2, 200, 3, 0.7)
    about = {"document": tuple(f"d{i // 5}" for i in range(200))}
    about["speaker"] = tuple(f"s{i // 10}" for i in range(200))
    study = replace(study, about=about)
    more = found(study).more
    planned = accord.plan(study, NOMINAL, width=0.1)
    assert (more.items, more.what) == (planned.documents, "documents")
    assert more.items != planned.items
    assert f"you need about {planned.documents} documents in total" in said(study, "size")
    assert found(study, over="items").more.what == "items"
    assert found(study, over="speaker").more.what == "clusters"
    assert found(study, over="coders").more is None
    few = found(study.take(range(45)), width=1.9).more
    assert (few.items, few.what) == (None, "documents")  # 45 items in 9 documents: too few
    assert found(study.take(range(50)), width=1.9).more.items == 10


def test_no_value_after_adjudication_is_told():
    """What agreement would be with majority labels is no reliability: guessers, too, would gain."""
    for agree in (0.0, 0.9):
        sentence = said(coders_who_err(3, 60, 3, agree), "discuss")
        assert sentence.startswith("Discuss the first ")
        assert "majority" not in sentence
        assert "would be" not in sentence


def test_one_measure_in_a_sentence():
    """The value without a coder stands in a sentence only where it is of the headline's measure."""
    study = coders_who_err(5, 200, 4, 0.9)
    labels = study.category.copy()
    labels[(study.who() == 0) & (study.item % 2 == 0)] = 0
    steps_found = found(replace(study, category=labels))
    assert [row.coder for row in steps_found.coders] == ["coder 0"]
    rows = [{"coder": "coder 0", "without": 0.875}]
    for symbol, there in (("α", True), ("F1", False)):
        section = next_section(steps_found, {"rows": rows, "without_symbol": symbol})
        sentence = next(row["sentence"] for row in section["steps"] if row["what"] == "coder")
        assert ("Without “coder 0”, α is 0.875." in sentence) == there
        assert "F1" not in sentence
