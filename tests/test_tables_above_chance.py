"""What names call coders' labels is asked about where nothing in its cells says that they are."""

import random

import pytest

import accord

ASKED = "more agreement than chance would give is not shown"


def wide(path, columns):
    """A table with a column for each coder."""
    rows = zip(*columns, strict=True)
    lines = [",".join(["item", *(f"rater{n + 1}" for n in range(len(columns)))])]
    path.write_text(
        "\n".join([*lines, *(f"i{n}," + ",".join(map(str, r)) for n, r in enumerate(rows))])
    )
    return path


def long(path, columns):
    """The same with a row for each label."""
    rows = [
        (n, who, label)
        for who, own in zip("AB", columns, strict=True)
        for n, label in enumerate(own)
    ]
    path.write_text(
        "\n".join(["item,coder,label", *(f"i{n},{who},{label}" for n, who, label in rows)])
    )
    return path


# Each label of one meets each of the other equally often: agreement is what chance expects.
INDEPENDENT = ["aabb" * 5, "abab" * 5]
ALIKE = ["aabb" * 5, "aabb" * 4 + "abab"]


@pytest.mark.parametrize("form", [wide, long])
def test_labels_that_agree_by_chance_are_asked_about(tmp_path, form):
    """Of twenty items; of ten only what is below chance, of nine nothing; who says so has them."""
    path = tmp_path / "t.csv"
    with pytest.raises(accord.DataError, match=ASKED) as error:
        accord.read(form(path, INDEPENDENT))
    assert len(accord.read(path, **error.value.readings[0]).items) == 20
    assert len(accord.read(form(path, ALIKE)).items) == 20
    with pytest.raises(accord.DataError, match=ASKED):
        accord.read(form(path, ["ab" * 5, "ba" * 4 + "ab"]))
    assert len(accord.read(form(path, ["ab" * 5, "aabb" * 2 + "ab"])).items) == 10
    assert len(accord.read(form(path, ["ababababa", "bababababa"[:7] + "ba"])).items) == 9


@pytest.mark.parametrize("form", [wide, long])
def test_a_rare_answer_is_no_sign_of_chance(tmp_path, form):
    """38 of 40 labels are the same, and the two that are rare never meet: α is below 0, but amounts
    of something are not so alike; 35 of 40 are fewer than nine in ten."""
    path = tmp_path / "t.csv"
    rare = ["n" * 39 + "y", "y" + "n" * 39]
    assert len(accord.read(form(path, rare)).items) == 40
    with pytest.raises(accord.DataError, match=ASKED):
        accord.read(form(path, ["n" * 37 + "yyy", "yy" + "n" * 38]))


@pytest.mark.parametrize("form", [wide, long])
def test_numbers_may_rise_together_without_being_the_same(tmp_path, form):
    """A rater one point above the other agrees on no item, and on all of them; numbers drawn apart
    do not."""
    path = tmp_path / "t.csv"
    low = [str(1 + n % 5) for n in range(20)]
    high = [str(min(2 + n % 5, 5)) for n in range(20)]
    accord.read(wide(path, [low, high]))
    draw = random.Random(5)
    drawn = [[str(draw.randint(1, 5)) for _ in range(20)] for _ in range(2)]
    with pytest.raises(accord.DataError, match=ASKED):
        accord.read(form(path, drawn))
