"""What must hold for simulated coders and for the curves of measures."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord import (
    AccordError,
    DataError,
    NotApplicableError,
    UnknownNameError,
    alpha,
    from_coders,
    kappa,
    percent,
)
from accord.simulate import (
    MISTAKES,
    BoundaryModel,
    ChainModel,
    LabelModel,
    RegionModel,
    RelationModel,
    TreeModel,
    UnitModel,
    curves,
    desiderata,
    figure,
    reference_of,
    shuffle,
)

REFERENCES = {
    "unitizings": UnitModel(units=12, documents=2).draw(1),
    "codings": LabelModel(items=60).draw(1),
    "segmentations": BoundaryModel(segments=12, documents=2).draw(1),
    "partitions": ChainModel(mentions=30, entities=6, documents=2).draw(1),
    "relations": RelationModel(entities=8, documents=3).draw(1),
    "regions": RegionModel(images=4, regions=3).draw(1),
    "trees": TreeModel(items=10).draw(1),
}

magnitudes = st.floats(0, 1)
seeds = st.integers(0, 2**32)


def what(study, at):
    """What one coder said, without the coder's name."""
    one = study.only([at])
    if study.kind in ("codings", "trees"):
        return [(row[0], row[2]) for row in one.rows()]
    if study.kind == "unitizings":
        return [(c.name, u) for c in one.continua for _, u in c]
    if study.kind == "segmentations":
        return [(d.name, p, t) for d in one.documents for _, p, t in d]
    if study.kind == "regions":
        return [(d.name, d.size, d.regions[0]) for d in one.documents]
    if study.kind == "relations":
        return [(d.name, d.entities[0], d.links[0]) for d in one.documents]
    return [d.chains(one.coders[0]) for d in one.documents]


@pytest.mark.parametrize("name", MISTAKES)
def test_magnitude_0_changes_nothing(name):
    """Coders at magnitude 0 say what the reference says, and the reference is not among them."""
    reference = REFERENCES[MISTAKES[name].kind]
    study = shuffle(reference, {name: 0.0}, coders=2)
    assert what(study, 0) == what(study, 1) == what(reference, 0)
    assert list(study.coders) == ["coder 1", "coder 2"]


@pytest.mark.parametrize("name", MISTAKES)
def test_same_seed_same_study(name):
    """The same seed gives the same study, another seed another; the reference stays."""
    reference = REFERENCES[MISTAKES[name].kind]
    before = what(reference, 0)
    one, two = (shuffle(reference, {name: 0.5}, rng=7) for _ in range(2))
    other = shuffle(reference, {name: 0.5}, rng=8)
    assert [what(one, c) for c in range(3)] == [what(two, c) for c in range(3)]
    assert [what(one, c) for c in range(3)] != [what(other, c) for c in range(3)]
    assert what(reference, 0) == before


@pytest.mark.parametrize("name", ["position_apart", "false_positives_apart", "splits"])
@given(m=magnitudes, seed=seeds)
def test_units_stay_apart(name, m, seed):
    """Units of one coder do not overlap, at any magnitude, and lie within the continuum."""
    study = shuffle(REFERENCES["unitizings"], {name: m}, coders=2, rng=seed)
    for document in study.continua:
        for coder in study.coders:
            units = document.units(coder)
            assert all(a.end <= b.begin for a, b in pairwise(units))
            assert all(document.begin <= u.begin < u.end <= document.end for u in units)


@given(m=magnitudes, seed=seeds)
def test_positions_keep_number_and_categories(m, seed):
    """Moving units keeps their number and their categories, whole numbers stay whole."""
    reference = REFERENCES["unitizings"]
    for name in ("position", "position_apart"):
        study = shuffle(reference, {name: m}, coders=1, rng=seed)
        for was, now in zip(reference.continua, study.continua, strict=True):
            assert sorted(was.category.tolist()) == sorted(now.category.tolist())
            assert (now.start == np.rint(now.start)).all()
            assert now.start.min() >= now.begin


@given(m=magnitudes, seed=seeds)
def test_splits_keep_every_atom(m, seed):
    """Splitting changes no atom: each has the category that it had; there are more units."""
    reference = REFERENCES["unitizings"]
    study = shuffle(reference, {"splits": m}, coders=1, rng=seed)
    for was, now in zip(reference.continua, study.continua, strict=True):
        assert len(now) == len(was) + min(round(5 * m * len(was)), _most_splits(was))
        assert _atoms(was) == _atoms(now)


def _most_splits(continuum):
    return int((continuum.stop - continuum.start - 1).sum())


def _atoms(continuum):
    return {
        (at, unit.category) for _, unit in continuum for at in range(int(unit.begin), int(unit.end))
    }


def test_missed_and_added_units():
    """False negatives leave a part of the units, false positives keep all of them."""
    reference = REFERENCES["unitizings"]
    truth = set(what(reference, 0))
    fewer = set(what(shuffle(reference, {"false_negatives": 0.5}), 0))
    more = set(what(shuffle(reference, {"false_positives": 0.5}), 0))
    assert fewer < truth < more
    added = shuffle(reference, {"false_positives": 0.5}, coders=1).counts()["u"]
    assert added == 2 * len(truth)  # m × 2 units for each unit
    assert not what(shuffle(reference, {"false_negatives": 1}), 0)


def test_categories_are_uniform_at_1():
    """At magnitude 1 every category is equally frequent, whatever was true (±4 sd)."""
    reference = UnitModel(categories="AB", prevalence=(0.9, 0.1), units=2000).draw()
    said = shuffle(reference, {"category": 1.0}, coders=1).continua[0].category
    assert abs(said.mean() - 0.5) < 4 * 0.5 / np.sqrt(2000)


def test_overlapping_categories_are_confused_first():
    """With a confusion matrix small mistakes go where it says."""
    reference = LabelModel(categories="ABC", items=3000).draw()
    near = [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    study = shuffle(reference, {"noise": 0.1}, coders=1, confusion=near)
    was, now = reference.category, study.category
    assert ((was == 0) & (now == 1)).sum() > 5 * ((was == 0) & (now == 2)).sum()


def test_overlap_and_lengths_of_references():
    """References follow their model: overlap, one length range for each category, documents."""
    lengths = {"A": (3, 3), "B": (9, 9)}
    model = UnitModel(categories="AB", lengths=lengths, overlap=0.5, units=40, documents=3)
    study = model.draw(2)
    units = [unit for document in study.continua for _, unit in document]
    assert {(u.category, u.end - u.begin) for u in units} == {("A", 3), ("B", 9)}
    assert any(a.end > b.begin for a, b in pairwise(units))
    assert len(study.continua) == 3


def test_hard_items_are_hard_for_all():
    """Aickin's model: coders disagree on the share m of items at most, and guess there."""
    reference = LabelModel(items=4000).draw()
    study = shuffle(reference, {"hard_items": 0.4}, coders=2)
    # Hard items agree by chance one time in four: A_o = .6 + .4/4 (±4 sd of 4000 draws).
    assert percent(study).A_o == pytest.approx(0.7, abs=4 * 0.46 / np.sqrt(4000))


def test_learnable_noise_looks_like_noise():
    """Learnable and unlearnable noise have the same κ; but learnable mistakes are a function of
    the item's feature."""
    reference = LabelModel(items=6000).draw()
    learnt = shuffle(reference, {"learnable": 0.3})
    assert kappa(learnt).value == pytest.approx(
        kappa(shuffle(reference, {"noise": 0.3})).value, abs=0.12
    )  # noise above 0 also mixes in the uniform part, so the two are near, not equal
    table = learnt.category.reshape(-1, 3)
    order = np.argsort(learnt.about["feature"])
    wrong = (table[:, 0] != reference.category)[order]
    # A blind spot is one stretch of the feature (on a circle): outside there is no mistake.
    inside = np.flatnonzero(wrong)
    longest_clean = np.diff(np.concatenate([inside, [inside[0] + len(wrong)]])).max()
    assert longest_clean == pytest.approx(0.7 * 6000, rel=0.05)


def test_bias_makes_coders_differ():
    """Biased coders have different marginals: κ, which allows for it, stays above α."""
    study = shuffle(LabelModel(items=500).draw(), {"bias": 0.5})
    assert kappa(study).value > alpha(study, distance="nominal").value + 0.03


@given(m=magnitudes, seed=seeds)
def test_boundaries(m, seed):
    """Shifted boundaries keep their number and stay apart; missed are fewer, added are more."""
    reference = REFERENCES["segmentations"]
    for name, compare in (("shift", "="), ("miss", "<"), ("add", ">")):
        study = shuffle(reference, {name: m}, coders=1, rng=seed)
        for was, now in zip(reference.documents, study.documents, strict=True):
            before, after = was.boundaries(0), now.boundaries(0)
            assert len(after) == len(now.place)
            if compare == "=":
                assert len(after) == len(before)
            else:
                small, large = (after, before) if compare == "<" else (before, after)
                assert set(small) <= set(large)


def test_chains_at_1():
    """At magnitude 1 split chains are singletons, merged chains are one, missed are none."""
    reference = REFERENCES["partitions"]
    for name, want in (("split_chains", 30), ("merged_chains", 1), ("missed_mentions", 0)):
        study = shuffle(reference, {name: 1.0}, coders=1)
        assert [len(document.chains("coder 1")) for document in study.documents] == [want, want]


def test_combinations():
    """Several mistakes are made one after the other."""
    study = shuffle(REFERENCES["unitizings"], {"position": 0.3, "category": 0.3, "splits": 0.1})
    assert study.counts()["u"] > 3 * REFERENCES["unitizings"].counts()["u"]


def test_bad_input_is_named():
    """Unknown mistakes, mistakes of another kind, magnitudes outside 0 to 1, several coders."""
    labels = REFERENCES["codings"]
    with pytest.raises(UnknownNameError, match="no mistake 'nois'; did you mean noise"):
        shuffle(labels, {"nois": 0.1})
    with pytest.raises(DataError, match="'splits' works with spans; the reference has lab"):
        shuffle(labels, {"splits": 0.1})
    with pytest.raises(DataError, match=r"magnitude 1.5 of 'noise'"):
        shuffle(labels, {"noise": 1.5})
    with pytest.raises(DataError, match="name the one that is the reference"):
        reference_of(from_coders({"A": "xy", "B": "xx"}))
    with pytest.raises(DataError, match="2 × 2 matrix"):
        shuffle(from_coders({"A": "xy"}), {"noise": 0.2}, confusion=[[1, 0, 0]])
    overlapping = UnitModel(overlap=0.9).draw()
    with pytest.raises(DataError, match="Use the mistake 'position'"):
        shuffle(overlapping, {"position_apart": 0.5})
    with pytest.raises(NotApplicableError, match="muc is for partitions"):
        curves(["muc"], ["noise"], resamples=1)


def test_jobs_do_not_change_curves():
    """One and two processes, with and without progress, give the same numbers."""
    told = []
    one = curves(["kappa"], ["noise"], magnitudes=[0, 0.5, 1], resamples=4)
    two = curves(
        ["kappa"],
        ["noise"],
        magnitudes=[0, 0.5, 1],
        resamples=4,
        n_jobs=2,
        progress=lambda done, of: told.append((done, of)),
    )
    assert one == two
    assert told[-1] == (12, 12)


def test_own_study_as_reference():
    """A user's own study is the reference: at magnitude 0 the coders say what it says."""
    mine = from_coders({"A": "xyxyzz" * 5})
    found = curves(["percent", "pi"], ["noise"], reference=mine, magnitudes=[0, 1], resamples=5)
    assert [point.mean for point in found.points if point.magnitude == 0] == [1, 1]
    assert found.points[-1].mean < 0.3


def test_undefined_is_counted():
    """Where every unit is missed no measure is defined: no value, the sets and why."""
    found = curves(["cu_alpha_2013"], ["false_negatives"], magnitudes=[0, 1], resamples=3)
    last = found.points[-1]
    assert np.isnan(last.mean)
    assert (last.sets, last.undefined) == (0, 3)
    assert "no coder marked anything" in last.why
    assert desiderata(found)[0].undefined == (1.0,)


def test_measures_of_another_kind_see_it_converted():
    """κ on units is κ on atoms, and equals the catalogue's κ_d."""
    found = curves(["kappa", "kappa_d"], ["position_apart"], magnitudes=[0.2], resamples=3)
    assert found.points[0].mean == pytest.approx(found.points[1].mean)
    assert found.points[0].symbol == "κ_d"


def test_verdicts_say_what_is_missing():
    """A curve that rises, goes below 0 or starts below 1 is told in words."""
    found = curves(["alpha", "percent"], ["bias"], magnitudes=[0, 0.5, 1], resamples=5)
    of_alpha, of_percent = desiderata(found)
    assert "goes below 0" in of_alpha.words
    assert not of_alpha.full_range
    assert of_percent.decreasing


@pytest.mark.parametrize("measure", ["corrected_relation_f1", "relation_alpha", "relation_kappa"])
def test_relations_fall_from_1_to_0(measure):
    """The more relations are rewired, the lower; in the end nothing but chance is left."""
    found = curves(
        [measure],
        ["rewire_relations"],
        reference=RelationModel(entities=12, documents=4),
        magnitudes=[0, 0.5, 1],
        resamples=5,
    )
    first, half, last = (point.mean for point in found.points)
    assert first == pytest.approx(1)
    assert first > half > last
    assert abs(last) < 0.06


def test_targets_drawn_anew_are_chance():
    """F1 is 0 where only targets are drawn if chance keeps sources as they are. Beside links that
    join any two entities (the default) it is not: coders then agree on the sources, so that a link
    meets its like at one of 11 targets and not at one of 132 pairs."""
    model = RelationModel(entities=12, documents=4)
    given = {"reference": model, "magnitudes": [1], "resamples": 8}
    kept, anywhere = (
        curves([asked], ["retarget_relations"], **given).points[0].mean
        for asked in (
            accord.bound("corrected_relation_f1", keeps=keeps) for keeps in ("source", "number")
        )
    )
    assert abs(kept) < 0.06
    assert anywhere > kept


def test_trees_fall_from_1_to_0():
    """Subtrees anywhere and any relations: of trees of one size α is 0 in the end."""
    found = curves(
        ["tree_alpha"],
        ["move_subtrees+relabel_arcs"],
        reference=TreeModel(items=20, lengths=(7, 7)),
        magnitudes=[0, 0.4, 1],
        resamples=4,
    )
    first, half, last = (point.mean for point in found.points)
    assert first == pytest.approx(1)
    assert first > half > last
    assert abs(last) < 0.06


def _lemmas():
    """A sense of one of twelve words for each of 240 items."""
    rng = np.random.default_rng(0)
    words = [f"word{n % 12:02d}" for n in range(240)]
    reference = accord.codings(
        [(n, "reference", f"{word}.{rng.integers(3)}") for n, word in enumerate(words)]
    )
    return replace(reference, about={"lemma": tuple(words)}, within="lemma")


_CHAINS = ("moved_mentions", ChainModel(mentions=20, entities=8, documents=12), 0.1)

CORRECTED = {
    **dict.fromkeys(("chain_alpha", "chain_alpha_prime", "chain_beta", "chain_pi"), _CHAINS),
    "corrected_uas": ("guessed_trees", TreeModel(items=60, lengths=(2, 20)), 0.4),
    "corrected_las": ("guessed_trees+relabel_arcs", TreeModel(items=60, lengths=(2, 20)), 0.3),
    "corrected_tree_edit": (
        "guessed_trees+relabel_arcs",
        TreeModel(items=60, lengths=(3, 15)),
        0.3,
    ),
    "corrected_span_f1": ("position_apart", UnitModel(units=12, documents=4), 0.05),
    "alpha_within": ("noise", _lemmas(), 0.4),
}


@pytest.mark.parametrize("measure", CORRECTED)
def test_what_chance_corrects_falls_from_1_to_0(measure):
    """Without mistakes 1, with more of them less, and in the end nothing but chance is left: in
    documents, sentences and lists of labels of their own."""
    mistake, reference, some = CORRECTED[measure]
    found = curves([measure], [mistake], reference=reference, magnitudes=[0, some, 1], resamples=5)
    first, half, last = (point.mean for point in found.points)
    assert first == pytest.approx(1)
    assert 0.95 > half > 0.1
    assert abs(last) < 0.06
    assert half > last


def test_mistakes_stay_in_the_list_that_labels_are_chosen_from():
    """A sense is taken for another of the same word, never for one of another word; the study that
    is made says what its labels belong to."""
    for name in ("noise", "bias", "hard_items", "learnable"):
        made = shuffle(_lemmas(), {name: 0.9}, coders=3)
        assert made.within == "lemma"
        lemma = dict(zip(made.items, made.about["lemma"], strict=True))
        assert all(label.startswith(lemma[item]) for item, _, label in made.rows())
        assert len({label for _, _, label in made.rows()}) > 12


def test_guessed_trees_and_moved_mentions():
    """At magnitude 1 every head is the reference's in one of n; every mention is in the reference's
    chain in one of as many as there are; the relation of the root is at the root."""
    reference = TreeModel(items=400, lengths=(5, 5)).draw(1)
    made = shuffle(reference, {"guessed_trees": 1.0}, coders=1)
    same = [
        a == b
        for (_, _, x), (_, _, y) in zip(reference.rows(), made.rows(), strict=True)
        for a, b in zip(x.heads, y.heads, strict=True)
    ]
    assert np.mean(same) == pytest.approx(1 / 5, abs=4 * np.sqrt(0.16 / 2000))
    for (_, _, x), (_, _, y) in zip(reference.rows(), made.rows(), strict=True):
        assert x.relations[x.heads.index(0)] == y.relations[y.heads.index(0)]
        assert sorted(x.relations) == sorted(y.relations)
    chains = ChainModel(mentions=400, entities=4).draw(1)
    moved = shuffle(chains, {"moved_mentions": 1.0}, coders=1)
    kept = moved.documents[0].chain[0]
    before = chains.documents[0].chain[0]
    sizes = [((before == a) & (kept == b)).sum() for a in range(4) for b in range(4)]
    assert max(abs(np.array(sizes) - 25)) < 25  # no chain holds more than another of any


@pytest.mark.parametrize(
    ("measure", "mistake"),
    [("region_alpha", "move_regions"), ("region_label_alpha", "relabel_regions")],
)
def test_regions_fall_from_1_to_0(measure, mistake):
    """Regions anywhere, or with any category: in the end nothing but chance is left."""
    found = curves(
        [measure],
        [mistake],
        reference=RegionModel(images=30, regions=4),
        magnitudes=[0, 0.5, 1],
        resamples=4,
    )
    first, half, last = (point.mean for point in found.points)
    assert first == pytest.approx(1)
    assert first > half > last
    assert abs(last) < 0.06


def test_jitter_and_missed_regions():
    """Jitter costs place and no match while it is small; missed ones are missed at their rate."""
    reference = RegionModel(images=50, regions=4).draw(2)
    study = shuffle(reference, {"jitter_regions": 0.1}, coders=2)
    assert accord.regions.region_f1(study).value == pytest.approx(1)
    assert 0.7 < accord.regions.region_overlap(study).value < 0.97
    loose = shuffle(reference, {"jitter_regions": 0.3}, coders=2)
    overlaps = [accord.regions.region_overlap(one).value for one in (study, loose)]
    assert overlaps[0] > overlaps[1]
    dropped = shuffle(reference, {"drop_regions": 0.3}, coders=1)
    assert dropped.counts()["r"] / 200 == pytest.approx(0.7, abs=4 * np.sqrt(0.21 / 200))


def test_masks_are_not_moved():
    """What is simulated in boxes, outlines and points is refused for masks, with the reason."""
    mask = accord.regions.raster([[0, 1], [1, 1]])
    reference = accord.regions.Regions.of([("a", "R", mask, "x")])
    with pytest.raises(accord.errors.NotApplicableError, match="not in masks"):
        shuffle(reference, {"move_regions": 1.0})


def test_types_and_missed_relations():
    """Confused types leave untyped F1 alone; missed ones are missed at their rate."""
    reference = RelationModel(entities=40, documents=20).draw(2)
    study = shuffle(reference, {"relabel_relations": 1.0}, coders=2)
    assert accord.relations.relation_f1(study, typed=False).value == pytest.approx(1)
    assert accord.relations.relation_f1(study).value < 0.7
    dropped = shuffle(reference, {"drop_relations": 0.3}, coders=1)
    share = dropped.counts()["r"] / reference.counts()["r"]
    assert share == pytest.approx(0.7, abs=4 * np.sqrt(0.21 / reference.counts()["r"]))


def test_unknown_figure():
    """A figure that is not there is named with those that are."""
    with pytest.raises(UnknownNameError, match="no figure '99'"):
        figure("99")


def _share_lost(kind, name, m):
    """The share of what the reference marks that the coder has no more, and of how many."""
    reference = {
        "unitizings": UnitModel(units=2000),
        "segmentations": BoundaryModel(segments=2000),
        "partitions": ChainModel(mentions=2000, entities=200),
    }[kind].draw(3)
    study = shuffle(reference, {name: m}, coders=1, rng=4)
    if kind == "partitions":
        mentions = [sum(map(len, what(one, 0)[0])) for one in (reference, study)]
        return 1 - mentions[1] / mentions[0], mentions[0]
    return 1 - len(what(study, 0)) / len(what(reference, 0)), len(what(reference, 0))


@pytest.mark.parametrize("m", [0.2, 0.6])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("unitizings", "false_negatives"),
        ("segmentations", "miss"),
        ("partitions", "missed_mentions"),
    ],
)
def test_the_magnitude_is_the_share_that_is_missed(kind, name, m):
    """Units, boundaries and mentions are missed with probability m (±4 sd)."""
    share, of = _share_lost(kind, name, m)
    assert share == pytest.approx(m, abs=4 * np.sqrt(m * (1 - m) / of))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("noise", lambda m: 1 - m + m * m / 3),  # a confusion that never keeps the category
        ("hard_items", lambda m: 1 - m + m / 3),  # hard items are coded at random, uniformly
        ("learnable", lambda m: 1 - m + m / 3),  # right by accident in the blind spot
    ],
)
def test_the_magnitude_is_the_share_of_wrong_labels(name, kept):
    """Labels of 6000 items are kept as often as the formula of the mistake says (±4 sd)."""
    reference = LabelModel(categories="ABC", prevalence=(1, 1, 1), items=6000).draw(3)
    turned = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    for m in (0.2, 0.6):
        options = {"confusion": turned} if name == "noise" else {}
        study = shuffle(reference, {name: m}, coders=1, rng=4, **options)
        share = float((study.category == reference.category).mean())
        assert share == pytest.approx(kept(m), abs=4 * 0.5 / np.sqrt(6000))


def test_the_magnitude_bounds_the_shift():
    """Boundaries of units move by up to m × 2 lengths of the unit, evenly in that range."""
    reference = UnitModel(units=3000, lengths=(100, 100), gaps=(900, 900)).draw(3)
    study = shuffle(reference, {"position": 0.1}, coders=1, rng=4)
    was, now = reference.continua[0].start, study.continua[0].start
    moved = np.abs(now - was) / 100
    assert 0.19 < moved.max() <= 0.2 + 0.005  # positions are whole numbers
    assert moved.mean() == pytest.approx(0.1, abs=0.01)


def test_curves_need_two_coders():
    """One coder agrees with nobody: an error, not a table without numbers."""
    with pytest.raises(AccordError, match="needs at least two coders, got 1"):
        curves(["kappa"], ["noise"], coders=1, resamples=1)
