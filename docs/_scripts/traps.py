"""Published examples and known traps: the same data given to accord and to other programs.

Each case yields rows: program, call, the call itself, and why it prints what it prints.
"""

from collections.abc import Callable, Iterator
from typing import Any

import dkpro
import numpy as np
import traps_units

import accord

Row = tuple[str, str, Callable[[], Any], str]

INTEGRATED = [[46, 6, 0], [0, 32, 0], [0, 6, 10]]
NAMES = ["STAT", "IREQ", "CHCK"]
PAIR = [(r, c) for r, row in enumerate(INTEGRATED) for c, n in enumerate(row) for _ in range(n)]
THREE = ["aab", "aaa", "bbb", "bba", "ccb", "ccc", "aac", "bbb", "cca", "abb"]
DATA_C = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 .3.."
WIDE = [[np.nan if v == "." else float(v) for v in row] for row in DATA_C.split()]


def _gap(value: Any) -> bool:
    return value is None or (isinstance(value, float) and np.isnan(value))


def _task(rows: list[Any], distance: Any = None) -> Any:
    from nltk.metrics.agreement import AnnotationTask, binary_distance

    triples = [
        (f"c{c}", f"i{i:03d}", label)
        for i, row in enumerate(rows)
        for c, label in enumerate(row)
        if not _gap(label)
    ]
    return AnnotationTask(data=triples, distance=distance or binary_distance)


def _cac(rows: list[Any], **options: Any) -> Any:
    import pandas as pd
    from irrCAC.raw import CAC

    return CAC(pd.DataFrame(rows), **options)


def _est(found: dict[str, Any]) -> float:
    return found["est"]["coefficient_value"]


def _sklearn(one: list[Any], other: list[Any], **options: Any) -> float:
    from sklearn.metrics import cohen_kappa_score

    return cohen_kappa_score(one, other, **options)


def _fleiss(rows: list[Any], method: str = "fleiss") -> float:
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    return fleiss_kappa(aggregate_raters(np.array(rows))[0], method=method)


def _randolph(counts: list[Any]) -> float:
    from statsmodels.stats.inter_rater import fleiss_kappa

    return fleiss_kappa(np.array(counts), method="randolph")


def _kripp(rows: list[Any], level: Any = None) -> float:
    import krippendorff

    options = {} if level is None else {"level_of_measurement": level}
    return krippendorff.alpha(list(zip(*rows, strict=True)), **options)


def _statsmodels_kappa(**options: Any) -> float:
    from statsmodels.stats.inter_rater import cohens_kappa

    return cohens_kappa(np.array(INTEGRATED), **options).kappa


def _ours(rows: list[Any], **options: Any) -> Any:
    return accord.from_wide([[None if _gap(v) else v for v in row] for row in rows], **options)


def _java(call: str, why: str, measure: str, rows: list[Any], *given: Any, **options: Any) -> Row:
    return "DKPro", call, lambda: dkpro.coding(measure, rows, *given, **options), why


def _named(rows: list[Any]) -> list[list[str]]:
    return [[NAMES[k] for k in row] for row in rows]


def _whole(rows: list[Any]) -> list[list[Any]]:
    return [[None if _gap(v) else int(v) for v in row] for row in rows]


def _same() -> Iterator[Row]:
    study, same = accord.from_confusion(INTEGRATED, categories=NAMES), "the same"
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "Artstein & Poesio 2008: .8013"
    one, other = zip(*PAIR, strict=True)
    yield "scikit-learn", "cohen_kappa_score(a, b)", lambda: _sklearn(one, other), same
    yield "statsmodels", "cohens_kappa(table).kappa", _statsmodels_kappa, same
    yield "NLTK", "AnnotationTask(data).kappa()", lambda: _task(PAIR).kappa(), same
    yield "irrCAC", "CAC(frame).conger()", lambda: _est(_cac(PAIR).conger()), same
    yield _java("CohenKappaAgreement", same, "CohenKappa", _named(PAIR))
    yield "accord", "pi(study)", lambda: accord.pi(study), "the paper: .7995"
    yield (
        "statsmodels",
        "fleiss_kappa(counts)",
        lambda: _fleiss(PAIR),
        "the same under Fleiss' name",
    )
    yield "irrCAC", "CAC(frame).fleiss()", lambda: _est(_cac(PAIR).fleiss()), same
    yield _java("ScottPiAgreement", same, "ScottPi", _named(PAIR))


def _many() -> Iterator[Row]:
    study = _ours([list(row) for row in THREE])
    rows = [list(row) for row in THREE]
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "multi-κ: D_o and D_e are means"
    yield "NLTK", "task.multi_kappa()", lambda: _task(rows).multi_kappa(), "the same"
    yield "irrCAC", "CAC(frame).conger()", lambda: _est(_cac(rows).conger()), "the same"
    yield _java("HubertKappaAgreement", "the same", "HubertKappa", rows)
    yield _java("CohenKappaAgreement", "for two coders only", "CohenKappa", rows)
    summed = "D_o is the mean over the three pairs of coders, D_e their sum"
    yield _java("WeightedKappaAgreement, nominal", summed, "WeightedKappa", rows, "Nominal")
    yield "NLTK", "task.kappa()", lambda: _task(rows).kappa(), "the mean of the pairwise κ (Light)"
    yield "accord", "light_kappa(study)", lambda: accord.light_kappa(study), "the same as that"
    yield (
        "statsmodels",
        'fleiss_kappa(counts, "fleiss")',
        lambda: _fleiss(_codes(rows)),
        "not κ at all: π for many coders",
    )
    yield _java("FleissKappaAgreement", "π for many coders, too", "FleissKappa", rows)
    yield "irrCAC", "CAC(frame).fleiss()", lambda: _est(_cac(rows).fleiss()), "the same as that"
    yield "NLTK", "task.pi()", lambda: _task(rows).pi(), "the same as that"
    yield "accord", "pi(study)", lambda: accord.pi(study), "the same as that"
    yield (
        "statsmodels",
        'fleiss_kappa(counts, "randolph")',
        lambda: _fleiss(_codes(rows), "randolph"),
        "chance is 1/k: S",
    )
    yield _java("RandolphKappaAgreement", "S, too", "RandolphKappa", rows)
    yield "accord", "s(study)", lambda: accord.s(study), "the same as that"


def _codes(rows: list[Any]) -> list[Any]:
    names = sorted({label for row in rows for label in row})
    return [[names.index(label) for label in row] for row in rows]


def _half(k: str, l: str) -> float:
    return 0.0 if k == l else 0.5 if "CHCK" in (k, l) else 1.0


def _weights() -> Any:
    return np.array([[1 - _half(k, l) for l in NAMES] for k in NAMES])


def _kripp_by_function() -> float:
    """The distance as a function of arrays of numbers, which is what this program takes."""

    def d(one: Any, other: Any, *_: Any, dtype: Any = float, **__: Any) -> Any:
        pairs = np.broadcast_arrays(one, other)
        made = [
            _half(NAMES[int(k)], NAMES[int(l)])
            for k, l in zip(*(p.flat for p in pairs), strict=True)
        ]
        return np.array(made, dtype).reshape(pairs[0].shape)

    return _kripp(PAIR, d)


def _distance() -> Iterator[Row]:
    study = accord.from_confusion(INTEGRATED, categories=NAMES)
    d = {("STAT", "IREQ"): 1, ("STAT", "CHCK"): 0.5, ("IREQ", "CHCK"): 0.5}
    rows = [[NAMES[k] for k in pair] for pair in PAIR]
    yield (
        "accord",
        "alpha_prime(study, distance=d)",
        lambda: accord.alpha_prime(study, distance=d),
        "the report, p. 17: .8146",
    )
    yield (
        "NLTK",
        "AnnotationTask(data, d).pi()",
        lambda: _task(rows, _half).pi(),
        "A_o with the distance, A_e without it: no coefficient of the literature",
    )
    yield (
        "accord",
        "weighted_kappa(study, distance=d)",
        lambda: accord.weighted_kappa(study, distance=d),
        "Table 6: .8163",
    )
    yield (
        "NLTK",
        "AnnotationTask(data, d).weighted_kappa()",
        lambda: _task(rows, _half).weighted_kappa(),
        "the same",
    )
    yield _java("WeightedKappaAgreement, d", "the same", "WeightedKappa", rows, d)
    yield (
        "irrCAC",
        "CAC(frame, weights=1 − d).conger()",
        lambda: _est(_cac(rows, weights=_weights(), categories=NAMES).conger()),
        "the same for two coders",
    )
    yield (
        "statsmodels",
        "cohens_kappa(table, weights=d).kappa",
        lambda: _statsmodels_kappa(weights=1 - _weights()),
        "the same",
    )
    yield (
        "NLTK",
        "AnnotationTask(data, 2d).weighted_kappa(max_distance=2)",
        lambda: _task(rows, lambda k, l: 2 * _half(k, l)).weighted_kappa(max_distance=2),
        "D_e is divided by max_distance, D_o is not",
    )
    yield (
        "NLTK",
        "AnnotationTask(data, d).kappa()",
        lambda: _task(rows, _half).kappa(),
        "A_o with the distance, A_e without it",
    )
    yield (
        "accord",
        "alpha(study, distance=d)",
        lambda: accord.alpha(study, distance=d),
        "α draws without replacement, α′ above with it",
    )
    yield _java("KrippendorffAlphaAgreement, d", "the same", "KrippendorffAlpha", rows, d)
    yield (
        "NLTK",
        "AnnotationTask(data, d).alpha()",
        lambda: _task(rows, _half).alpha(),
        "the same",
    )
    yield "krippendorff", "alpha(data, function)", _kripp_by_function, "the same"
    yield (
        "irrCAC",
        "CAC(frame, weights=1 − d).krippendorff()",
        lambda: _est(_cac(rows, weights=_weights(), categories=NAMES).krippendorff()),
        "the same",
    )


def _constant() -> Iterator[Row]:
    rows = [["a", "a"]] * 4
    study = _ours(rows)
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "D_e is 0: nothing can be told"
    yield (
        "scikit-learn",
        "cohen_kappa_score(a, b)",
        lambda: _sklearn(["a"] * 4, ["a"] * 4),
        "nan with a warning",
    )
    yield "statsmodels", "fleiss_kappa(counts)", lambda: _fleiss([[0, 0]] * 4), "0/0"
    yield (
        "NLTK",
        "task.kappa()",
        lambda: _task(rows).kappa(),
        "1 by decision; older versions divide by 0",
    )
    yield "NLTK", "task.alpha()", lambda: _task(rows).alpha(), "1 by decision"
    yield (
        "krippendorff",
        "alpha(data, nominal)",
        lambda: _kripp([[1, 1]] * 4, "nominal"),
        "refuses",
    )
    yield "irrCAC", "CAC(frame).krippendorff()", lambda: _est(_cac(rows).krippendorff()), "fails"
    yield "irrCAC", "CAC(frame).conger()", lambda: _est(_cac(rows).conger()), "0/0"
    yield _java("CohenKappaAgreement", "refuses", "CohenKappa", rows)
    yield _java("KrippendorffAlphaAgreement", "refuses", "KrippendorffAlpha", rows, "Nominal")
    yield from _constant_but_declared(rows)


def _constant_but_declared(rows: list[Any]) -> Iterator[Row]:
    both: dict[str, Any] = {"categories": ["a", "b"]}
    study = _ours(rows, **both)
    yield "accord", "kappa(study), b declared", lambda: accord.kappa(study), "D_e is still 0"
    yield _java("CohenKappaAgreement, b declared", "refuses", "CohenKappa", rows, **both)
    zero = "0 where D_o = D_e, both 0; its source of mid-2026 says 1"
    yield _java(
        "KrippendorffAlphaAgreement, b declared", zero, "KrippendorffAlpha", rows, "Nominal", **both
    )
    fails = "fails on a category that nobody used"
    yield _java("HubertKappaAgreement, b declared", fails, "HubertKappa", rows, **both)
    yield (
        "accord",
        "s(study), b declared",
        lambda: accord.s(study),
        "chance is 1/2, whatever is used",
    )
    yield _java("BennettSAgreement, b declared", "the same", "BennettS", rows, **both)


def _missing() -> Iterator[Row]:
    study = _ours(WIDE)
    yield (
        "accord",
        'alpha(study, distance="nominal")',
        lambda: accord.alpha(study, distance="nominal"),
        "Krippendorff: .743",
    )
    yield "krippendorff", "alpha(data, nominal)", lambda: _kripp(WIDE, "nominal"), "the same"
    yield (
        "krippendorff",
        "alpha(data)",
        lambda: _kripp(WIDE),
        "the level is interval if none is named",
    )
    yield "NLTK", "task.alpha()", lambda: _task(WIDE).alpha(), "the same: single codings dropped"
    yield "irrCAC", "CAC(frame).krippendorff()", lambda: _est(_cac(WIDE).krippendorff()), "the same"
    rows, kind = _whole(WIDE), {"kind": "Integer"}
    yield _java(
        "KrippendorffAlphaAgreement", "the same", "KrippendorffAlpha", rows, "Nominal", **kind
    )
    yield "accord", "percent(study)", lambda: accord.percent(study), "every item weighs the same"
    weighed = "an item weighs by its number of codings: 1 − D_o of α"
    yield _java("PercentageAgreement", weighed, "Percentage", rows, **kind)
    yield "accord", "pi(study)", lambda: accord.pi(study), "Artstein & Poesio 2005, §5.1"
    yield "irrCAC", "CAC(frame).fleiss()", lambda: _est(_cac(WIDE).fleiss()), "the same rule"
    yield "NLTK", "task.pi()", lambda: _task(WIDE).pi(), "cannot take missing codings"
    yield (
        "statsmodels",
        "fleiss_kappa(aggregate_raters(data))",
        lambda: _fleiss(WIDE),
        "NaN is counted as one more category",
    )
    shares = "A_o weighs items by their codings; A_e is the mean of the items' shares"
    yield _java("FleissKappaAgreement", shares, "FleissKappa", rows, **kind)
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "Artstein & Poesio 2005, §5.1"
    yield (
        "irrCAC",
        "CAC(frame).conger()",
        lambda: _est(_cac(WIDE).conger()),
        "Gwet's estimator weighs coders' distributions in another way",
    )
    divided = "each coder's counts are divided by all items, coded or not: A_e is too small"
    yield _java("HubertKappaAgreement", divided, "HubertKappa", rows, **kind)


def _ordered() -> Iterator[Row]:
    one = ["low", "low", "mid", "high", "mid", "high", "low", "mid"]
    other = ["low", "mid", "mid", "high", "high", "high", "low", "low"]
    declared = accord.from_coders({"a": one, "b": other}, categories=["low", "mid", "high"])
    bare = accord.from_coders({"a": one, "b": other})
    yield (
        "accord",
        'weighted_kappa(study, distance="rank-linear")',
        lambda: accord.weighted_kappa(declared, distance="rank-linear"),
        "with the categories declared: low, mid, high",
    )
    yield (
        "scikit-learn",
        'cohen_kappa_score(a, b, weights="linear")',
        lambda: _sklearn(one, other, weights="linear"),
        "labels are sorted by name: high, low, mid",
    )
    yield (
        "scikit-learn",
        "… labels=[low, mid, high]",
        lambda: _sklearn(one, other, weights="linear", labels=["low", "mid", "high"]),
        "the same as accord",
    )
    yield (
        "accord",
        "… without a declared order",
        lambda: accord.weighted_kappa(bare, distance="rank-linear"),
        "refuses",
    )
    rows = [list(row) for row in zip(one, other, strict=True)]
    yield (
        "accord",
        'alpha(study, distance="ordinal")',
        lambda: accord.alpha(declared, distance="ordinal"),
        "with the categories declared",
    )
    silent = "silently nominal: only Integer labels have an order"
    yield _java(
        "KrippendorffAlphaAgreement, ordinal",
        silent,
        "KrippendorffAlpha",
        rows,
        "Ordinal",
        categories=["low", "mid", "high"],
    )
    yield (
        "accord",
        'alpha(study, distance="nominal")',
        lambda: accord.alpha(bare, distance="nominal"),
        "that, by name",
    )


def _spaced() -> Iterator[Row]:
    one, other = [1, 2, 10, 1, 10, 2], [1, 10, 10, 2, 10, 2]
    study = accord.from_coders({"a": one, "b": other})
    yield (
        "accord",
        'weighted_kappa(study, distance="linear")',
        lambda: accord.weighted_kappa(study, distance="linear"),
        "2 and 10 are eight times as far apart as 1 and 2",
    )
    yield (
        "scikit-learn",
        'cohen_kappa_score(a, b, weights="linear")',
        lambda: _sklearn(one, other, weights="linear"),
        "1, 2, 10 are taken as 1, 2, 3",
    )
    yield (
        "accord",
        '… distance="rank-linear"',
        lambda: accord.weighted_kappa(study, distance="rank-linear"),
        "that, by name",
    )
    rows, kind = [list(row) for row in zip(one, other, strict=True)], {"kind": "Integer"}
    yield (
        "accord",
        '… distance="interval"',
        lambda: accord.weighted_kappa(study, distance="interval"),
        "squared differences",
    )
    scaled = "D_o is divided by 64, the largest distance within an item, D_e by 81, that of all"
    yield _java(
        "WeightedKappaAgreement, interval", scaled, "WeightedKappa", rows, "Interval", **kind
    )
    yield (
        "accord",
        'alpha(study, distance="interval")',
        lambda: accord.alpha(study, distance="interval"),
        "α needs no scale",
    )
    yield _java(
        "KrippendorffAlphaAgreement, interval",
        "the same",
        "KrippendorffAlpha",
        rows,
        "Interval",
        **kind,
    )


def _ordinal() -> Iterator[Row]:
    study = _ours(WIDE, categories=[1.0, 2.0, 3.0, 4.0, 5.0])
    yield (
        "accord",
        'alpha(study, distance="ordinal")',
        lambda: accord.alpha(study, distance="ordinal"),
        "Krippendorff: .815",
    )
    yield "krippendorff", "alpha(data, ordinal)", lambda: _kripp(WIDE, "ordinal"), "the same"
    yield (
        "irrCAC",
        'CAC(frame, weights="ordinal").krippendorff()',
        lambda: _est(_cac(WIDE, weights="ordinal").krippendorff()),
        "counts the categories between two labels, not the codings",
    )
    rows = _whole(WIDE)
    for kind, why in (
        ("Integer", "the same"),
        ("Double", "silently nominal: only Integer labels have an order"),
    ):
        yield _java(
            f"KrippendorffAlphaAgreement, ordinal, {kind}",
            why,
            "KrippendorffAlpha",
            rows,
            "Ordinal",
            kind=kind,
        )


NOTHING: list[list[Any]] = [[{}, {1}], [{}, {}], [{1}, {1}], [{2}, {2}], [{1, 2}, {2}]]
SETS = [[{1, 2}, {1, 2, 3, 4}], [{1}, {1}], [{1, 2}, {2, 3}], [{3}, {3}], [{2}, {1, 2}]]


def _masi() -> Iterator[Row]:
    rows = [[frozenset(label) for label in row] for row in SETS]
    study = _ours(rows)

    def nltk(distance: Any) -> float:
        return _task(rows, distance).alpha()

    def exact() -> float:
        from nltk.metrics import masi_distance

        return nltk(masi_distance)

    yield (
        "accord",
        'alpha(study, distance="masi")',
        lambda: accord.alpha(study, distance="masi"),
        "Passonneau 2006: 1 − J·M, M in thirds",
    )
    yield "NLTK", "alpha() with masi_distance", exact, "the same since mid-2026 (3.10.4 has it)"
    yield ("NLTK", "… 3.3 (2018) to mid-2026", lambda: nltk(_rounded), "M was rounded: .67 and .33")
    yield (
        "NLTK",
        "… before 3.3",
        lambda: nltk(_before_2017),
        "(1 − J)·M: disjoint sets had distance 0",
    )
    yield (
        "accord",
        'alpha(study, distance="survey-masi")',
        lambda: accord.alpha(study, distance="survey-masi"),
        "the product that the survey prints",
    )
    sets = {"kind": "SetAnnotation"}
    yield _java(
        "KrippendorffAlphaAgreement, MASI",
        "that product",
        "KrippendorffAlpha",
        rows,
        "MASISetAnnotation",
        **sets,
    )
    yield (
        "accord",
        'alpha(study, distance="passonneau")',
        lambda: accord.alpha(study, distance="passonneau"),
        "Passonneau 2004: 0, 1/3, 2/3 or 1",
    )
    yield _java(
        "KrippendorffAlphaAgreement, sets",
        "the same",
        "KrippendorffAlpha",
        rows,
        "SetAnnotation",
        **sets,
    )


def _empty() -> Iterator[Row]:
    rows = [[frozenset(label) for label in row] for row in NOTHING]
    study, sets = _ours(rows), {"kind": "SetAnnotation"}

    def nltk() -> float:
        from nltk.metrics import masi_distance

        return _task(rows, masi_distance).alpha()

    yield (
        "accord",
        'alpha(study, distance="masi")',
        lambda: accord.alpha(study, distance="masi"),
        "two empty sets are alike, an empty set shares nothing with any other",
    )
    yield "NLTK", "alpha() with masi_distance", nltk, "two empty sets: 0/0"
    yield (
        "accord",
        'alpha(study, distance="survey-masi")',
        lambda: accord.alpha(study, distance="survey-masi"),
        "with the survey's product",
    )
    yield _java(
        "KrippendorffAlphaAgreement, MASI",
        "the empty set is inside any other: 1/3 away",
        "KrippendorffAlpha",
        rows,
        "MASISetAnnotation",
        **sets,
    )


def _shape(a: frozenset[Any], b: frozenset[Any]) -> int:
    return 3 if a == b else 2 if a <= b or b <= a else 1 if a & b else 0


def _rounded(a: frozenset[Any], b: frozenset[Any]) -> float:
    return 1 - len(a & b) / len(a | b) * (0, 0.33, 0.67, 1)[_shape(a, b)]


def _before_2017(a: frozenset[Any], b: frozenset[Any]) -> float:
    return (1 - len(a & b) / len(a | b)) * (0, 0.33, 0.67, 1)[_shape(a, b)]


def _unused() -> Iterator[Row]:
    rows = [[NAMES[k] for k in pair] for pair in PAIR]
    four = _ours(rows, categories=[*NAMES, "ASK"])
    yield (
        "accord",
        "s(study), four declared categories",
        lambda: accord.s(four),
        "an unused category that coders could have chosen counts",
    )
    yield "NLTK", "task.S()", lambda: _task(rows).S(), "counts the categories that occur"
    yield "accord", "s(study), none declared", lambda: accord.s(_ours(rows)), "the same"
    yield (
        "irrCAC",
        "CAC(frame, categories=four).bp()",
        lambda: _est(_cac(rows, categories=[*NAMES, "ASK"]).bp()),
        "as declared",
    )
    yield (
        "statsmodels",
        'fleiss_kappa(counts, "randolph"), four columns',
        lambda: _randolph([[row.count(name) for name in (*NAMES, "ASK")] for row in rows]),
        "as declared",
    )
    told = {"categories": [*NAMES, "ASK"]}
    yield _java("BennettSAgreement, four categories", "as declared", "BennettS", rows, **told)
    yield _java("BennettSAgreement", "counts the categories that occur", "BennettS", rows)
    yield "accord", "kappa(study), four declared", lambda: accord.kappa(four), "unused: no matter"
    yield _java("CohenKappaAgreement, four categories", "the same", "CohenKappa", rows, **told)
    fails = "fails on a category that nobody used"
    yield _java("HubertKappaAgreement, four categories", fails, "HubertKappa", rows, **told)
    yield _java(
        "WeightedKappaAgreement, four categories", fails, "WeightedKappa", rows, "Nominal", **told
    )
    yield "accord", "ac1(study), four declared", lambda: accord.ac1(four), "Gwet 2008"
    yield (
        "irrCAC",
        "CAC(frame, categories=four).gwet()",
        lambda: _est(_cac(rows, categories=[*NAMES, "ASK"]).gwet()),
        "as declared",
    )


def _alone() -> Iterator[Row]:
    rows = [["a"], ["b"], ["a"], ["c"]]
    study = _ours(rows)
    yield (
        "accord",
        'alpha(study, distance="nominal")',
        lambda: accord.alpha(study, distance="nominal"),
        "no item was coded twice",
    )
    yield "NLTK", "task.alpha()", lambda: _task(rows).alpha(), "fails"
    yield "krippendorff", "alpha(data, nominal)", lambda: _kripp(_codes(rows), "nominal"), "refuses"
    yield "irrCAC", "CAC(frame).krippendorff()", lambda: _est(_cac(rows).krippendorff()), "fails"
    yield _java("KrippendorffAlphaAgreement", "0/0", "KrippendorffAlpha", rows, "Nominal")
    yield _java("FleissKappaAgreement", "0/0", "FleissKappa", rows)
    yield _java("CohenKappaAgreement", "for two coders only", "CohenKappa", rows)


CASES: tuple[tuple[str, str, str, Callable[[], Iterator[Row]]], ...] = (
    (
        "agree",
        "Where all agree",
        "Two coders, three categories, nothing missing (the survey's Table 4).",
        _same,
    ),
    (
        "many",
        "Three coders and the word kappa",
        "Ten items. “Kappa” for many coders means three different things.",
        _many,
    ),
    (
        "distance",
        "A distance between categories",
        "The survey's Table 4 with CHCK half as far.",
        _distance,
    ),
    (
        "constant",
        "One category only",
        "All coders always say the same. Is that perfect, nothing, or unknown?",
        _constant,
    ),
    ("missing", "Missing codings", "Krippendorff's data C, four observers with gaps.", _missing),
    ("ordered", "Names that have an order", "Eight items rated low, mid, high.", _ordered),
    ("spaced", "Numbers that are not evenly spaced", "Categories 1, 2 and 10.", _spaced),
    ("ordinal", "Two things called ordinal", "Krippendorff's data C again.", _ordinal),
    (
        "masi",
        "MASI, and why last year's value differs",
        "Five items with sets of labels. Old formulas of NLTK were computed with its present α.",
        _masi,
    ),
    (
        "empty-sets",
        "Sets without a label",
        "Five items with sets of labels, where “none of them” is the empty set.",
        _empty,
    ),
    ("alone", "One coder", "Four items, and nobody to agree with.", _alone),
    (
        "unused",
        "A category that nobody used",
        "The survey's Table 4, and a fourth category in the guidelines.",
        _unused,
    ),
    *traps_units.CASES,
)
