"""The native core takes whatever passes its border, ends when told to, and keeps its bounds."""

import os
import signal
import time
from itertools import product
from threading import Event, Thread, get_ident

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord.native
from accord import Unitizings
from accord._measure.gamma.align.alignment import best_alignment
from accord._measure.gamma.align.candidates import Field
from accord._measure.gamma.align.compiled import fits, solved
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._measure.gamma.gamma import gamma
from accord.kinds.spans.parts import Continuum, Spans
from accord.model.names import Names
from accord.native import PATH, STOPPED

pytestmark = pytest.mark.skipif(not PATH.exists(), reason="the native core was not compiled here")

NUMBERS = st.one_of(
    st.integers(-3, 12).map(float),
    st.sampled_from([0.0, -0.0, 1e-320, 1e-9, 1e15, 1e300, -1e300, 1e308, float("inf")]),
    st.just(float("nan")),
)


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_hostile_arrays_are_refused_or_solved(data):
    """Any numbers, any indices: refused at the border, or each unit covered once, by a group of
    different coders, at a cost that is a number."""
    n = data.draw(st.one_of(st.integers(0, 6), st.sampled_from([100, 2**31, 2**40])), "coders")
    blocks = data.draw(st.integers(1, 4), "blocks")
    size = data.draw(st.integers(0, 14), "units")
    draw = lambda what: data.draw(st.lists(what, min_size=size, max_size=size))  # noqa: E731
    block = np.sort(np.array(draw(st.integers(-1, blocks)), dtype=np.int64))
    coder = np.array(draw(st.integers(-1, min(n, 6))), dtype=np.int64)
    category = np.array(draw(st.integers(-1, 3)), dtype=np.int64)
    spans = Spans(np.array(draw(NUMBERS)), np.array(draw(NUMBERS)), category)
    d = Dissimilarity(alpha=data.draw(st.sampled_from([0.0, 1e-300, 1.0, 1e300]))).fitted(
        Names("abc"), np.ones(3, dtype=np.int64)
    )
    with np.errstate(all="ignore"):
        field = Field.of(n, block, coder, spans, blocks)
        if not fits(field, d):
            return
        members, cost, slack = solved(field, d, Budget(seconds=1).begun())
    assert np.isfinite(cost).all()
    kept = np.isin(field.block, np.flatnonzero(slack >= 0))
    assert sorted(members[members >= 0].tolist()) == np.flatnonzero(kept).tolist()
    for row in members.tolist():
        units = [unit for unit in row if unit >= 0]
        assert len({field.coder[u] for u in units}) == len(units)
        assert len({field.block[u] for u in units}) == 1


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_tiny_continua_as_by_trying_everything(data):
    """The least disorder of all alignments of up to seven units, counted out."""
    unit = st.tuples(st.integers(0, 9), st.integers(1, 5), st.sampled_from("ab"))
    coders = data.draw(st.integers(2, 5))
    marked = {f"c{c}": [] for c in range(coders)}
    for c in data.draw(st.lists(st.integers(0, coders - 1), min_size=1, max_size=7)):
        begin, length, k = data.draw(unit)
        marked[f"c{c}"].append((begin, begin + length, k))
    found = best_alignment(Continuum.of(marked))
    assert found.exact
    assert found.disorder == pytest.approx(_by_trying(marked), abs=1e-9)


def _by_trying(marked):
    """Every unit joins one of the groups so far in which its coder is not, or a new one."""
    units = [(c, *unit) for c, row in marked.items() for unit in row]
    n, pairs = len(marked), len(marked) * (len(marked) - 1) / 2

    def apart(u, v):
        place = abs(u[1] - v[1]) + abs(u[2] - v[2])
        return (place / (u[2] - u[1] + v[2] - v[1])) ** 2 + (u[3] != v[3])

    def cost(group):
        return pairs - sum(1 - apart(u, v) for k, u in enumerate(group) for v in group[:k])

    def least(at, groups):
        if at == len(units):
            return sum(map(cost, groups))
        unit, ways = units[at], [least(at + 1, [*groups, [units[at]]])]
        for k, group in enumerate(groups):
            if all(other[0] != unit[0] for other in group):
                ways.append(least(at + 1, [*groups[:k], [*group, unit], *groups[k + 1 :]]))
        return min(ways)

    return least(0, []) / pairs / (len(units) / n)


def piled(coders, units):
    """Units that all overlap, no two of them alike."""
    rows = [
        ("d", f"c{c}", k + c / 7, 3000 - 2 * k + c * k % 11, "xyz"[(k * c) % 3])
        for c, k in product(range(coders), range(units))
    ]
    return Unitizings.of(rows).continua[0]


def test_a_pile_of_nested_units_ends_as_a_certified_interval():
    """Beyond the budget the disorder lies between a bound that is proved and what was found, and
    each unit stands in one group; to solve these exactly takes longer than anyone waits."""
    found = best_alignment(piled(9, 60), budget=0.1)
    assert 0 < found.lower < found.disorder
    assert not found.exact
    assert sorted(found.members[found.members >= 0].tolist()) == list(range(9 * 60))


def test_two_coders_are_aligned_in_polynomial_time():
    """However units pile up, two coders are an assignment problem: exact, and soon."""
    assert best_alignment(piled(2, 150)).exact


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to a process here")
@pytest.mark.parametrize("heard_by", ["any thread", "another thread"])
def test_ctrl_c_ends_the_core_at_once(heard_by, monkeypatch):
    """The core looks at the flag while it works, whichever thread the system interrupts: it says
    that it was stopped, long before its budget ends."""
    library, working, said = accord.native.core(), Event(), []

    class Watched:
        """The library, and what its function returns."""

        @staticmethod
        def accord_align(*arguments):
            working.set()
            said.append(library.accord_align(*arguments))
            return said[-1]

    def press():
        working.wait()
        time.sleep(0.2)  # let it be in the midst of its work, though any moment will do
        if heard_by == "any thread":
            os.kill(os.getpid(), signal.SIGINT)
        else:
            signal.pthread_kill(get_ident(), signal.SIGINT)

    monkeypatch.setattr(accord.native, "core", Watched)
    Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        best_alignment(piled(9, 120), budget=3600)
    assert said == [STOPPED]


def test_threads_change_no_number(monkeypatch):
    """Samples are solved each by itself: on two threads the same digits as on one."""
    study = piled(3, 5)
    one, two = (gamma(study, precision=None, samples=12, n_jobs=jobs) for jobs in (1, 2))
    assert one.detail["chance"].tolist() == two.detail["chance"].tolist()
    monkeypatch.setenv("ACCORD_NATIVE", "0")
    pure = gamma(study, precision=None, samples=12)
    assert pure.detail["chance"] == pytest.approx(one.detail["chance"], rel=1e-12)


@pytest.mark.parametrize("mode", ["0", ""])
def test_piles_of_equal_units_are_matched_by_their_numbers(mode, monkeypatch):
    """Thousands of equal units: at once and proved best where all coders marked as many; with
    other numbers between a bound and what was found, and each unit stands in one group."""
    monkeypatch.setenv("ACCORD_NATIVE", mode)
    # Of 3100 units 100 stand alone (1 each) and 100 in pairs (2/3 each), per 3000 units.
    for numbers, disorder in (((3000, 3000, 3000), 0), ((2900, 3000, 3100), 500 / 3 / 3000)):
        rows = [
            ("d", f"c{c}", 10 + c, 90, "xy"[k % 2])
            for c, number in enumerate(numbers)
            for k in range(number)
        ]
        found = best_alignment(Unitizings.of(rows).continua[0], budget=1)
        assert sorted(found.members[found.members >= 0].tolist()) == list(range(len(rows)))
        assert found.exact or disorder
        assert found.lower <= found.disorder
        assert found.disorder == pytest.approx(disorder, abs=0.001)  # the begins differ by 1 in 80
