"""The rest of what order and names must not move: comparisons over coders, slices, parts of the
disagreement, coders against themselves, anatomies, many coders and many kinds of items, and tables
that stay in their engine.
"""

import numpy as np
import pytest

import accord
from accord._measure.bound import bound
from accord.engine.count_frames import count_frame, remote
from accord.infer.tests.people import intra_coder
from accord.infer.tests.slices import compare_slices
from accord.infer.why.anatomy import anatomy
from accord.infer.why.chain_anatomy import chain_anatomy
from accord.infer.why.confused import decompose
from tests.laws.test_order_and_names import codings, guises, numbers
from tests.laws.test_order_of_inferences import (
    MEASURES,
    _named,
    _table,
    built,
    names_of,
    pairs,
)

SORTS = [("nominal", "names"), ("interval", "numbers"), ("masi", "sets")]


def same(found: list) -> None:
    """All are the first one."""
    first, *others = found
    for other in others:
        assert other == first


@pytest.mark.parametrize("over", ["coders", "both"])
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_a_comparison_over_coders_has_the_same_bits(name, settings, kind, paired, over):
    """Coders of the same name are the same coder, whatever the name is."""
    asked, seen = bound(name, **settings), []
    for one, two, _ in pairs(kind, True, paired):
        found = accord.compare(one, two, asked, over=over)
        made = found.interval
        seen.append([repr(x) for x in (found.difference, made.low, made.high, made.se, found.p)])
    same(seen)


@pytest.mark.parametrize("by", ["items", "coders", "categories"])
@pytest.mark.parametrize(("distance", "kind"), SORTS)
def test_parts_of_the_disagreement_have_the_same_bits(by, distance, kind):
    """Item by item, coder by coder, and for every two categories; every rule of missing codings."""
    for rule in ("pairable", "available", "complete"):
        asked, seen = bound("alpha", distance=distance, missing=rule), []
        for study, was in guises(kind, 2):
            found = decompose(study, by, asked)
            rows = _table(found, 2 if by == "categories" else 1, was)
            seen.append(sorted(map(str, rows)))
        same(seen)


@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_slices_have_the_same_bits(name, settings, kind):
    """Every two slices, with the p of all of them adjusted."""
    asked, seen = bound(name, **settings), []
    for study, was in guises(kind, 3):
        found = compare_slices(study, "lemma", asked)
        rows = {}
        for one, two, *about in found.rows:
            sign = 1 if str(one) < str(two) else -1  # of the first less the second
            difference, low, high, *p = about
            ends = (low, high) if sign > 0 else (-high, -low)
            pair = " + ".join(sorted((_named(one, was), _named(two, was))))
            rows[pair] = [repr(x) for x in (sign * difference, *ends, *p)]
        seen.append(rows)
    same(seen)


@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_a_coder_against_oneself_has_the_same_bits(name, settings, kind):
    """Coder by coder, over two rounds."""
    asked, seen = bound(name, **settings), []
    for one, two, was in pairs(kind, False, True):
        found = intra_coder(one, two, asked)
        seen.append({was.get(one.coder, one.coder): numbers(one.agreement) for one in found})
    same(seen)


TURNED = {"split": "merge", "merge": "split", "missing": "extra", "extra": "missing"}


@pytest.mark.parametrize("kind", ["unitizings", "segmentations"])
@pytest.mark.parametrize("seed", range(3))
def test_an_anatomy_of_units_has_the_same_counts(kind, seed):
    """Pair by pair; what one coder lacks the other has alone, seen from either side."""
    seen = []
    for study, was in guises(kind, seed):
        found = {}
        for names, counts in anatomy(study).pairs.items():
            first, second = (was.get(name, name) for name in names)
            turned = {TURNED.get(sort, sort): n for sort, n in counts.items()}
            pair = tuple(sorted((first, second)))
            found[pair] = dict(counts) if pair == (first, second) else turned
        seen.append(found)
    assert sum(seen[0]["c0", "c1"].values()) > 20
    same(seen)


@pytest.mark.parametrize("seed", range(3))
def test_an_anatomy_of_chains_has_the_same_numbers(seed):
    """Broken chains and lone mentions of every two coders, and how disputed each mention is."""
    seen = []
    for study, was in guises("partitions", seed):
        made, found = chain_anatomy(study), {}
        for pair in made.pairs:
            first, second = (was.get(name, name) for name in (pair.first, pair.second))
            sizes = [
                sorted((was.get(one.document, one.document), len(one.parts)) for one in part)
                for part in (pair.split, pair.merged)
            ]
            lone = [len(pair.missed), len(pair.extra)]
            turn = 1 if first < second else -1
            found[tuple(sorted((first, second)))] = sizes[::turn], lone[::turn]
        for one in made.disputed:
            at = was.get(one.document, one.document), str(one.mention)
            found[at] = repr(one.disagreement), repr(one.share)
        seen.append(found)
    assert len(seen[0]) > 30
    same(seen)


def crowd(items: int, coders: int, rng):
    """Rows of many coders, each of whom codes some of many items."""
    true = rng.integers(4, size=items)
    skill = rng.uniform(0.4, 0.95, size=coders)
    rows = []
    for i in range(items):
        for c in rng.choice(coders, size=4, replace=False).tolist():
            k = true[i] if rng.random() < skill[c] else rng.integers(4)
            rows.append((f"i{i}", f"c{c}", "abcd"[int(k)]))
    return rows


@pytest.mark.parametrize("over", ["coders", "both"])
@pytest.mark.parametrize(("items", "coders"), [(150, 60), (1100, 12)])
@pytest.mark.parametrize("name", ["alpha", "kappa"])
def test_many_coders_and_kinds_of_items_have_the_same_bits(name, items, coders, over):
    """More coders than have their pairs measured, and more kinds of items than are tried one by
    one, are drawn in an order that comes from the codings, too."""
    rows = crowd(items, coders, np.random.default_rng(1))
    asked = bound(name, distance="nominal") if name == "alpha" else bound(name)
    seen = []
    for at in range(3):
        rng = np.random.default_rng(at)
        was = names_of([rows], rng) if at else {}
        study = built(rows, was, rng, clusters=False)
        found = accord.interval(study, asked, over=over, resamples=20, method="percentile")
        seen.append((repr(found.low), repr(found.high)))
    same(seen)


@pytest.mark.parametrize("name", ["alpha", "kappa"])
def test_many_coders_that_were_counted_have_the_same_bits(name):
    """Fifty-two coders in a table that an engine counted."""
    pandas = pytest.importorskip("pandas")
    rows = crowd(60, 52, np.random.default_rng(1))
    asked = bound(name, distance="nominal") if name == "alpha" else bound(name)
    seen = []
    for at in range(2):
        rng = np.random.default_rng(at)
        now = {old: new for new, old in (names_of([rows], rng) if at else {}).items()}
        table = [[now.get(x, x) for x in rows[i]] for i in rng.permutation(len(rows))]
        frame = pandas.DataFrame(table, columns=["item", "coder", "category"])
        study = count_frame(frame, item="item", coder="coder", category="category")
        found = accord.interval(study, asked, over="coders", resamples=20, method="percentile")
        seen.append((repr(found.low), repr(found.high)))
    same(seen)


@pytest.mark.parametrize("over", ["items", "coders"])
@pytest.mark.parametrize("held", ["counts", "engine"])
@pytest.mark.parametrize("name", ["alpha", "kappa"])
def test_tables_in_an_engine_have_the_same_bits(name, held, over):
    """Counted, or left where they are: names of coders and categories decide nothing. (Items that
    stay in an engine are put into groups by a hash of their names, so these count.)"""
    pandas = pytest.importorskip("pandas")
    rows = codings(np.random.default_rng(5), gaps=0.0)
    asked = bound(name, distance="nominal") if name == "alpha" else bound(name)
    seen = []
    for at in range(3):
        rng = np.random.default_rng(at)
        was = names_of([rows], rng) if at else {}
        now = {old: new for new, old in was.items() if not new.startswith("p")}
        order = rng.permutation(len(rows)) if at else range(len(rows))
        table = [[now.get(x, x) for x in rows[i]] for i in order]
        frame = pandas.DataFrame(table, columns=["item", "coder", "category"])
        study = (
            count_frame(frame, item="item", coder="coder", category="category")
            if held == "counts"
            else remote(frame, "item", "coder", "category", None, None, ())
        )
        found = accord.interval(study, asked, over=over, resamples=60, method="percentile")
        seen.append((repr(found.low), repr(found.high)))
    same(seen)
