"""`explain` against what DKPro Agreement printed for random codings and units.

dkpro.json holds what DKPro's source of the 2.2 line (commit 540fdd1) printed; a null is an
exception. Where DKPRO names a class path (docs/_scripts/dkpro.py), DKPro is asked again, and
`python tests/peers/test_dkpro.py` writes the record anew.
Tolerance 1e-9: both work in double precision, so anything more is another rule.
"""

import json
import sys
from itertools import combinations
from math import isnan, nan
from pathlib import Path

import numpy as np
import pytest

import accord

HERE = Path(__file__)
sys.path.insert(0, str(HERE.parents[2] / "docs" / "_scripts"))
import dkpro  # noqa: E402

RECORD = HERE.with_name("dkpro.json")
POOLS = {
    "String": "vwxyz",
    "Integer": [1, 2, 3, 7, 10],
    "Double": [0.5, 1.25, 2.5, 3.5, 7.5],
    "SetAnnotation": ["", "a", "ab", "bc", "abc"],
}
UNUSED = {"String": "q", "Integer": 12, "Double": 9.5}
DISTANCES = {
    "nominal": "Nominal",
    "ordinal": "Ordinal",
    "interval": "Interval",
    "ratio": "Ratio",
    "masi": "MASISetAnnotation",
    "passonneau": "SetAnnotation",
}
LEVELS = ["nominal", "ordinal", "interval", "ratio"]


def _codings(seed):
    """A random study: two to four coders, gaps in half of them, sometimes an unused category."""
    rng = np.random.default_rng(seed)
    kind = str(rng.choice(list(POOLS)))
    k, coders, items = (int(rng.integers(*among)) for among in ((1, 6), (2, 5), (4, 16)))
    pool, gaps = list(POOLS[kind])[:k], float(rng.choice([0, 0, 0.2, 0.4]))
    rows = []
    for truth in rng.integers(k, size=items):
        row = [pool[truth if rng.random() < 0.6 else rng.integers(k)] for _ in range(coders)]
        row = [None if rng.random() < gaps else label for label in row]
        rows.append(row if any(label is not None for label in row) else [pool[0]] * coders)
    declared = [*pool, UNUSED[kind]] if kind in UNUSED and rng.random() < 0.3 else []
    rows[0] = [pool[0]] * coders
    allowed = {"Integer": LEVELS, "Double": LEVELS, "SetAnnotation": ["masi", "passonneau"]}
    distances = allowed.get(kind, ["nominal", "ordinal"] if declared else ["nominal"])
    return {
        "kind": kind,
        "rows": rows,
        "categories": declared,
        "distance": str(rng.choice(distances)),
    }


def _units(seed):
    """Random units of up to three categories on one continuum, none overlapping its own kind."""
    rng = np.random.default_rng(seed)
    begin, length = int(rng.integers(20)), int(rng.integers(12, 60))
    places = np.arange(begin, begin + length + 1)
    coders = {}
    for name in "ABC"[: int(rng.integers(2, 4))]:
        coders[name] = []
        for category in "xyz"[: int(rng.integers(1, 4))]:
            cuts = np.sort(rng.choice(places, size=2 * int(rng.integers(1, 4)), replace=False))
            coders[name] += [[int(a), int(b), category] for a, b in cuts.reshape(-1, 2)]
    return {"coders": coders, "begin": begin, "length": length}


def _label(case, label):
    return frozenset(label) if case["kind"] == "SetAnnotation" and label is not None else label


def _explained(case):
    if "coders" in case:
        extent = {"d": (case["begin"], case["begin"] + case["length"])}
        rows = [("d", name, *unit) for name, mine in case["coders"].items() for unit in mine]
        return accord.explain(accord.Unitizings.of(rows, extents=extent), "dkpro")
    rows = [[_label(case, label) for label in row] for row in case["rows"]]
    given = {"categories": case["categories"]} if case["categories"] else {}
    study = accord.from_wide(rows, **given)
    return accord.explain(study, "dkpro", distance=case["distance"])


def _asked(case, call):
    """What DKPro itself says, or None where it throws."""
    name, *rest = call.split(", ")
    try:
        if "coders" in case:
            category = rest[0].removeprefix("category ") if "category" in call else ""
            return dkpro.units(case["coders"], case["begin"], case["length"], category)
        if name.startswith("mean of "):
            pairs = combinations(range(len(case["rows"][0])), 2)
            known = sorted({v for row in case["rows"] for v in row if v is not None}, key=str)
            known = case["categories"] or known
            found = [
                _ask(case, "CohenKappa", [[r[a], r[b]] for r in case["rows"]], "", known)
                for a, b in pairs
            ]
            return float(np.mean(found))
        measure = name.removesuffix("Agreement")
        weighted = measure in ("KrippendorffAlpha", "WeightedKappa")
        its = DISTANCES[case["distance"]] if weighted else ""
        return _ask(case, measure, case["rows"], its, case["categories"])
    except dkpro.DkproError:
        return None


def _ask(case, measure, rows, distance, categories):
    said = [[_label(case, label) for label in row] for row in rows]
    known = [_label(case, label) for label in categories]
    return dkpro.coding(measure, said, distance, kind=case["kind"], categories=known)


def _printed(case):
    found = {row.call: _asked(case, row.call) for row in _explained(case)}
    return {call: None if value is None or isnan(value) else value for call, value in found.items()}


CASES = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else []


@pytest.mark.parametrize("at", range(len(CASES)))
def test_explained_as_printed(at):
    """Each rule gives the number that DKPro printed, and a cause where ours is another."""
    case = CASES[at]
    rows = _explained(case)
    assert [row.call for row in rows] == list(case["printed"])
    for row in rows:
        printed = case["printed"][row.call]
        assert row.theirs == pytest.approx(
            nan if printed is None else printed, abs=1e-9, nan_ok=True
        ), row.call
        assert row.same == (row.why == "the same")


def test_the_record_covers_the_rules():
    """Every measure occurs where it is ours and where it is not; some calls threw."""
    found = [(row.call.split(",")[0], row.same) for case in CASES for row in _explained(case)]
    for name in (
        "KrippendorffAlpha",
        "CohenKappa",
        "ScottPi",
        "HubertKappa",
        "FleissKappa",
        "RandolphKappa",
        "Percentage",
        "WeightedKappa",
    ):
        assert {(f"{name}Agreement", True), (f"{name}Agreement", False)} <= set(found)
    assert any(value is None for case in CASES for value in case["printed"].values())
    assert sum("coders" in case for case in CASES) >= 15


@pytest.mark.skipif(dkpro.found() is None, reason="DKPRO names no class path of DKPro Agreement")
def test_dkpro_still_prints_it():
    """The record is what DKPro prints."""
    for case in CASES:
        for call, value in _printed(case).items():
            told = case["printed"][call]
            assert value == (None if told is None else pytest.approx(told, abs=1e-12))


if __name__ == "__main__":
    drawn = [*map(_codings, range(60)), *map(_units, range(20))]
    lines = [json.dumps({**case, "printed": _printed(case)}) for case in drawn]
    RECORD.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
