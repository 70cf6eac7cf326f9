"""Groups of people (GRASP): a toy by hand, α and κ_x of other functions, groups by coin."""

import json

import numpy as np
import pytest
from tests.cli.commands import called

import accord
from accord import DataError, codings, from_wide
from accord.infer import cohesion, cross_replication

TOY = [[0, 0, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1], [1, 1, 0, 1], [0, 1, 1, 1], [1, 1, 1, 0]]
PAIRS = {"A": "g", "B": "g", "C": "o", "D": "o"}


def crowd(seed, accuracy, items=60, coders=12, missing=0.3, own=()):
    """Rows of coders with this accuracy on two labels; those in `own` have another truth on a
    quarter of the items."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(2, size=items)
    other = np.where(rng.random(items) < 0.25, 1 - truth, truth)
    return [
        (i, c, int(t if rng.random() < accuracy else 1 - t))
        for c in range(coders)
        for i, t in enumerate(other if c in own else truth)
        if rng.random() >= missing
    ]


def test_toy_by_hand():
    """Six items, four coders, the first two a group: both cohesions, the ratio, and p over the six
    ways to choose two of four."""
    found = cohesion(from_wide(TOY, coders="ABCD"), PAIRS)
    group, others = found.groups
    assert group.within == pytest.approx(0.6857142857, abs=1e-9)
    assert group.across == pytest.approx(0.1176470588, abs=1e-9)
    assert group.ratio == pytest.approx(5.828571429, abs=1e-9)
    assert group.difference == pytest.approx(0.6857142857 - 0.1176470588, abs=1e-9)
    assert group.p == pytest.approx(1 / 6)
    assert group.adjusted == pytest.approx(2 / 6)
    assert others.within == pytest.approx(-0.375, abs=1e-9)
    assert (group.coders, group.codings) == (2, 12)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("distance", ["nominal", "interval", "ordinal"])
def test_as_alpha_and_cross_replication(seed, distance):
    """With gaps and any distance: α of the group alone, and κ_x of `cross_replication`, to
    1e-12 (ordinal distances of the group alone rest on its own frequencies)."""
    rng = np.random.default_rng(seed)
    rows = [
        (i, c, int(rng.integers(1, 5))) for i in range(30) for c in "ABCDEF" if rng.random() < 0.7
    ]
    study = codings(rows)
    mine = [study.coders.index(c) for c in "ABC"]
    rest = [study.coders.index(c) for c in "DEF"]
    found = {
        one.group: one
        for one in cohesion(study, dict.fromkeys("ABC", "g"), distance=distance).groups
    }["g"]
    one, two = study.only(mine), study.only(rest)
    if distance != "ordinal":
        alpha = accord.alpha(one, distance=distance).value
        assert found.within == pytest.approx(alpha, abs=1e-12)
        across = cross_replication(one, two, distance=distance, resamples=10).across.value
        assert found.across == pytest.approx(across, abs=1e-12)
    assert -1 < found.difference < 1


def test_groups_by_coin():
    """Groups that mean nothing: mean ratio 1 and mean difference 0 within three errors, p at most
    .05 in about one of twenty; coders who toss coins have 0 within and across."""
    told = [
        cohesion(codings(crowd(s, 0.85)), dict.fromkeys(range(5), "g"), permutations=99).groups[0]
        for s in range(40)
    ]
    ratios, differences = ([getattr(one, of) for one in told] for of in ("ratio", "difference"))
    assert abs(np.mean(ratios) - 1) < 3 * np.std(ratios) / np.sqrt(40)
    assert abs(np.mean(differences)) < 3 * np.std(differences) / np.sqrt(40)
    assert np.mean([one.p <= 0.05 for one in told]) <= 0.15
    coins = [
        cohesion(codings(crowd(s, 0.5)), dict.fromkeys(range(5), "g"), permutations=9).groups[0]
        for s in range(40)
    ]
    for of in ("within", "across", "difference"):
        values = [getattr(one, of) for one in coins]
        assert abs(np.mean(values)) < 3 * np.std(values) / np.sqrt(40)


def test_a_view_of_their_own_is_found():
    """Five of twelve with another truth on a quarter of the items: ratio far above 1, p small."""
    for seed in range(5):
        rows = crowd(seed, 0.9, own=range(5))
        found = cohesion(codings(rows), dict.fromkeys(range(5), "g")).groups[0]
        assert found.ratio > 1.3
        assert found.p <= 0.05


def test_ways_are_drawn_where_they_are_many():
    """Eight of sixteen (12,870 ways): 199 are drawn; a view of their own has the least p there is,
    1/200, and a group by coin has not."""
    groups = dict.fromkeys(range(8), "g")
    own = cohesion(
        codings(crowd(2, 0.9, coders=16, own=range(8))), groups, permutations=199
    ).groups[0]
    assert own.p == pytest.approx(1 / 200)
    coin = cohesion(codings(crowd(2, 0.9, coders=16)), groups, permutations=199).groups[0]
    assert 0.05 < coin.p < 1


def test_undefined_and_refused():
    """A group of one, everybody, no agreement across: words; unknown coders: an error."""
    study = from_wide(TOY, coders="ABCD")
    alone = cohesion(study, {"A": "x"}).groups[0]
    assert np.isnan(alone.within)
    assert "one coder" in alone.why
    assert "all are in it" in cohesion(study, dict.fromkeys("ABCD", "x")).groups[0].why
    apart = cohesion(
        accord.from_coders({"A": "xxyy", "B": "xxyy", "C": "yyxx", "D": "yyxx"}), PAIRS
    ).groups[0]
    assert np.isnan(apart.ratio)
    assert apart.difference == pytest.approx(2)
    assert "above chance" in apart.why
    with pytest.raises(DataError, match="no coder 'Z'"):
        cohesion(study, {"Z": "x"})


def test_same_seed_and_order():
    """The same seed gives the same p; the order of rows changes no value."""
    rows = crowd(1, 0.8, coders=16)
    groups = dict.fromkeys(range(7), "g")
    one, two = (cohesion(codings(rows), groups, permutations=50) for _ in range(2))
    assert one.as_dict() == two.as_dict()
    moved = cohesion(codings(rows[::-1]), groups, permutations=50).groups[0]
    assert moved.within == pytest.approx(one.groups[0].within, abs=1e-12)
    assert moved.across == pytest.approx(one.groups[0].across, abs=1e-12)


def test_on_the_command_line(capsys, tmp_path):
    """Groups from a column of the file, or of a table of people; a coder in two groups, a missing
    column and a table without the coders are refused in one line."""
    path, people = tmp_path / "labels.csv", tmp_path / "people.csv"
    rows = [
        f"i{i},{c},{k},{PAIRS[c]}"
        for i, row in enumerate(TOY)
        for c, k in zip("ABCD", row, strict=True)
    ]
    path.write_text("\n".join(["item,coder,label,gender", *rows]), "utf-8")
    people.write_text("who,age\nA,old\nB,old\nC,young\nD,young\n", "utf-8")
    found = json.loads(called(capsys, "groups", path, "--by", "gender", "--json", "-q").out)
    assert found["groups"][0]["ratio"] == pytest.approx(5.828571429, abs=1e-9)
    shown = called(capsys, "groups", path, "--by", "age", "--people", people, "-q").out
    assert "old" in shown
    assert "5.8286" in shown
    said = called(capsys, "groups", path, "--by", "size", "-q", code=1).err
    assert "no column 'size'. Columns: item, coder, label, gender" in said
    said = called(capsys, "groups", path, "--by", "label", "-q", code=1).err
    assert "Give each coder one group" in said
    people.write_text("who,age\nA,old\n", "utf-8")
    said = called(capsys, "groups", path, "--by", "age", "--people", people, "-q", code=1).err
    assert "no column lists all coders" in said
