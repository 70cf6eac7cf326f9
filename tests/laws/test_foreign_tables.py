"""Tables of a second generator, written apart from accord's reading: a right number or none."""

from collections import Counter
from random import Random

import pytest

import accord
from tests.laws.foreign_tables import alpha, foreign


def labels_of(study):
    """The labels of each item, whoever gave them."""
    found = {name: [] for name in study.items}
    for i, k in zip(study.item.tolist(), study.category.tolist(), strict=True):
        if k >= 0:
            # The second of two columns of one name is called "name (2)".
            found[study.items[i]].append(str(study.categories[k]).removesuffix(" (2)"))
    return Counter(tuple(sorted(labels)) for labels in found.values() if labels)


def is_right(study, table):
    """Whether a study holds what was written, and its α is the one computed apart."""
    one = [study[name] for name in getattr(study, "names", ())] or [study]
    if len(one) != len(table.labels):
        return False
    for got, labels in zip(one, table.labels, strict=True):
        if labels_of(got) != Counter(filter(None, labels)):
            return False
        wanted = alpha(labels)
        if wanted is None:
            continue
        if abs(accord.alpha(got, distance="nominal").value - wanted) > 1e-9:
            return False
    return True


def outcome(table, path):
    """Whether a table is read at once, by what its message says, or refused; or a wrong number."""
    path.write_text(table.text, "utf-8")
    try:
        return "read" if is_right(accord.read(path), table) else "wrong"
    except accord.DataError as error:
        for number, keywords in enumerate(error.readings):
            if is_right(accord.read(path, **keywords), table):
                return "second" if number else "first"
        return "refused"


def swept(seeds, path):
    """How often each shape had each outcome; a wrong number ends it."""
    found = Counter()
    for seed in seeds:
        table = foreign(Random(seed))
        got = outcome(table, path)
        assert got != "wrong", f"seed {seed}: {table.shape}\n{table.text[:500]}"
        found[table.shape, got] += 1
    return found


def is_read(found, shapes, *outcomes):
    """The share of tables of these shapes that had one of the outcomes."""
    all_of = sum(n for (shape, _), n in found.items() if shape in shapes)
    return (
        sum(n for (shape, got), n in found.items() if shape in shapes and got in outcomes) / all_of
    )


def hold(found):
    """Never wrong (see `swept`); nearly all at once or by the first reading that is offered."""
    shapes = {shape for shape, _ in found}
    assert "read" not in {got for shape, got in found if shape == "one label"}
    assert is_read(found, shapes - {"one label"}, "read", "first") >= 0.95, found


def test_foreign_tables_are_right_or_refused(tmp_path):
    """150 tables of the second generator."""
    hold(swept(range(150), tmp_path / "t.csv"))


@pytest.mark.parametrize("seed", [2543, 3215, 51068, 51292, 51474, 52272, 52352])
def test_tables_that_had_no_way_to_be_read(tmp_path, seed):
    """Lists of which few have two labels, two columns of one name (an item's and a category's),
    two coders' rows whose answers look like initials, a label called as an item may be, and
    dimensions of which one has no label of both coders: asked about, and then read right."""
    assert outcome(foreign(Random(seed)), tmp_path / "t.csv") in ("first", "second")


@pytest.mark.full
def test_many_foreign_tables_are_right_or_refused(tmp_path):
    """8,000 tables of the second generator."""
    hold(swept(range(1000, 9000), tmp_path / "t.csv"))


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("post_id,cat0,cat1,cat2", "300 030 201 003 120 300 020 003 210 111"),
        ("item,A,B,C", "300 030 201 003 120 300 020 003 210 111"),
        ("item,C1,C2,C3", "300 030 201 003 120 300 020 003 210 111"),
        ("Subject,k1,k2", "41 41 14 14 14 14 23"),
        ("item,class_1,class_2", "11 22 12 22 11 11 22 21 33 33"),
        ("item,label1,label2,label3", "110 111 000 110 111 000 011 110 111 000"),
        ("item,answer 1,answer 2", "yy nn yy yn nn yy nn ny yy nn"),
    ],
)
def test_numbered_columns_and_votes_are_asked_about(tmp_path, header, cells):
    """Votes with codings missing and numbered columns that no word says are coders'."""
    rows = [",".join([str(at), *row]) for at, row in enumerate(cells.split())]
    path = tmp_path / "t.csv"
    path.write_text("\n".join([header, *rows]), "utf-8")
    with pytest.raises(accord.DataError, match="who the coders are") as caught:
        accord.read(path)
    if "class" not in header and "answer" not in header and "label" not in header:
        told = next(one for one in caught.value.readings if one.get("shape") == "counts")
        votes = accord.read(path, **told)
        assert len(votes.item) == sum(map(int, "".join(cells.split())))
