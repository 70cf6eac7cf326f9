"""Laws of the measures for units, and the definitions by brute force."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

import accord
from tests.laws.spans import LENGTH, atoms, common, sections, unitizings, units

ALPHAS = [
    accord.spans.u_alpha,
    accord.spans.bar_u_alpha,
    accord.spans.cu_alpha,
    accord.spans.u_alpha_2013,
    accord.spans.cu_alpha_2013,
    accord.spans.alpha_u_1995,
    accord.spans.kappa_d,
    accord.spans.pi_d,
    accord.spans.alpha_d,
]
SPANS = [
    accord.spans.span_f1,
    accord.spans.overlap_f1,
    accord.spans.partial_f1,
    accord.spans.atom_f1,
    accord.spans.begin_f1,
]
EVERY = [*ALPHAS, *SPANS, accord.spans.slot_error_rate]
ANY = [accord.spans.cu_alpha_2013, *SPANS, accord.spans.slot_error_rate]


def _same(a, b):
    assert a.undefined == b.undefined
    assert a.value == pytest.approx(b.value, abs=1e-9, nan_ok=True)  # sums in another order


@pytest.mark.parametrize("measure", EVERY, ids=lambda f: f.__name__)
@given(units(), st.integers(-50, 1000))
def test_shift_changes_nothing(measure, marked, shift):
    """All offsets moved by a constant: the same value."""
    _same(measure(unitizings(marked)), measure(unitizings(marked, shift=shift)))


@pytest.mark.parametrize("measure", EVERY, ids=lambda f: f.__name__)
@given(units(), st.randoms())
def test_order_of_coders_changes_nothing(measure, marked, random):
    """Coders in another order: the same value."""
    names = list(marked)
    random.shuffle(names)
    _same(measure(unitizings(marked)), measure(unitizings(marked, coders=names)))


@pytest.mark.parametrize(
    "measure",
    [accord.spans.cu_alpha, *ANY[:1], *SPANS[:3], accord.spans.slot_error_rate],
    ids=lambda f: f.__name__,
)
@given(units(), st.sampled_from([2, 3, 0.5]))
def test_scale_changes_nothing_for_what_knows_no_atoms(measure, marked, scale):
    """All lengths multiplied: the same value where only ratios of lengths count."""
    _same(measure(unitizings(marked)), measure(unitizings(marked, scale=scale)))


@pytest.mark.parametrize(
    "measure",
    [
        accord.spans.u_alpha,
        accord.spans.bar_u_alpha,
        accord.spans.u_alpha_2013,
        accord.spans.alpha_u_1995,
    ],
    ids=lambda f: f.__name__,
)
@given(units(), st.sampled_from([2, 3, 0.5]))
def test_scale_with_atom_changes_nothing(measure, marked, scale):
    """All lengths and the atom multiplied: the same value."""
    _same(measure(unitizings(marked)), measure(unitizings(marked, scale=scale), atom=scale))


@pytest.mark.parametrize("measure", EVERY, ids=lambda f: f.__name__)
@given(units(coders=(1, 1)))
def test_identical_coders_agree(measure, marked):
    """Coders with the same units: 1 (an error rate: 0), or undefined with a reason."""
    result = measure(unitizings({"A": marked["A"], "B": marked["A"], "C": marked["A"]}))
    if result.undefined is None:
        assert result.value == pytest.approx(0 if measure is accord.spans.slot_error_rate else 1)
    else:
        assert np.isnan(result.value)


@pytest.mark.parametrize("measure", ANY, ids=lambda f: f.__name__)
@given(units(overlap=True))
def test_overlap_is_allowed(measure, marked):
    """Measures for overlapping units take them: a value up to 1, or a reason."""
    result = measure(unitizings(marked))
    assert (
        result.undefined or (measure is accord.spans.slot_error_rate) or result.value <= 1 + 1e-12
    )


@given(units(), st.integers(2, 6))
def test_cutting_at_common_gaps(marked, blocks):
    """Cut where no unit crosses: coincidences of length and spans do not change.

    uα, |uα and cuα of 2016 count a gap piece by piece; the earlier alphas see shorter gaps, but
    their observed disagreement stays.
    """
    whole = unitizings(marked)
    cut = accord.spans.split(whole, blocks=blocks)
    assert sum(c.length for c in cut.continua) == pytest.approx(LENGTH)
    assert sum(map(len, cut.continua)) == sum(map(len, whole.continua))
    for measure in (
        accord.spans.u_alpha,
        accord.spans.bar_u_alpha,
        accord.spans.cu_alpha,
        accord.spans.span_f1,
        accord.spans.partial_f1,
        accord.spans.slot_error_rate,
        accord.spans.kappa_d,
    ):
        _same(measure(whole), measure(cut))
    for measure in (accord.spans.u_alpha_2013, accord.spans.alpha_u_1995):
        if not np.isnan(measure(whole).observed):
            assert measure(cut).observed == pytest.approx(measure(whole).observed)


@given(units())
def test_u_alpha_by_atoms(marked):
    """uα and |uα from atoms: coincidences counted one by one, own pairs taken out."""
    m = len(marked)
    lines = [np.array(atoms(line)) for line in marked.values()]
    length = np.zeros((4, 4))
    for i in range(m):
        for j in range(m):
            if i != j:
                np.add.at(length, (lines[i], lines[j]), 1 / (m - 1))
    own = np.zeros(4)
    for line in marked.values():
        for begin, end, value in sections(line):
            own[value] += (end - begin) ** 2 if value else end - begin
    total, margin = length.sum(), length.sum(axis=1)
    if own[1:].sum() == 0 or total**2 == own.sum():
        assert accord.spans.u_alpha(unitizings(marked)).undefined
        return
    expected = (np.outer(margin, margin) - np.diag(own)) * total / (total**2 - own.sum())
    for measure, part in (
        (accord.spans.u_alpha, lambda t: t.sum() - np.trace(t)),
        (accord.spans.bar_u_alpha, lambda t: 2 * (t[0].sum() - t[0, 0])),
    ):
        result = measure(unitizings(marked))
        assert result.observed == pytest.approx(part(length) / total, abs=1e-9)
        assert result.expected == pytest.approx(part(expected) / total, abs=1e-9)


@given(units(coders=(2, 3)))
def test_u_alpha_2013_by_sliding(marked):
    """uα of 2013: every section slid past every other, place by place."""
    study = unitizings(marked)
    result = accord.spans.u_alpha_2013(study)
    if result.undefined:
        return
    m = len(marked)
    lines = [sections(line) for line in marked.values()]
    observed = sum(
        common(g, h) ** 2
        for i in range(m)
        for j in range(m)
        if i != j
        for g in lines[i]
        for h in lines[j]
        if g[2] != h[2]
    )
    slid, every = 0, [section for line in lines for section in line]
    for g in every:
        for h in every:
            if g[2] != h[2]:
                a, b = g[1] - g[0], h[1] - h[0]
                slid += sum(common((at, at + a), (0, b)) ** 2 for at in range(-a, b + 1))
    room = (m * LENGTH) ** 2 - sum((e - b) ** 2 for b, e, _ in every)
    assert result.observed == pytest.approx(observed / (LENGTH * m * (m - 1)))
    assert result.expected == pytest.approx(slid / room)


@given(units(coders=(2, 3)))
def test_alpha_u_1995_by_its_formula(marked):
    """α_U: sums over all pairs of units and gaps, category by category."""
    result = accord.spans.alpha_u_1995(unitizings(marked))
    m, observed, expected = len(marked), 0.0, 0.0
    for category in (1, 2, 3):
        lines = [sections([u for u in line if u[2] == category]) for line in marked.values()]
        for i, j in permutations(range(m), 2):
            for g in lines[i]:
                for h in lines[j]:
                    if g[2] and h[2] and common(g, h):
                        observed += (g[0] - h[0]) ** 2 + (g[1] - h[1]) ** 2
                    elif g[2] and not h[2] and h[0] <= g[0] and g[1] <= h[1]:
                        observed += 2 * (g[1] - g[0]) ** 2
        units_ = [e - b for line in lines for b, e, v in line if v]
        gaps = [e - b for line in lines for b, e, v in line if not v]
        total = sum(
            (len(units_) - 1) / 3 * (2 * l**3 - 3 * l**2 + l)
            + l**2 * sum(h - l + 1 for h in gaps if h >= l)
            for l in units_
        )
        room = m * LENGTH * (m * LENGTH - 1) - sum(l * (l - 1) for l in units_)
        expected += 2 / LENGTH * total / room if room else 0
    if result.undefined is None:
        assert result.observed == pytest.approx(observed / (m * (m - 1) * LENGTH**2))
        assert result.expected == pytest.approx(expected)


@given(units(coders=(2, 2), overlap=True))
def test_slot_errors_by_enumeration(marked):
    """SER: no one-to-one alignment of intersecting units costs less."""
    one, other = (line[:4] for line in marked.values())

    def cost(chosen):
        total, used = 0.0, 0
        for g, at in zip(one, chosen, strict=True):
            if at is None or not common(g, other[at]):
                total += 1
                continue
            used += 1
            total += 0.5 * (g[:2] != other[at][:2]) + 0.5 * (g[2] != other[at][2])
        return total + len(other) - used

    slots = [*range(len(other)), *[None] * len(one)]
    result = accord.spans.slot_error_rate(unitizings({"A": one, "B": other}))
    if one and other:
        least = min(cost(chosen) for chosen in set(permutations(slots, len(one))))
        assert result.detail["pairs"]["A", "B"] == pytest.approx(least / len(one))
        assert result.detail["pairs"]["B", "A"] == pytest.approx(least / len(other))


@given(units(overlap=True))
def test_anatomy_places_every_unit_once(marked):
    """Each unit of each coder stands in one place for each pair of coders."""
    found = accord.spans.anatomy(unitizings(marked))
    for (first, second), kinds in found.pairs.items():
        mine = [p for p in found.places if p.coders == (first, second)]
        assert sorted(u for p in mine for u in p.first) == sorted(marked[first])
        assert sorted(u for p in mine for u in p.second) == sorted(marked[second])
        assert sum(kinds.values()) == len(mine)


@given(units())
def test_atoms_and_back(marked):
    """Units as atoms and back: the same atoms, borders between equal neighbours are lost."""
    codings = accord.convert.units_to_codings(unitizings(marked))
    again = accord.convert.units_to_codings(accord.convert.codings_to_units(codings))
    assert again.rows() == codings.rows()


@given(units(overlap=True))
def test_c_u_alpha_of_all_pairs(marked):
    """c|uα: the observed coincidences are the lengths that any two units share."""
    result = accord.spans.cu_alpha_2013(unitizings(marked))
    if "observed" not in result.detail:
        return
    expected = np.zeros((3, 3))
    for a, b in permutations(marked, 2):
        for g in marked[a]:
            for h in marked[b]:
                expected[g[2] - 1, h[2] - 1] += common(g, h) / (len(marked) - 1)
    assert result.detail["observed"] == pytest.approx(expected)


@given(units(coders=(2, 2), overlap=True), st.booleans())
def test_f1_by_definition(marked, typed):
    """Exact, overlapping and atom-wise F1 as harmonic means of precision and recall."""
    last = 3 if typed else 2
    one, other = ([unit[:last] for unit in line] for line in marked.values())
    if not typed:
        one, other = list(dict.fromkeys(one)), list(dict.fromkeys(other))
    named = {
        c: [(*u[:2], u[2] if typed else 1) for u in line]
        for c, line in zip("AB", (one, other), strict=True)
    }
    study = unitizings(named)

    def f1(found, units, found_back, units_back):
        if not units + units_back:
            return np.nan
        p, r = found_back / max(units_back, 1), found / max(units, 1)
        return 2 * p * r / (p + r) if p + r else 0.0

    same = len(set(one) & set(other))
    expected = f1(same, len(one), same, len(other))
    assert accord.spans.span_f1(study, typed=typed).value == pytest.approx(expected, nan_ok=True)

    def met(units, others):
        return sum(any(common(g, h) and g[2:] == h[2:] for h in others) for g in units)

    expected = f1(met(one, other), len(one), met(other, one), len(other))
    assert accord.spans.overlap_f1(study, typed=typed).value == pytest.approx(expected, nan_ok=True)

    def atoms_of(units):
        return {(at, *unit[2:]) for unit in units for at in range(unit[0], unit[1])}

    shared = len(atoms_of(one) & atoms_of(other))
    expected = f1(shared, len(atoms_of(one)), shared, len(atoms_of(other)))
    assert accord.spans.atom_f1(study, typed=typed).value == pytest.approx(expected, nan_ok=True)


@example({"A": [(0, 1, 2), (0, 2, 3)], "B": [(1, 2, 1), (1, 2, 2)]}, False)
@given(units(overlap=True), st.booleans())
def test_anatomy_is_its_own_mirror(marked, declared):
    """With the coders exchanged the same places are found; split is merge, missing is extra."""
    mirror = {"split": "merge", "merge": "split", "missing": "extra", "extra": "missing"}

    def places(order):
        rows = [("d", coder, *unit) for coder in order for unit in marked[coder]]
        named = {"categories": [1, 2, 3]} if declared else {}
        return accord.spans.anatomy(
            accord.Unitizings.of(rows, coders=order, items=["d"], **named)
        ).places

    seen = sorted((p.kind, p.coders, p.first, p.second) for p in places(list(marked)))
    mirrored = sorted(
        (mirror.get(p.kind, p.kind), p.coders[::-1], p.second, p.first)
        for p in places(list(reversed(marked)))
    )
    assert seen == mirrored


def test_split_and_merge_that_exclude_each_other():
    """Of a split and a merge with a unit in common that cover as much, the leftmost is found.

    A  |--1--||------2------|         1–2 merged in B's first, or 2 split in B's two
    B  |--------1--------||-2-|
    """
    rows = [
        ("d", "A", 0, 4, "x"),
        ("d", "A", 4, 14, "x"),
        ("d", "B", 0, 10, "x"),
        ("d", "B", 10, 15, "x"),
    ]
    for coders in (["A", "B"], ["B", "A"]):
        found = accord.spans.anatomy(accord.Unitizings.of(rows, coders=coders))
        wanted = {"A": "merge", "B": "split"}[coders[0]]
        assert [p.kind for p in found.places if len(p.first) + len(p.second) == 3] == [wanted]
