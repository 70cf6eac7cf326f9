"""Simulated studies with one planted cause of disagreement, or with none."""

from dataclasses import replace

import numpy as np

import accord
from accord.kinds.labels.study import Codings
from accord.model.names import Names

CODER, BATCH, PAIR = 3, "c", ("k1", "k2")
"""What is planted: this coder errs more, this batch is harder, these categories are mixed up."""


def labels(seed, plant=None, *, items=240, coders=5, categories=5):
    """Coders who see the true category with probability .85 and else guess by its frequency.

    Categories are skewed or not, guesses follow their frequency or not, codings are missing or
    not, as the seed has it, so that the studies without a plant differ in all but a cause.
    """
    rng = np.random.default_rng(seed)
    share = rng.dirichlet(np.full(categories, 8.0 if seed % 2 else 2.0))
    guess = share if seed % 3 else np.full(categories, 1 / categories)
    true = rng.choice(categories, size=items, p=share)
    hard = np.where(rng.random(items) < 0.2, 0.45, 0.1)  # some items are harder for all
    batch = rng.permutation(np.repeat(list("abcd"), items // 4))
    wrong = np.repeat(hard[:, None], coders, axis=1)
    if plant == "coder":
        wrong[:, CODER] += 0.3
    if plant == "batch":
        wrong[batch == BATCH] += 0.25
    drawn = rng.choice(categories, size=(items, coders), p=guess)
    coded = np.where(rng.random((items, coders)) < wrong, drawn, true[:, None])
    if plant in ("pair", "merge"):
        mixed = np.isin(coded, (1, 2)) & (rng.random((items, coders)) < 0.6)
        coded = np.where(mixed, rng.integers(1, 3, size=coded.shape), coded)
    kept = rng.random((items, coders)) < (1.0 if seed % 4 else 0.8)
    item, coder = np.nonzero(kept)
    return Codings(
        Names(f"i{at}" for at in range(items)),
        Names(f"coder {c}" for c in range(coders)),
        Names(f"k{k}" for k in range(categories)),
        item.astype(np.int32),
        coder.astype(np.int32),
        coded[item, coder].astype(np.int32),
        about={"batch": tuple(batch.tolist())},
    )


def spans(seed, plant=None, *, documents=24, coders=4, units=15, categories=5):
    """Coders who mark words of a text, miss some, shift borders and take another category."""
    rng = np.random.default_rng(seed)
    words = ("the", "old", "north", "gate", "of", "a", "wide", "river", "in", "spring")
    rows, texts, about = [], {}, []
    for d in range(documents):
        tokens = rng.choice(words, size=units * 6)
        starts = np.cumsum([0, *(len(word) + 1 for word in tokens)])
        name, batch = f"doc{d + 1}", "abcd"[d % 4]
        texts[name] = " ".join(tokens)
        about.append(batch)
        for u in range(units):
            at, size = u * 6 + 2 + int(rng.integers(0, 2)), int(rng.integers(1, 3))
            true = int(rng.integers(categories))
            for c in range(coders):
                worse = 0.25 * (
                    (plant == "coder" and c == CODER) or (plant == "batch" and batch == BATCH)
                )
                if rng.random() < 0.12 + worse:
                    continue
                begin, end = at, at + size
                if rng.random() < 0.15 + worse:
                    begin, end = begin + int(rng.integers(-1, 1)), end + int(rng.integers(0, 2))
                if plant == "habit" and c == CODER:
                    begin -= 1
                k = true if rng.random() > 0.1 else int(rng.integers(categories))
                if plant in ("pair", "merge") and k in (1, 2) and rng.random() < 0.5:
                    k = int(rng.integers(1, 3))
                rows.append((name, f"coder {c}", int(starts[begin]), int(starts[end]) - 1, f"k{k}"))
    study = accord.Unitizings.of(rows, texts=texts)
    return replace(study, about={"batch": tuple(about)})
