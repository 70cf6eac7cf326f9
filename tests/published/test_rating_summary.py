"""Everything about ratings in one place: the summary, `accord raters` and `accord measure`."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import accord
from accord.cli import program
from accord.infer.ratings.findings import level_findings, limit_findings, rater_findings
from accord.infer.ratings.summary import far_from_normal, range_quantile

REFERENCE = json.loads(Path(__file__).with_name("ratings.json").read_text("utf-8"))


def data(name):
    """A data set of the reference."""
    return np.array(REFERENCE["data"][name], dtype=float)


def run(*typed):
    """What a command prints, and its exit code."""
    found = CliRunner().invoke(program, [*map(str, typed)])
    return found.exit_code, found.output + str(found.exception or "")


def written(folder, table, name="ratings.csv"):
    """A table as a file with a column for each rater."""
    head = ["item", *(f"rater{j + 1}" for j in range(table.shape[1]))]
    rows = [
        [f"i{i}", *("" if np.isnan(x) else f"{x:g}" for x in row)] for i, row in enumerate(table)
    ]
    path = folder / name
    path.write_text("\n".join(map(",".join, [head, *rows])) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(("name", "columns"), [("PEFR", [0, 2]), ("MM", [0, 2])])
def test_bland_altman(name, columns):
    """Bias, limits, exact limits of the limits, slope and its p, to 1e-7."""
    expected = REFERENCE["examples"][f"{name}.BA"]["value"]
    x, y = data(name)[:, columns].T
    found = accord.labels.bland_altman(accord.from_coders({"x": x.tolist(), "y": y.tolist()}))
    assert (found.bias, found.sd) == pytest.approx((expected["bias"], expected["sd"]))
    # The reference has z = 1.959964 where Bland & Altman's 1.96 is ours.
    assert (found.low, found.high) == pytest.approx((expected["low"], expected["high"]), abs=2e-3)
    assert found.slope == pytest.approx(expected["slope"], abs=1e-7)
    assert found.slope_p == pytest.approx(expected["slope_p"], abs=1e-7)
    z = accord.labels.bland_altman(
        accord.from_coders({"x": x.tolist(), "y": y.tolist()}), times=1.959963984540054
    )
    assert z.low_exact == pytest.approx(expected["low_ci_exact"], abs=1e-5)
    assert z.high_exact == pytest.approx(expected["high_ci_exact"], abs=1e-5)


@pytest.mark.parametrize("n", ["10", "17", "30", "100"])
def test_exact_factors(n):
    """Carkeet's factors of a limit, as R has them."""
    from accord._measure.labels.traces import _exact_factors

    expected = REFERENCE["examples"]["carkeet"]["value"][n]
    assert _exact_factors(int(n), 1.959963984540054) == pytest.approx(expected, abs=1e-7)


def test_a_constant_difference_has_a_slope_of_0_and_no_p():
    """Raters apart by a constant: the limits are the bias, and nothing is tested."""
    found = accord.labels.bland_altman(accord.from_coders({"A": [2, 3, 4], "B": [1, 2, 3]}))
    assert (found.bias, found.low, found.high, found.slope) == (1, 1, 1, 0)
    assert np.isnan(found.slope_p)


def test_range_quantile_is_tukeys():
    """Quantiles of the studentized range with infinite degrees of freedom: 2.772, 3.314, 3.633,
    3.858 (tables)."""
    found = [range_quantile(k) for k in (2, 3, 4, 5)]
    assert found == pytest.approx([2.772, 3.314, 3.633, 3.858], abs=1e-3)


def test_distance_from_the_others_leaves_out_whoever_is_named():
    """30 × 3 millimetres: the third rater is named and beside the first two; these are beside each
    other alone, with the limits of the paired t."""
    table = data("MM")
    found = accord.infer.rating_summary(table).raters.raters
    assert [one.named for one in found] == [False, False, True]
    for j, others in ((0, [1]), (1, [0]), (2, [0, 1])):
        one = found[j]
        difference = table[:, j] - table[:, others].mean(axis=1)
        assert one.apart == pytest.approx(difference.mean())
        half = 2.045230 * difference.std(ddof=1) / np.sqrt(30)
        assert one.high - one.apart == pytest.approx(half, rel=1e-5)


def test_two_raters_are_not_accused():
    """Two raters apart: that they differ is said, not who is off."""
    x = np.arange(30.0)
    study = accord.from_coders({"Ann": (x + 2).tolist(), "Bob": (x + x % 2).tolist()})
    (said,) = rater_findings(accord.infer.rating_summary(study))
    assert "Ann rates higher than Bob" in said
    assert "do not show who" in said


def test_a_typing_error_is_named():
    """One rating of 30 × 4 with a digit too many stands out, with what was to be expected; without
    it none does."""
    rng = np.random.default_rng(3)
    table = rng.normal(50, 8, (30, 1)) + rng.normal(0, 1.5, (30, 4))
    assert accord.infer.rating_summary(table).odd == ()
    right = table[7, 2]
    table[7, 2] = right + 40
    (one,) = accord.infer.rating_summary(table).odd
    assert (one.item, one.rater) == (7, accord.infer.rating_summary(table).table.raters[2])
    assert one.expected == pytest.approx(right, abs=6)


def test_items_far_from_normal_get_a_word():
    """Exponential items: a jackknife stands beside the limits by F; normal ones have no word."""
    rng = np.random.default_rng(5)
    noise = rng.normal(0, 0.4, (100, 3))
    skewed = rng.exponential(1, (100, 1)) + noise
    normal = rng.normal(0, 1, (100, 1)) + noise
    assert any("jackknife" in note for note in accord.infer.rating_summary(skewed).notes)
    assert not any("jackknife" in note for note in accord.infer.rating_summary(normal).notes)
    assert not far_from_normal(rng.exponential(1, 19))  # too few to tell


def test_items_to_discuss_are_beyond_error():
    """Of many studies with nothing but error about 5% of items are marked; one planted item is."""
    rng = np.random.default_rng(6)
    marked = []
    for _ in range(40):
        table = rng.normal(0, 2, (50, 1)) + rng.normal(0, 1, (50, 4))
        found = accord.infer.rating_summary(table)
        marked.append(sum(one.discuss for one in found.apart) / 50)
    assert 0.03 < np.mean(marked) < 0.07
    table[3] = [0, 0, 8, 8]
    assert accord.infer.rating_summary(table).apart[0].item == 3


def test_raters_command(tmp_path):
    """30 × 3 millimetres: the severe rater is named, errors are in millimetres as the reference
    has them, and limits are around the mean."""
    path = written(tmp_path, data("MM"))
    code, out = run("raters", path, "-q")
    assert code == 0
    assert "rater3 rates lower than the others." in out
    assert "Standard error of one rating: 2.26" in out
    assert "95% CI 1.85 to 8.94" in out
    assert "more than 6.27 apart. From the same rater, 5.02 is enough" in out
    assert "95 lie within 3.62 of the mean" in out
    assert "categor" not in out
    code, out = run("raters", path, "-q", "--json")
    found = json.loads(out)
    assert found["raters"]["raters"][2]["named"] is True
    assert found["error"]["detectable"] == pytest.approx(6.265416, abs=1e-6)


def test_two_raters_have_bland_altman(tmp_path):
    """Two columns: the mean difference, the limits and their exact intervals."""
    code, out = run("raters", written(tmp_path, data("MM")[:, [0, 2]]), "-q")
    assert code == 0
    assert "rater1 minus rater2: 2.32 on average (95% CI 1.46 to 3.18)" in out
    assert "95 lie between −2.19 and 6.83" in out
    assert "5.65 to 8.66" in out


def test_a_slope_is_said_only_where_it_is_shown():
    """Differences that grow with the size get a sentence, others none."""
    x = np.linspace(10, 90, 40)
    wave = np.sin(np.arange(40))
    grows = accord.from_coders({"a": (1.2 * x + wave).tolist(), "b": x.tolist()})
    flat = accord.from_coders({"a": (x + wave).tolist(), "b": x.tolist()})
    assert any("grows" in s for s in limit_findings(accord.infer.rating_summary(grows)))
    assert not any("grows" in s for s in limit_findings(accord.infer.rating_summary(flat)))


def test_facets_and_halo_by_command(tmp_path):
    """Severities in logits as eRm has them; several dimensions show halo, or repeats."""
    code, out = run("raters", written(tmp_path, data("ESSAY")), "--facets", "-q")
    assert code == 0
    assert "-0.648" in out
    assert "χ² = 15.3, df 3 (p = 0.002)" in out
    cube = np.array(REFERENCE["data"]["HALO"], dtype=float)
    names = ["one", "two", "three", "four", "five"][: cube.shape[2]]
    lines = [",".join(["item", "rater", *names])]
    lines += [
        ",".join([f"i{i}", f"r{j}", *(f"{x:g}" for x in cube[i, j])])
        for i in range(cube.shape[0])
        for j in range(cube.shape[1])
    ]
    path = tmp_path / "halo.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    code, out = run("raters", path, "--dimensions", ",".join(names), "-q")
    assert code == 0
    assert "(halo)" in out
    code, out = run("raters", path, "--dimensions", ",".join(names), "--repeats", "-q")
    assert code == 0
    assert "Repeatability" in out


def test_drift_by_a_column_of_times(tmp_path):
    """A rater who drifts over a column of times that is not the order of the file is named with
    --order only; a column that is not there is refused with those that are."""
    rng = np.random.default_rng(9)
    when = rng.permutation(100)
    table = rng.normal(0, 1, (100, 1)) + rng.normal(0, 0.6, (100, 4))
    table[:, 1] += 2 * when / 100
    head = "item,when,rater1,rater2,rater3,rater4"
    rows = [
        f"i{i},t{t:03d}," + ",".join(f"{x:.2f}" for x in row)
        for i, (t, row) in enumerate(zip(when, table, strict=True))
    ]
    path = tmp_path / "times.csv"
    path.write_text("\n".join([head, *rows]) + "\n", "utf-8")
    columns = ("--item", "item", "--coders", "rater1,rater2,rater3,rater4", "-q")
    code, out = run("raters", path, *columns, "--order", "when")
    assert code == 0
    assert "rater2 rates higher and higher" in out
    code, out = run("raters", path, *columns)
    assert "higher and higher" not in out
    code, out = run("raters", path, *columns, "--order", "hour")
    assert code == 1
    assert "no such column about items" in out


def test_measure_leads_with_alpha_and_six_forms(tmp_path):
    """On a scale α at its level leads, then the six forms with tests and limits and a question for
    each, on the screen and in the JSON; no nominal coefficient."""
    path = written(tmp_path, data("SF"))
    code, out = run("measure", path, "-q", "--distance", "interval")
    assert code == 0
    lines = out.splitlines()
    assert lines[1].startswith("Krippendorff's α (interval)")
    for form, value in (("1,1", ".1657"), ("2,1", ".2898"), ("3,1", ".7148"), ("3,k", ".9093")):
        assert any(line.startswith(f"ICC({form})") and value in line for line in lines)
    two = next(line for line in lines if line.startswith("ICC(2,1)"))
    assert "0.0268 to 0.7455" in two
    assert sum(line.startswith("ICC(") and " to " in line for line in lines) == 6
    assert "More raters, not more items" in out
    assert "κ" not in out
    code, out = run("measure", path, "-q", "--distance", "interval", "--json")
    forms = [row for row in json.loads(out) if row["measure"] == "icc"]
    assert [row["settings"]["form"] for row in forms] == ["1/1", "2/1", "3/1", "1/k", "2/k", "3/k"]
    assert forms[1]["f_low"] == pytest.approx(0.018787, abs=1e-6)
    assert forms[1]["df1"] == 5
    assert forms[1]["f_high"] == pytest.approx(0.7611, abs=1e-4)  # as SPSS and psych print it
    assert "generalized" in forms[1]["interval"]["method"]
    assert forms[1]["interval"]["low"] == pytest.approx(0.0270, abs=1e-3)


def test_the_table_is_that_of_papers(tmp_path):
    """Shrout & Fleiss's value, F, degrees of freedom and p, the limits that hold, and those by F as
    SPSS and psych print them (.0188 to .7611 for ICC(2,1)), six rows in one table of 80 columns;
    the level is the one that was asked for; with holes no F; an ICC that was named has its limits
    unasked."""
    path = written(tmp_path, data("SF"))
    code, out = run("measure", path, "-q", "--distance", "interval")
    assert code == 0
    assert all(len(line) <= 80 for line in out.splitlines() if line.startswith("ICC"))
    tested = [line for line in out.splitlines() if line.startswith("ICC(") and " to " in line]
    rows = {line[:8]: " ".join(line.split()[1:]) for line in tested}
    assert rows["ICC(1,1)"] == "0.1657 1.79 5, 18 0.165 -0.1329 to 0.7226 -0.1329 to 0.7226"
    assert rows["ICC(2,1)"] == "0.2898 11.03 5, 15 < 0.001 0.0268 to 0.7455 0.0188 to 0.7611"
    assert rows["ICC(3,1)"] == "0.7148 11.03 5, 15 < 0.001 0.3425 to 0.9459 0.3425 to 0.9459"
    assert rows["ICC(3,k)"] == "0.9093 11.03 5, 15 < 0.001 0.6757 to 0.9859 0.6757 to 0.9859"
    assert "limits by F are too narrow if raters vary" in out
    assert "ICC(2,1)  Would another rater give the same number?" in out
    code, out = run("measure", path, "-q", "-m", "icc")
    assert out.splitlines()[1].split() == ["ICC(2,1)", "0.2898", "0.0268", "to", "0.7455"]
    level = ("--interval", "--level", "0.9")
    code, out = run("measure", path, "-q", "--distance", "interval", *level)
    head = next(line for line in out.splitlines() if line.startswith("ICC  "))
    assert head.split() == ["ICC", "value", "F", "df", "p", "90%", "CI", "by", "F"]
    one = next(line for line in out.splitlines() if line.startswith("ICC(1,1)  "))
    assert one.split()[-6:-3] == one.split()[-3:]  # both are by F, and both of 90%
    holes = data("SF")
    holes[0, 3] = np.nan
    given = ("--item", "item", "--coders", "rater1,rater2,rater3,rater4")
    code, out = run("measure", written(tmp_path, holes), "-q", "--distance", "interval", *given)
    head = next(line for line in out.splitlines() if line.startswith("ICC  "))
    assert head.split() == ["ICC", "value", "95%", "CI"]
    assert "by REML" in out


def test_one_option_makes_names_of_numbers(tmp_path):
    """--distance nominal: no scale, so no ICC; percent agreement and κ are back."""
    code, out = run("measure", written(tmp_path, data("ESSAY")), "-q", "--distance", "nominal")
    assert code == 0
    assert "ICC" not in out
    assert "κ" in out


@pytest.mark.parametrize("seed", range(20))
def test_severities_are_the_paired_t_however_sums_are_rounded(seed):
    """100 × 5: severities sum to 0, and t is that of the differences from the others' mean."""
    from accord.infer.ratings.rated import rated
    from accord.infer.ratings.raters import severities

    rng = np.random.default_rng(seed)
    table = rng.standard_normal((100, 1)) + 0.6 * rng.standard_normal((100, 5))
    found = severities(rated(table))
    apart = table - (table.sum(axis=1, keepdims=True) - table) / 4
    t = apart.mean(axis=0) / (apart.std(axis=0, ddof=1) / 10)
    assert found.value.sum() == pytest.approx(0, abs=1e-9)
    assert found.t == pytest.approx(t, rel=1e-9)


def test_weighted_kappa_for_ordinal_ratings_of_two(tmp_path):
    """Two raters on an ordinal scale have weighted κ, linear and squared, without asking: .497569
    and .558124 (irr, psych); neither measurements nor four raters have it."""
    both = written(tmp_path, data("ESSAY")[:, :2])
    code, out = run("measure", both, "-q", "--json")
    assert code == 0
    found = {
        row["settings"]["d"]: row["value"]
        for row in json.loads(out)
        if row["measure"] == "weighted_kappa"
    }
    assert found == pytest.approx({"linear": 0.497569, "interval": 0.558124}, abs=1e-6)
    for table in (data("MM")[:, :2], data("ESSAY")):
        code, out = run("measure", written(tmp_path, table), "-q", "--json")
        assert code == 0
        assert "weighted_kappa" not in out


def test_limits_of_agreement_are_drawn():
    """Two raters: the differences by their mean; more: distances from the mean, a colour each;
    with the lines of the limits, and in a notebook with nothing from elsewhere."""
    whole = accord.from_wide(data("MM").tolist())
    two = accord.labels.bland_altman(whole.only([0, 1]))
    first, second = data("MM")[:, 0], data("MM")[:, 1]
    expected = np.column_stack([(first + second) / 2, first - second])
    assert np.array(two.points) == pytest.approx(expected, abs=1e-9)
    assert "points" not in two.as_dict()
    many = accord.infer.limits_with_mean(whole)
    assert len(many.points) == 90
    for found, lines, colours in (
        (two, [two.low, two.high], False),
        (many, [-many.limit, many.limit], True),
        (accord.infer.rating_summary(whole), [-many.limit, many.limit], True),
    ):
        chart = found.plot()
        layers = chart.to_dict()["layer"]
        drawn = [row["apart"] for row in layers[2]["data"]["values"]]
        assert drawn == pytest.approx(lines)
        assert ("color" in layers[-1]["encoding"]) is colours
        assert "cdn" not in chart._repr_mimebundle_()["text/html"][-5000:]
    report = accord.report(whole, resamples=20)
    assert "limits" in accord.render.charts(report)


def test_thresholds_that_show_little_are_named():
    """A step that two ratings use has a note; a scale used evenly has none."""
    rng = np.random.default_rng(5)
    ability = rng.normal(0, 1.5, 60)
    cuts = np.array([-1.5, 0.0, 1.5])
    even = np.searchsorted(cuts, ability[:, None] + rng.logistic(0, 0.6, (60, 3)))
    assert accord.latent.facets(accord.from_wide(even.tolist())).notes == ()
    rare = np.minimum(even, 2)
    rare[np.argsort(ability)[-2:], 0] = 3
    (note,) = accord.latent.facets(accord.from_wide(rare.tolist())).notes[:1]
    assert note.startswith("Fewer than 10 ratings on 3:")


def test_two_who_are_left_are_told_apart_and_not_accused():
    """One rater is named; the other two differ by 2 in every item, and nobody says who is off."""
    rng = np.random.default_rng(1)
    truth = 10 * rng.standard_normal(40)
    noise = rng.standard_normal((3, 40))
    levels = {"a": 0.0, "b": 2.0, "c": 12.0}
    ratings = {name: (truth + x + noise[j]).tolist() for j, (name, x) in enumerate(levels.items())}
    found = accord.infer.rating_summary(accord.from_coders(ratings))
    named = [one.rater for one in found.raters.raters if one.named]
    said = level_findings(found)
    assert named == ["c"]
    assert said[0] == "c rates higher than the others."
    assert said[1].startswith("b rates higher than a: by")
    alike = {**ratings, "b": (truth + noise[1]).tolist()}
    assert len(level_findings(accord.infer.rating_summary(accord.from_coders(alike)))) == 1


def test_the_mean_of_ratings_by_hand(tmp_path):
    """Rater 2 is 2 above rater 1 on both items that they share, so levels are −1 and 1: the third
    item has 5 from rater 1 alone and counts as 6; labels keep their model."""
    path = written(tmp_path, np.array([[1.5, 3.5], [2.25, 4.25], [5, np.nan]]))
    code, out = run("consensus", path, "-q", "--json")
    assert (code, [one["value"] for one in json.loads(out)]) == (0, [2.5, 3.25, 6.0])
    assert [one["ratings"] for one in json.loads(out)] == [2, 2, 1]
    whole = written(tmp_path, data("MM"), "whole.csv")
    _, out = run("consensus", whole, "-q", "--json")
    first = json.loads(out)[0]
    assert first["value"] == pytest.approx(data("MM")[0].mean())
    # √(MSE / 3), of the reference: SEM_c is √MSE.
    assert first["se"] == pytest.approx(1.809547 / 3**0.5, abs=1e-6)
    code, out = run("consensus", whole, "-q", "--quality")
    assert (code, "--quality is for labels" in out) == (2, True)
    code, out = run("consensus", whole, "-q", "--method", "majority", "--json")
    assert (code, "majority" in out) == (0, True)


def test_measurements_are_broken_down_by_rater(tmp_path):
    """Numbers on a scale are no categories, unless somebody says so."""
    path = written(tmp_path, data("MM"))
    assert "by coder" in run("breakdown", path, "-q")[1]
    assert "by category" in run("breakdown", path, "-q", "--by", "category")[1]


def test_what_is_made_for_numbers_suits_them():
    """For measurements ICC, ρ_c and W suit, and what only asks whether two are the same does not;
    for names it is the other way round."""
    ratings = accord.from_coders({f"r{j}": data("MM")[:, j].tolist() for j in range(3)})
    found = {one.measure.name: one.verdict for one in accord.choose(ratings)}
    assert [found[name] for name in ("alpha", "icc", "ccc", "kendall_w")] == [
        "recommended",
        *["suitable"] * 3,
    ]
    assert {found[name] for name in ("pi", "kappa", "ac1", "s", "percent")} == {"unsuitable"}
    as_names = {one.measure.name: one.verdict for one in accord.choose(ratings, weighted=False)}
    assert as_names["pi"] != "unsuitable"
