"""Order and names do not matter to what is said about a value, either.

Comparisons, permutations, ceilings, breakdowns, influences, plans and whole reports of studies
whose rows are shuffled, and whose items, coders and categories have other names, have the same bits
under the same names once they are named back.
"""

import json
import re
from math import isnan

import numpy as np
import pytest

import accord
from accord._measure.bound import bound
from accord.infer.why.influence import collapse, worth_settling
from tests.laws.test_order_and_names import KINDS, codings, guises


def _back(found, was: dict) -> list:
    """Every number of a result with the way to it, under the names that were."""
    plain = json.loads(json.dumps(found, default=_shown))
    return sorted(_numbers(plain, (), was), key=str)


def _shown(value):
    if isinstance(value, frozenset):
        return " + ".join(sorted(map(str, value)))
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)


OLD = re.compile(r"[icd]\d+|[a-d]|[x-z]|\{.*\}|task|turn")
NEW = re.compile(r"\b[pqr]\d+n\b")


def _numbers(plain, way: tuple, was: dict):
    """A row of a table is known by the names in it, not by its place."""
    if isinstance(plain, (dict, list)):
        parts = plain if isinstance(plain, list) else plain.values()
        names = [_named(part, was) for part in parts if isinstance(part, str)]
        way = (*way, *sorted(name for name in names if OLD.fullmatch(name)))
    if isinstance(plain, dict):
        for name, part in plain.items():
            yield from _numbers(part, (*way, _named(name, was)), was)
    elif isinstance(plain, list):
        for part in plain:
            yield from _numbers(part, way, was)
    elif isinstance(plain, (int, float)):
        yield way, "nan" if isnan(plain) else repr(plain)


def _named(text: str, was: dict) -> str:
    """The text with the names that were; of sets and pairs in one order."""
    text = NEW.sub(lambda found: str(was[found[0]]), text)
    text = re.sub(
        r"\{(.*?)\}", lambda found: f"{{{', '.join(sorted(found[1].split(', ')))}}}", text
    )
    return " + ".join(sorted(text.split(" + ")))


def rounds(rng, kind: str):
    """Two rounds over the same items, the second by fewer coders, who agree better."""
    first = codings(rng, kind)
    second = [(i, c, k) for i, c, k in codings(rng, kind) if c != "c3"]
    truth = {i: k for i, _, k in second}
    return first, [(i, c, truth[i] if rng.random() < 0.4 else k) for i, c, k in second]


def built(rows, was: dict, rng, clusters: bool, declared=None):
    """A study of the rows, shuffled and with other names."""
    now = {old: new for new, old in was.items()}
    rows = [rows[at] for at in rng.permutation(len(rows))] if was else rows
    items = list(dict.fromkeys(r[0] for r in rows))
    columns = [[now.get(r[at], r[at]) for r in rows] for at in range(2)]
    labels = [r[2] if isinstance(r[2], int) else now[r[2]] if was else r[2] for r in rows]
    about = {"document": [f"d{int(i[1:]) % 7}" for i in items]} if clusters else None
    return accord.from_columns(
        *columns, labels, items=[now.get(i, i) for i in items], about=about, categories=declared
    )


def names_of(rows, rng) -> dict:
    """New names of items, coders and labels, and what they were."""
    was = {}
    for at, sign in enumerate("pqr"):
        old = sorted({r[at] for part in rows for r in part}, key=str)
        if not isinstance(old[0], int):
            was |= {
                f"{sign}{new}n": o for o, new in zip(old, rng.permutation(len(old)), strict=True)
            }
    return was


def pairs(kind: str, clusters: bool, paired: bool, seed: int = 0, times: int = 2):
    """Two studies in several guises; without `paired` their items have no name in common."""
    both = rounds(np.random.default_rng(seed), kind)
    if not paired:
        both = both[0], [(f"j{i[1:]}", c, k) for i, c, k in both[1]]
    for at in range(times):
        rng = np.random.default_rng(at)
        was = names_of(both, rng) if at else {}
        yield (*(built(rows, was, rng, clusters) for rows in both), was)


MEASURES = [("alpha", {"distance": "nominal"}, "names"), ("kappa", {}, "names")]
MEASURES += [("alpha", {"distance": "interval"}, "numbers"), ("light_kappa", {}, "names")]


@pytest.mark.parametrize("times", [2, pytest.param(5, marks=pytest.mark.full)])
@pytest.mark.parametrize("method", ["log t", "basic"])
@pytest.mark.parametrize("clusters", [False, True])
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_a_comparison_has_the_same_bits(name, settings, kind, paired, clusters, method, times):
    """Paired (items of the same name are the same item) and unpaired, over items and documents."""
    asked, wanted = bound(name, **settings), None
    for one, two, _ in pairs(kind, clusters, paired, times=times):
        found = accord.compare(one, two, asked, method=method, resamples=10 * times)
        assert found.shared == (len(one.items) if paired else 0)
        seen = [repr(x) for x in (found.difference, found.interval.low, found.interval.high)]
        seen += [repr(found.p), repr(found.interval.se)]
        wanted = wanted or seen
        assert seen == wanted


@pytest.mark.parametrize("clusters", [False, True])
@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_a_plan_and_a_permutation_have_the_same_bits(name, settings, kind, clusters):
    """Over items and over documents, with missing codings."""
    asked, wanted = bound(name, **settings), None
    for one, two, _ in pairs(kind, clusters, True):
        planned = accord.plan(one, asked, width=0.1).as_dict()
        tested = accord.permutation_test(two, asked, resamples=40)
        seen = repr((planned, tested.value, tested.p))
        wanted = wanted or seen
        assert seen == wanted


@pytest.mark.parametrize("over", ["items", "document"])
@pytest.mark.parametrize("distance", ["nominal", "interval"])
def test_a_permutation_of_complete_codings_has_the_same_bits(distance, over):
    """p lies between its bounds, so that it moves with what is dealt."""
    rng, wanted = np.random.default_rng(3), None
    rows = [(f"i{i}", f"c{c}", int(k)) for i in range(20) for c, k in enumerate(rng.choice(4, 3))]
    for at in range(4):
        rng = np.random.default_rng(at)
        study = built(rows, names_of([rows], rng) if at else {}, rng, True)
        asked = bound("alpha", distance=distance)
        p = accord.permutation_test(study, asked, over=over, resamples=99).p
        wanted = wanted or p
        assert p == wanted
        assert 0.02 < p < 1


@pytest.mark.parametrize(("name", "settings", "kind"), MEASURES)
def test_a_ceiling_has_the_same_bits(name, settings, kind):
    """The system is a coder like any other, under any name."""
    asked, wanted = bound(name, **settings), None
    for one, _, was in pairs(kind, False, True):
        system = next((new for new, old in was.items() if old == "c1"), "c1")
        found = accord.ceiling(one, system, asked, resamples=40).as_dict()
        seen = _back(found, was)
        wanted = wanted or seen
        assert seen == wanted


@pytest.mark.parametrize("distance", ["nominal", "interval"])
def test_an_alternative_annotator_has_the_same_bits(distance):
    """ρ, p and ω, coder by coder."""
    wanted = None
    for one, _, was in pairs("numbers", False, True):
        system = next((new for new, old in was.items() if old == "c1"), "c1")
        test = accord.alternative_annotator_test
        found = test(one, system, distance=distance, min_items=5)
        rows = [list(row) for row in found.rows]
        assert [row[0] for row in rows] == [c for c in one.coders if c != system]
        seen = _back([rows, found.winning_rate, found.advantage], was)
        wanted = wanted or seen
        assert seen == wanted


NAMES = {"pair": 2, "pattern": 0}
BY = ["category", "item", "pattern", "coder", "pair", "lemma"]


def _table(found, keys: int, was: dict) -> list:
    """The numbers of each row by who or what it is about."""
    rows = [
        (row[:keys], [x for x in row[keys:] if isinstance(x, (int, float))]) for row in found.rows
    ]
    return [{_named(_of(names), was): numbers} for names, numbers in rows]


def _of(names) -> str:
    """Who or what a row is about, two of them in either order."""
    return " + ".join(_shown(name) for name in names)


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize(
    ("distance", "kind"), [("nominal", "names"), ("interval", "numbers"), ("masi", "sets")]
)
def test_a_breakdown_has_the_same_bits(by, distance, kind):
    """By everything that there is, and the influence of items, coders and categories."""
    asked, wanted = bound("alpha", distance=distance), None
    for study, was in guises(kind, 1):
        found = [_table(accord.breakdown(study, by, asked), NAMES.get(by, 1), was)]
        if by in ("item", "coder", "category"):
            found.append(_table(accord.influence(study, by, asked), 1, was))
        if by == "item":
            found.append(_table(worth_settling(study, asked), 1, was))
        if by == "category" and kind == "names":
            found.append(_table(collapse(study, asked), 2, was))
        seen = _back(found, was)
        wanted = wanted or seen
        assert seen == wanted


def _without_pictures(found: dict) -> dict:
    """A report with its tables by name, and without what is drawn or told coder by coder.

    Pictures follow the order of coders and items as they were given, and what kind of disagreement
    a place is depends on which of two coders it is seen from.
    """
    data = json.loads(json.dumps(found, default=_shown))
    for section, names in (("coders", "coders"), ("categories", "categories")):
        part = data.get(section, {})
        table = part if section == "coders" else part.get("matrix", {})
        cells = table.pop("matrix" if section == "coders" else "values", [])
        part["table"] = [
            [{f"{a} + {b}": cell} for b, cell in zip(table[names], row, strict=True)]
            for a, row in zip(table.get(names, ()), cells, strict=True)
        ]
    dimensions = data.get("dimensions", {})
    cells = dimensions.pop("correlations", [])
    for a, row in zip(dimensions.get("names", ()), cells, strict=True):
        pairs = zip(dimensions["names"], row, strict=True)
        dimensions[a] = [{f"{a} + {b}": cell} for b, cell in pairs]
    for section in ("units", "chains", "boundaries", "trees"):
        for drawn in ("documents", "anatomy", "pairs", "alignments", "worst"):
            data.get(section, {}).pop(drawn, None)
    for drawn in ("blocks", "coded"):
        data.get("coverage", {}).pop(drawn, None)
    listed = data.get("disagreements", {})
    listed["rows"] = [
        _decided_row(dict(zip(listed["columns"], row, strict=True)), listed)
        for row in listed.pop("rows", [])
    ]
    for names in ("coders", "documents", "kinds", "labels"):
        listed.pop(names, None)
    return data


def _decided_row(row: dict, listed: dict) -> dict:
    """A row of the list of disagreements, whose numbers of coders, labels … are their names."""
    kind, place = row.pop("kind"), row.pop("document")
    decided = [
        {
            listed["coders"][coder]: [
                apart,
                *(listed["labels"][v] if at % 3 == 0 else v for at, v in enumerate(rest)),
            ]
        }
        for coder, apart, *rest in row.pop("decisions")
    ]
    where = None if place is None else listed["documents"][place]
    return {
        f"{row.pop('item')} {where} {row.pop('begin')} {row.pop('end')}": {
            **row,
            "kind": listed["kinds"][kind],
            "decisions": decided,
        }
    }


@pytest.mark.parametrize("kind", ["names", "numbers", "sets", *KINDS])
def test_a_report_has_the_same_bits(kind):
    """Every number of the JSON, under the same names."""
    wanted = None
    for study, was in list(guises(kind, 0))[:2]:
        seen = _back(_without_pictures(accord.report(study, resamples=30).as_dict()), was)
        wanted = wanted or seen
        assert seen == wanted
