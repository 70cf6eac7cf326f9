"""Breakdowns and pair tables from what engines count: the same as from memory."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

import accord
from accord._measure.bound import bound
from accord.engine.count_frames import count_frame, remote
from accord.errors import NotApplicableError, TooLargeError, UnknownNameError
from accord.infer.why.breakdown import breakdown
from accord.infer.why.confused import decompose
from accord.infer.why.influence import collapse, influence
from accord.infer.why.matrices import coincidence_matrix, confusion_matrix

COLUMNS = {"item": "item", "coder": "coder", "category": "category"}


def codings(seed, items, coders, categories, absent):
    """A long table with gaps and with one column more."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.integers(categories, size=items), coders)
    guess = rng.integers(categories, size=items * coders)
    chosen = np.where(rng.random(items * coders) < 0.7, truth, guess)
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(items), coders),
            "coder": np.tile([f"c{n:02d}" for n in range(coders)], items),
            "category": [f"k{n}" for n in chosen],
            "document": np.repeat(np.arange(items) // 4, coders),
        }
    )
    return frame[rng.random(len(frame)) > absent].reset_index(drop=True)


def same(one, two):
    """Two breakdowns with the same rows, in any order of rows."""
    assert one.columns == two.columns
    if one.by == "pair":
        one, two = (
            replace(each, rows=tuple((*sorted(row[:2]), *row[2:]) for row in each.rows))
            for each in (one, two)
        )
    ordered = [sorted(each.rows, key=lambda row: str(row[:2])) for each in (one, two)]
    for row, other in zip(*ordered, strict=True):
        for cell, also in zip(row, other, strict=True):
            # 1e-12: the same sums in another order
            near = isinstance(cell, float)
            assert also == (
                pytest.approx(cell, rel=1e-12, abs=1e-12, nan_ok=True) if near else cell
            )


FEW, MANY = (1, 60, 4, 3, 0.3), (2, 40, 76, 3, 0.92)  # above 70 coders patterns name nobody


@cache
def of_memory(shape, by, name):
    """What memory says, computed once for all engines."""
    memory = accord.from_frame(codings(*shape)[list(COLUMNS)], **COLUMNS)
    return breakdown(memory, by, name)


@pytest.mark.parametrize("shape", [FEW, MANY], ids=["few coders", "many coders"])
@pytest.mark.parametrize("by", ["category", "pair"])
def test_counts_break_down_as_memory_does(engine, shape, by):
    """By category and by pair, for π and for κ, with few coders and with many."""
    frame = codings(*shape)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(engine(frame), **COLUMNS)
    assert (counted.merged is None) == (len(memory.coders) > 70)
    for name in ("pi", "kappa"):
        same(of_memory(shape, by, name), breakdown(counted, by, name))


def test_coders_break_down_as_memory_does(every_engine):
    """By coder: with the others, and without her."""
    frame = codings(*FEW)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    same(
        breakdown(memory, "coder"), breakdown(count_frame(every_engine(frame), **COLUMNS), "coder")
    )


@pytest.mark.full
def test_all_of_many_coders_are_counted_again():
    """Patterns that do not say who met whom: the engine counts again without each coder."""
    counted = count_frame(codings(*MANY), **COLUMNS)
    same(of_memory(MANY, "coder", "kappa"), breakdown(counted, "coder", "kappa"))


def test_many_coders_are_counted_again():
    """Three of many coders, under every rule: the engine counts again with them alone."""
    frame = codings(*MANY)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(frame, **COLUMNS)
    three = [7, 1, 30]
    for rule in ("available", "pairable", "complete"):
        chosen = [memory.coders.index(counted.coders[at]) for at in three]
        one = accord.kappa(memory.only(chosen), missing=rule)
        two = accord.kappa(counted.only(three), missing=rule)
        assert (one.signature, one.undefined) == (two.signature, two.undefined)
        assert two.value == pytest.approx(one.value, rel=1e-12, nan_ok=True)


def test_pairs_of_codings_that_stay_in_their_engine(every_engine):
    """The engine joins, and every pair has the value of memory, under every rule."""
    frame = codings(3, 50, 4, 3, 0.4)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    there = remote(every_engine(frame), "item", "coder", "category", None, None, ())
    for rule in ("available", "pairable", "complete"):
        one = {
            frozenset(pair.coders): pair.agreement
            for pair in accord.infer.by_pair(memory, accord.bound(accord.kappa, missing=rule))
        }
        two = {
            frozenset(pair.coders): pair.agreement
            for pair in accord.infer.by_pair(there, accord.bound(accord.kappa, missing=rule))
        }
        assert one.keys() == two.keys()
        for pair, mine in one.items():
            theirs = two[pair]
            assert theirs.signature == mine.signature
            assert theirs.observed == pytest.approx(mine.observed, rel=1e-12)
            assert theirs.expected == pytest.approx(mine.expected, rel=1e-12)
    same(breakdown(memory, "pair"), breakdown(there, "pair"))


def held(table, categories=None):
    """The codings left in their engine."""
    return remote(table, "item", "coder", "category", None, categories, ())


CALLS = [
    ("kappa", {}),
    ("alpha", {"distance": "nominal"}),
    ("pi", {"missing": "pairable"}),
    ("ac1", {}),
    ("s", {"missing": "complete"}),
    ("percent", {}),
    ("beta", {"distance": "nominal", "missing": "pairable"}),
]


def test_categories_of_codings_that_stay_in_their_engine(every_engine, slow):
    """Each category against the rest, its part of D_o and what it is confused with."""
    for seed, declared in ((5, None), (6, ["k9", "k4", "k3", "k2", "k1", "k0"]))[
        : 1 if slow else 2
    ]:
        frame = codings(seed, 90, 4, 5, 0.3)
        memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS, categories=declared)
        there = held(every_engine(frame), declared)
        for name, given in CALLS[:1] if slow else CALLS:
            same(
                breakdown(memory, "category", bound(name, **given)),
                breakdown(there, "category", bound(name, **given)),
            )


@pytest.mark.parametrize("distance", ["interval", "ordinal", "circular:U=5"])
def test_points_that_stay_in_their_engine(engine, slow, distance):
    """With numbers: a category's part of D_o under the distance, all else as for names."""
    if slow and distance != "ordinal":
        pytest.skip("one plan of Dask, the longest, is enough")
    frame = codings(7, 60, 3, 5, 0.3)
    frame["category"] = frame["category"].str[1:].astype(float)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    there = held(engine(frame))
    given = {"distance": distance}
    same(
        breakdown(memory, "category", bound("alpha", **given)),
        breakdown(there, "category", bound("alpha", **given)),
    )


@pytest.mark.parametrize("distance", ["nominal", "interval", "circular:U=5"])
def test_the_worst_items_of_a_table_in_its_engine(engine, slow, distance):
    """Items have names while the table is there: all of them, and the worst alone."""
    if slow and distance != "interval":
        pytest.skip("one plan of a slow engine is enough")
    frame = codings(12, 30, 4, 5, 0.4)
    frame["category"] = frame["category"].str[1:].astype(float)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    studies = (
        [held(engine(frame))]
        if slow
        else [held(engine(frame)), count_frame(engine(frame), **COLUMNS)]
    )
    for there in studies:
        for rule in ("pairable", "available")[: 1 if slow else 2]:
            given = {"distance": distance, "missing": rule}
            one, two = (
                breakdown(study, "item", bound("alpha", **given)) for study in (memory, there)
            )
            same(one, two)
            worst = breakdown(there, "item", bound("alpha", **given), top=3)
            assert worst.column("share") == pytest.approx(one.column("share")[:3], rel=1e-12)
            assert worst.notes == breakdown(memory, "item", bound("alpha", **given), top=3).notes


def test_the_commonest_categories_alone(monkeypatch):
    """Of many categories some are shown, and their parts of D_o are those of the whole."""
    monkeypatch.setattr("accord.infer.why.breakdown.MOST_BY_CATEGORY", 3)
    frame = codings(8, 200, 4, 7, 0.3)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    one, two = (breakdown(study, "category", "kappa") for study in (memory, held(frame)))
    same(one, two)
    assert one.notes == two.notes
    assert one.notes[1] == "the 3 most frequent of 7 categories"


def test_very_many_categories_need_no_table_of_all_pairs():
    """Real values: memory shows what the engine shows, and a table of all pairs is refused."""
    rng = np.random.default_rng(3)
    frame = codings(3, 6000, 3, 2, 0.3)
    frame["category"] = np.round(rng.normal(frame["item"] % 50, 30), 3)
    memory, there = accord.from_frame(frame[list(COLUMNS)], **COLUMNS), held(frame)
    one, two = (
        breakdown(study, "category", bound("alpha", distance="interval"))
        for study in (memory, there)
    )
    same(one, two)
    assert len(one) == 200
    parts = decompose(memory, "categories", bound("alpha", distance="interval"))
    alpha = accord.alpha(memory, distance="interval")
    assert sum(parts.column("contribution")) == pytest.approx(alpha.observed, rel=1e-10)
    for call in (coincidence_matrix, lambda study: collapse(study, "pi")):
        with pytest.raises(TooLargeError, match="too many for a table of all pairs"):
            call(memory)


def test_what_is_too_much_to_bring_back_is_said(monkeypatch):
    """Where pairs of categories are too many the column stays empty, and a note says why; a
    table of too many coders is refused."""
    frame = codings(9, 60, 4, 5, 0.3)
    monkeypatch.setattr("accord.engine.table_breakdown.MOST_SUMS", 19)
    found = breakdown(held(frame), "category", "pi")
    assert found.column("confused with") == [None] * 5
    assert found.notes[-1] == "confused with: too many pairs of categories to fetch"
    with pytest.raises(NotApplicableError, match="4 coders are too many to fetch"):
        breakdown(held(frame), "category", "kappa")


def test_codings_that_all_stay_alike():
    """One category, or no coding that meets another: undefined, for the reason of memory."""
    frame = codings(10, 20, 3, 1, 0.2)
    alone = codings(10, 20, 3, 3, 0.2).drop_duplicates("item")
    for table in (frame, alone):
        memory = accord.from_frame(table[list(COLUMNS)], **COLUMNS)
        for name in ("pi", "kappa", "ac1"):
            same(breakdown(memory, "category", name), breakdown(held(table), "category", name))


@pytest.mark.parametrize("shape", [FEW, MANY, None], ids=["few coders", "many coders", "remote"])
def test_columns_break_down_as_memory_does(engine, slow, shape):
    """Within each value of a column about items, from patterns and from sums."""
    frame = codings(*(shape or FEW))
    frame["document"] = frame["item"] % 3  # few: without patterns each is asked for again
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    of = dict(zip(frame["item"], frame["document"], strict=True))
    memory = replace(memory, about={"document": [of[name] for name in memory.items]})
    there = held(engine(frame)) if shape is None else count_frame(engine(frame), **COLUMNS)
    calls = [("kappa", {}), ("ac1", {"missing": "pairable"}), ("s", {})]
    for name, given in calls[:1] if slow else calls:
        same(
            breakdown(memory, "document", bound(name, **given)),
            breakdown(there, "document", bound(name, **given)),
        )


def test_columns_that_cannot_be(monkeypatch):
    """A column that is not there, counts alone, and more values than an engine is asked for."""
    frame = codings(*FEW)
    counted = count_frame(frame, **COLUMNS)
    assert len(breakdown(counted, "document")) == 15
    with pytest.raises(UnknownNameError, match="no breakdown 'dokument'"):
        breakdown(counted, "dokument")
    with pytest.raises(NotApplicableError, match="do not identify items"):
        breakdown(accord.scale.merge([counted]), "document")
    monkeypatch.setattr("accord.engine.table_parts.MOST_QUESTIONS", 14)
    with pytest.raises(NotApplicableError, match="'document' has more than 14 values"):
        breakdown(held(frame), "document")


def test_coders_of_codings_that_stay_in_their_engine(engine, slow):
    """By coder: items and categories stay when a coder is left out."""
    frame = codings(11, 40, 3, 4, 0.3)
    frame.loc[frame.index[frame["coder"] == "c01"][0], "category"] = "only c01 says this"
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    there = held(engine(frame))
    for name in ("kappa",) if slow else ("kappa", "ac1", "s"):
        same(breakdown(memory, "coder", name), breakdown(there, "coder", name))


def test_matrices_from_counts():
    """Confusions and coincidences count items, not patterns."""
    frame = codings(*FEW)
    order = ["k0", "k1", "k2"]
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS, categories=order)
    counted = count_frame(frame, **COLUMNS, categories=order)
    assert (
        confusion_matrix(counted, "c00", "c02").values
        == confusion_matrix(memory, "c00", "c02").values
    ).all()
    # 1e-12: thirds are added up in another order
    found, expected = coincidence_matrix(counted).values, coincidence_matrix(memory).values
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("shape", [FEW, MANY], ids=["few coders", "many coders"])
@pytest.mark.parametrize("rule", ["available", "pairable", "complete"])
def test_counts_are_enough_for_patterns_merges_and_parts(shape, rule):
    """What items look like, what merging categories would do, what D_o is made of: as memory."""
    frame = codings(*shape)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS, categories=["k0", "k1", "k2"])
    counted = count_frame(frame, **COLUMNS, categories=["k0", "k1", "k2"])
    counts = accord.scale.merge([counted])  # as from a file
    calls = (("kappa", {"missing": rule}), ("alpha", {"missing": rule, "distance": "ordinal"}))
    for name, given in calls:
        for make in (
            lambda study, name=name, given=given: breakdown(study, "pattern", bound(name, **given)),
            lambda study, name=name, given=given: collapse(study, bound(name, **given)),
            lambda study, name=name, given=given: decompose(
                study, "categories", bound(name, **given)
            ),
        ):
            same(make(memory), make(counts))
    if counts.merged is not None:
        same(decompose(memory, "coders", "pi"), decompose(counts, "coders", "pi"))
        same(influence(memory, "category", "pi"), influence(counts, "category", "pi"))


def test_patterns_share_the_disagreement():
    """Patterns have all items, and their shares add up to 1."""
    study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"})
    found = breakdown(study, "pattern", "pi")
    assert found.rows[0] == ("a:2 b:1", 1, 3, pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert sum(found.column("items")) == 12
    assert sum(found.column("share")) == pytest.approx(1)


def test_single_items_are_refused():
    """Counts do not know items, nor, of many coders, who chose what: the reason is said."""
    few, many = (accord.scale.merge([count_frame(codings(*s), **COLUMNS)]) for s in (FEW, MANY))
    for call in (
        lambda: breakdown(few, "item"),
        lambda: influence(few, "item", "pi"),
        lambda: decompose(few, "items", "pi"),
    ):
        with pytest.raises(NotApplicableError, match="do not identify items"):
            call()
    for call in (
        lambda: decompose(many, "coders", "pi"),
        lambda: influence(many, "category", "pi"),
    ):
        with pytest.raises(NotApplicableError, match="do not record who chose what on each item"):
            call()
    with pytest.raises(NotApplicableError, match="too rare in these data"):
        breakdown(held(codings(*FEW)), "pattern")


def test_intervals_of_kappa_with_many_coders(engine):
    """Chance by coder where patterns do not say who: groups in the engine; a saved file cannot."""
    frame = codings(4, 2000, 90, 3, 0.96)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(engine(frame), **COLUMNS)
    assert counted.merged is None
    one = accord.interval(memory, "kappa", method="percentile", resamples=1000)
    two = accord.interval(counted, "kappa", method="percentile", resamples=1000)
    # 1000 resamples of 1000 groups: each standard error is good to about 3 % (one sigma)
    assert two.se == pytest.approx(one.se, rel=0.15)
    assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=one.se)
    with pytest.raises(NotApplicableError, match="do not record who chose what on each item"):
        accord.interval(accord.scale.merge([counted]), "kappa", resamples=100)


def test_no_coder_is_left_out_where_all_would_be_counted_again(engine, monkeypatch):
    """A table in an engine is counted anew without each coder: not for more coders than these."""
    frame = codings(*FEW)
    table = remote(engine(frame), "item", "coder", "category", None, None, ())
    merged = count_frame(engine(frame), **COLUMNS)
    monkeypatch.setattr("accord.infer.why.breakdown.RECOUNTED", 3)
    skipped, kept = breakdown(table, "coder", "pi"), breakdown(merged, "coder", "pi")
    assert "“without” is not computed for more than 3 coders" in skipped.notes
    assert all(np.isnan(row[3]) and np.isnan(row[4]) for row in skipped.rows)
    assert not any(np.isnan(row[3]) for row in kept.rows)  # its patterns know the coders
    monkeypatch.setattr("accord.infer.why.breakdown.RECOUNTED", 4)
    same(kept, breakdown(table, "coder", "pi"))
