"""Guessing scores 0: every measure with an idea of chance, for coders who draw at random.

Coders draw as the measure takes chance to draw: uniformly (S, AC), from a distribution of all or
of each, units or segments in a random order, mentions into random chains, links and heads to
anywhere. The mean over some studies must be 0 within its error, in one document and in several of
unlike size, in very short ones, with two coders and with eight, with many options and with skewed
ones, with missing codings, and where what a coder does in a document resembles itself. What is not
0 is listed, with its reason and the sentence of the docs that says so.
"""

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.structures.random_trees import random_heads
from accord.kinds.chains.study import Partitions
from accord.kinds.dimensions.study import dimensions

NEAR = 0.01
"""How near one large study is to 0."""
CLOSE = 0.005
"""A ratio of two sums is a little off 0 in small studies, also where both are right."""
SHAPES = ("one document", "documents", "missing", "many coders")
HARDER = ("short documents", "two coders", "many options", "skewed", "clustered")


def _coders(shape: str) -> list[str]:
    number = {"many coders": 8, "two coders": 2}
    return [f"c{c}" for c in range(number.get(shape, 3))]


def _sizes(shape: str, whole: int, short: int = 4) -> list[int]:
    """How long the documents are: one, several of unlike length, or many short ones."""
    if shape == "short documents":
        return [short, short + 1, short + 2] * 10
    several = shape in ("documents", "missing", "clustered")
    return [whole, whole // 2, whole // 4, whole // 8] if several else [whole]


def _shares(shape: str) -> np.ndarray:
    """How often each category is used."""
    if shape == "many options":
        return np.full(12, 1 / 12)
    return np.array([0.85, 0.1, 0.05] if shape == "skewed" else [0.6, 0.3, 0.1])


def _labels(rng, shape, entry):
    """Labels of a distribution: uniform, one for all coders, or each coder's own."""
    coders = _coders(shape)[:2] if entry.two_coders else _coders(shape)
    n, skew = (150 if shape == "many coders" else 400), _shares(shape)
    k, rows = len(skew), []
    for c, coder in enumerate(coders):
        p = np.full(k, 1 / k) if entry.chance in ("uniform", "occasional") else skew
        p = np.roll(skew, c) if entry.chance == "per coder" else p
        chosen = rng.choice(k, size=n, p=p)
        if shape == "clustered":  # four items in a row are coded alike, by each coder by themselves
            chosen = np.repeat(chosen[: n // 4], 4)
        kept = rng.random(n) < (0.6 if shape == "missing" else 1.0)
        rows += [
            (i, coder, int(x) + 1)
            for i, (x, keep) in enumerate(zip(chosen, kept, strict=True))
            if keep
        ]
    return accord.from_columns(
        [r[0] for r in rows],
        [r[1] for r in rows],
        [r[2] for r in rows],
        categories=range(1, k + 1),
        items=range(n),
        about={"lemma": [i % 4 for i in range(n)]},
    )


def _units(rng, shape, entry):
    """Units of random categories with random gaps between them."""
    rows, extents, seen = [], {}, []
    names = "abcdefghijkl"
    shares = np.array([0.5, 0.3, 0.2]) if shape in SHAPES else _shares(shape)
    for d, length in enumerate(_sizes(shape, 600, short=12)):
        extents[d] = (0, length)
        present = [c for c in _coders(shape) if shape != "missing" or rng.random() < 0.8]
        for coder in present:
            seen.append((d, coder))
            at = -int(rng.integers(0, 40))  # so that a document begins anywhere
            while at < length:
                end = at + int(rng.integers(3, 10))
                category = names[rng.choice(len(shares), p=shares)]
                if end > 0:
                    rows.append((d, coder, max(at, 0), min(end, length), category))
                at = end + int(rng.integers(1, 12))
    return accord.Unitizings.of(
        rows, items=list(extents), coders=_coders(shape), extents=extents, seen=seen
    )


def _segments(rng, shape, entry):
    """A boundary at each place with the same probability."""
    masses = {}
    for d, length in enumerate(_sizes(shape, 400, short=10)):
        masses[d] = {}
        for coder in _coders(shape):
            if shape == "missing" and rng.random() < 0.2:
                continue
            rate = 0.05 if shape == "skewed" else 0.15
            cuts = np.flatnonzero(rng.random(length - 1) < rate) + 1
            masses[d][coder] = np.diff([0, *cuts, length]).tolist()
    return accord.Segmentations.from_masses(masses)


def _chains(rng, shape, entry):
    """Mentions put into random chains; longer documents have more of them."""
    chains = {}
    for d, size in enumerate(_sizes(shape, 80 if shape == "many coders" else 160, short=2)):
        chains[d] = {}
        for coder in _coders(shape):
            if shape == "missing" and rng.random() < 0.2:
                continue
            few = 2 if shape == "skewed" else max(2, size // (3 if shape == "many options" else 10))
            label = rng.integers(few, size=size)
            chains[d][coder] = [np.flatnonzero(label == k).tolist() for k in np.unique(label)]
    return Partitions.of_chains(chains)


def _preferences(rng, shape):
    """Every two of twenty things, a coin for each."""
    pairs = [(a, b) for a in range(20) for b in range(a)]
    return accord.codings(
        [
            (pair, coder, ("first", "second", "tie")[rng.integers(3)])
            for coder in _coders(shape)
            for pair in pairs
            if shape != "missing" or rng.random() > 0.3
        ]
    )


MAKE = {"codings": _labels, "unitizings": _units, "segmentations": _segments, "partitions": _chains}


def _dimensions(rng, shape, entry):
    """Two dimensions, each with labels of its own or none."""
    rows = []
    for coder in _coders(shape):
        for i in range(200):
            if shape == "missing" and rng.random() < 0.3:
                continue
            for name, labels in (("task", ["a", "b", None]), ("turn", ["x", None])):
                rows.append((i, coder, name, labels[rng.integers(len(labels))]))
    return dimensions(rows)


MAKE["dimensions"] = _dimensions


def _trees(rng, shape, entry):
    """Random trees; where chance comes from all sentences they have one length, else several."""
    rows, number = [], 30 if shape == "many coders" else 100
    pooled = entry.chance == "drawn"
    long = {"short documents": (2, 4), "documents": (2, 15)}.get(shape, (4, 8))
    sizes = np.full(number, 6) if pooled else rng.integers(*long, size=number)
    kinds = "abcdefgh" if shape == "many options" else "ab"
    for coder in _coders(shape):
        for i, n in enumerate(sizes.tolist()):
            if shape == "missing" and rng.random() < 0.3:
                continue
            heads = random_heads(n, rng)
            labels = ["r" if not h else kinds[int(rng.integers(len(kinds)))] for h in heads]
            rows.append((i, coder, accord.trees.Dependencies.of(heads, labels)))
    return accord.codings(rows)


MAKE["trees"] = _trees


def _graphs(rng, shape, entry):
    """Graphs of two concepts, drawn from a few."""
    few = [f"(x / {a} :{r} (y / b))" for a in "abc" for r in ("p", "q")]
    pool = [accord.graphs.Graph.parsed(text) for text in few]
    rows = []
    for coder in _coders(shape):
        for i in range(60 if shape == "many coders" else 200):
            if shape != "missing" or rng.random() < 0.7:
                rows.append((i, coder, pool[int(rng.integers(len(pool)))]))
    return accord.codings(rows)


MAKE["graphs"] = _graphs


def _relations(rng, shape, entry):
    """Links from and to random entities, some of which a coder did not mark."""
    rows, entities, seen = [], [], []
    for d, size in enumerate(_sizes(shape, 64, short=3)):
        for coder in _coders(shape):
            if shape == "missing" and rng.random() < 0.2:
                continue
            seen.append((d, coder))
            kept = 1.0 if shape == "short documents" else 0.9
            mine = np.flatnonzero(rng.random(size) < kept)
            entities += [(d, coder, (3 * e, 3 * e + 2), "E") for e in mine.tolist()]
            for s in mine[rng.random(len(mine)) < 0.7].tolist():
                t = int(rng.choice(mine[mine != s]))
                kind = "ab"[int(rng.integers(2))]
                rows.append((d, coder, (3 * s, 3 * s + 2), (3 * t, 3 * t + 2), kind))
    return accord.relations.Relations.of(rows, entities=entities, seen=seen)


MAKE["relations"] = _relations


def _regions(rng, shape, entry):
    """Large boxes anywhere in images, of which there are many: chance is what different ones
    share."""
    rows, seen = [], []
    for d in range(6 if shape == "many coders" else 14):
        for coder in _coders(shape):
            if shape == "missing" and rng.random() < 0.2:
                continue
            seen.append((d, coder))
            for x, y in (30 * rng.random((4, 2))).tolist():
                box = (x, y, x + 60 + 20 * rng.random(), y + 60 + 20 * rng.random())
                rows.append((d, coder, box, "ab"[int(rng.integers(2))]))
    return accord.regions.Regions.of(rows, seen=seen)


MAKE["regions"] = _regions


def _settings(entry, rng) -> dict:
    given = {"distance": "nominal"} if entry.distance == "required" else {}
    if entry.name.startswith("chain_"):
        given = {"distance": "masi"} if given else {}
    if entry.name == "ku_alpha":
        given = {"category": "a"}
    if any(option.name == "rng" for option in entry.options):
        given["rng"] = int(rng.integers(1 << 30))
    if any(option.name == "samples" for option in entry.options):
        given["samples"] = 20
    return given


OTHERWISE = {
    "aickin_alpha": "it never goes below 0, so chance alone lifts it above",
    "link_kappa": "random chains cut each other crosswise: the table has a negative cell",
    "pi_b": "its chance is not that of B; below",
    "kappa_b": "its chance is not that of B; below",
    "bracket_kappa": "its chance takes all spans alike, though short ones are in every tree; below",
    "gamma": "too slow to be repeated here; see tests/laws/test_gamma_chance.py",
    "gamma_cat": "too slow to be repeated here; see tests/laws/test_gamma_chance.py",
    "gamma_k": "too slow to be repeated here; see tests/laws/test_gamma_chance.py",
    "corrected_ghd": "too slow to be repeated here; see tests/laws/test_segmentation.py",
}
"""Where another test, or none, says it, and why."""


def guessing(entry, shape: str, times: int) -> tuple[float, float]:
    """The mean of the measure over studies of coders who guess, and its standard error."""
    rng = np.random.default_rng((*SHAPES, *HARDER).index(shape))
    found = []
    for _ in range(times):
        of_pairs = entry.name == "preference_u"
        study = _preferences(rng, shape) if of_pairs else MAKE[entry.kind](rng, shape, entry)
        found.append(entry.compute(study, **_settings(entry, rng)).value)
    found = np.array(found)[np.isfinite(found)]
    assert len(found) > times / 2
    return float(np.mean(found)), float(np.std(found, ddof=1) / np.sqrt(len(found)))


WITH_CHANCE = [e for e in MEASURES.values() if e.chance != "none" and e.name not in OTHERWISE]


BELOW = {
    ("alpha_u_1995", "short documents"): (-0.5, -0.1),
    ("alpha_u_1995", "many options"): (-0.1, -0.005),
    ("alpha_u_1995", "documents"): (-0.06, 0.0),
    ("alpha_u_1995", "clustered"): (-0.06, 0.0),
    ("u_alpha_2013", "short documents"): (-0.25, -0.03),
}
# Of 25 studies each: alpha_u_1995 −.012 ± .009 in one document, −.022 ± .006 in several, −.351 ±
# .016 in short ones; u_alpha_2013 −.004 ± .008, −.012 ± .007, −.142 ± .011. The docstrings say so.
"""Where the ends of documents matter or categories are rare, units that lie anywhere are not what
the formula of chance slides: docstrings and `choose` say so. Between which values the mean lies."""

EVERY = 3
"""In every run a measure has one in so many shapes, another third than its neighbour; `make full`
has all, with more studies of each."""

PLAN = [
    pytest.param(entry, shape, times, id=f"{entry.name}-{shape}-{times}", marks=marks)
    for e, entry in enumerate(WITH_CHANCE)
    for s, shape in enumerate((*SHAPES, *HARDER))
    for times, marks in ((8, ()), (30, pytest.mark.full))
    if (entry.name, shape) not in BELOW and (times > 8 or (e + s) % EVERY == 0)
]


@pytest.mark.parametrize(("entry", "shape", "times"), PLAN)
def test_guessing_scores_nothing(entry, shape, times):
    """0 ± .005, beside three and a half standard errors of this many studies (four of few, whose
    standard error is less sure itself); some 600 are looked at, so three would be too few."""
    mean, se = guessing(entry, shape, max(times // 3, 4) if entry.chance == "shuffled" else times)
    assert abs(mean) < CLOSE + (3.5 if times > 20 else 4) * se
    assert se < 0.1


@pytest.mark.parametrize(("name", "shape"), BELOW)
def test_guessing_scores_below_0_and_that_is_said(name, shape):
    """The value is where the list says, and the docstring and the remark of `choose` say so."""
    entry = MEASURES[name]
    mean, _ = guessing(entry, shape, 8)
    low, high = BELOW[name, shape]
    assert low < mean < high
    assert "coders who guess score" in " ".join(entry.compute.__doc__.split())
    assert "coders who guess score" in entry.suits.remark


def test_what_is_not_0_says_so():
    """The docstrings of measures that are listed here or above say that guessing is not 0."""
    for name in ("bracket_kappa", "pi_b", "kappa_b", "tree_alpha"):
        said = " ".join(MEASURES[name].compute.__doc__.split())
        assert "score above 0" in said or "above 0" in said, name


def test_every_measure_with_chance_is_here_or_said_elsewhere():
    """No entry with an idea of chance is left out silently."""
    assert set(OTHERWISE) <= {e.name for e in MEASURES.values() if e.chance != "none"}
    assert {e.kind for e in WITH_CHANCE} <= set(MAKE)


def test_brackets_and_guessing():
    """κ over spans knows no trees: of random ones it is well above 0, as its docstring says."""
    rng = np.random.default_rng(0)
    trees = {
        coder: [
            accord.trees.Dependencies.of([int(rng.integers(at + 1)) for at in range(6)], ["x"] * 6)
            for _ in range(40)
        ]
        for coder in "AB"
    }
    found = accord.trees.bracket_kappa(accord.from_coders(trees), of="spans")
    assert 0.05 < found.value < 0.6


def test_documents_do_not_lift_chains():
    """Pooled over documents chance is nearly never met: guessing within documents scores .1."""
    entry, rng = MEASURES["chain_alpha"], np.random.default_rng(0)
    chains = [_chains(rng, "documents", entry) for _ in range(5)]
    settings = {"distance": "dice"}
    pooled = np.mean([entry.compute(s, chance="pooled", **settings).value for s in chains])
    within = np.mean([entry.compute(s, chance="document", **settings).value for s in chains])
    assert pooled > 0.03
    assert abs(within) < NEAR


def test_a_mention_in_its_own_label():
    """Both labels of a mention hold the mention itself: guessing then scores up to .13 (Jaccard)
    where labels are drawn as they are. The guide to coreference says so; the default is free of it.
    """
    rng = np.random.default_rng(0)
    one = {}
    for coder in ("A", "B"):
        label = rng.integers(50, size=200)
        one[coder] = [np.flatnonzero(label == k).tolist() for k in np.unique(label)]
    study = Partitions.of_chains({"d": one})
    found = {
        itself: accord.chains.chain_alpha(
            study, distance="jaccard", itself=itself, chance="document"
        ).value
        for itself in (True, False)
    }
    assert 0.1 < found[True] < 0.15
    assert abs(found[False]) < NEAR
    inside = accord.chains.chain_alpha(study, distance="jaccard", itself=True)
    assert abs(inside.value) < NEAR


def test_aickins_alpha_and_guessing():
    """Aickin's α cannot be negative: guessing scores little above 0, less with more items."""
    rng = np.random.default_rng(0)
    labels = {coder: rng.choice(3, size=4000, p=[0.6, 0.3, 0.1]).tolist() for coder in "ABC"}
    assert 0 <= accord.latent.aickin_alpha(accord.from_coders(labels)).value < NEAR


def test_links_and_guessing():
    """κ of links has no guess that scores 0: rare links never meet, common ones cut crosswise."""
    rng = np.random.default_rng(0)
    rare, common = {}, {}
    for coder in ("A", "B"):
        order = rng.permutation(200).tolist()
        rare[coder] = [order[i : i + 2] for i in range(0, 40, 2)] + [[m] for m in order[40:]]
        label = rng.integers(10, size=200)
        common[coder] = [np.flatnonzero(label == k).tolist() for k in range(10)]
    found = accord.chains.link_kappa(Partitions.of_chains({"d": rare}))
    assert -0.15 < found.value < -0.05
    assert (
        "negative cell" in accord.chains.link_kappa(Partitions.of_chains({"d": common})).undefined
    )


@pytest.mark.parametrize("name", ["pi_b", "kappa_b"])
def test_fourniers_chance_is_not_that_of_b(name):
    """π_B and κ_B of coders who guess are well above 0, as their docstrings say."""
    mean, _ = guessing(MEASURES[name], "one document", 5)
    assert 0.1 < mean < 0.3
