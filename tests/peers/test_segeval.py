"""segeval 2.0.11: P_k, WindowDiff, S and B of pairs of segmentations, typed and untyped."""

import random
import warnings

import pytest

import accord

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # segeval compares with 'is', which Python warns of
    segeval = pytest.importorskip("segeval")
    segeval.boundary_similarity, segeval.segmentation_similarity, segeval.pk, segeval.window_diff  # noqa: B018

EXACT = pytest.approx  # segeval computes in decimals: 1e-12 covers the rounding


def _masses(generator, atoms):
    places = sorted(generator.sample(range(1, atoms), generator.randint(1, atoms // 3)))
    return [b - a for a, b in zip([0, *places], [*places, atoms], strict=True)]


def _pairs(count=40):
    generator = random.Random(5)
    for _ in range(count):
        atoms = generator.randint(8, 60)
        yield _masses(generator, atoms), _masses(generator, atoms)


def _study(one, other):
    return accord.Segmentations.from_masses({"d": {"A": one, "B": other}})


@pytest.mark.parametrize("name", ["pk", "window_diff"])
def test_windows(name):
    """P_k and WindowDiff with segeval's window, each coder the reference in turn."""
    ours, theirs = getattr(accord.boundaries, name), getattr(segeval, name)
    for one, other in _pairs():
        # segeval's parts, because accord sums windows before it divides.
        parts = [
            theirs(tuple(h), tuple(r), return_parts=True) for h, r in ((other, one), (one, other))
        ]
        expected = sum(p[0] for p in parts) / sum(p[1] for p in parts)
        result = ours(_study(one, other), window="segeval")
        assert result.value == EXACT(float(expected), abs=1e-12)


@pytest.mark.parametrize("n_t", [1, 2, 3, 5])
def test_boundary_edit_distance(n_t):
    """S and B without types, for near misses of several spans."""
    for one, other in _pairs():
        study = _study(one, other)
        for ours, theirs in (
            (accord.boundaries.boundary_similarity, segeval.boundary_similarity),
            (accord.boundaries.segmentation_similarity, segeval.segmentation_similarity),
        ):
            expected = float(theirs(tuple(one), tuple(other), n_t=n_t))
            assert ours(study, n_t=n_t).value == EXACT(expected, abs=1e-12)


def test_typed_boundaries():
    """B with boundary types 1–3: the same edits, so the same value.

    S is not compared: segeval 2.0.11 multiplies the places by the number of types twice.
    """
    generator = random.Random(3)
    for _ in range(60):
        atoms = generator.randint(6, 14)
        strings = [
            [{t for t in (1, 2, 3) if generator.random() < 0.25} for _ in range(atoms - 1)]
            for _ in range(2)
        ]
        for string in strings:
            string[0] = {1, 2, 3}  # every type occurs, so that the ranks agree
        rows = [
            ("d", coder, place, kind)
            for coder, string in zip("AB", strings, strict=True)
            for place, kinds in enumerate(string, 1)
            for kind in kinds
        ]
        study = accord.Segmentations.of(rows, lengths={"d": atoms})
        for n_t in (2, 3):
            theirs = segeval.boundary_similarity(
                *([set(kinds) for kinds in string] for string in strings),
                boundary_format=segeval.BoundaryFormat.sets,
                n_t=n_t,
            )
            ours = accord.boundaries.boundary_similarity(study, n_t=n_t)
            assert ours.value == EXACT(float(theirs), abs=1e-12)


@pytest.mark.parametrize(
    "data", ["KAZANTSEVA2012_G5", "KAZANTSEVA2012_G2", "HEARST_1997_STARGAZER"]
)
def test_fourniers_pi_and_kappa(data):
    """π_B and κ_B on data of Fournier's papers: A_o, A_e and the value are those of segeval."""
    from segeval.data import samples

    given = getattr(samples, data)
    items = {i: {c: list(masses) for c, masses in given[i].items()} for i in given}
    study = accord.Segmentations.from_masses(items)
    for ours, theirs in (
        (accord.boundaries.pi_b, segeval.fleiss_pi_linear),
        (accord.boundaries.kappa_b, segeval.fleiss_kappa_linear),
    ):
        found = ours(study)
        observed, expected = map(float, theirs(given, return_parts=True))
        assert found.A_o == EXACT(observed, abs=1e-12)
        assert found.A_e == EXACT(expected, abs=1e-12)
        assert found.value == EXACT(float(theirs(given)), abs=1e-12)
