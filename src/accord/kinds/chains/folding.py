"""Chains with spellings of one name merged."""

from collections.abc import Mapping
from typing import Any

from accord.kinds.chains.study import Partitions
from accord.kinds.documents.folding import merged
from accord.kinds.folding import Renamed


def folded(study: Partitions, named: Mapping[str, Renamed]) -> Partitions:
    """The study with documents and coders renamed; chains of two documents stay two chains."""
    one = merged(study, named)
    rows: list[tuple[Any, ...]] = []
    links: list[tuple[Any, ...]] = []
    heads: dict[Any, Any] = {}
    for name, parts in one.parts.items():
        for part in parts:
            for coder, chain in zip(map(one.who, study.coders), part.chain.tolist(), strict=True):
                marked = zip(part.mentions, chain, strict=True)
                rows += [(name, coder, m, (part.name, at)) for m, at in marked if at >= 0]
            links += [
                (name, one.who(study.coders[c]), part.mentions[m], part.mentions[a])
                for c, m, a in part.links.tolist()
            ]
            pairs = zip(part.mentions, part.heads, strict=True)
            heads |= {(name, m): head for m, head in pairs if head is not None}
    order = {
        name: list(parts[0].mentions)
        for name, parts in one.parts.items()
        if len(parts) == 1 and parts[0].ordered  # the orders of two texts do not make one
    }
    return Partitions.of(
        rows,
        items=tuple(one.parts),
        order=order,
        heads=heads,
        links=links,
        texts=one.texts(),
        **one.rest,
    )
