"""Paired comparisons (Kendall & Babington Smith 1940): a dog's choices, u and order by hand."""

from itertools import combinations
from math import comb, isnan

import pytest
from click.testing import CliRunner

import accord
from accord.cli import program
from accord.errors import DataError

DOG = ["011011", "000110", "010111", "100000", "000101", "010100"]
"""A dog's preferences for six foods, row over column, as R's package eba has them."""


def judge(name, wins):
    """The judgements of one judge, from a matrix of wins."""
    return [
        ((f"f{i}", f"f{j}"), name, f"f{i}" if wins[i][j] == "1" else f"f{j}")
        for i, j in combinations(range(len(wins)), 2)
    ]


def test_circular_triads_of_a_dog():
    """Wins 4, 2, 4, 1, 2, 2: C(6, 3) − (6 + 1 + 6 + 0 + 1 + 1) = 5 circular triads of at most
    6 (36 − 4) / 24 = 8; ζ = .375."""
    found = accord.labels.preferences(accord.codings(judge("dog", DOG)))
    assert found.triads == {"dog": 5.0}
    assert found.zeta == pytest.approx({"dog": 0.375})
    assert isnan(found.u)


def test_u_by_its_formula():
    """Four judges, three things; γ_ij = 4, 3, 2 of four prefer the first: Σ = 6 + 3 + (1 + 1) = 11
    of C(4, 2) · C(3, 2) = 18, u = 22/18 − 1; without ties it is S of two categories."""
    chosen = {("a", "b"): "aaaa", ("a", "c"): "aaac", ("b", "c"): "bbcc"}
    rows = [(pair, f"j{n}", one) for pair, row in chosen.items() for n, one in enumerate(row)]
    found = accord.labels.preferences(accord.codings(rows))
    assert found.u == pytest.approx(2 * 11 / (comb(4, 2) * comb(3, 2)) - 1)
    assert found.least == pytest.approx(-1 / 3)
    # χ² = 4/(m − 2) · (Σ − ½ C(n, 2) C(m, 2) (m − 3)/(m − 2)), df = C(n, 2) m (m − 1)/(m − 2)²
    assert found.chi_square == pytest.approx(4 / 2 * (11 - 0.5 * 3 * 6 * 1 / 2))
    assert found.df == pytest.approx(3 * 4 * 3 / 4)
    sides = [(pair, who, "first" if one == pair[0] else "second") for pair, who, one in rows]
    assert found.u == pytest.approx(accord.s(accord.codings(sides)).value)
    assert accord.labels.preferences(accord.codings(sides)).u == pytest.approx(found.u)
    alone = accord.labels.preference_u(accord.codings(rows))
    assert alone.observed == pytest.approx(7 / 18)
    assert alone.expected == 0.5
    assert alone.value == pytest.approx(found.u)


def test_ties_are_half_of_each():
    """x over y, and a tie: the two agree by half, u = 0; ties are half of the judgements."""
    found = accord.labels.preferences(
        accord.codings([(("x", "y"), "A", "x"), (("x", "y"), "B", "tie")])
    )
    assert (found.u, found.ties) == pytest.approx((0.0, 0.5))
    assert isnan(found.chi_square)


def test_order():
    """A keeps to x in both orders, B to what comes first: half of the preferences are kept."""
    rows = [(("x", "y"), "A", "first"), (("y", "x"), "A", "second")]
    rows += [(("x", "y"), "B", "first"), (("y", "x"), "B", "first")]
    found = accord.labels.preferences(accord.codings(rows))
    assert found.kept == pytest.approx(0.5)
    assert found.u == pytest.approx(0.0)  # B's preference turned: a tie


def test_two_columns_of_a_table(tmp_path):
    """Things in two columns, a pair in both orders: the same u as in Python, with an interval over
    pairs and the rest beside it."""
    lines = ["first,second,judge,preferred"]
    pairs = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "d"), ("a", "d")]
    for at, (one, other) in enumerate(pairs):
        lines += [
            f"{one},{other},{who},{other if at == 2 and who == 'J3' else one}"
            for who in ("J1", "J2", "J3")
        ]
    (tmp_path / "pairs.csv").write_text("\n".join(lines))
    asked = ["--item", "first,second", "--coder", "judge", "--category", "preferred"]
    run = ["measure", str(tmp_path / "pairs.csv"), *asked, "-m", "preference_u", "--interval"]
    shown = CliRunner().invoke(program, run)
    assert shown.exit_code == 0, shown.output
    # a · b: three ties (all turned), b · c: one of three pairs alike, the other three pairs all.
    assert f"{2 * (1.5 + 1 + 3 + 3 + 3) / 15 - 1:.4f}" in shown.output
    assert "0.0% of preferences stay when a pair is shown in the other order" in shown.output
    wrong = CliRunner().invoke(program, [*run[:2], "--item", "first", *asked[2:], *run[-3:]])
    assert wrong.exit_code != 0


def test_what_is_no_comparison():
    """An item that is no pair, and a coding that is neither of the two, are named."""
    with pytest.raises(DataError, match="'x' is not a pair"):
        accord.labels.preferences(accord.codings([("x", "A", "first")]))
    with pytest.raises(DataError, match="'z' is not one of the two"):
        accord.labels.preferences(accord.codings([(("x", "y"), "A", "z")]))
