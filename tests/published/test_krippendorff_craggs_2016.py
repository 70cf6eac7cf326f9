"""Sets of values: Table 3 of Krippendorff & Craggs 2016, as R's package mvalpha has it.

The package's own test asserts mvα = .2865907 for the table.
"""

from math import comb, prod

import pytest
from click.testing import CliRunner

import accord
from accord.cli import program

TABLE_3 = {
    "F": [{"b", "d"}, {"a", "b", "d"}, set(), {"a"}],
    "G": [{"d"}, {"b"}, {"a"}, None],
    "H": [None, {"b", "d"}, {"a"}, None],
}


def study(table):
    """Codings whose categories are sets."""
    return accord.from_coders(
        {who: [None if s is None else frozenset(s) for s in row] for who, row in table.items()}
    )


def test_table_3():
    """The value of the package; D_o by hand: unit 1 has 2 · 1/3, unit 2 has 1/2, 1/5 and 1/3 of
    pairs (each twice, by 1/2), unit 3 has 1, 1 and 0: (2/3 + 31/30 + 2) / 8."""
    found = accord.labels.mv_alpha(study(TABLE_3))
    assert found.observed == pytest.approx((2 / 3 + (1 / 2 + 1 / 5 + 1 / 3) + 2) / 8)
    assert found.value == pytest.approx(0.2865907, abs=5e-8)
    assert found.expected == pytest.approx(found.observed / (1 - 0.2865907), rel=1e-6)


def enumerated(table):
    """D_e by going through all pairs of sets, as the paper defines it."""
    from itertools import combinations

    units = [[s for s in row if s is not None] for row in zip(*table.values(), strict=True)]
    sets = [frozenset(s) for unit in units if len(unit) > 1 for s in unit]
    values = sorted({v for s in sets for v in s})
    used = {v: sum(v in s for s in sets) for v in values}
    sizes = [len(s) for s in sets]
    total = 0.0
    for r in set(sizes):
        for s in set(sizes):
            weights = far = 0.0
            for one in combinations(values, r):
                for other in combinations(values, s):
                    common = set(one) & set(other)
                    weight = prod(used[v] for v in {*one, *other})
                    weight *= prod(used[v] - 1 for v in common)
                    weights += weight
                    apart = (r + s - 2 * len(common)) / (r + s) if r + s else 0.0
                    far += weight * apart
            total += sizes.count(r) * sizes.count(s) / len(sets) ** 2 * (far / (weights or 1))
    return total


def test_chance_is_that_of_all_pairs_of_sets():
    """The closed form is the sum over all pairs of sets of all sizes."""
    assert comb(3, 2) == 3  # three values: {b, d} is one of three sets of two
    assert accord.labels.mv_alpha(study(TABLE_3)).expected == pytest.approx(enumerated(TABLE_3))
    other = {
        "A": [{"a"}, {"a", "b"}, {"c", "d"}, {"b"}, {"a", "c", "e"}],
        "B": [{"a", "b"}, {"b"}, {"c"}, {"b"}, {"c", "e"}],
    }
    assert accord.labels.mv_alpha(study(other)).expected == pytest.approx(enumerated(other))


def test_of_single_labels_it_is_alpha():
    """With one label a coding, mvα is nominal α."""
    labels = accord.from_coders({"A": "aabbcabb", "B": "abbbcaab", "C": "aabcca b"})
    plain = accord.alpha(labels, distance="nominal")
    found = accord.labels.mv_alpha(labels)
    assert (found.observed, found.expected) == pytest.approx((plain.observed, plain.expected))
    assert found.value == pytest.approx(plain.value)


def test_chance_of_the_whole():
    """Eight items, two coders, nine b, seven a: D_e = 2 · 9 · 7 / (16 · 15). The first four items
    have one difference: D_o = 2 · 1 / 8."""
    whole = accord.from_coders({"A": "aaaabbbb", "B": "aaabbbbb"})
    found = accord.labels.alpha_elsewhere(
        whole.take([0, 1, 2, 3]), source=whole, distance="nominal"
    )
    assert found.observed == pytest.approx(2 / 8)
    assert found.expected == pytest.approx(2 * 9 * 7 / (16 * 15))
    assert found.value == pytest.approx(1 - 0.25 / 0.525)
    itself = accord.labels.alpha_elsewhere(whole, source=whole, distance="nominal")
    assert itself.value == pytest.approx(accord.alpha(whole, distance="nominal").value)
    even = accord.labels.alpha_elsewhere(whole, source={"a": 1, "b": 1}, distance="nominal")
    assert even.expected == pytest.approx(0.5)
    assert even.value == pytest.approx(accord.s(whole).value)
    numbers = accord.from_coders({"A": [1, 2, 3, 9], "B": [1, 2, 4, 8]})
    own = accord.labels.alpha_elsewhere(numbers, source=numbers, distance="interval")
    assert own.value == pytest.approx(accord.alpha(numbers, distance="interval").value)


def test_chance_from_a_file_or_from_shares(tmp_path):
    """The command line takes a file of labels, or shares; the interval leaves chance as it is."""
    whole = accord.from_coders({"A": "aaaabbbb", "B": "aaabbbbb"})
    for name, study in (("whole", whole), ("part", whole.take([0, 1, 2, 3]))):
        rows = [f"{item},{coder},{kind}" for item, coder, kind in study.rows()]
        (tmp_path / f"{name}.csv").write_text("\n".join(["item,coder,category", *rows]))
    run = ["measure", str(tmp_path / "part.csv"), "-m", "alpha_elsewhere", "--distance", "nominal"]
    shown = CliRunner().invoke(program, [*run, "--source", str(tmp_path / "whole.csv")])
    assert "0.5238" in shown.output, shown.output
    assert "chance:whole.csv" in shown.output
    shares = CliRunner().invoke(program, [*run, "--source", "a=.5,b=.5", "--interval"])
    assert "0.5000" in shares.output
    assert "chance:a=0.5,b=0.5" in shares.output
    wrong = CliRunner().invoke(program, [*run, "--source", "a=much"])
    assert "expected shares such as yes=.3,no=.7" in str(wrong.exception)
    even = accord.bound("alpha_elsewhere", source={"a": 1, "b": 1}, distance="nominal")
    # With even shares it is S: both have the quantiles of one binomial distribution of eight items.
    found, plain = (accord.interval(whole, m, method="percentile") for m in (even, "s"))
    assert tuple(found) == pytest.approx(tuple(plain), abs=1e-9)
