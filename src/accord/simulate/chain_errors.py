"""Mistakes of coders who put mentions into chains: missed mentions, split and merged chains.

A coder's chains are one number for each mention, −1 where it is not marked.
"""

import numpy as np

from accord.model.names import IntArray


def missed_mentions(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """Each mention is missed with probability m."""
    return np.where(random.random(len(chain)) < m, -1, chain)


def split_chains(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """A share m of all the splits that there could be: at m = 1 every mention is alone.

    Each split takes a random chain of two or more mentions and cuts it in two at random.
    """
    chain = chain.copy()
    marked = chain >= 0
    possible = int(marked.sum()) - len(np.unique(chain[marked]))
    for _ in range(round(m * possible)):
        names, sizes = np.unique(chain[chain >= 0], return_counts=True)
        long = names[sizes > 1]
        members = np.flatnonzero(chain == long[int(random.integers(len(long)))])
        out = random.permutation(members)[: int(random.integers(1, len(members)))]
        chain[out] = chain.max() + 1
    return chain


def merged_chains(chain: IntArray, m: float, random: np.random.Generator) -> IntArray:
    """A share m of all the mergers that there could be: at m = 1 there is one chain."""
    chain = chain.copy()
    possible = len(np.unique(chain[chain >= 0])) - 1
    for _ in range(round(m * max(possible, 0))):
        first, second = random.choice(np.unique(chain[chain >= 0]), size=2, replace=False)
        chain[chain == second] = first
    return chain
