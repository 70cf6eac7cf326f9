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
from accord.infer.advice.plan import simulated
from accord.kinds.labels.study import Codings
from accord.model.names import Names

LARGE = 4000
"""Documents of a corpus whose value is taken for the true one."""


def of_cell(cell, rng):
    """A study of the cell's kind, and the true value of its measure."""
    shares, part, value = np.asarray(cell["shares"]), cell["part"], cell["value"]
    coders, n = cell["coders"], cell["n"]
    if part in MARKED:
        return marked(part, n, coders, value, rng), None
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


MARKED = {"units": units, "boundaries": boundaries, "chains": chains}


def marked(kind, number, coders, value, rng):
    """Units, boundaries or chains."""
    return MARKED[kind](number, coders, value, rng)


@cache
def true_value(kind, name, coders, value, documents=LARGE):
    """The value of a large corpus."""
    study = marked(kind, documents, coders, value, np.random.default_rng(20))
    return accord.bound(name).compute(study).value
