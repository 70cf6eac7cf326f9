"""Programs outside Python: our formulas give what their documentation prints.

The digits that are printed are the tolerance.
"""

import json
from math import isnan

import pytest
from tests.cli.commands import called

import accord
from accord.infer.advice.differences import DOCUMENTED_PROGRAMS
from accord.infer.advice.documented_programs import ABOUT_PROGRAMS, DOCUMENTED_RULES
from accord.infer.advice.their_intervals import alpha_se, conger_se, shared_se

N = None
FOUR = [
    *([1, 1, N, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4]),
    *([4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [N, 5, 5, 5], [N, N, 1, 1], [N, N, 3, N]),
]
"""Krippendorff's example with gaps: irr's nmm, irrCAC's cac.raw4raters, k-alpha.org's sample."""

DIAGNOSES = [
    *("444444", "222555", "233335", "555555", "222444", "113333", "333355", "113334", "114444"),
    *("555555", "144444", "124444", "222333", "144444", "224445", "333335", "111455", "111112"),
    *("224444", "133555", "555555", "244444", "224555", "114444", "144445", "222224", "111155"),
    *("224444", "133333", "555555"),
]
"""irr's diagnoses (Fleiss 1971): 30 patients, 6 raters."""

ANXIETY = [
    *("332", "361", "344", "464", "523", "542", "221", "346", "531", "231"),
    *("221", "632", "133", "533", "221", "221", "113", "233", "432", "342"),
]
"""The ratings of irr's anxiety: 20 subjects, 3 raters."""


def theirs(rows, vs, **settings):
    """What each call of a program gives."""
    found = accord.explain(accord.from_wide([list(row) for row in rows]), vs, **settings)
    return {row.call: row.theirs for row in found}


def numbers(rows, *columns):
    """Digits as numbers, of some columns."""
    return [[int(row[at]) for at in columns] for row in rows]


def printed(value, digits):
    """What a program prints, to its last digit."""
    return pytest.approx(value, abs=0.5000001 * 10**-digits)


def test_irr_on_diagnoses():
    """kappa2, kappam.fleiss and kappam.light, as R printed them."""
    two = theirs(numbers(DIAGNOSES, 1, 2), "r-irr")
    assert two["kappa2(x)"] == printed(0.631, 3)
    assert theirs(numbers(DIAGNOSES, 0, 1), "irr")["kappa2(x)"] == printed(0.651, 3)
    six = theirs(numbers(DIAGNOSES, *range(6)), "r-irr")
    assert six["kappam.fleiss(x)"] == printed(0.4302445, 7)
    assert six["kappam.light(x)"] == printed(0.459, 3)
    three = theirs(numbers(DIAGNOSES, 0, 1, 2), "r-irr")
    assert three["kappam.fleiss(x)"] == printed(0.534, 3)


def test_alpha_of_irr():
    """kripp.alpha of complete data of six raters: .4309, as R prints it; right is .4334. With two
    raters, or a rating that is missing, it is α."""
    study = numbers(DIAGNOSES, *range(6))
    for program, call in (("r-irr", "kripp.alpha"), ("desctools", "KrippAlpha")):
        found = theirs(study, program)[f'{call}(t(x), "nominal")']
        assert found == printed(0.4309, 4)
        two = numbers(DIAGNOSES, 0, 1)
        right = accord.alpha(two, distance="nominal").value
        assert theirs(two, program)[f'{call}(t(x), "nominal")'] == pytest.approx(right)
    assert accord.alpha(study, distance="nominal").value == printed(0.4334, 4)
    some = [[None, *study[0][1:]], *study[1:]]
    right = accord.alpha(some, distance="nominal").value
    assert theirs(some, "r-irr")['kripp.alpha(t(x), "nominal")'] == pytest.approx(right)


def test_desctools_takes_them_from_irr():
    """KappaM is kappam.fleiss, as its manual says."""
    six = theirs(numbers(DIAGNOSES, *range(6)), "desctools")
    assert six["KappaM(x)"] == printed(0.4302445, 7)
    assert six['KappaM(x, method="Light")'] == printed(0.459, 3)


def test_irr_on_anxiety():
    """Weighted κ: category 5 is not used by the second and third raters, so 6 is next to 4."""
    first = theirs(numbers(ANXIETY, 0, 1), "r-irr")
    assert first['kappa2(x, "squared")'] == printed(0.297, 3)
    later = theirs(numbers(ANXIETY, 1, 2), "r-irr")
    assert later["kappa2(x)"] == printed(-0.006289308, 9)
    assert later['kappa2(x, "equal")'] == printed(0.1459075, 7)
    assert later['kappa2(x, "squared")'] == printed(0.2520325, 7)


def test_irrcac():
    """All six coefficients of the README, to the five digits that it prints."""
    found = theirs(FOUR, "r-irrcac")
    assert found == {
        "pa.coeff.raw(x)": printed(0.81818, 5),
        "gwet.ac1.raw(x)": printed(0.77544, 5),
        "fleiss.kappa.raw(x)": printed(0.76117, 5),
        "krippen.alpha.raw(x)": printed(0.74342, 5),
        "conger.kappa.raw(x)": printed(0.76282, 5),
        "bp.coeff.raw(x)": printed(0.77273, 5),
    }


def test_irrcac_of_two_raters():
    """The table of the README: 13 0 0 / 0 20 7 / 0 4 56."""
    cells = {("E", "E"): 13, ("A", "A"): 20, ("A", "N"): 7, ("N", "A"): 4, ("N", "N"): 56}
    rows = [pair for pair, times in cells.items() for _ in range(times)]
    found = theirs(rows, "r-irrcac")
    assert found["conger.kappa.raw(x)"] == printed(0.7964094, 7)
    assert found["fleiss.kappa.raw(x)"] == printed(0.7962397, 7)
    assert found["gwet.ac1.raw(x)"] == printed(0.8493305, 7)
    assert found["bp.coeff.raw(x)"] == printed(0.835, 3)
    assert found["krippen.alpha.raw(x)"] == printed(0.7972585, 7)
    assert found["pa.coeff.raw(x)"] == printed(0.89, 2)


RVARY2 = [
    *([1, 2, 2, N, 2], [1, 1, 3, 3, 3], [3, 3, 3, 3, 3], [1, 1, 1, 1, 3], [1, 1, 1, 3, 3]),
    *([1, 2, 2, 2, 2], [1, 1, 1, 1, 1], [2, 2, 2, 2, 3], [1, 3, N, N, 3], [1, 1, 1, 3, 3]),
]
"""Stata's rvary2: ten subjects, five raters."""
RATE2 = {
    **{"nn": 21, "nb": 12, "bn": 4, "bb": 17, "bs": 1, "sn": 3, "sb": 9, "ss": 15},
    **{"sc": 2, "cc": 1},
}
"""Stata's rate2: two radiologists, 85 xeromammograms (normal, benign, suspect, cancer)."""
KAPPAETC = {
    "rvary2": {
        "Percent Agreement": (0.5833, 0.4117, 0.7550),
        "Brennan and Prediger": (0.3750, 0.1175, 0.6325),
        "Cohen/Conger's Kappa": (0.3854, 0.1485, 0.6224),
        "Scott/Fleiss' Kappa": (0.3586, 0.0856, 0.6316),
        "Gwet's AC": (0.3829, 0.1238, 0.6420),
        "Krippendorff's Alpha": (0.3897, 0.1122, 0.6671),
    },
    "rate2": {
        "Percent Agreement": (0.6353, 0.5309, 0.7397),
        "Brennan and Prediger": (0.5137, 0.3745, 0.6530),
        "Cohen/Conger's Kappa": (0.4728, 0.3273, 0.6182),
        "Scott/Fleiss' Kappa": (0.4605, 0.3051, 0.6159),
        "Gwet's AC": (0.5292, 0.3942, 0.6642),
        "Krippendorff's Alpha": (0.4637, 0.3083, 0.6191),
    },
}
"""What kappaetc printed for them: value and limits, four digits."""


@pytest.mark.parametrize("name", KAPPAETC)
def test_kappaetc_with_its_intervals(name):
    """All coefficients and limits of two printed tables, to the last digit."""
    rows = RVARY2 if name == "rvary2" else [list(p) for p, n in RATE2.items() for _ in range(n)]
    found = accord.explain(accord.from_wide(rows), "kappaetc", intervals=True)
    for row in found:
        printed_row = KAPPAETC[name][row.call.removeprefix("kappaetc: ")]
        assert (row.theirs, *row.limits.theirs) == printed(printed_row, 4)
    same = {row.call: row.limits.theirs == pytest.approx(row.limits.ours) for row in found}
    assert [call for call, like in same.items() if not like] == [
        "kappaetc: Cohen/Conger's Kappa",
        "kappaetc: Krippendorff's Alpha",
    ]


def test_irrcac_with_its_intervals():
    """The limits of its README, three digits; an item with one coding widens theirs."""
    found = accord.explain(accord.from_wide(FOUR), "r-irrcac", intervals=True)
    low = {
        **{"pa.coeff.raw(x)": 0.542, "gwet.ac1.raw(x)": 0.461, "fleiss.kappa.raw(x)": 0.424},
        **{"krippen.alpha.raw(x)": 0.419, "conger.kappa.raw(x)": 0.435, "bp.coeff.raw(x)": 0.454},
    }
    for row in found:
        assert row.limits.theirs[0] == printed(low[row.call], 3)
        assert row.limits.theirs[1] == 1
    assert shared_se(accord.from_wide(FOUR), "none")[1] == printed(0.12561, 5)
    assert alpha_se(accord.from_wide(FOUR), irrcac=True)[1] == printed(0.14557, 5)
    assert conger_se(accord.from_wide(FOUR))[1] == printed(0.14917, 5)
    assert "without agreement" in found[0].limits.why
    table = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
    study = accord.from_confusion(table, categories=["E", "A", "N"])
    assert accord.standard_error(study, "kappa").se == printed(0.05891072, 8)


def test_other_intervals():
    """DescTools takes ours; KALPHA draws pairs, so that its interval is narrower with many coders;
    without a documented interval nothing is said."""
    two = accord.from_coders({"A": "aabbccabca", "B": "aabbccabcb"})
    row = accord.explain(two, "desctools", intervals=True)[0]
    assert row.limits.theirs[0] == pytest.approx(row.limits.ours[0], abs=1e-9)
    perfect = accord.from_coders({"A": "aabbcc", "B": "aabbcc"})
    assert accord.explain(perfect, "desctools", intervals=True)[0].limits.theirs == (1, 1)
    many = accord.from_wide([row for row in RVARY2 for _ in range(3)])
    row = accord.explain(many, "kalpha", intervals=True)[0]
    (low, high), (ours_low, ours_high) = row.limits.theirs, row.limits.ours
    assert high - low < ours_high - ours_low
    assert accord.explain(two, "recal", intervals=True)[0].limits is None
    assert accord.explain(two, "kappaetc")[0].limits is None


@pytest.mark.parametrize(
    ("vs", "call"),
    [
        ("kalpha", "KALPHA …/level = {}"),
        ("r-irr", 'kripp.alpha(t(x), "{}")'),
        ("desctools", 'KrippAlpha(t(x), "{}")'),
        ("recal", "ReCal OIR, alpha ({})"),
        ("k-alpha-calculator", "Krippendorff's alpha, {}"),
    ],
)
def test_alpha_of_krippendorffs_example(vs, call):
    """.743, .815, .849 and .797 by level, as Krippendorff prints for the data with gaps."""
    found = theirs(FOUR, vs)
    levels = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}
    for at, (level, value) in enumerate(levels.items()):
        name = call.format(at + 1 if vs == "kalpha" else level)
        assert found[name] == printed(value, 3)


def test_recal_by_hand():
    """Two coders: A_o 3/4 in percent, κ = 1/2 (A_e 1/2), π = 7/15 (A_e 17/32); gaps are refused."""
    rows = [["1", "1"], ["1", "2"], ["2", "2"], ["2", "2"]]
    found = theirs(rows, "recal")
    assert found["ReCal2, percent agreement"] == pytest.approx(75)
    assert found["ReCal2, Cohen's kappa"] == pytest.approx(1 / 2)
    assert found["ReCal2, Scott's pi"] == pytest.approx((3 / 4 - 17 / 32) / (15 / 32))
    assert isnan(theirs(FOUR, "recal")["ReCal3, Fleiss' kappa"])


def test_label_studio_and_inception_by_hand():
    """Three annotations x x y: 1/3 of the pairs agree; INCEpTION leaves out what one did not do."""
    rows = [["x", "x", "y"], ["y", "y", "y"], ["x", "y", None]]
    page = theirs(rows, "label-studio")
    assert page["task agreement, mean over tasks"] == pytest.approx(100 * (1 / 3 + 1 + 0) / 3)
    assert page["agreement matrix, 0 and 1"] == pytest.approx(100 * 2 / 3)
    matrix = theirs(rows, "inception")
    assert matrix["Cohen's kappa, 0 and 2"] == 0  # x y / y y: A_o 1/2, A_e 1/2
    assert "Krippendorff's alpha (nominal), 1 and 2" in matrix


def test_inception_by_its_own_tests():
    """Items without a label by both (here o) and with A and B, two more by one annotator each: its
    tests expect κ .333, π .2, AC1 .273 and, gaps not excluded, α .4; and 1 for one tag alone."""
    matrix = theirs([["o", "o"], ["o", None], [None, "o"], ["A", "B"]], "inception")
    assert matrix["Cohen's kappa, 0 and 1"] == printed(0.333, 3)
    assert matrix["Fleiss' kappa, 0 and 1"] == printed(0.2, 3)
    assert matrix["Gwet's AC1, 0 and 1"] == printed(0.273, 3)
    assert matrix["Krippendorff's alpha (nominal), 0 and 1"] == printed(0.4, 3)
    assert set(theirs([["+", "+"]], "inception").values()) == {1.0}


def _units():
    marks = [("A", 0, 9, "x"), ("A", 20, 30, "y"), ("B", 1, 9, "x"), ("B", 18, 30, "y")]
    return accord.Unitizings.of([("d", *mark) for mark in marks])


def _chains():
    return accord.Partitions.of_chains({"d": {"A": [{1, 2, 3}, {4, 5}], "B": [{1, 2}, {3, 4, 5}]}})


OF_THE_SURVEY = {
    "kalpha": lambda: accord.from_coders({"A": "xxy", "B": "xyy"}),
    "gamma-software": _units,
    "muc-scorer": _chains,
}
"""The programs for agreement that the five papers name, each with a study that it measures: Hayes
and Krippendorff's macro (Artstein & Poesio 2008, §2.9), the γ software of gamma.greyc.fr, which
reads Glozz (Mathet et al. 2015, §8), and the scorer of MUC (Passonneau 1997)."""


def test_every_program_of_the_survey_is_explained():
    """A reader of the papers can ask about each program that they name, also by its other names;
    links that coders share by chance are in MUC's F and not in κ."""
    for vs, study in OF_THE_SURVEY.items():
        rows = accord.explain(study(), vs)
        assert rows
        for row in rows:
            assert row.why
            assert "not at hand" in row.source
    assert accord.explain(_units(), "Glozz")[0].program == "gamma-software"
    assert accord.explain(OF_THE_SURVEY["kalpha"](), "SPSS")[0].program == "kalpha"
    same, other = accord.explain(_chains(), "muc-scorer")
    # A: 3 links, of which {1,2,3} loses one to B's border: recall 2/3; precision the same.
    assert (same.theirs, other.theirs) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert same.same
    assert other.ours.value < same.theirs


def test_every_program_says_where_its_rules_are_from():
    """Each has a page, what was checked, and is known by name; none of the others claims one."""
    assert set(DOCUMENTED_RULES) <= set(ABOUT_PROGRAMS) <= set(DOCUMENTED_PROGRAMS)
    assert set(ABOUT_PROGRAMS) - set(DOCUMENTED_RULES) == {"gamma-software", "muc-scorer"}
    study = accord.from_coders({"A": "xxy", "B": "xyy"})
    for vs, about in ABOUT_PROGRAMS.items():
        rows = accord.explain(study if vs in DOCUMENTED_RULES else OF_THE_SURVEY[vs](), vs)
        assert {row.source for row in rows} == {str(about)}
        assert "checked" in about.checked or "from description only" in about.checked
    assert {row.source for row in accord.explain(study, "nltk")} == {""}


@pytest.mark.parametrize("vs", DOCUMENTED_RULES)
def test_degenerate_studies(vs):
    """Constant, mixed and set-valued labels, gaps, declared categories: all are explained."""
    gaps = accord.from_wide([["x", None, "y"], [None, "x", "x"], ["y", "y", None]])
    more = accord.from_coders({"A": "xy", "B": "yx"}, categories="xyz")
    labels = [["a", "a"], ["a", 1, "b"], [frozenset("a"), frozenset("ab"), frozenset()]]
    studies = [accord.from_coders({"A": one, "B": one[::-1]}) for one in labels]
    for study in (gaps, more, *studies):
        for row in accord.explain(study, vs, distance="nominal", intervals=vs != "kalpha"):
            assert row.why
            assert row.same == (row.why == "the same")
    with pytest.raises(accord.NotApplicableError, match="two or more coders"):
        accord.explain(accord.from_coders({"A": "abab"}), vs)


def test_on_the_command_line(tmp_path, capsys):
    """The source is printed below the table, and stands in JSON; other spellings are known."""
    table = tmp_path / "r.csv"
    table.write_text("item,coder A,coder B\n1,1,1\n2,1,2\n3,2,2\n4,2,2\n", "utf-8")
    call = ("explain-difference", table, "-q", "--vs")
    out = called(capsys, *call, "KALPHA").out
    assert "KALPHA …/level = 1" in out
    assert " ".join(out.split()).endswith("the output of the macro was not at hand.")
    rows = json.loads(called(capsys, *call, "stata", "--json").out)
    assert rows[0]["program"] == "kappaetc"
    assert "checked with its printed output" in rows[0]["source"]
    rows = json.loads(called(capsys, *call, "stata", "--json", "--interval").out)
    assert len(rows[0]["limits"]["theirs"]) == 2
    assert "95% interval of kappaetc" in called(capsys, *call, "kappaetc", "--interval").out
    assert "no interval of recal" in called(capsys, *call, "recal", "--interval").out
    shown = called(capsys, *call, "recal", "--value", "75").out
    assert "75 is what recal gives by ReCal2, percent agreement" in " ".join(shown.split())
