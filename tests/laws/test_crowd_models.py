"""What must hold for MACE, GLAD, the ordinal model, gold items and the difficulty of items."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from accord import AccordError, DataError, NotApplicableError, codings, from_coders, from_wide
from accord.latent import dawid_skene, glad, item_difficulty, mace, majority, ordinal_model
from accord.model.names import Names

MODELS = {
    "dawid-skene": dawid_skene,
    "one coin": lambda s, **more: dawid_skene(s, coin="one", **more),
    "mace": mace,
    "mace em": lambda s, **more: mace(s, fit="em", **more),
    "glad": glad,
    "ordinal": ordinal_model,
}
every = pytest.mark.parametrize("name", MODELS)


def sample(seed, items=30, coders=4, categories=3, gaps=0.1, right=0.65):
    """Rows of coders who are right so often, the first more than the last; some gaps."""
    rng = np.random.default_rng(seed)
    true = rng.integers(categories, size=items)
    skill = np.linspace(min(right + 0.25, 1), right - 0.25, coders)
    return true, [
        (i, c, int(true[i] if rng.random() < skill[c] else rng.integers(categories)))
        for i in range(items)
        for c in range(coders)
        if rng.random() >= gaps
    ]


@every
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("gold", [False, True])
def test_names_and_order_are_nothing(name, seed, gold):
    """Shuffled rows; other names of items, coders and, off a scale, categories: the same bits."""
    rng = np.random.default_rng(seed + 10)
    true, rows = sample(seed, items=20)
    scale = name == "ordinal"
    call = {0: 0, 1: 1, 2: 2} if scale else {"a": "z", "b": "x", "c": "y"}
    labels = list(call)
    rows = [(i, c, labels[k]) for i, c, k in rows]
    known = {i: labels[true[i]] for i in range(0, 20, 4)} if gold else None
    named = {f"i{i}": call[k] for i, k in known.items()} if known else None
    one = codings(rows)
    moved = [(f"i{i}", f"c{(c + 2) % 4}", call[k]) for i, c, k in rows]
    two = codings([moved[i] for i in rng.permutation(len(moved))])
    model = MODELS[name]
    first, second = model(one, gold=known, restarts=2), model(two, gold=named, restarts=2)
    assert first.log_likelihood == second.log_likelihood
    for i, row in zip(one.items, first.probabilities, strict=True):
        there = second.probabilities[two.items.index(f"i{i}")]
        for k, value in zip(one.categories, row, strict=True):
            assert there[two.categories.index(call[k])] == value
    for k, value in zip(one.categories, first.prevalence, strict=True):
        assert second.prevalence[two.categories.index(call[k])] == value
    for what, values in first.of_coders.items():
        for c, value in zip(one.coders, values, strict=True):
            assert second.of_coders[what][two.coders.index(f"c{(c + 2) % 4}")] == value
    for what, values in first.of_items.items():
        for i, value in zip(one.items, values, strict=True):
            assert second.of_items[what][two.items.index(f"i{i}")] == value


tables = st.lists(
    st.lists(st.sampled_from([None, 1, 2, 3]), min_size=3, max_size=3), min_size=3, max_size=8
)


@every
@given(rows=tables)
@settings(max_examples=12, deadline=None)
def test_nothing_is_lost_on_the_way(name, rows):
    """What is maximised never falls; probabilities sum to 1; an item without codings has none."""
    assume(any(cell is not None for row in rows for cell in row))
    study = from_wide(rows, coders="ABC")
    found = MODELS[name](study, restarts=1, max_iter=60)
    assert (np.diff(found.trace) >= -1e-9 * abs(found.trace[-1]) - 1e-10).all()
    coded = [any(cell is not None for cell in row) for row in rows]
    sums = found.probabilities.sum(axis=1)
    assert sums[coded] == pytest.approx(1)
    assert np.isnan(sums[~np.array(coded)]).all()


@every
def test_odd_studies(name):
    """No codings, one category, a coder without codings, one coder: words and no wrong number."""
    model = MODELS[name]
    few = {"restarts": 1, "max_iter": 100}
    none = from_wide([[None, None], [None, None]], coders="AB", categories=[1, 2])
    assert model(none).notes == ("there are no labels",)
    same = model(from_coders({"A": [1, 1, 1], "B": [1, 1, 1], "C": [1, 1, 1]}), **few)
    assert same.labels == (1, 1, 1)
    assert any("every label is 1" in note for note in same.notes)
    study = codings(sample(3)[1])
    idle = replace(study, coders=Names([*study.coders, "idle"]))
    with_idle, without = model(idle, restarts=1), model(study, restarts=1)
    assert np.isnan(with_idle.accuracy[-1])
    assert with_idle.accuracy[:-1] == pytest.approx(without.accuracy, abs=1e-6)
    for what, values in with_idle.of_coders.items():
        assert np.isnan(values[-1])
        assert values[:-1] == pytest.approx(without.of_coders[what], rel=1e-3, abs=1e-4)
    alone = model(from_coders({"A": [1, 2, 1, 2]}), **few)
    assert any("one coder only" in note for note in alone.notes)


@every
def test_gold_is_kept(name):
    """Gold items have their category, also against all coders and without codings; others too can
    change by it."""
    _, rows = sample(5, items=40)
    study = codings([*rows, (40, 0, 1)])
    study = study.take(range(41))
    against = (majority(study).labels[0] + 1) % 3
    found = MODELS[name](study, gold={0: against, 1: 2}, restarts=1)
    assert found.labels[:2] == (against, 2)
    assert found.probabilities[0].max() == 1
    assert found.notes[0] == "2 of 41 items are gold: given, not estimated"
    assert "|gold:2|" in found.signature


def test_gold_says_who_is_right():
    """Two coders who always differ: gold on four of twelve items decides for the second."""
    a, b = "xyxyxyxyxyxy", "yxyxyxyxyxyx"
    study = from_coders({"A": a, "B": b})
    known = {i: b[i] for i in range(4)}
    for name in ("dawid-skene", "one coin"):
        found = MODELS[name](study, gold=known)
        assert "".join(found.labels) == b
        assert found.accuracy == pytest.approx([0, 1], abs=1e-6)
        assert not any("identifiable" in note for note in found.notes)
    assert "".join(mace(study, gold=known).labels) == b
    assert "".join(glad(study, gold=known).labels) == b


def test_all_gold_is_counting():
    """Where every truth is known, Dawid & Skene's error rates are shares of what was counted."""
    study = from_coders({"A": "xxyy", "B": "xyyy", "C": "yxxy"})
    found = dawid_skene(study, gold=dict(enumerate("xxyy")))
    assert found.confusion[1] == pytest.approx(np.array([[0.5, 0.5], [0, 1]]))
    assert found.confusion[2] == pytest.approx(np.array([[0.5, 0.5], [0.5, 0.5]]))
    # log L = Σ ln P(t) + ln P(x_A x_B x_C | t): 1/2 · 1 · 1/2 · 1/2 for the x, 1/2 · 1/2 for the y
    assert found.log_likelihood == pytest.approx(2 * np.log(1 / 8) + 2 * np.log(1 / 4))


def test_gold_of_a_column():
    """A column about the items, with blanks; numbers may be written as text."""
    study = replace(codings(sample(6)[1]), about={"truth": ["0", "", None, *[""] * 27]})
    found = dawid_skene(study, gold="truth", restarts=0)
    assert found.labels[0] == 0
    assert found.settings["gold"] == 1
    with pytest.raises(AccordError, match="no column about items 'trueth'; did you mean truth"):
        dawid_skene(study, gold="trueth")
    with pytest.raises(
        DataError, match="the gold standard has 7 for item 0, which is not a category"
    ):
        dawid_skene(study, gold={0: 7})
    with pytest.raises(DataError, match="gold standard has no item of these data"):
        mace(study, gold={"q": 1})
    assert any("1 gold item is not" in n for n in mace(study, gold={0: 1, "q": 1}).notes)


def _direct(study, chance, parameters, prior, start, classes):
    """The maximum of a marginal likelihood written out item by item, by a general search."""
    from scipy.optimize import minimize

    rows = {}
    for item, coder, k in study.rows():
        rows.setdefault(item, []).append((coder, k))

    def minus(x):
        made = parameters(x)
        total = prior(x, made)
        for item, said in rows.items():
            total += np.log(
                sum(
                    made["shares"][t] * np.prod([chance(made, item, c, t, k) for c, k in said])
                    for t in range(classes)
                )
            )
        return -total

    return minimize(minus, start, method="BFGS", options={"gtol": 1e-6})


def test_mace_by_brute_force():
    """Maximum likelihood of MACE by a general search over θ and ξ: the same maximum.

    Tolerance 1e-6: the search follows numeric slopes.
    """
    study = codings(sample(1, items=14, coders=3, categories=2, gaps=0.05)[1])
    s = 0.3

    def parameters(x):
        theta, xi = 1 / (1 + np.exp(-x[:3])), 1 / (1 + np.exp(-x[3:]))
        return {"shares": [0.5, 0.5], "theta": theta, "xi": np.stack([1 - xi, xi], axis=1)}

    def chance(made, _, c, t, k):
        return made["theta"][c] * (k == t) + (1 - made["theta"][c]) * made["xi"][c, k]

    def prior(_, made):
        theta = made["theta"]
        return s * (np.log(theta) + np.log(1 - theta)).sum() + s * np.log(made["xi"]).sum()

    found = mace(study, fit="em", smoothing=s)
    best = min(
        (
            _direct(study, chance, parameters, prior, start, 2)
            for start in np.random.default_rng(0).normal(0.5, 1, (4, 6))
        ),
        key=lambda one: one.fun,
    )
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-6)
    theta = parameters(best.x)["theta"]
    assert found.of_coders["competence"] == pytest.approx(theta, abs=1e-3)


def test_bound_of_mace_is_below_the_evidence():
    """The variational bound is below the log evidence, which a sum over a grid gives.

    One item, coder A says x; θ is 0 or 1 by Beta, ξ by Dirichlet: whatever they are, by symmetry
    P(x) = 1/2, so that the evidence is 1/2.
    """
    found = mace(from_coders({"A": "x"}, categories="xy"))
    assert found.log_likelihood < np.log(1 / 2)
    # With priors that leave no doubt the bound is the evidence.
    sure = mace(from_coders({"A": "x"}, categories="xy"), alpha=1e6, beta=1e6, strategy=1e6)
    assert sure.log_likelihood == pytest.approx(np.log(1 / 2), abs=1e-4)


@pytest.mark.parametrize("classes", [2, 3])
def test_glad_by_brute_force(classes):
    """The posterior of GLAD by a general search over α and ln β: the same maximum and abilities."""
    _, rows = sample(2, items=7, coders=3, categories=classes, gaps=0.1)
    study = codings(rows)
    items = list(study.items)

    def parameters(x):
        return {"shares": np.full(classes, 1 / classes), "alpha": x[:3], "beta": np.exp(x[3:])}

    def chance(made, item, c, t, k):
        s = made["alpha"][study.coders.index(c)] * made["beta"][items.index(item)]
        right = 1 / (1 + np.exp(-s))
        return right if k == t else (1 - right) / (classes - 1)

    def prior(x, _):
        return float((-0.5 * (x - 1) ** 2 - 0.5 * np.log(2 * np.pi)).sum())

    found = glad(study)
    best = _direct(study, chance, parameters, prior, np.ones(3 + len(items)), classes)
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-5)
    assert found.of_coders["ability"] == pytest.approx(best.x[:3], abs=2e-3)
    assert found.of_items["difficulty"] == pytest.approx(np.exp(-best.x[3:]), abs=2e-3)


def test_ordinal_model_by_brute_force():
    """The posterior mode by a general search over shares, detection and criteria."""
    _, rows = sample(4, items=25, coders=3, categories=3, gaps=0.05, right=0.7)
    study = codings(rows)
    s = 0.2

    def parameters(x):
        logits = np.array([0, *x[:2]])
        made = {"shares": np.exp(logits) / np.exp(logits).sum()}
        table = np.empty((3, 3, 3))
        for c, t in product(range(3), range(3)):
            d, low, gap = x[2 + 3 * c : 5 + 3 * c]
            cuts = np.array([low, low + np.exp(gap)]) - d * t
            below = 1 / (1 + np.exp(-cuts))
            table[c, t] = np.diff([0, *below, 1])
        return made | {"table": table}

    def chance(made, _, c, t, k):
        return made["table"][c, t, k]

    def prior(_, made):
        return s * np.log(made["table"]).sum()

    found = ordinal_model(study, smoothing=s)
    start = np.array([0, 0, *[2, 1, np.log(2)] * 3], dtype=float)
    best = _direct(study, chance, parameters, prior, start, 3)
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-5)
    assert found.of_coders["detection"] == pytest.approx(best.x[[2, 5, 8]], abs=5e-3)
    assert found.confusion == pytest.approx(parameters(best.x)["table"], abs=1e-3)


def test_mace_recovers_competence():
    """Simulated coders who know so often: θ within four standard errors, guessers found out."""
    rng = np.random.default_rng(8)
    theta, n = np.array([0.9, 0.7, 0.5, 0.2, 0.05]), 1500
    true = rng.integers(3, size=n)
    habit = np.array([[0.4, 0.3, 0.3], [0.8, 0.1, 0.1], [0.2, 0.6, 0.2]] + [[0.1, 0.1, 0.8]] * 2)
    rows = [
        [int(true[i] if rng.random() < theta[c] else rng.choice(3, p=habit[c])) for c in range(5)]
        for i in range(n)
    ]
    for fit in ("variational", "em"):
        found = mace(from_wide(rows), fit=fit, restarts=2)
        error = 4 * np.sqrt(theta * (1 - theta) / n) + 0.02
        assert (abs(found.of_coders["competence"] - theta) < error).all()
        right = np.mean(np.array(found.labels) == true)
        votes = majority(from_wide(rows)).labels
        assert right > np.mean([k == t for k, t in zip(votes, true, strict=True)])


def test_glad_recovers_ability_and_difficulty():
    """Simulated abilities come back in order, and hard items have the greater difficulty."""
    rng = np.random.default_rng(9)
    alpha, n = np.array([3.0, 2.0, 1.5, 1.0, 0.5, 0.0, -1.0]), 400
    beta = np.where(np.arange(n) < n // 2, 2.0, 0.3)
    true = rng.integers(2, size=n)
    chance = 1 / (1 + np.exp(-alpha * beta[:, None]))
    said = np.where(rng.random((n, 7)) < chance, true[:, None], 1 - true[:, None])
    found = glad(from_wide(said.tolist()), restarts=1)
    ability = found.of_coders["ability"]
    assert (np.diff(ability) < 0).all()
    assert ability[-1] < 0
    difficulty = found.of_items["difficulty"]
    assert difficulty[n // 2 :].mean() > 1.5 * difficulty[: n // 2].mean()
    votes = majority(from_wide(said.tolist())).labels
    assert np.mean(np.array(found.labels) == true) > np.mean(
        [k == t for k, t in zip(votes, true, strict=True)]
    )


def test_ordinal_model_recovers_coders():
    """Simulated detection within 15%, criteria within 0.5, labels better than the median's."""
    rng = np.random.default_rng(10)
    detection, n = np.array([4.0, 3.0, 2.0]), 3000
    cuts = np.array([[2, 6, 10], [1.5, 4.5, 7.5], [2, 3, 6]])  # the last is mild in the middle
    true = rng.integers(4, size=n)
    noise = rng.logistic(size=(n, 3))
    seen = detection * true[:, None] + noise
    said = (seen[:, :, None] > cuts[None]).sum(axis=2)
    found = ordinal_model(from_wide(said.tolist()), restarts=0)
    assert found.of_coders["detection"] == pytest.approx(detection, rel=0.15)
    criteria = np.stack([found.of_coders[f"criterion {k}|{k + 1}"] for k in range(3)], axis=1)
    assert criteria == pytest.approx(cuts, abs=1.0)
    middle = np.median(said, axis=1)
    assert np.mean(np.array(found.labels) == true) > np.mean(middle == true)
    assert found.prevalence == pytest.approx(np.full(4, 0.25), abs=0.04)


def test_ordinal_model_is_dawid_and_skenes_restricted():
    """With two categories both have the same number of parameters, and the same maximum."""
    study = codings(sample(7, items=60, coders=4, categories=2)[1])
    scale, free = ordinal_model(study, smoothing=1e-6), dawid_skene(study)
    assert scale.confusion == pytest.approx(free.confusion, abs=1e-3)
    assert scale.labels == free.labels


def test_an_order_is_needed():
    """Names without a declared order are refused, not sorted."""
    study = from_coders({"A": ["low", "high"], "B": ["low", "mid"]})
    with pytest.raises(NotApplicableError, match="the ordinal model needs ordered categories"):
        ordinal_model(study)
    with pytest.raises(AccordError, match="smoothing must be above 0"):
        ordinal_model(from_coders({"A": [1, 2]}), smoothing=0)
    with pytest.raises(AccordError, match="no fit 'vb'; known: em, variational"):
        mace(study, fit="vb")


@pytest.mark.parametrize("name", ["mace em", "glad"])
def test_two_labellings_that_fit_alike_are_said(name):
    """Two camps of two coders who never agree: either may be right."""
    one, other = "xyxy" * 3, "yxyx" * 3
    study = from_coders({"A": one, "B": one, "C": other, "D": other})
    found = MODELS[name](study, restarts=20)
    assert any("fits the labels as well" in note for note in found.notes)


def test_difficulty_by_hand():
    """Four coders with 4, 3, 2 and 1 of four right; the item–rest correlations by hand.

    Item 0: right 1 1 1 0, elsewhere 1 2/3 1/3 1/3, so r = .25 / √(.75 · .305…) = .5222.
    """
    study = from_coders({"A": "xxyy", "B": "xxyx", "C": "xyyx", "D": "yyyx"})
    key = {0: "x", 1: "x", 2: "y", 3: "y"}
    first, second, third, last = item_difficulty(study, key)
    assert (first.right, second.right, third.right, last.right) == (0.75, 0.5, 1.0, 0.25)
    assert first.discrimination == pytest.approx(0.25 / np.sqrt(0.75 * 11 / 36))
    assert second.discrimination == pytest.approx(np.sqrt(0.5))
    assert np.isnan(third.discrimination)  # all are right
    assert last.discrimination == pytest.approx(first.discrimination)
    assert first.entropy == pytest.approx(-(0.75 * np.log(0.75) + 0.25 * np.log(0.25)))
    assert third.entropy == 0


def test_difficulty_with_gaps_and_ties():
    """Two coders of an item are too few for a correlation; a tie has no truth; empty is nan."""
    study = from_wide([["x", "x", None], ["x", "y", None], [None] * 3, ["y", "y", "x"]])
    found = item_difficulty(study)
    assert [row.truth for row in found] == ["x", None, None, "y"]
    assert [row.codings for row in found] == [2, 2, 0, 3]
    assert found[0].right == 1
    assert all(np.isnan(row.discrimination) for row in found[:3])
    assert np.isnan(found[1].right)
    assert np.isnan(found[2].entropy)


def test_threshold_keeps_ties_and_refuses_nonsense():
    """Items as certain as the last one keep their label; 0 keeps none; 1.5 is not a share."""
    found = majority(from_coders({"A": "xxxx", "B": "xyyx", "C": "xxyy"}))
    assert found.certain(0.5).labels == ("x", "x", "y", "x")
    assert found.certain(0.25).labels == ("x", None, None, None)
    assert found.certain(0).labels == (None,) * 4
    with pytest.raises(AccordError, match="must be a share of the items"):
        found.certain(1.5)
