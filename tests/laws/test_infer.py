"""Laws of intervals, tests, comparisons and breakdowns."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.cube.coder_weights import CoderWeights
from accord.infer.advice.plan import simulated
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import leave_one_out
from accord.infer.tests.analytic import standard_error
from tests.laws.studies import codings

DISTANCES = ("nominal", "ordinal", "interval", "linear", "circular:U=9")
CUBE = [m for m in MEASURES.values() if m.counted and m.kind == "codings"]


def settings_of(draw, measure):
    """Random settings for a measure of the cube."""
    chosen = {"missing": draw(st.sampled_from(measure.missing))}
    if measure.distance == "required":
        chosen["distance"] = draw(st.sampled_from(DISTANCES))
    return chosen


def example(n=60, seed=3, coders=3, value=0.6):
    """A simulated study of three categories."""
    rng = np.random.default_rng(seed)
    return simulated(n, coders, np.array([0.5, 0.3, 0.2]), value, rng)


def studies(coders="AB"):
    """One study of each kind, with enough documents to draw from."""
    rng = np.random.default_rng(7)
    units, signs, chains, rows = [], {}, {}, []
    for document in range(4):
        true = np.sort(rng.choice(30, 6, replace=False)) * 2
        chain = rng.integers(2, size=5)
        for coder in coders:
            for begin, end in true.reshape(3, 2).tolist():
                if rng.random() < 0.9:
                    units.append((document, coder, begin, end, "xy"[int(rng.integers(2))]))
            places = np.isin(np.arange(60), true) ^ (rng.random(60) < 0.03)
            signs.setdefault(document, {})[coder] = "".join("01"[int(p)] for p in places)
            own = np.where(rng.random(5) < 0.8, chain, rng.integers(2, size=5))
            both = [np.flatnonzero(own == c).tolist() for c in range(2)]
            chains.setdefault(document, {})[coder] = [c for c in both if c]
            rows += [(document, coder, d, "xyz"[int(rng.integers(3))]) for d in ("p", "q")]
    codings = replace(
        example(8, coders=max(3, len(coders))).only(range(len(coders))),
        about={"lemma": ["bank", "bass"] * 4},
    )
    return {
        "codings": codings,
        "alpha_within": replace(codings, within="lemma"),
        "unitizings": accord.Unitizings.of(units, extents=dict.fromkeys(range(4), (0, 60))),
        "segmentations": accord.Segmentations.from_strings(signs),
        "partitions": accord.Partitions.of_chains(chains),
        "dimensions": accord.labels.dimensions(rows),
        "preference_u": preferences(coders),
        "trees": trees(rng, coders),
        "rhetorical_f1": structures(rng, coders),
        "graphs": graphs(rng, coders),
        "relations": relations(rng, coders),
        "event_f1": relations(np.random.default_rng(8), coders, ("Attack:Agent", "Attack:Place")),
        "regions": regions(rng, coders),
    }


def preferences(coders):
    """Every two of five things, some of them in both orders; coders mostly prefer the earlier."""
    rng = np.random.default_rng(8)
    pairs = [(a, b) for a in "abcde" for b in "abcde" if a < b] + [("b", "a"), ("d", "c")]
    rows = []
    for pair in pairs:
        rows += [(pair, who, ["tie", *pair, min(pair)][int(rng.integers(4))]) for who in coders]
    return accord.codings(rows)


def regions(rng, coders):
    """Three boxes in each of six images, which coders move a little and sometimes miss."""
    rows = []
    for image in range(6):
        true = rng.integers(0, 80, size=(3, 2)).tolist()
        kinds = ["xy"[int(k)] for k in rng.integers(2, size=3)]
        for coder in coders:
            for (x, y), kind in zip(true, kinds, strict=True):
                if rng.random() < 0.9:
                    left = x + int(rng.integers(3))
                    said = kind if rng.random() < 0.8 else "x"
                    rows.append((image, coder, (left, y, left + 15, y + 12), said))
    return accord.regions.Regions.of(rows, items=range(6), coders=coders)


def relations(rng, coders, types="xy"):
    """Links between five entities of six documents, which coders sometimes make elsewhere."""
    places = [(at, at + 2) for at in (0, 3, 6, 9, 12)]
    rows, entities = [], []
    for document in range(6):
        true = [(s, int(rng.integers(5)), types[int(rng.integers(2))]) for s in range(4)]
        for coder in coders:
            entities += [(document, coder, place, "E") for place in places]
            for source, target, kind in true:
                to = target if rng.random() < 0.6 else int(rng.integers(5))
                if to != source:
                    rows.append((document, coder, places[source], places[to], kind))
    return accord.relations.Relations.of(rows, entities=entities)


def trees(rng, coders):
    """Chains of words that coders sometimes hang elsewhere."""
    found = {coder: [] for coder in coders}
    for size in (3, 4, 5, 3, 6, 4, 5, 4):
        for coder in coders:
            heads = [int(rng.integers(at + 1)) if rng.random() < 0.4 else at for at in range(size)]
            relations = ["abc"[int(rng.integers(3))] if h else "root" for h in heads]
            found[coder].append(accord.trees.Dependencies.of(heads, relations))
    return accord.from_coders(found)


def structures(rng, coders):
    """Four units in two spans, whose relations coders often name otherwise."""

    def one():
        left, right = ("abc"[int(rng.integers(3))] for _ in range(2))
        rows = [(0, 0, 4, "", ""), (1, 0, 2, "N", "span"), (2, 0, 1, "N", "span")]
        rows += [(2, 1, 2, "S", left), (1, 2, 4, "S", "d"), (2, 2, 3, "S", right)]
        return accord.trees.Discourse.of([*rows, (2, 3, 4, "N", "span")], 4)

    return accord.from_coders({coder: [one() for _ in range(8)] for coder in coders})


def graphs(rng, coders):
    """A concept with another, which coders often mean otherwise."""

    def one():
        first, second = ("abc"[int(rng.integers(3))] for _ in range(2))
        return accord.graphs.Graph.parsed(f"(x / {first} :ARG0 (y / {second}))")

    return accord.from_coders({coder: [one() for _ in range(8)] for coder in coders})


def study_for(studies, measure):
    """The study of its kind, unless a measure needs its own."""
    return studies.get(measure.name, studies[measure.kind])


STUDIES = studies()


@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda m: m.name)
def test_every_measure_has_an_interval(measure):
    """Bootstrap and jackknife for every entry of the catalogue, or a note that says why not."""
    study = study_for(STUDIES, measure)
    chosen = {"distance": "nominal"} if measure.distance == "required" else {}
    if measure.name == "gamma_k":
        chosen["category"] = "x"
    assert measure.objection(study) is None
    value = measure.compute(study, **chosen).value
    slow = measure.name == "aickin_alpha"  # half a second for each item left out
    for method in ("percentile",) if slow else ("percentile", "jackknife"):
        found = accord.interval(
            study, accord.bound(measure, **chosen), method=method, resamples=2 if slow else 3
        )
        assert found.low <= found.high if not np.isnan(found.low) else found.notes
        assert np.isnan(value) or not np.isnan(found.low) or found.notes


@pytest.mark.parametrize("measure", CUBE, ids=lambda m: m.name)
@given(data=st.data())
def test_weights_are_resamples(measure, data):
    """A resample as weights over kinds of items is the measure on study.take(items), exactly."""
    study = data.draw(codings(gaps=True, coders=(2, 2) if measure.two_coders else (2, 4)))
    chosen = settings_of(data.draw, measure)
    n = len(study.items)
    items = data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n))
    sums = sums_of(study, accord.bound(measure, **chosen))
    drawn = np.bincount(sums.of_item[items], minlength=len(sums.rows)).astype(float)
    found = sums.value((drawn @ sums.rows)[None])[0]
    wanted = measure.compute(study.take(items), **chosen).value
    # Ratios of sums in another order: relative error of a few ulp over D_e.
    assert found == pytest.approx(wanted, abs=1e-8, nan_ok=True)


def test_ranks_change_with_every_resample():
    """Counts of 1, 2 and 5, once taken for a distance that does not depend on them: by hand.

    Seven times item 0 (low) and once item 2 (mid, high): ranks of 7, 1 and 1 codings, so
    D_o = 1 and D_e = 2 (7/8 · 1/16 · (4² + 5²) + 1/16²).
    """
    rows = [
        (0, "A", 1),
        (1, "B", 2),
        (2, "A", 2),
        (2, "B", 3),
        (3, "A", 3),
        (3, "B", 3),
        (4, "A", 3),
        (4, "B", 3),
    ]
    study = accord.codings(rows, categories=[1, 2, 3])
    sums = sums_of(study, accord.bound("alpha_prime", distance="ordinal"))
    drawn = np.bincount(sums.of_item[[0] * 7 + [2]], minlength=len(sums.rows)).astype(float)
    expected = 2 * (7 / 8 / 16 * (16 + 25) + 1 / 256)
    assert sums.value((drawn @ sums.rows)[None])[0] == pytest.approx(1 - 1 / expected)


@pytest.mark.parametrize("name", ["alpha", "alpha_prime"])
@pytest.mark.parametrize("distance", ["linear", "ratio", "interval", "nominal"])
def test_weights_are_resamples_of_real_values(name, distance):
    """The same for thousands of distinct values, which never share a kind."""
    rng = np.random.default_rng(2)
    values = np.abs(rng.normal(size=(800, 1)) + rng.normal(size=(800, 3)))
    values[rng.random(values.shape) < 0.05] = np.nan
    study = accord.from_wide(values)
    items = rng.integers(800, size=800)
    sums = sums_of(study, accord.bound(name, distance=distance))
    drawn = np.bincount(sums.of_item[items], minlength=len(sums.rows)).astype(float)
    found = sums.value((drawn @ sums.rows)[None])[0]
    wanted = MEASURES[name].compute(study.take(items), distance=distance).value
    assert found == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("measure", CUBE, ids=lambda m: m.name)
@given(data=st.data())
def test_coders_drawn_once_are_the_study(measure, data):
    """With every coder drawn once, the coefficient over coders is the coefficient."""
    study = data.draw(codings(gaps=True, coders=(2, 2) if measure.two_coders else (2, 4)))
    chosen = settings_of(data.draw, measure)
    distance = chosen.get("distance", "nominal")
    task = CoderWeights(study, distance, measure.chance, chosen["missing"])
    once, items = np.ones(len(study.coders)), np.ones(len(study.items))
    wanted = measure.compute(study, **chosen).value
    if measure.distance == "none" and len(study.categories) < 2:
        return
    assert task.value(once, items) == pytest.approx(wanted, abs=1e-8, nan_ok=True)


@pytest.mark.parametrize("name", ["alpha", "kappa", "beta"])
def test_leave_one_out_is_take(name):
    """Leaving out by sums is leaving out by take."""
    study, measure = example(20), MEASURES[name]
    chosen = {"distance": "ordinal"} if measure.distance == "required" else {}
    values, multiplicity = leave_one_out(study, accord.bound(measure, **chosen), "items")
    slow = [
        measure.compute(study.take(np.delete(np.arange(20), i)), **chosen).value for i in range(20)
    ]
    assert np.sort(np.repeat(values, multiplicity.astype(int))) == pytest.approx(np.sort(slow))


@pytest.mark.parametrize("method", ["bca", "percentile", "basic"])
@pytest.mark.parametrize("over", ["items", "half"])
def test_same_seed_same_interval_for_any_number_of_jobs(method, over):
    """One worker and two give the same interval, by sums and by take."""
    study = example()
    where = over if over == "items" else [i // 2 for i in range(60)]
    for measure in ("alpha", accord.light_kappa):  # sums, and a measure that is no sum
        chosen = {"distance": "nominal"} if measure == "alpha" else {}
        one, two = (
            accord.interval(
                study,
                accord.bound(measure, **chosen),
                method=method,
                over=where,
                resamples=40,
                n_jobs=j,
            )
            for j in (1, 2)
        )
        assert one == two


def test_another_seed_another_interval():
    """The seed matters, a generator too, and is reported."""
    study = example()
    first, second = (accord.interval(study, "pi", resamples=200, rng=r) for r in (0, 1))
    assert first != second
    assert (first.seed, second.seed) == (0, 1)
    drawn = accord.interval(study, "pi", resamples=200, rng=np.random.default_rng(4))
    assert accord.interval(study, "pi", resamples=200, rng=drawn.seed) == drawn


def test_intervals_shrink_with_the_root_of_n():
    """Four times the items, half the width (within a quarter: it is an estimate)."""
    widths = []
    for n in (400, 1600):
        found = accord.interval(example(n), "pi", method="percentile")
        widths.append(found.high - found.low)
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.25)


@pytest.mark.parametrize("method", ["bca", "percentile", "basic", "jackknife", "analytic"])
def test_intervals_hold_the_estimate(method):
    """On a symmetric case every method's interval holds the estimate, and they are alike."""
    study = example(300)
    found = accord.interval(study, "kappa", method=method)
    value = accord.kappa(study).value
    assert found.low < value < found.high
    assert found.high - found.low == pytest.approx(4 * 0.032, rel=0.25)


def test_invariances():
    """Order of items and coders and names of categories change nothing, with the same seed.

    Kinds of items that move the coefficient alike may trade places: Monte-Carlo error of that.
    """
    study = example(80)
    wanted = accord.interval(study, accord.bound("alpha", distance="nominal"))
    shuffled = study.take(np.random.default_rng(0).permutation(80))
    turned = study.only([2, 0, 1])
    renamed = study.recode({1: "c", 2: "a", 3: "b"}.get)
    for changed in (shuffled, turned, renamed):
        found = accord.interval(changed, accord.bound("alpha", distance="nominal"))
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=0.004)
    assert accord.interval(turned, accord.bound("alpha", distance="nominal")) == wanted


def test_clusters_of_one_are_items():
    """A cluster for each item draws items."""
    study = example(100)
    items = accord.infer.replicates(
        study, accord.bound("alpha", distance="nominal"), resamples=2000
    )
    ones = accord.infer.replicates(
        study, accord.bound("alpha", distance="nominal"), resamples=2000, over=list(range(100))
    )
    assert items.se == pytest.approx(ones.se, rel=0.1)
    assert items.units == ones.units == 100


def test_copied_documents_widen_the_interval():
    """Ten copies of each item, drawn together, are one item each."""
    study = example(40)
    copied = study.take(np.repeat(np.arange(40), 10))
    alone = accord.infer.replicates(study, "pi", resamples=2000)
    together = accord.infer.replicates(
        copied, "pi", resamples=2000, over=[i // 10 for i in range(400)]
    )
    assert together.se == pytest.approx(alone.se, rel=0.1)


@pytest.mark.parametrize("over", ["coders", "both"])
def test_over_coders(over):
    """Coders who differ in skill make the interval over coders wide, and few are warned of."""
    rng = np.random.default_rng(0)
    true = rng.integers(3, size=(100, 1))
    skill = np.array([0.95, 0.9, 0.5, 0.9, 0.3])
    table = np.where(rng.random((100, 5)) < skill, true, rng.integers(3, size=(100, 5)))
    study = accord.from_wide(table)
    wide = accord.interval(
        study, accord.bound("alpha", distance="nominal"), over=over, resamples=300
    )
    narrow = accord.interval(study, accord.bound("alpha", distance="nominal"), resamples=300)
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)
    assert any("5 coders" in note for note in wide.notes)
    left = accord.interval(
        study, accord.bound("alpha", distance="nominal"), over=over, method="jackknife"
    )
    assert left.low < accord.alpha(study, distance="nominal").value < left.high


def test_undefined_says_why():
    """No interval for an undefined value or a single item, with the reason."""
    same = accord.from_coders({"A": "aaa", "B": "aaa"})
    found = accord.interval(same, "pi")
    assert np.isnan(found.low)
    assert found.notes[0].startswith("no interval, because there is no value: every label is 'a'")
    one = accord.from_coders({"A": "a", "B": "b"})
    assert any("one item" in note for note in accord.interval(one, "pi", resamples=50).notes)


@pytest.mark.parametrize("name", ["pi", "s", "ac1", "percent"])
def test_one_item_has_no_standard_error(name):
    """n − 1 = 0: a single item says nothing of how much items differ."""
    found = standard_error(accord.from_coders({"A": "a", "B": "b"}), name)
    assert np.isnan(found.se)


def test_no_disagreement_is_not_certainty():
    """30 items without disagreement: [1, 1] would claim too much; the bound is the binomial one."""
    study = accord.from_coders({"A": "abc" * 10, "B": "abc" * 10})
    found = accord.interval(study, "kappa")
    assert found.high == 1
    assert found.low == pytest.approx(1 - (1 - 0.025 ** (1 / 30)) / (2 / 3))
    assert "no disagreement observed" in found.notes[0]
    percent = accord.interval(study, "percent")
    assert percent.low == pytest.approx(0.025 ** (1 / 30))


def test_small_samples_are_warned_of():
    """Fewer than 30 items: the interval says so."""
    assert any(
        "only 12 items" in n for n in accord.interval(example(12), "pi", resamples=100).notes
    )
    assert not accord.interval(example(200), "pi", resamples=100).notes


@pytest.mark.parametrize("distance", ["nominal", "interval", "linear"])
def test_permutation_finds_agreement_and_none(distance):
    """p is small with agreement and not small without, for any distance, on any jobs."""
    good = accord.permutation_test(
        example(), accord.bound("alpha", distance=distance), resamples=300
    )
    none = accord.permutation_test(
        example(value=0.0), accord.bound("alpha", distance=distance), resamples=300
    )
    assert good.p == pytest.approx(1 / 301)
    assert none.p > 0.01
    two = accord.permutation_test(
        example(value=0.0), accord.bound("alpha", distance=distance), resamples=300, n_jobs=2
    )
    assert two == none


def test_permutation_p_is_uniform_under_chance():
    """Over studies without agreement, p has mean 1/2 (60 studies, 4 SE), also with gaps."""
    p = [
        accord.permutation_test(example(40, s, value=0.0), "pi", resamples=99).p for s in range(60)
    ]
    assert np.mean(p) == pytest.approx(0.5, abs=4 * 0.29 / 60**0.5)
    study = example(40, value=0.0)
    gaps = study.where(np.arange(len(study)) % 7 != 0)
    assert 0.01 < accord.permutation_test(gaps, "pi", resamples=99).p < 0.999


def test_compare_is_antisymmetric_and_paired():
    """Swapping the sides turns the sign; a study does not differ from itself; pairing helps."""
    one = example(150, 1)
    table = one.category.copy()
    table[::9] = (table[::9] + 1) % 3
    two = accord.codings(
        [(i, c, k + 1) for (i, c, _), k in zip(one.rows(), table.tolist(), strict=True)],
        categories=[1, 2, 3],
    )
    there, back = (
        accord.compare(one, two, "pi", resamples=500),
        accord.compare(two, one, "pi", resamples=500),
    )
    assert there.difference == pytest.approx(-back.difference)
    assert there.interval.low == pytest.approx(-back.interval.high, abs=0.02)
    assert there.shared == 150
    assert accord.compare(one, one, "pi", resamples=100).p == 1
    renamed = accord.codings([(f"x{i}", c, k) for i, c, k in two.rows()], categories=[1, 2, 3])
    apart = accord.compare(one, renamed, "pi", resamples=500)
    assert apart.shared == 0
    assert apart.interval.se > there.interval.se


def test_compare_any_measure():
    """Measures that are no sums are compared on takes, alike."""
    one = example(60, 1)
    left, right = one.only([0, 1]), one.only([0, 2])
    fast = accord.compare(left, right, "kappa", resamples=400)
    slow = accord.compare(left, right, accord.light_kappa, resamples=400)
    assert slow.difference == pytest.approx(fast.difference)
    assert slow.interval.se == pytest.approx(fast.interval.se, rel=0.2)


def test_two_measures_on_the_same_data():
    """α and π differ by (1 − π)/N exactly, in each resample."""
    study = example(50)
    found = accord.compare(
        study, study, accord.bound("alpha", distance="nominal"), "pi", resamples=200
    )
    assert found.difference == pytest.approx((1 - found.second.value) / 150)
    assert found.p < 0.01


@given(study=codings(coders=(2, 4)))
def test_parts_add_up(study):
    """The parts of D_o by category, item and coder each add up to D_o."""
    for distance in ("nominal", "interval"):
        observed = accord.alpha(study, distance=distance).observed
        for by in ("categories", "items", "coders"):
            parts = accord.infer.decompose(study, by, accord.bound("alpha", distance=distance))
            assert sum(parts.column("contribution")) == pytest.approx(observed, abs=1e-9)


def test_positive_agreement_of_the_survey():
    """δ/(δ+ε): Table 8, case 1 of the survey has 2 / 3 on the rare category."""
    study = accord.from_confusion([[2, 1], [1, 46]], categories=["BOUNDARY", "NO"])
    rows = {row[0]: row for row in accord.breakdown(study, "category", "pi").rows}
    assert rows["BOUNDARY"][3] == pytest.approx(2 / 3)
    assert rows["BOUNDARY"][2] == pytest.approx(accord.pi(study).value)


def test_fleiss_category_kappas():
    """Category against rest is Fleiss' κ_j: (.2448, .2448, .52, .4711, .5661) exactly."""
    from tests.published.test_fleiss_1979 import STUDY

    rows = {row[0]: row[2] for row in accord.breakdown(STUDY, "category", "pi").rows}
    wanted = (0.24475524, 0.24475524, 0.52, 0.47112727, 0.56611781)
    assert [rows[k] for k in (1, 2, 3, 4, 5)] == pytest.approx(wanted, abs=1e-8)


def test_influence_and_adjudication():
    """Leaving out the worst item, or settling it, raises the value; merges keep the rest."""
    study = example(30)
    whole = accord.pi(study).value
    change = accord.influence(study, "item", "pi")
    worst = change.rows[0]
    at = study.items.index(worst[0])
    without = accord.pi(study.take(np.delete(np.arange(30), at))).value
    assert worst[1] == pytest.approx(without)
    settled = accord.infer.worth_settling(study, "pi", top=30)
    # Items of three coders have a majority where two are alike; where none is, nothing is settled.
    some = [row for row in settled.rows if ":2" in row[1]]
    none = [row for row in settled.rows if ":2" not in row[1]]
    assert len(some) > 3
    assert none
    assert all(row[4] > 0 and row[3] - whole == pytest.approx(row[4]) for row in some)
    assert all(math.isnan(row[3]) and math.isnan(row[4]) for row in none)
    assert settled.column("all so far") == sorted(settled.column("all so far"))
    assert settled.column("all so far")[0] == (
        whole if settled.rows[0] in none else settled.rows[0][3]
    )
    merges = accord.infer.collapse(study, "pi")
    first = merges.rows[0]
    by_hand = accord.pi(study.recode(lambda k: "m" if k in first[:2] else k)).value
    assert first[2] == pytest.approx(by_hand)
    assert "not a study with fewer categories" in merges.notes[0]


def test_breakdown_by_pair_and_column():
    """Pairs are the measure on two coders; groups of a column the measure on their items."""
    study = example(40)
    row = accord.breakdown(study, "pair", "kappa").rows[0]
    pair = [study.coders.index(row[0]), study.coders.index(row[1])]
    assert row[3] == pytest.approx(accord.kappa(study.only(pair)).value)
    from dataclasses import replace

    split = replace(study, about={"half": ["a"] * 20 + ["b"] * 20})
    found = accord.breakdown(split, "half", "pi")
    assert found.column("value")[0] == pytest.approx(accord.pi(study.take(range(20))).value)
    with pytest.raises(accord.UnknownNameError, match="no breakdown 'hafl'"):
        accord.breakdown(split, "hafl")


def test_people():
    """A perfect system beats noisy humans, a random one loses; both tests say so."""
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=120)
    noisy = {c: np.where(rng.random(120) < 0.8, true, rng.integers(3, size=120)) for c in "ABC"}
    good = accord.from_coders({**noisy, "M": true})
    bad = accord.from_coders({**noisy, "M": rng.integers(3, size=120)})
    assert accord.ceiling(good, "M", "kappa", resamples=300).interval.low > 0
    assert accord.ceiling(bad, "M", "kappa", resamples=300).interval.high < 0
    assert accord.alternative_annotator_test(good, "M").passes
    failed = accord.alternative_annotator_test(bad, "M")
    assert not failed.passes
    assert failed.winning_rate == 0


def test_alternative_annotator_by_hand():
    """ρ and p of Calderon et al. for one human, computed by hand."""
    from scipy.stats import ttest_1samp

    labels = {"A": "aabbab" * 6, "B": "aabbbb" * 6, "M": "ababab" * 6}
    study = accord.from_coders(labels)
    row = accord.alternative_annotator_test(study, "M", epsilon=0.1).rows[0]
    system = np.array([m == b for m, b in zip(labels["M"], labels["B"], strict=True)])
    person = np.array([a == b for a, b in zip(labels["A"], labels["B"], strict=True)])
    wins, loses = system >= person, person >= system
    assert row[2:4] == pytest.approx((wins.mean(), loses.mean()))
    p = ttest_1samp(loses.astype(float) - wins, 0.1, alternative="less").pvalue
    assert row[4] == pytest.approx(p)


def test_the_ceiling_of_units_is_resampled_as_often_as_asked():
    """Measures that are computed anew are, as often as asked."""
    found = accord.ceiling(studies("ABC")["unitizings"], "C", "u_alpha", resamples=7)
    assert found.interval.resamples == 7
    assert np.isfinite([found.humans, found.with_system]).all()


def test_two_items_are_enough_to_ask_for_an_alternative_annotator():
    """x x against x y: system and human agree with the other on one item of two, as often.

    Both win always; with the bonus 0.2 that never varies, so p = 0.
    """
    study = accord.from_coders({"A": "xx", "B": "xy", "M": "xx"})
    row = accord.alternative_annotator_test(study, "M", min_items=2).rows[0]
    assert row[:5] == ("A", 2, 1.0, 1.0, 0.0)
    nobody = accord.alternative_annotator_test(study, "M")
    assert nobody.rows == ()
    assert not nobody.passes
    assert np.isnan(nobody.winning_rate)
    assert "nobody could be tested" in nobody.notes[1]


def test_humans_with_few_items_are_skipped():
    """C shares 29 items and is skipped, as by the authors; ω and the correction leave C out."""
    rng = np.random.default_rng(2)
    true = rng.integers(3, size=60)
    noisy = {c: np.where(rng.random(60) < 0.7, true, rng.integers(3, size=60)) for c in "ABC"}
    rows = [(i, c, int(noisy[c][i])) for c in "ABC" for i in range(29 if c == "C" else 60)]
    rows += [(i, "M", int(true[i])) for i in range(60)]
    study = accord.codings(rows)
    found = accord.alternative_annotator_test(study, "M")
    assert [row[:2] for row in found.rows] == [("A", 60), ("B", 60)]
    assert found.skipped == (("C", 29),)
    assert "C (29 items)" in found.notes[0]
    assert "min_items" in found.notes[0]
    assert found.winning_rate == np.mean([row[5] for row in found.rows])
    everyone = accord.alternative_annotator_test(study, "M", min_items=29)
    assert len(everyone.rows) == 3
    assert everyone.skipped == everyone.notes == ()


def test_plans():
    """A width of a quarter needs sixteen times the items on average, and to be surer of it more
    items, the fewer there are the more; the goal must be possible."""
    near, far = (
        accord.plan(example(100), "pi", width=width, assurance=0.5).items for width in (0.2, 0.05)
    )
    assert far / near == pytest.approx(16, rel=0.05)
    surer = accord.plan(example(100), "pi", width=0.2, assurance=0.9).items
    much = accord.plan(example(100), "pi", width=0.05, assurance=0.9).items
    assert surer / near > much / far > 1
    assert (
        "assumes that the pilot's value and variance are the true ones"
        in accord.plan(example(100), "pi", width=0.2).notes[0]
    )
    simple = accord.infer.plan_items("pi", expected=0.7, width=0.2, resamples=100).items
    by_simulation = accord.infer.plan_items("s", expected=0.7, width=0.2, resamples=100).items
    assert by_simulation == pytest.approx(simple, rel=0.3)
    with pytest.raises(
        accord.AccordError, match=r"expected value 0\.7 must be above the threshold 0\.8"
    ):
        accord.infer.plan_items("pi", expected=0.7, threshold=0.8)


def test_interpretation_is_advice():
    """Words come with their source and caveats, and thresholds are where the authors put them."""
    assert accord.interpret(0.81, "landis-koch").words == "almost perfect"
    assert accord.interpret(-0.1, "landis-koch").words == "poor"
    assert accord.interpret(0.8).words == "good reliability"
    weighted = accord.interpret(accord.alpha(example(), distance="interval"))
    assert any("weighted" in caveat for caveat in weighted.caveats)
    assert accord.infer.advise("alpha").startswith("α is for reliability")


def test_a_resample_without_variation_is_undefined():
    """Where all resampled codings are alike D_e is 0 but for rounding: the value is nan."""
    study = accord.from_wide([[1, 1, None], [None] * 3, [1, None, 2], [None] * 3, [1, None, 2]])
    measure = MEASURES["alpha"]
    sums = sums_of(study, accord.bound(measure, distance="interval"))
    drawn = np.bincount(sums.of_item[[0] * 5], minlength=len(sums.rows)).astype(float)
    assert np.isnan(sums.value((drawn @ sums.rows)[None])[0])


@pytest.mark.parametrize("distance", ["linear", "ratio"])
def test_permutation_of_real_values_needs_no_matrix(distance, monkeypatch):
    """With very many values distances are computed where they meet: the same p."""
    rng = np.random.default_rng(3)
    truth = rng.gamma(3, size=(60, 1))
    study = accord.from_wide(np.round(truth + rng.gamma(2, size=(60, 3)), 3))
    one = accord.permutation_test(study, accord.bound("alpha", distance=distance), resamples=99)
    monkeypatch.setattr("accord.infer.tests.permutation.MOST_IN_MATRIX", 10)
    assert (
        accord.permutation_test(study, accord.bound("alpha", distance=distance), resamples=99).p
        == one.p
    )


def test_two_coders_have_no_interval_over_coders():
    """One pair tells nothing about other coders: nan and the reason, not a width of 0."""
    found = accord.interval(example(60).only([0, 1]), "kappa", over="coders", resamples=50)
    assert np.isnan(found.low)
    assert found.notes[0].startswith("no interval over coders: two coders are too few")


def test_the_correction_is_benjamini_and_yekutielis():
    """Three tests at .05: the r-th smallest p is held to r · .05 / (3 · (1 + 1/2 + 1/3))."""
    from accord.infer.tests.people import _benjamini_yekutieli

    # .00909, .01818, .02727; without the harmonic sum .0167, .0333, .05
    assert _benjamini_yekutieli([0.01, 0.02, 0.04], 0.05) == [False, False, False]
    assert _benjamini_yekutieli([0.02, 0.027, 0.001], 0.05) == [True, True, True]
    assert _benjamini_yekutieli([0.03, float("nan"), 0.001], 0.05) == [False, False, True]


def test_a_coder_drawn_twice_is_not_compared_with_herself():
    """Weights of coders weigh pairs of different coders: (2·AB + 2·AC + BC) / 5 for 2, 1, 1."""
    from accord._measure.cube.coder_weights import CoderWeights

    study = example(40).only([0, 1, 2])
    task = CoderWeights(study, "nominal", "none", "available")
    ab, ac, bc = (accord.percent(study.only(p)).value for p in ([0, 1], [0, 2], [1, 2]))
    once = np.ones(len(study.items))
    twice = task.value(np.array([2.0, 1.0, 1.0]), once)
    assert twice == pytest.approx((2 * ab + 2 * ac + bc) / 5)
    assert task.value(np.array([2.0, 1.0, 0.0]), once) == pytest.approx(ab)
    assert np.isnan(task.value(np.array([3.0, 0.0, 0.0]), once))
