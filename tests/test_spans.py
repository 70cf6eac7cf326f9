"""Units and segments: construction, coverage, anatomy, and errors that say what to do."""

import numpy as np
import pytest

import accord


def test_arrays_and_rows_make_the_same_study():
    """`from_arrays` and `of` agree."""
    rows = [("d", "B", 5, 9, "y"), ("d", "A", 0, 5, "x"), ("e", "A", 1, 2, "x")]
    study = accord.Unitizings.of(rows, coders=["A", "B"], categories=["x", "y"])
    fast = accord.Unitizings.from_arrays(
        np.array([0, 0, 1]),
        np.array([1, 0, 0]),
        np.array([5.0, 0.0, 1.0]),
        np.array([9.0, 5.0, 2.0]),
        np.array([1, 0, 0]),
        items=["d", "e"],
        coders=["A", "B"],
        categories=["x", "y"],
    )
    assert fast == study


def test_arrays_are_checked():
    """A unit without length is named, a code without name is refused."""
    ones = np.zeros(1, int)
    with pytest.raises(accord.DataError, match=r"unit 1: span 3.0–3.0.* has no length"):
        accord.Unitizings.from_arrays(
            ones,
            ones,
            np.array([3.0]),
            np.array([3.0]),
            ones,
            items=["d"],
            coders=["A"],
            categories=["x"],
        )
    with pytest.raises(accord.DataError, match="outside the 1 names"):
        accord.Unitizings.from_arrays(
            ones,
            ones + 1,
            np.array([3.0]),
            np.array([4.0]),
            ones,
            items=["d"],
            coders=["A"],
            categories=["x"],
        )


def test_a_coder_who_never_saw_a_document_is_not_silent():
    """Absent is not "no": C did not see d2, so only A and B count there."""
    rows = [("d1", c, 0, 5, "x") for c in "ABC"] + [("d2", c, 2, 4, "y") for c in "AB"]
    extents = {"d1": (0, 10), "d2": (0, 10)}
    saw = [("d1", c) for c in "ABC"] + [("d2", c) for c in "AB"]
    for measure in (
        accord.spans.u_alpha,
        accord.spans.cu_alpha,
        accord.spans.span_f1,
        accord.spans.kappa_d,
    ):
        everywhere = accord.Unitizings.of(rows, extents=extents)
        partly = accord.Unitizings.of(rows, extents=extents, seen=saw)
        assert measure(partly).value == pytest.approx(1)
        assert measure(everywhere).value < 1 or measure is accord.spans.cu_alpha


@pytest.mark.parametrize(
    ("measure", "study", "why"),
    [
        (accord.spans.u_alpha, {"A": [], "B": []}, "no coder marked anything"),
        (accord.spans.u_alpha, {"A": [(0, 5, "x")]}, "only one coder"),
        (
            accord.spans.cu_alpha,
            {"A": [(0, 5, "x")], "B": [(6, 9, "x")]},
            "no spans of two coders overlap",
        ),
        (accord.spans.span_f1, {"A": [], "B": []}, "no document with spans"),
        (
            accord.spans.slot_error_rate,
            {"A": [], "B": []},
            "no coder has spans to use as reference",
        ),
    ],
)
def test_undefined_says_why(measure, study, why):
    """Degenerate data: nan and a reason, never 1 and never an exception."""
    rows = [("d", c, *unit) for c, marked in study.items() for unit in marked]
    result = measure(
        accord.Unitizings.of(rows, items=["d"], coders=list(study), extents={"d": (0, 10)})
    )
    assert np.isnan(result.value)
    assert why in result.undefined


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ([(0, 5, "x")], [(0, 5, "x")], "same"),
        ([(0, 5, "x")], [(0, 5, "y")], "category"),
        ([(0, 5, "x")], [(1, 5, "x")], "boundary"),
        ([(0, 5, "x")], [(1, 5, "y")], "both"),
        ([(0, 8, "x")], [(0, 4, "x"), (4, 8, "x")], "split"),
        ([(0, 4, "x"), (4, 8, "x")], [(0, 8, "x")], "merge"),
        ([(0, 5, "x")], [], "missing"),
        ([], [(0, 5, "x")], "extra"),
    ],
)
def test_anatomy_of_one_place(one, other, kind):
    """Each kind of disagreement as it is drawn in the module."""
    rows = [("d", c, *unit) for c, marked in (("A", one), ("B", other)) for unit in marked]
    study = accord.Unitizings.of(rows, coders=["A", "B"], items=["d"], extents={"d": (0, 10)})
    found = accord.spans.anatomy(study)
    assert [place.kind for place in found.places] == [kind]
    assert found.counts[kind] == 1
    assert found.pairs["A", "B"][kind] == 1
    assert found.by_category[found.places[0].category][kind] == 1
    if kind in ("category", "both"):
        assert found.confusions == {("x", "y"): 1}


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ((6, 15, "x"), (0, 40, "x")),  # 9 of 10 in common against 10 of 40
        ((6, 13, "x"), (5, 14, "y")),  # 7 of 10 and the category against 9 of 10
    ],
)
def test_anatomy_pairs_by_common_part_and_category(near, far):
    """Of two units that overlap it, one is paired with the larger common part, ½ for category."""
    rows = [("d", "A", 5, 15, "x"), ("d", "B", *near), ("d", "B", *far)]
    found = accord.spans.anatomy(accord.Unitizings.of(rows))
    assert [place.second for place in found.places if place.kind == "boundary"] == [(near,)]
    assert [place.second for place in found.places if place.kind == "extra"] == [(far,)]
    assert len(found.places) == 2


def test_anatomy_keeps_embedding_apart():
    """An outer unit and what lies in it are not a split of the other coder's outer unit."""
    rows = [("d", "A", 0, 9, "x"), ("d", "B", 0, 10, "x"), ("d", "B", 2, 4, "y")]
    found = accord.spans.anatomy(accord.Unitizings.of(rows))
    assert {p.kind for p in found.places} == {"boundary", "extra"}


def test_anatomy_of_segments():
    """Segments are units that cover everything: a missing boundary is a merge."""
    study = accord.Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [6, 4]}})
    assert {k: n for k, n in accord.spans.anatomy(study).counts.items() if n} == {
        "same": 1,
        "merge": 1,
    }


@pytest.mark.parametrize(
    ("masses", "message"),
    [
        ({"A": [3, 4], "B": [3, 3]}, "The masses of a document must have the same sum"),
        ({"A": [3, 0]}, "whole numbers above 0"),
    ],
)
def test_masses_are_checked(masses, message):
    """Masses are whole, positive, and make the same document for all coders."""
    with pytest.raises(accord.DataError, match=message):
        accord.Segmentations.from_masses({"d": masses})


def test_places_are_checked():
    """A boundary lies between two atoms."""
    with pytest.raises(accord.DataError, match=r"boundary 7 of coder 'A'.* from 1 to 6"):
        accord.Segmentations.of([("d", "A", 7, None)], lengths={"d": 7})


def test_units_with_gaps_are_no_segments():
    """Only units that cover everything become segments."""
    study = accord.Unitizings.of([("d", "A", 0, 3, None), ("d", "A", 5, 9, None)])
    with pytest.raises(accord.NotApplicableError, match="without holes and overlaps"):
        accord.convert.units_to_segmentations(study)


def test_intervals_of_a_single_document_by_blocks():
    """A document cut into blocks can be resampled; whole, it cannot."""
    rng = np.random.default_rng(0)
    rows = []
    for at in range(0, 400, 10):
        rows.append(("d", "A", at, at + 6, "xy"[at // 10 % 2]))
        rows.append(("d", "B", at + int(rng.integers(0, 3)), at + 6, "xy"[at // 10 % 2]))
    study = accord.spans.split(accord.Unitizings.of(rows, extents={"d": (0, 400)}), blocks=40)
    assert len(study.items) == 40
    interval = accord.interval(study, "u_alpha", resamples=99)
    assert interval.low < accord.spans.u_alpha(study).value < interval.high


def test_signs_of_strings_are_checked():
    """A third sign is a type or a slip, never silently no boundary; coders stand in documents."""
    with pytest.raises(accord.DataError, match=r"signs \['0', '2'\] besides the boundary '1'"):
        accord.Segmentations.from_strings({"d": {"A": "0020010", "B": "0010010"}})
    with pytest.raises(accord.DataError, match="document → coder → signs"):
        accord.Segmentations.from_strings({"A": "0010"})
    found = accord.Segmentations.from_strings({"d": {"A": "..|.", "B": ".|.."}}, boundary="|")
    assert found.documents[0].masses(0).tolist() == [3, 2]


def test_level_zero_is_a_level(tmp_path):
    """The outermost level may be numbered 0."""
    path = tmp_path / "levels.csv"
    path.write_text("coder,place,level,length\nA,2,0,9\nA,4,1,9\nB,2,0,9\n", encoding="utf-8")
    study = accord.read(path)
    assert list(study.types) == [0, 1]
    assert study.level(0).documents[0].boundaries(0).tolist() == [2]
