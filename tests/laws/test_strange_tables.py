"""A number only where the table says what it is, else a question, the right reading first."""

from collections import Counter
from math import isnan
from random import Random

import pytest

import accord
from tests.laws.strange_tables import strange, written


def nominal_alpha(labels):
    """Krippendorff's α of labels that are equal or not, by its definition; None where undefined."""
    units = [row for row in labels if len(row) > 1]
    pool = Counter(label for row in units for label in row)
    n = sum(pool.values())
    if len(pool) < 2:
        return None
    observed = sum(
        sum(count * (len(row) - count) for count in Counter(row).values()) / (len(row) - 1)
        for row in units
    )
    expected = sum(count * (n - count) for count in pool.values()) / (n - 1)
    return 1 - observed / expected


def is_right(study, table):
    """Whether a study is of labels and its α is that of what was written."""
    if not hasattr(study, "categories"):
        return False
    wanted = nominal_alpha(table.labels)
    got = accord.alpha(study, distance="nominal").value
    return (got != got) if wanted is None else abs(got - wanted) < 1e-9


def has_no_number(study):
    """Whether a study, such as one with a coder for each item, has no agreement to tell."""
    return hasattr(study, "categories") and isnan(accord.alpha(study, distance="nominal").value)


def outcome(table, path):
    """read (rightly), first, later, refused, wrong; silent where there is nothing to find."""
    try:
        study = accord.read(path)
    except accord.DataError as error:
        if table.labels is None:
            return "silent"
        for place, keywords in enumerate(error.readings):
            try:
                if is_right(accord.read(path, **keywords), table):
                    return "first" if place == 0 else "later"
            except accord.AccordError:
                continue
        return "refused"
    if table.labels is None:
        return "silent" if has_no_number(study) else "wrong"
    return "read" if is_right(study, table) else "wrong"


def swept(seeds, folder):
    """What became of each table, by shape; wrong ones with the seed."""
    counts, wrong, missed = Counter(), [], []
    for seed in seeds:
        rng = Random(seed)
        table = strange(rng)
        content, ending = written(table, rng)
        path = folder / f"table{ending}"
        path.write_bytes(content)
        got = outcome(table, path)
        counts[got, table.easy] += 1
        if got == "wrong":
            wrong.append((seed, table.shape, table.rows[:2]))
        elif table.easy and got in ("later", "refused"):
            missed.append((seed, table.shape, got, table.rows[:2]))
    return counts, wrong, missed


def held(seeds, folder):
    """No wrong number, and 95 of 100 easy tables read at once or offered first."""
    counts, wrong, missed = swept(seeds, folder)
    assert not wrong, f"{len(wrong)} wrong: {wrong[:8]}"
    found = counts["read", True] + counts["first", True]
    easy = found + counts["later", True] + counts["refused", True]
    assert found >= 0.95 * easy, f"{found} of {easy}: {missed[:8]}"


def test_strange_tables_are_read_or_asked_about(tmp_path):
    """Of 300 tables none gives a wrong number."""
    held(range(300), tmp_path)


@pytest.mark.full
def test_many_strange_tables_are_read_or_asked_about(tmp_path):
    """Of 2,000 other tables none gives a wrong number."""
    held(range(10_000, 12_000), tmp_path)
