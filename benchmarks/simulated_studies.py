"""Studies with a known true value, for the simulations of coverage.py.

Coders see an item's true category with probability √v and otherwise guess by the shares of the
categories, so that the true value of π, κ and α, with any distance, is v; what S, AC1, κ_w and ICC
are then follows. Of units, boundaries and chains no formula is known: there the true value is
that of a corpus so large that its own error does not matter.
"""

from dataclasses import replace
from functools import cache

import numpy as np

import accord
from accord.graphs import Graph
from accord.infer.advice.plan import simulated
from accord.kinds.labels.study import Codings
from accord.model.names import Names
from accord.regions import Regions
from accord.relations import Relations
from accord.trees import Dependencies

LARGE = 4000
"""Documents of a corpus whose value is taken for the true one."""


def of_cell(cell, rng):
    """A study of the cell's kind, and the true value of its measure."""
    shares, part, value = np.asarray(cell["shares"]), cell["part"], cell["value"]
    coders, n = cell["coders"], cell["n"]
    if part in MARKED:
        return marked(part, n, coders, value, rng), None
    if part == "ratings":
        study = ratings(n, coders, value, rng)
        return study, true_rating({"ρ_c": "ccc", "W": "kendall_w"}[cell["measure"]], coders, value)
    if part == "coders":
        return varied_coders(n, coders, shares, rng), 0.775**2
    if cell["measure"] == "ICC":
        return scores(n, coders, value, rng, cell.get("size", 1)), value
    if cell.get("size", 1) != 1:
        study = documents(n, cell["size"], coders, shares, value, rng)
    else:
        study = simulated(n, coders, shares, value, rng)
    return study, truth(cell["measure"], value, shares)


def truth(measure, value, shares):
    """What the measure is where two coders agree beyond chance with probability `value`."""
    p = np.asarray(shares)
    chance = {"AC1": float((p * (1 - p)).sum()) / (len(p) - 1), "S": 1 / len(p)}.get(measure)
    if chance is None:
        return value
    observed = value + (1 - value) * float((p**2).sum())
    return (observed - chance) / (1 - chance)


def sizes_of(number, size, rng):
    """How many items each document has."""
    if size == "1 to 20":
        return rng.integers(1, 21, size=number)
    return np.full(number, size)


def documents(number, size, coders, shares, value, rng):
    """Documents that are easy or hard: a coder sees the true category with a probability that is
    the document's own. Two coders agree beyond chance with probability `value` on average."""
    sizes = sizes_of(number, size, rng)
    spread = min(value, 1 - value) / 2
    agree = np.clip(value + spread * rng.choice([-1, 1], size=number), 0, 1)
    of = np.repeat(np.arange(number), sizes)
    p = np.asarray(shares)
    true = rng.choice(len(p), size=(len(of), 1), p=p)
    sees = rng.random((len(of), coders)) < np.sqrt(agree)[of][:, None]
    category = np.where(sees, true, rng.choice(len(p), size=(len(of), coders), p=p))
    return _codings(category, len(p), of)


def _codings(category, categories, of=None):
    items, coders = category.shape
    return Codings(
        Names(range(items)),
        Names(range(coders)),
        Names(range(1, categories + 1)),
        np.repeat(np.arange(items, dtype=np.int32), coders),
        np.tile(np.arange(coders, dtype=np.int32), items),
        category.ravel().astype(np.int32),
        declared=True,
        about={} if of is None else {"document": of.tolist()},
    )


def scores(number, coders, value, rng, size=1):
    """Scores whose intraclass correlation is `value`: an item's own, half of it its document's
    where there are documents, and each coder's error."""
    sizes = sizes_of(number, size, rng)
    of = np.repeat(np.arange(number), sizes)
    shared = rng.normal(size=number)[of] * (0.5 if size != 1 else 0.0) ** 0.5
    own = rng.normal(size=len(of)) * (0.5 if size != 1 else 1.0) ** 0.5
    table = np.sqrt(value) * (shared + own)[:, None]
    table = table + np.sqrt(1 - value) * rng.normal(size=(len(of), coders))
    study = accord.from_wide(table)
    return study if size == 1 else replace(study, about={"document": of.tolist()})


def varied_coders(items, coders, shares, rng):
    """Coders of different skill, drawn from a population: each sees the true category with a
    probability between .6 and .95, and otherwise guesses."""
    p = np.asarray(shares)
    skill = rng.uniform(0.6, 0.95, size=coders)
    true = rng.choice(len(p), size=(items, 1), p=p)
    guess = rng.choice(len(p), size=(items, coders), p=p)
    return _codings(np.where(rng.random((items, coders)) < skill, true, guess), len(p))


def streaks(number, size, coders, shares, rng):
    """Coders who do not agree, but of whom each prefers another category in each document."""
    study = documents(number, size, coders, shares, 0.0, rng)
    of = np.asarray(study.about["document"])
    favourite = rng.choice(len(shares), size=(number, coders), p=shares)[of]
    table = study.category.reshape(len(of), coders)
    table = np.where(rng.random(table.shape) < 0.5, favourite, table)
    return replace(study, category=table.ravel().astype(np.int32))


def _care(number, value, rng):
    """How often a mark is right in each document: `value` on average."""
    return np.clip(value + rng.choice([-0.1, 0.1], size=number), 0, 1)


def units(number, coders, value, rng):
    """Documents of 2 to 12 true units; each coder misses some, moves some and calls some else."""
    rows, extents = [], {}
    for d, care in enumerate(_care(number, value, rng)):
        places = 10 * np.arange(int(rng.integers(2, 13)))
        extents[d] = (0, 10 * len(places) + 10)
        true = rng.integers(3, size=len(places))
        for c in range(coders):
            for at, kind in zip(places.tolist(), true.tolist(), strict=True):
                if rng.random() < care:
                    moved = int(rng.integers(-2, 3)) if rng.random() > care else 0
                    called = kind if rng.random() < care else int(rng.integers(3))
                    rows.append((d, c, at + 2 + moved, at + 8, "xyz"[called]))
    return accord.Unitizings.of(rows, extents=extents, coders=range(coders))


def boundaries(number, coders, value, rng):
    """Texts of 20 to 60 sentences; each coder misses or moves some of the true boundaries."""
    rows, lengths = [], {}
    for d, care in enumerate(_care(number, value, rng)):
        lengths[d] = length = int(rng.integers(20, 61))
        true = np.flatnonzero(rng.random(length - 1) < 0.2) + 1
        for c in range(coders):
            kept = true[rng.random(len(true)) < care]
            moved = np.where(rng.random(len(kept)) < care, 0, rng.choice([-1, 1], size=len(kept)))
            rows += [(d, c, int(p), 1) for p in np.unique(np.clip(kept + moved, 1, length - 1))]
    return accord.Segmentations.of(rows, lengths=lengths, coders=range(coders))


def chains(number, coders, value, rng):
    """Documents of 5 to 20 mentions of four entities; coders put some into another chain."""
    rows = []
    for d, care in enumerate(_care(number, value, rng)):
        true = rng.integers(4, size=int(rng.integers(5, 21)))
        for c in range(coders):
            own = np.where(rng.random(len(true)) < care, true, rng.integers(4, size=len(true)))
            rows += [(d, c, (m, m + 1), int(k)) for m, k in enumerate(own)]
    return accord.Partitions.of(rows)


def _right(number, value, rng):
    """As `_care`, but coders of value 0 guess everywhere: what a critic asks of a chance-corrected
    measure."""
    return _care(number, value, rng) if value else np.zeros(number)


def _link(places, rng):
    """Any two entities, and a type."""
    one, two = rng.permutation(places)[:2].tolist()
    return (one, two), int(rng.integers(2))


def relations(number, coders, value, rng):
    """Documents of 4 to 8 entities that all coders mark, and half as many links of two types; of
    each a coder gives the true one, or another between any two entities."""
    rows, entities = [], []
    for d, care in enumerate(_right(number, value, rng)):
        places = [(10 * at, 10 * at + 5) for at in range(int(rng.integers(4, 9)))]
        links = max(2, len(places) // 2)
        entities += [(d, c, place, "thing") for c in range(coders) for place in places]
        true = [_link(len(places), rng) for _ in range(links)]
        for c in range(coders):
            own = dict(link if rng.random() < care else _link(len(places), rng) for link in true)
            rows += [(d, c, places[a], places[b], "xy"[kind]) for (a, b), kind in own.items()]
    return Relations.of(rows, entities=entities)


def regions(number, coders, value, rng):
    """Images of 1 to 6 boxes of three kinds; coders miss some, draw them a little off, and call
    some else; who guesses draws as many anywhere."""
    rows = []
    for d, care in enumerate(_right(number, value, rng)):
        boxes = int(rng.integers(1, 7))
        corner, side = rng.uniform(0, 60, size=(boxes, 2)), rng.uniform(15, 40, size=(boxes, 2))
        kinds = rng.integers(3, size=boxes)
        for c in range(coders):
            for at in range(boxes):
                begin, kind = corner[at], int(kinds[at])
                if rng.random() >= care:
                    if care and rng.random() < 0.5:
                        continue
                    begin, kind = rng.uniform(0, 60, size=2), int(rng.integers(3))
                begin = begin + rng.normal(scale=2, size=2)
                box = (*begin.tolist(), *(begin + side[at]).tolist())
                rows.append((d, c, tuple(round(x, 3) for x in box), "xyz"[kind]))
    sizes = dict.fromkeys(range(number), (110.0, 110.0))
    return Regions.of(rows, sizes=sizes, seen={d: list(range(coders)) for d in range(number)})


def _any_tree(words, rng):
    """The heads of a tree, all rooted trees being equally likely: by a Prüfer code and a root."""
    code = rng.integers(words, size=words - 2).tolist()
    degree = np.bincount(code, minlength=words) + 1
    near = [[] for _ in range(words)]
    for node in code:
        leaf = int(np.flatnonzero(degree == 1)[0])
        near[leaf].append(node)
        near[node].append(leaf)
        degree[[leaf, node]] -= 1
    one, two = np.flatnonzero(degree == 1).tolist()
    near[one].append(two)
    near[two].append(one)
    heads, stack = [0] * words, [(int(rng.integers(words)), 0)]
    while stack:
        node, head = stack.pop()
        heads[node] = head
        stack += [(other, node + 1) for other in near[node] if other + 1 != head]
    return heads


def trees(number, coders, value, rng):
    """Sentences of 4 to 12 words; a coder gives a word its true head, or any word before it. Who
    guesses draws any tree."""
    rows = []
    for d, care in enumerate(_right(number, value, rng)):
        words = int(rng.integers(4, 13))
        if not care:
            drawn = [_any_tree(words, rng) for _ in range(coders)]
            rows += [(d, c, Dependencies.of(own, ["r"] * words)) for c, own in enumerate(drawn)]
            continue
        true = [int(rng.integers(0 if at == 0 else 1, at + 1)) if at else 0 for at in range(words)]
        for c in range(coders):
            own = [
                head if at == 0 or rng.random() < care else int(rng.integers(1, at + 1))
                for at, head in enumerate(true)
            ]
            rows.append((d, c, Dependencies.of(own, ["r"] * words)))
    return accord.codings(rows)


def graphs(number, coders, value, rng):
    """Graphs of a root and 2 to 5 leaves; a coder calls each as it is, or something else."""
    rows = []
    for d, care in enumerate(_right(number, value, rng)):
        names = rng.integers(6, size=int(rng.integers(3, 7)))
        for c in range(coders):
            own = np.where(rng.random(len(names)) < care, names, rng.integers(6, size=len(names)))
            leaves = " ".join(f":R{at} (v{at} / w{k})" for at, k in enumerate(own[1:], start=1))
            rows.append((d, c, Graph.parsed(f"(v0 / w{own[0]} {leaves})")))
    return accord.codings(rows)


OFF = 0.5
"""How much higher one coder's ratings are, in standard deviations: the bias that a critic of
concordance would look for."""


def ratings(number, coders, value, rng):
    """Scores of correlation `value`; the last coder is higher by `OFF`."""
    table = np.sqrt(value) * rng.normal(size=(number, 1))
    table = table + np.sqrt(1 - value) * rng.normal(size=(number, coders))
    table[:, -1] += OFF
    return accord.from_wide(table)


SPREAD_OF_CODERS = 0.2
"""The variance of coders' severity beside 1 of items and errors together."""


def severe(number, coders, value, rng):
    """Scores whose items have the share `value` of the variance of items and errors, by coders of
    a population, whose severities vary."""
    table = np.sqrt(value) * rng.normal(size=(number, 1))
    table = table + np.sqrt(1 - value) * rng.normal(size=(number, coders))
    return accord.from_wide(table + np.sqrt(SPREAD_OF_CODERS) * rng.normal(size=coders))


def true_rating(name, coders, value):
    """Lin's coefficient over all pairs, Kendall's W of normal scores with this correlation, and
    the two coefficients of generalizability of one coder."""
    if name == "ccc":
        return coders * value / (coders + OFF**2)
    if name == "kendall_w":
        return (1 + (coders - 1) * 6 / np.pi * np.arcsin(value / 2)) / coders
    return value if name == "relative" else value / (1 + SPREAD_OF_CODERS)


MARKED = {
    **{"units": units, "boundaries": boundaries, "chains": chains, "relations": relations},
    **{"regions": regions, "trees": trees, "graphs": graphs},
}


def marked(kind, number, coders, value, rng):
    """Units, boundaries or chains."""
    return MARKED[kind](number, coders, value, rng)


@cache
def true_value(kind, name, coders, value, documents=LARGE):
    """The value of a large corpus."""
    study = marked(kind, documents, coders, value, np.random.default_rng(20))
    return accord.bound(name).compute(study).value
