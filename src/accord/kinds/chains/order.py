"""Chains in an order that comes from which mentions are together."""

import numpy as np

from accord.kinds.chains.study import Partitions
from accord.kinds.labels.patterns import by_colour, mixed, refined
from accord.model.names import IntArray


def order_of(study: Partitions) -> tuple[IntArray, IntArray]:
    """Documents and coders, by position; places of mentions count where they have an order."""
    rows = [np.zeros((0, 4), np.int64)]
    mentions, chains = 0, 0
    places = [np.zeros(0, np.int64)]
    for d, one in enumerate(study.documents):
        for c in np.flatnonzero(one.seen).tolist():
            chain = one.chain[c]
            marked = np.flatnonzero(chain >= 0)
            part = [np.full(len(marked), d), np.full(len(marked), c), mentions + marked]
            rows.append(np.stack([*part, chains + chain[marked]], axis=1).astype(np.int64))
            chains += int(chain.max(initial=-1)) + 1
        places.append(np.arange(len(one)) + 1 if one.ordered else np.zeros(len(one), np.int64))
        mentions += len(one)
    table = np.concatenate(rows)
    sizes = len(study.documents), len(study.coders)
    seen = np.array([one.seen.sum() * 1000 + len(one) for one in study.documents], np.int64)
    colours = [mixed(seen), np.zeros(sizes[1], np.uint64), mixed(np.concatenate(places))]
    apart = refined([*table.T], [*colours, np.zeros(max(chains, 1), np.uint64)])
    return by_colour(apart[0]), by_colour(apart[1])
