"""What must hold for γ, γ-cat and γ-k."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord import Continuum, Unitizings
from accord._measure.gamma.disorder_chance import (
    Corpus,
    DisorderModel,
    OneContinuum,
    by_coder,
    lattice,
)
from accord._measure.gamma.disorder_sample import Sampling
from accord._measure.gamma.dissimilarity import Spans
from accord.infer.resample.interval import interval_of
from accord.spans import Dissimilarity, gamma, gamma_cat, gamma_k
from accord.tasks import Tasks

APS = {
    "Alex": [(2, 9, 1), (11, 17, 2), (24, 30, 5), (32, 36, 6), (36, 44, 6), (44, 60, 7)],
    "Paul": [(2, 9, 1), (11, 17, 3), (19, 25, 5), (32, 44, 6)],
    "Suzan": [(2, 9, 1), (11, 17, 4), (21, 27, 5), (32, 36, 6), (36, 40, 6), (40, 44, 6)],
}
QUICK = {"precision": None, "samples": 30}


def predefined(seed, coders=3, size=40, width=1):
    """Categories for predefined units of one width, side by side."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=size)
    guess = [
        np.where(rng.random(size) < 0.3, rng.integers(4, size=size), truth) for _ in range(coders)
    ]
    units = {
        f"c{at}": [(width * i, width * (i + 1), int(k)) for i, k in enumerate(row)]
        for at, row in enumerate(guess)
    }
    codings = accord.from_coders({f"c{at}": row.tolist() for at, row in enumerate(guess)})
    return units, codings


@pytest.mark.parametrize("coders", [2, 3])
@pytest.mark.parametrize("width", [1, 7])
def test_pure_categorization_is_alpha(coders, width):
    """On predefined units δ is D_o of α, and γ and γ-cat are α within sampling error."""
    units, codings = predefined(coders, coders, width=width)
    alpha = accord.alpha(codings, distance="nominal")
    found = gamma(Continuum.of(units), precision=0.005)
    assert found.observed == pytest.approx(alpha.observed, abs=1e-12)
    # 3 standard errors; 1/40 for α's draws without replacement from 40 items per coder.
    assert float(found) == pytest.approx(float(alpha), abs=3 * found.detail["se"] + 1 / 40)
    cat = gamma_cat(Continuum.of(units), precision=0.005)
    assert cat.observed == pytest.approx(alpha.observed, abs=1e-12)
    assert float(cat) == pytest.approx(float(alpha), abs=3 * found.detail["se"] + 1 / 40)


def test_same_seed_same_number_on_any_number_of_jobs():
    """One process or two, the same samples and the same γ; another seed, others."""
    study = Continuum.of(APS)
    one = gamma(study, rng=7, **QUICK)
    two = gamma(study, rng=7, n_jobs=2, **QUICK)
    other = gamma(study, rng=8, **QUICK)
    assert one.detail["chance"].tolist() == two.detail["chance"].tolist()
    assert float(one) == float(two)
    assert one.signature == two.signature
    assert float(one) != float(other)


@pytest.mark.parametrize(
    ("scale", "shift"), [(1, 1000), (1, -37), (10**6, 0), (0.001, 5), (0.5, 0)]
)
def test_shift_and_scale_change_nothing(scale, shift):
    """γ is the same when all offsets are shifted or scaled, chance included."""
    moved = {
        coder: [(scale * b + shift, scale * e + shift, k) for b, e, k in units]
        for coder, units in APS.items()
    }
    assert float(gamma(Continuum.of(moved), **QUICK)) == pytest.approx(
        float(gamma(Continuum.of(APS), **QUICK)), abs=1e-9
    )


def test_order_of_coders_changes_nothing():
    """γ, γ-cat and γ-k are the same for any order of coders."""
    turned = {name: APS[name] for name in ("Suzan", "Alex", "Paul")}
    for measure, more in ((gamma, {}), (gamma_cat, {}), (gamma_k, {"category": 6})):
        a = measure(Continuum.of(APS), **more, **QUICK)
        b = measure(Continuum.of(turned), **more, **QUICK)
        assert float(a) == pytest.approx(float(b), abs=1e-12)


def test_figure_11_best_and_worst():
    """Figure 11: γ is 1 where all agree, negative where coders avoid each other."""
    same = [(0, 4, 1), (10, 20, 2), (30, 33, 1)]
    assert float(gamma(Continuum.of({"A": same, "B": same}), **QUICK)) == 1
    worst = {"A": [(0, 10, 1), (20, 30, 2)], "B": [(10, 20, 3), (30, 40, 4)]}
    assert float(gamma(Continuum.of(worst), **QUICK)) < 0


def test_delta_and_weights():
    """Δ_∅ cancels out of γ; more weight on position is another γ, named in the signature."""
    study = Continuum.of(APS)
    assert float(gamma(study, delta=4, **QUICK)) == pytest.approx(float(gamma(study, **QUICK)))
    heavy = gamma(study, alpha=3, **QUICK)
    assert heavy.observed == pytest.approx(0.960625, abs=1e-12)
    assert "|alpha:3|" in heavy.signature
    own = Dissimilarity(alpha=3)
    assert float(gamma(study, dissimilarity=own, **QUICK)) == float(heavy)


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"A": [], "B": []}, "no coder marked a span"),
        ({"A": [(0, 3, "x")]}, "agreement needs at least two"),
    ],
)
def test_undefined_says_why(units, why):
    """Without units or without a second coder, nan and the reason."""
    for measure in (gamma, gamma_cat):
        found = measure(Continuum.of(units, begin=0, end=9), **QUICK)
        assert np.isnan(float(found))
        assert why in found.undefined


def test_no_disorder_by_chance_is_undefined():
    """Units that cover everything are the same wherever they are moved: δ_e = 0, no γ, no error."""
    found = gamma(Continuum.of({"A": [(0, 10, "x")], "B": [(0, 10, "x")]}), **QUICK)
    assert (found.observed, found.expected) == (0, 0)
    assert "random placements never disagree" in found.undefined
    assert np.isnan(float(found))
    assert np.isnan(found.detail["se"])
    assert found.detail["by_item"] == {}


def test_one_coder_without_units():
    """A coder who saw the text and marked nothing takes part; one who never saw it does not."""
    rows = [("d", "A", 0, 5, "x"), ("d", "B", 0, 5, "x")]
    saw = Unitizings.of(rows, coders=["A", "B", "C"], extents={"d": (0, 20)})
    never = Unitizings.of(
        rows, coders=["A", "B", "C"], extents={"d": (0, 20)}, seen=[("d", "A"), ("d", "B")]
    )
    assert gamma(saw, **QUICK).observed == pytest.approx(1)
    assert gamma(never, **QUICK).observed == 0


def test_no_aligned_units_leaves_categories_unknown():
    """γ-cat is undefined where no two units are aligned; so is γ-k of a lonely category."""
    apart = Continuum.of({"A": [(0, 5, "x")], "B": [(50, 55, "x")]}, end=60)
    assert "no spans of two coders match" in gamma_cat(apart, **QUICK).undefined
    assert "Choose one of" in gamma_k(apart, **QUICK).undefined
    with pytest.raises(accord.DataError, match="no span has the label 'q'"):
        gamma_k(apart, category="q", **QUICK)


def test_gamma_k_of_each_category():
    """γ-cat lists γ-k of every category, the same as asked for one by one."""
    units, _ = predefined(1)
    listed = gamma_cat(Continuum.of(units), **QUICK)
    assert listed.detail["coverage"] == 1
    for k, value in listed.detail["by_category"].items():
        assert float(gamma_k(Continuum.of(units), category=k, **QUICK)) == pytest.approx(
            value, abs=1e-12
        )


def corpus(documents=5, coders=3, seed=0):
    """Documents of different length."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(documents):
        starts = np.cumsum(rng.integers(4, 12, 6 + d))
        for c in range(coders):
            for s in starts.tolist():
                if rng.random() < 0.9:
                    b = s + int(rng.integers(0, 2))
                    rows.append(
                        (f"d{d}", f"c{c}", b, b + int(rng.integers(2, 4)), int(rng.integers(3)))
                    )
    return Unitizings.of(rows)


def test_corpus():
    """δ averaged over documents, against the corpus' expectation; each document's γ beside."""
    study = corpus()
    found = gamma(study, **QUICK)
    assert "|chance:corpus|" in found.signature
    each = [accord.spans.best_alignment(c).disorder for c in study.continua]
    assert found.observed == pytest.approx(np.mean(each), abs=1e-12)
    values = list(found.detail["by_item"].values())
    assert float(found) == pytest.approx(np.mean(values), abs=1e-12)
    local = gamma(study, chance="continuum", **QUICK)
    assert local.observed == found.observed
    assert len(local.detail["chance"]) == 5 * 30


def test_documents_seen_by_fewer_coders():
    """Chance is sampled for each number of coders; a document seen by one is left out."""
    rows = [row for row in _rows(corpus()) if not (row[0] == "d0" and row[1] != "c0")]
    rows = [row for row in rows if not (row[0] == "d1" and row[1] == "c2")]
    study = Unitizings.of(rows, seen=[(row[0], row[1]) for row in rows])
    found = gamma(study, **QUICK)
    assert found.detail["left_out"] == ["d0"]
    assert len(found.detail["chance"]) == 60


def _rows(study):
    for continuum in study.continua:
        for coder, unit in continuum:
            yield continuum.name, coder, *unit


def test_too_few_documents_for_the_corpus():
    """Chance from a corpus needs as many documents as coders, and says so."""
    study = corpus(documents=2)
    assert "|chance:continuum|" in gamma(study, **QUICK).signature
    with pytest.raises(
        accord.UnknownNameError, match="as many documents with spans as there are coders"
    ):
        gamma(study, chance="corpus", **QUICK)


def test_precision_asks_for_samples():
    """As many samples as §5.3 asks for from the first thirty, and an error that shrinks."""
    study = Continuum.of(APS)
    first = gamma(study, **QUICK).detail["chance"]
    rough = gamma(study, precision=0.05)
    fine = gamma(study, precision=0.01)
    needed = Sampling(precision=0.01).needed(first)
    assert len(fine.detail["chance"]) >= needed > len(rough.detail["chance"])
    assert fine.detail["chance"][:30].tolist() == first.tolist()
    assert fine.detail["se"] < rough.detail["se"]


def test_interrupted_gives_what_is_known():
    """Ctrl-C gives the samples so far and says that they are not all."""

    def stop(done, planned, value, error):
        assert np.isfinite(value)
        if done >= 5:
            raise KeyboardInterrupt

    units = {
        name: [(b + 60 * k, e + 60 * k, c) for k in range(60) for b, e, c in row]
        for name, row in APS.items()
    }
    found = gamma(Continuum.of(units), precision=None, samples=200, progress=stop)
    assert 2 <= len(found.detail["chance"]) < 200
    assert found.settings["partial"] == "interrupted"
    assert not found.detail["complete"]


class Ended(Tasks):
    """Tasks that Ctrl-C ends after the first results."""

    def stream(self, *given, **more):
        """The first of the results that there would be."""
        yield next(super().stream(*given, **more))
        raise KeyboardInterrupt


def test_nobody_gets_a_part_who_does_not_watch():
    """Without `progress` Ctrl-C is a KeyboardInterrupt: no resample is made of fewer samples; and
    γ of the samples so far has no interval."""
    study = Unitizings.of(
        [
            (d, c, b + 60 * k, e + 60 * k, x)
            for d in "de"
            for c, row in APS.items()
            for k in range(60)
            for b, e, x in row
        ]
    )
    how = {"precision": None, "samples": 40, "chance": "continuum"}
    with pytest.raises(KeyboardInterrupt):
        gamma(study, n_jobs=Ended(), **how)
    asked = accord.bound("gamma", progress=print, n_jobs=Ended(), **how)
    with pytest.raises(KeyboardInterrupt):
        asked.function(study)
    part = replace(gamma(study.take([0]), **QUICK), settings={"partial": "interrupted"})
    found, limit = interval_of(study, part, accord.bound("gamma"))
    assert np.isnan(found.low)
    assert limit is None
    assert "interrupted" in found.notes[0]


def test_random_annotations_keep_lengths_and_numbers():
    """A moved coder keeps every length and category; cuts keep their distance, circularly."""
    study = Continuum.of(APS)
    source = OneContinuum.of(study, np.arange(3))
    observed = {
        tuple(sorted(zip((u.stop - u.start).tolist(), u.category.tolist(), strict=True)))
        for u in source.coders
    }
    for seed in range(50):
        rng = np.random.default_rng(seed)
        drawn = source.draw(3, rng)
        for coder in range(3):
            mine = drawn.spans.at(np.flatnonzero(drawn.coder == coder))
            lengths = (mine.stop - mine.start).round(9).tolist()
            assert tuple(sorted(zip(lengths, mine.category.tolist(), strict=True))) in observed
        cuts = np.sort(source.cuts(3, rng))
        gaps = np.diff(np.append(cuts, cuts[0] + source.length))
        assert gaps.min() >= source.apart - 1e-9
        assert (cuts == np.rint(cuts)).all()


def test_cuts_without_a_lattice():
    """Where boundaries lie on no lattice, cuts lie anywhere, and as far apart as elsewhere."""
    source = OneContinuum(1.0, (), 0.25, 0)
    for seed in range(20):
        cuts = np.sort(source.cuts(3, np.random.default_rng(seed)))
        assert 0 <= cuts[0] < cuts[-1] < 1
        assert np.diff(np.append(cuts, cuts[0] + 1)).min() >= 0.25 - 1e-9
    everywhere = [source.cuts(3, np.random.default_rng(seed)) for seed in range(200)]
    assert np.histogram(everywhere, bins=4, range=(0, 1))[0].min() > 100  # 150 expected


def test_mosaic_repeats_to_the_longest():
    """A short document is repeated until it is as long as the longest drawn."""
    short = Spans(np.array([1.0]), np.array([3.0]), np.array([0]))
    long = Spans(np.array([0.0]), np.array([25.0]), np.array([1]))
    drawn = Corpus(((10.0, (short,)), (25.0, (long,)))).draw(2, np.random.default_rng(0))
    starts = drawn.spans.start[drawn.spans.category == 0]
    assert sorted(starts.tolist()) == [1, 11, 21]
    # In kilometres, too, where a document is shorter than 1.
    short, long = (Spans(u.start / 1000, u.stop / 1000, u.category) for u in (short, long))
    drawn = Corpus(((0.01, (short,)), (0.025, (long,)))).draw(2, np.random.default_rng(0))
    starts = drawn.spans.start[drawn.spans.category == 0]
    assert sorted(starts.tolist()) == pytest.approx([0.001, 0.011, 0.021])


def test_model_draws_observed_lengths():
    """The model's units have lengths and categories that occur together."""
    study = Continuum.of(APS)
    model = DisorderModel.of([(study.length, by_coder(study, np.arange(3)))])
    seen = {(e - b, study.categories.index(k)) for row in APS.values() for b, e, k in row}
    drawn = model.draw(3, np.random.default_rng(0)).spans
    lengths = (drawn.stop - drawn.start).round(9).tolist()
    assert set(zip(lengths, drawn.category.tolist(), strict=True)) <= seen


def test_lattice():
    """Boundaries on a lattice are found on any scale; those on none give none."""
    edges = np.array([0, 15, 35, 40.0])
    for scale in (1, 10**6, 0.001, 1 / 3):
        assert lattice(edges * scale, 60 * scale) == 12
    assert lattice(np.array([0.0, 2**0.5]), 5.0) == 0


def test_short_continuum_spaces_cuts_evenly():
    """Where the continuum is shorter than n mean lengths, γ is still defined."""
    study = Continuum.of({"A": [(0, 10, "x")], "B": [(0, 9, "x")]})
    assert np.isfinite(float(gamma(study, **QUICK)))


def test_budget_gives_a_certified_interval():
    """γ lies in the certified interval; with an exact search that is the value itself."""
    found = gamma(Continuum.of(APS), **QUICK)
    low, high = found.detail["certified"]
    assert found.detail["exact"]
    assert low == pytest.approx(float(found), abs=1e-8)
    assert high == pytest.approx(float(found), abs=1e-8)


def test_exact_is_all_or_nothing():
    """γ is exact where every alignment is, of the documents and of chance; one is not enough."""
    found = gamma(Continuum.of(APS), **QUICK).detail["disorders"]
    assert found.exact
    (alignment,), (chance,) = found.alignments, found.chances
    rough = replace(alignment, lower=alignment.disorder / 2)
    assert not replace(found, alignments=(rough,)).exact
    assert not replace(found, chances=(replace(chance, lower=chance.lower / 2),)).exact


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "alpha:1|beta:1|chance:continuum|precision:0.5|confidence:0.95|seed:0"),
        ({"samples": 20}, "precision:0.5|confidence:0.95|first:20|seed:0"),
        ({"f_cat": "forbidding"}, "alpha:1|beta:1|f_cat:forbidding|chance:continuum"),
        ({"rng": np.random.default_rng(1)}, "|seed:generator|"),
    ],
)
def test_the_signature_tells_what_is_not_usual(given, told):
    """Settings that are not the usual ones stand in the signature, the usual ones need not."""
    found = gamma(Continuum.of(APS), precision=0.5, **given)
    assert told in found.signature
    assert ("f_cat" in found.signature) == ("f_cat" in given)
    assert ("|first:" in found.signature) == ("samples" in given)


def test_same_generator_same_number():
    """A generator in the same state gives the same samples."""
    one, two = (
        gamma(Continuum.of(APS), rng=np.random.default_rng(5), precision=None, samples=5)
        for _ in range(2)
    )
    assert one.detail["chance"].tolist() == two.detail["chance"].tolist()


def test_error_of_sampling():
    """γ = 1 − δ/δ_e has the error δ/δ_e² · s/√n, s the deviation of n disorders by chance."""
    found = gamma(Continuum.of(APS), precision=None, samples=20)
    chance = found.detail["chance"]
    assert len(chance) == 20
    assert found.expected == pytest.approx(chance.mean(), rel=1e-12)
    expected = found.observed / chance.mean() ** 2 * chance.std(ddof=1) / 20**0.5
    assert found.detail["se"] == pytest.approx(expected, rel=1e-12)
    cat = gamma_cat(Continuum.of(APS), precision=None, samples=20)
    (sample,) = {id(each): each for each in cat.detail["disorders"].chances}.values()
    by_chance = np.array([each.of() for each in sample.categories])
    expected = cat.observed / by_chance.mean() ** 2 * by_chance.std(ddof=1) / 20**0.5
    assert cat.detail["se"] == pytest.approx(expected, rel=1e-12)


def test_leaving_documents_out():
    """γ of documents is 1 − mean δ / mean δ_e; its jackknife leaves out one of them at a time."""
    seen = [(0, 5, "x"), (10, 14, "y"), (20, 30, "x"), (33, 36, "y")]
    rows = []
    for item, shifts in enumerate([(1, 1, 1, 1), (3, 0, 2, 1), (0, 2, 5, 0), (1, 4, 0, 2)]):
        rows += [(item, "A", begin, end, k) for begin, end, k in seen]
        for by, (begin, end, k) in zip(shifts, seen, strict=True):
            rows.append((item, "B", begin + by, end + by, k))
    study = Unitizings.of(rows, extents=dict.fromkeys(range(4), (0, 45)))
    settings = {"chance": "continuum", "precision": None, "samples": 5}
    whole = gamma(study, **settings).detail
    assert whole["alignment"] is whole["alignments"][0]
    assert [each.continuum.name for each in whole["alignments"]] == list(range(4))
    pairs = np.array(whole["documents"])
    without = [np.delete(pairs, at, axis=0).mean(axis=0) for at in range(4)]
    values = np.array([1 - observed / expected for observed, expected in without])
    error = np.sqrt(3 / 4 * ((values - values.mean()) ** 2).sum())
    found = accord.interval(study, accord.bound("gamma", **settings), method="jackknife")
    assert found.se == pytest.approx(error, rel=1e-9)
