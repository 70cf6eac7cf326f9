"""Properties of studies, what `choose` makes of them, and that its table is complete."""

import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.entry import CRITERIA


def _units(one, other, end=20):
    rows = [("d", c, *unit) for c, marked in (("A", one), ("B", other)) for unit in marked]
    return accord.Unitizings.of(rows, coders=["A", "B"], extents={"d": (0, end)})


STUDIES = {
    "named entities": (
        _units([(0, 3, "PER"), (5, 9, "ORG")], [(0, 3, "PER")]),
        {"categorized", "unitized", "sporadic"},
    ),
    "enumerative structures": (
        _units([(0, 9, "x"), (2, 4, "y")], [(0, 9, "x"), (5, 12, "y")]),
        {"categorized", "unitized", "embedded", "free_overlap", "overlapping", "sporadic"},
    ),
    "topic segmentation": (
        accord.Segmentations.from_masses({"d": {"A": [3, 4], "B": [4, 3]}}),
        {"unitized", "full_covering", "pure_segmentation", "neighbours"},
    ),
    "segments as units": (
        accord.convert.segmentations_to_units(
            accord.Segmentations.from_masses({"d": {"A": [3, 4], "B": [4, 3]}})
        ),
        {"unitized", "full_covering", "pure_segmentation", "neighbours"},
    ),
    "parts of speech": (
        accord.from_coders({"A": ["N", "V"], "B": ["N", "N"]}),
        {"categorized", "full_covering"},
    ),
}


@pytest.mark.parametrize("name", STUDIES)
def test_table_1(name):
    """A study has the properties of its task in Table 1 of Mathet et al. 2015."""
    study, expected = STUDIES[name]
    found = {
        key for key, value in accord.infer.properties(study).as_dict().items() if value is True
    }
    assert found == expected


def test_every_measure_for_units_and_segments_has_a_row():
    """Table 2 has a row for each measure of these kinds, in its own criteria and no others."""
    kinds = {"unitizings", "segmentations"}
    assert all(m.suits is not None for m in MEASURES.values() if m.kind in kinds)
    rows = [m.suits for m in MEASURES.values() if m.suits is not None]
    assert all(row.full | row.part <= set(CRITERIA) for row in rows)
    assert not any(row.full & row.part for row in rows)


def test_overlapping_units_leave_gamma():
    """Only γ takes all of categories, positions, overlap and chance; the alphas object."""
    choices = accord.choose(STUDIES["enumerative structures"][0])
    verdicts = {c.measure.name: c.verdict for c in choices}
    assert [name for name, v in verdicts.items() if v == "recommended"] == ["gamma"]
    assert verdicts["u_alpha"] == verdicts["kappa_d"] == "unsuitable"
    why = next(c.because for c in choices if c.measure.name == "u_alpha")
    assert "spans [0, 9) 'x' and [2, 4) 'y' of coder 'A' overlap" in why[0]


def test_numbers_ask_for_a_distance():
    """Codings with numbers: a coefficient with a distance comes first, π is merely possible."""
    study = accord.from_coders({"A": [1, 2, 3], "B": [1, 2, 2], "C": [1, 3, 3]})
    verdicts = {c.measure.name: c.verdict for c in accord.choose(study)}
    assert verdicts["alpha"] == "recommended"
    assert verdicts["pi"] == "possible"
    assert verdicts["weighted_kappa"] == "unsuitable"
    nominal = {c.measure.name: c.verdict for c in accord.choose(study, weighted=False)}
    assert nominal["pi"] == "suitable"


def test_a_reason_for_every_choice_but_the_best():
    """What is not recommended says why."""
    for study, _ in STUDIES.values():
        for choice in accord.choose(study):
            assert choice.because or choice.verdict == "suitable"


def test_units_that_cover_everything_without_category():
    """Where only borders can differ, what cannot see borders between units is not recommended."""
    rows = [
        ("d", "A", 0, 10, None),
        ("d", "A", 10, 30, None),
        ("d", "B", 0, 12, None),
        ("d", "B", 12, 30, None),
    ]
    chosen = {c.measure.name: c for c in accord.choose(accord.Unitizings.of(rows))}
    assert [name for name, c in chosen.items() if c.verdict == "recommended"] == ["gamma"]
    assert accord.spans.u_alpha(accord.Unitizings.of(rows)).undefined  # one value everywhere


def test_withdrawn_is_never_recommended():
    """α_U does all that units without categories ask for, but its author withdrew it."""
    rows = [("d", "A", 0, 4, None), ("d", "B", 0, 5, None)]
    study = accord.Unitizings.of(rows, extents={"d": (0, 20)})
    chosen = {c.measure.name: c for c in accord.choose(study)}
    assert chosen["alpha_u_1995"].verdict == "possible"
    assert chosen["u_alpha"].verdict == "suitable"


def test_one_document_that_a_coder_did_not_see_is_missing():
    """Of two documents A saw both and B one: something is missing, as soon as one pair is."""
    rows = [("d", "A", 0, 4, "x"), ("d", "B", 0, 4, "x"), ("e", "A", 0, 4, "x")]
    both = [("d", "A"), ("d", "B"), ("e", "A")]
    assert accord.infer.properties(accord.Unitizings.of(rows, seen=both)).missing
    assert not accord.infer.properties(accord.Unitizings.of(rows)).missing
