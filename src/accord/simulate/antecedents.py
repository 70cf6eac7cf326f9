"""Coders of coreference who miss mentions and mark one antecedent or another."""

from collections.abc import Hashable

import numpy as np

from accord.kinds.chains.links import from_links
from accord.kinds.chains.study import Partitions
from accord.tasks import checked_run


@checked_run
def simulated_chains(
    coders: int = 5,
    *,
    entities: int = 20,
    mentions: int = 120,
    missed: float = 0.1,
    confused: float = 0.05,
    nearest: float = 0.7,
    rng: int | np.random.Generator = 0,
) -> Partitions:
    """A document annotated by coders who agree on the whole and forget mentions.

    There is one truth, `mentions` mentions of `entities` entities. Each coder misses a mention
    with probability `missed`, takes one for a mention of another entity with probability
    `confused`, and otherwise marks the nearest antecedent that they have marked with
    probability `nearest`, else any earlier one: two coders may mark different antecedents and
    mean the same chain. The same seed gives the same study.

    :param coders: How many coders.
    :param entities: How many entities.
    :param mentions: How many mentions.
    :param missed: The probability of missing a mention.
    :param confused: The probability of taking it for another entity.
    :param nearest: The probability of marking the nearest antecedent.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> accord.simulate.simulated_chains(3, mentions=10, entities=2).counts()
    {'i': 1, 'c': 3, 'm': 10}
    """
    generator = np.random.default_rng(rng)
    truth = generator.integers(entities, size=mentions)
    rows: list[tuple[Hashable, Hashable, int, list[int]]] = []
    for coder in range(1, coders + 1):
        kept: dict[int, list[int]] = {}
        for mention, true in enumerate(truth.tolist()):
            entity = true
            if generator.random() < missed:
                continue
            if generator.random() < confused and kept:
                # Only what the coder has mentioned before can be taken for it: a reader links
                # backwards.
                entity = int(generator.choice(list(kept)))
            before = kept.get(entity, [])
            antecedents: list[int] = []
            if before:
                near = generator.random() < nearest
                # Coders who agree on the chain may link to any of its mentions, most often to the
                # last one.
                antecedents = [before[-1] if near else int(generator.choice(before))]
            rows.append(("simulated", f"coder {coder}", mention, antecedents))
            kept.setdefault(entity, []).append(mention)
    return from_links(rows)
