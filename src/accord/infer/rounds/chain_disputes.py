"""Names for the chains of several coders, which of them are disputed, and a proposal."""

import numpy as np

from accord.kinds.chains.parts import Chains
from accord.model.names import BoolArray, IntArray


def chain_names(document: Chains, seen: IntArray) -> tuple[list[list[str]], BoolArray]:
    """The name of each mention's chain for each coder in `seen`, and which mentions are disputed.

    Chains of equal members have one name, c1, c2 … by their first mention; "" is no chain. A
    mention is disputed where not all of its coders have it in the same chain.

    >>> from accord.kinds.chains.study import Partitions
    >>> both = {"A": [[1, 2], [4]], "B": [[1, 2, 3], [4]]}
    >>> names, disputed = chain_names(Partitions.of_chains({"d": both}).documents[0], np.arange(2))
    >>> names, disputed.tolist()
    ([['c1', 'c1', '', 'c3'], ['c2', 'c2', 'c2', 'c3']], [True, True, True, False])
    """
    members: dict[tuple[int, ...], str] = {}
    sets: list[list[tuple[int, ...]]] = []
    for row in document.chain[seen]:
        chains = {int(k): tuple(np.flatnonzero(row == k).tolist()) for k in set(row[row >= 0])}
        sets.append([chains.get(int(k), ()) for k in row])
    ordered = sorted({one for row in sets for one in row if one}, key=lambda one: (one[0], one))
    members = {one: f"c{number}" for number, one in enumerate(ordered, start=1)}
    names = [[members.get(one, "") for one in row] for row in sets]
    several = [len({row[at] for row in sets}) > 1 for at in range(len(document.mentions))]
    return names, np.array(several, dtype=bool)


def nearest_to_all(chain: IntArray, disputed: BoolArray) -> IntArray:
    """For each mention, which coder's chain is proposed: of those who differ least from all others
    within what is disputed together.

    Two coders differ in a pair of mentions where one has them in a chain and the other has not,
    and in a mention that only one of them marked. Ties go to the coder whose column is first.
    """
    best = np.zeros(chain.shape[1], dtype=np.int64)
    for group in _together(chain, disputed):
        part = chain[:, group]
        same = (part[:, :, None] == part[:, None, :]) & (part >= 0)[:, :, None]
        apart = (same[:, None] != same[None, :]).sum(axis=(2, 3))
        best[group] = int(apart.sum(axis=1).argmin())
    return best


def _together(chain: IntArray, disputed: BoolArray) -> list[IntArray]:
    """The disputed mentions in groups: those that some coder has in one chain."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    at = np.flatnonzero(disputed)
    if not len(at):
        return []
    rows, columns = [], []
    for row in chain[:, at]:
        marked = np.flatnonzero(row >= 0)
        first = {int(row[m]): m for m in marked[::-1]}
        rows += [first[int(row[m])] for m in marked]
        columns += marked.tolist()
    shape = (len(at), len(at))
    graph = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)
    number, group = connected_components(graph, directed=False)
    return [at[group == g] for g in range(number)]
