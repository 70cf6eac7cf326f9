"""Blocks: a document cut where nothing crosses, for resampling within one document."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import Names

_Spans = TypeVar("_Spans", Unitizings, Segmentations)


def split(study: _Spans, *, blocks: int = 20) -> _Spans:
    """The study with each document cut into about `blocks` blocks where nothing crosses.

    For resampling within a single document: the blocks are the items. A continuum is cut
    where no unit of any coder crosses, a segmentation where all coders have a boundary;
    blocks are therefore of unequal length, and fewer where such places are rare. The blocks
    are called (document, number); measures that know gaps by their length see shorter gaps.

    :param study: A study of units or boundaries.
    :param blocks: How many blocks a document is cut into.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 4, "x"), ("d", "B", 1, 4, "x"), ("d", "A", 6, 9, "x")]
    ... )
    >>> [(c.begin, c.end, len(c)) for c in accord.spans.split(study, blocks=2).continua]
    [(0.0, 4.0, 2), (4.0, 9.0, 1)]
    """
    if isinstance(study, Unitizings):
        return _split_units(study, blocks)
    return _split_segments(study, blocks)


def _split_units(study: Unitizings, blocks: int) -> Unitizings:
    continua: list[Continuum] = []
    parents: list[int] = []
    for at, c in enumerate(study.continua):
        for number, (begin, end) in enumerate(_cuts(c, blocks)):
            mine = (c.start >= begin) & (c.stop <= end)
            continua.append(
                replace(
                    c,
                    coder=c.coder[mine],
                    start=c.start[mine],
                    stop=c.stop[mine],
                    category=c.category[mine],
                    begin=begin,
                    end=end,
                    name=(c.name, number + 1),
                    text=None,
                )
            )
            parents.append(at)
    about = _about(study.about, study.items, parents)
    return replace(study, continua=tuple(continua), about=about)


def _about(
    about: Mapping[str, Sequence[Any]], names: Names, parents: list[int]
) -> dict[str, list[Any]]:
    kept = {key: [column[at] for at in parents] for key, column in about.items()}
    return {**kept, "document": [names[at] for at in parents]}


def _cuts(c: Continuum, blocks: int) -> list[tuple[float, float]]:
    """Blocks of about equal length, cut where no unit crosses."""
    order = np.argsort(c.start, kind="stable")
    reached = np.maximum.accumulate(c.stop[order]) if len(order) else c.stop
    low = np.concatenate([[c.begin], reached])
    high = np.concatenate([c.start[order], [c.end]])
    free = low <= high
    low, high = low[free], high[free]
    edges = [c.begin]
    for wanted in np.linspace(c.begin, c.end, blocks + 1)[1:-1]:
        nearest = np.clip(wanted, low, high)
        best = float(nearest[np.argmin(np.abs(nearest - wanted))])
        best = float(np.rint(best)) if (c.start == np.rint(c.start)).all() else best
        if edges[-1] < best < c.end:
            edges.append(best)
    edges.append(c.end)
    return list(pairwise(edges))


def _split_segments(study: Segmentations, blocks: int) -> Segmentations:
    documents = []
    parents: list[int] = []
    for at, doc in enumerate(study.documents):
        wanted = int(doc.seen.sum())
        places, count = np.unique(
            np.unique(np.stack([doc.place, doc.coder]), axis=1)[0], return_counts=True
        )
        common = places[count == wanted]
        if len(common) > blocks - 1:
            targets = np.linspace(0, doc.length, blocks + 1)[1:-1]
            common = np.unique(common[np.abs(common[:, None] - targets).argmin(axis=0)])
        edges = [0, *common.tolist(), doc.length]
        for number, (begin, end) in enumerate(pairwise(edges)):
            mine = (doc.place > begin) & (doc.place < end)
            documents.append(
                replace(
                    doc,
                    coder=doc.coder[mine],
                    place=doc.place[mine] - begin,
                    type=doc.type[mine],
                    length=int(end - begin),
                    name=(doc.name, number + 1),
                )
            )
            parents.append(at)
    about = _about(study.about, study.items, parents)
    return replace(study, documents=tuple(documents), about=about)
