"""Tables as people have them, read without options: never a wrong structure, mostly at once."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

import accord
from tests.laws.tables import Written, written


def held(study, table: Written):
    """What a study holds, in the words of the table."""
    if table.shape == "dimensions":
        return {
            (str(i), f"{c}/{name}", str(k))
            for name in study.names
            for i, c, k in study[name].rows()
            if k is not None
        }
    if table.shape == "counts":
        votes = Counter(
            (str(study.items[i]), str(study.categories[k]))
            for i, k in zip(study.item.tolist(), study.category.tolist(), strict=True)
        )
        return {(i, k, str(n)) for (i, k), n in votes.items()}
    rows = study.rows()
    if table.shape == "sets":
        return {(str(i), str(c), "|".join(sorted(k))) for i, c, k in rows}
    return {(str(i), str(c), str(k)) for i, c, k in rows}


def outcome(table: Written, path) -> str:
    """Whether a table was read at once, after what its message says, or not at all."""
    path.write_text(table.text, "utf-8")
    try:
        study = accord.read(path)
    except accord.DataError as error:
        for number, keywords in enumerate(error.readings):
            try:
                if held(accord.read(path, **keywords), table) == table.rows:
                    return "second" if number else "first"
            except AttributeError:  # another kind of study
                continue
        return f"no way: {error}"
    if held(study, table) == table.rows:
        return "read"
    return f"wrong: {study.audit}"


def swept(seeds, path):
    """How many tables had which outcome; the first that went wrong is shown."""
    found: Counter[str] = Counter()
    for seed in seeds:
        table = written(Random(seed))
        got = outcome(table, path)
        assert not got.startswith("wrong"), f"seed {seed}, {table.shape}\n{got}\n{table.text[:600]}"
        found[got.partition(":")[0]] += 1
    return found


def hold(found):
    """Read at once, or the right reading offered first, in nineteen of twenty."""
    assert found["read"] + found["first"] >= 0.95 * found.total(), found


def test_tables_are_read_right_or_asked_about(tmp_path):
    """300 tables: none wrong, nearly all at once or by the first reading that is offered."""
    hold(swept(range(300), tmp_path / "t.csv"))


@pytest.mark.full
def test_ten_thousand_tables_are_read_right_or_asked_about(tmp_path):
    """10,000 tables: none wrong, nearly all at once or by the first reading that is offered."""
    hold(swept(range(1000, 11_000), tmp_path / "t.csv"))


@given(st.randoms(use_true_random=False))
def test_no_table_becomes_a_wrong_study(tmp_path_factory, rng):
    """The same with random numbers that Hypothesis chooses, so that it finds small tables."""
    table = written(rng)
    got = outcome(table, tmp_path_factory.mktemp("t") / "t.csv")
    assert not got.startswith("wrong"), f"{table.shape}\n{got}\n{table.text[:600]}"
