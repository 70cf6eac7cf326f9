"""Published examples and known traps: the same data given to accord and to other programs.

Each case yields rows: program, call, the call itself, and why it prints what it prints.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import accord

Row = tuple[str, str, Callable[[], Any], str]

INTEGRATED = [[46, 6, 0], [0, 32, 0], [0, 6, 10]]
NAMES = ["STAT", "IREQ", "CHCK"]
PAIR = [(r, c) for r, row in enumerate(INTEGRATED) for c, n in enumerate(row) for _ in range(n)]
THREE = ["aab", "aaa", "bbb", "bba", "ccb", "ccc", "aac", "bbb", "cca", "abb"]
DATA_C = "11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 .3.."
WIDE = [[np.nan if v == "." else float(v) for v in row] for row in DATA_C.split()]
ALEX = {
    "Alex": [(2, 9, "1"), (11, 17, "2"), (24, 30, "5"), (32, 36, "6"), (36, 44, "6"),
             (44, 60, "7")],
    "Paul": [(2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6")],
    "Suzan": [(2, 9, "1"), (11, 17, "4"), (21, 27, "5"), (32, 36, "6"), (36, 40, "6"),
              (40, 44, "6")],
}  # fmt: skip


def _gap(value: Any) -> bool:
    return value is None or (isinstance(value, float) and np.isnan(value))


def _task(rows: list[Any], distance: Any = None) -> Any:
    from nltk.metrics.agreement import AnnotationTask, binary_distance

    triples = [(f"c{c}", f"i{i:03d}", label) for i, row in enumerate(rows)
               for c, label in enumerate(row) if not _gap(label)]  # fmt: skip
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


def _kripp(rows: list[Any], level: str | None = None) -> float:
    import krippendorff

    options = {} if level is None else {"level_of_measurement": level}
    return krippendorff.alpha(list(zip(*rows, strict=True)), **options)


def _statsmodels_kappa() -> float:
    from statsmodels.stats.inter_rater import cohens_kappa

    return cohens_kappa(np.array(INTEGRATED)).kappa


def _ours(rows: list[Any], **options: Any) -> Any:
    return accord.from_wide([[None if _gap(v) else v for v in row] for row in rows], **options)


def _same() -> Iterator[Row]:
    study, same = accord.from_confusion(INTEGRATED, categories=NAMES), "the same"
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "Artstein & Poesio 2008: .8013"
    one, other = zip(*PAIR, strict=True)
    yield "scikit-learn", "cohen_kappa_score(a, b)", lambda: _sklearn(one, other), same
    yield "statsmodels", "cohens_kappa(table).kappa", _statsmodels_kappa, same
    yield "NLTK", "AnnotationTask(data).kappa()", lambda: _task(PAIR).kappa(), same
    yield "irrCAC", "CAC(frame).conger()", lambda: _est(_cac(PAIR).conger()), same
    yield "accord", "pi(study)", lambda: accord.pi(study), "the paper: .7995"
    yield (
        "statsmodels",
        "fleiss_kappa(counts)",
        lambda: _fleiss(PAIR),
        "the same under Fleiss' name",
    )
    yield "irrCAC", "CAC(frame).fleiss()", lambda: _est(_cac(PAIR).fleiss()), same


def _many() -> Iterator[Row]:
    study = _ours([list(row) for row in THREE])
    rows = [list(row) for row in THREE]
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "multi-κ: D_o and D_e are means"
    yield "NLTK", "task.multi_kappa()", lambda: _task(rows).multi_kappa(), "the same"
    yield "irrCAC", "CAC(frame).conger()", lambda: _est(_cac(rows).conger()), "the same"
    yield "NLTK", "task.kappa()", lambda: _task(rows).kappa(), "the mean of the pairwise κ (Light)"
    yield "accord", "light_kappa(study)", lambda: accord.light_kappa(study), "the same as that"
    yield (
        "statsmodels",
        'fleiss_kappa(counts, "fleiss")',
        lambda: _fleiss(_codes(rows)),
        "not κ at all: π for many coders",
    )
    yield "accord", "pi(study)", lambda: accord.pi(study), "the same as that"
    yield (
        "statsmodels",
        'fleiss_kappa(counts, "randolph")',
        lambda: _fleiss(_codes(rows), "randolph"),
        "chance is 1/k: S",
    )
    yield "accord", "s(study)", lambda: accord.s(study), "the same as that"


def _codes(rows: list[Any]) -> list[Any]:
    names = sorted({label for row in rows for label in row})
    return [[names.index(label) for label in row] for row in rows]


def _half(k: str, l: str) -> float:
    return 0.0 if k == l else 0.5 if "CHCK" in (k, l) else 1.0


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
    yield "accord", "pi(study)", lambda: accord.pi(study), "Artstein & Poesio 2005, §5.1"
    yield "irrCAC", "CAC(frame).fleiss()", lambda: _est(_cac(WIDE).fleiss()), "the same rule"
    yield "NLTK", "task.pi()", lambda: _task(WIDE).pi(), "cannot take missing codings"
    yield (
        "statsmodels",
        "fleiss_kappa(aggregate_raters(data))",
        lambda: _fleiss(WIDE),
        "NaN is counted as one more category",
    )
    yield "accord", "kappa(study)", lambda: accord.kappa(study), "Artstein & Poesio 2005, §5.1"
    yield (
        "irrCAC",
        "CAC(frame).conger()",
        lambda: _est(_cac(WIDE).conger()),
        "Gwet's estimator weighs coders' distributions in another way",
    )


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
        "the product that the survey prints, and DKPro takes",
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
    yield "accord", "ac1(study), four declared", lambda: accord.ac1(four), "Gwet 2008"
    yield (
        "irrCAC",
        "CAC(frame, categories=four).gwet()",
        lambda: _est(_cac(rows, categories=[*NAMES, "ASK"]).gwet()),
        "as declared",
    )


def _windows() -> Iterator[Row]:
    one, other = "0001000010000010000", "0010000010000100000"
    study = accord.Segmentations.from_strings({"d": {"a": one, "b": other}})
    masses = [[len(part) + 1 for part in text.split("1")] for text in (one, other)]

    def nltk() -> float:
        from nltk.metrics.segmentation import windowdiff

        return windowdiff(one, other, round(len(one) / (one.count("1") * 2.0)))

    def segeval() -> float:
        import segeval as peer

        return peer.window_diff(masses[0], masses[1])

    yield (
        "accord",
        "window_diff(study)",
        lambda: accord.window_diff(study),
        "window: half the mean segment of all coders",
    )
    yield "NLTK", "windowdiff(a, b, k)", nltk, "k is yours; the usual one depends on the reference"
    yield (
        "accord",
        'window_diff(study, window="nltk")',
        lambda: accord.window_diff(study, window="nltk"),
        "each coder the reference in turn",
    )
    yield "segeval", "window_diff(a, b)", segeval, "window: half the mean segment of the reference"
    yield (
        "accord",
        'window_diff(study, window="segeval")',
        lambda: accord.window_diff(study, window="segeval"),
        "each coder the reference in turn",
    )


def _no_boundary() -> Iterator[Row]:
    study = accord.Segmentations.from_masses({"d": {"a": [10], "b": [10]}})

    def segeval() -> float:
        import segeval as peer

        return peer.boundary_similarity([10], [10])

    yield (
        "accord",
        "boundary_similarity(study)",
        lambda: accord.boundary_similarity(study),
        "no boundary, nothing to agree on",
    )
    yield "segeval", "boundary_similarity(a, b)", segeval, "fails"


def _gamma() -> Iterator[Row]:
    study = accord.Continuum.of(ALEX)

    def peer() -> Any:
        from pyannote.core import Segment
        from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum

        continuum = Continuum()
        for name, units in ALEX.items():
            for begin, end, category in units:
                continuum.add(name, Segment(begin, end), category)
        np.random.seed(1)  # noqa: NPY002 - the peer has no other way
        return continuum.compute_gamma(CombinedCategoricalDissimilarity(alpha=1, beta=1))

    yield (
        "accord",
        "gamma(study).observed",
        lambda: accord.gamma(study).observed,
        "the disorder of the best alignment does not depend on luck",
    )
    yield (
        "pygamma-agreement",
        "gamma.observed_disorder",
        lambda: peer().observed_disorder,
        "the same",
    )
    yield (
        "accord",
        "gamma(study)",
        lambda: accord.gamma(study),
        "chance: units moved on the continuum, circularly, seeded",
    )
    yield (
        "accord",
        'gamma(study, chance="model")',
        lambda: accord.gamma(study, chance="model"),
        "chance: units and gaps drawn one by one",
    )
    yield (
        "pygamma-agreement",
        "compute_gamma(…).gamma",
        lambda: peer().gamma,
        "a model of units and gaps too, by default; other random numbers",
    )


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
        "unused",
        "A category that nobody used",
        "The survey's Table 4, and a fourth category in the guidelines.",
        _unused,
    ),
    ("windows", "Windows over boundaries", "Two segmentations of twenty atoms.", _windows),
    ("no-boundary", "No boundary at all", "Neither coder cut the text.", _no_boundary),
    ("gamma", "γ", "Alex, Paul and Suzan, the worked example of the alphas.", _gamma),
)
