"""A study of units with its documents cut into blocks."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from accord.kinds.documents.cut import about_blocks
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings


def in_blocks(study: Unitizings, blocks: int) -> Unitizings:
    """Each continuum cut where no unit of any coder crosses."""
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
                    # The text is of the whole document, and offsets of a block would not fit it.
                    text=None,
                )
            )
            parents.append(at)
    about = about_blocks(study.about, study.items, parents)
    return replace(study, continua=tuple(continua), about=about)


def _cuts(c: Continuum, blocks: int) -> list[tuple[float, float]]:
    """Blocks of about equal length, cut where no unit crosses."""
    order = np.argsort(c.start, kind="stable")
    # The farthest end so far: a long unit may outlast those that begin after it.
    reached = np.maximum.accumulate(c.stop[order]) if len(order) else c.stop
    low = np.concatenate([[c.begin], reached])
    high = np.concatenate([c.start[order], [c.end]])
    free = low <= high
    low, high = low[free], high[free]
    edges = [c.begin]
    for wanted in np.linspace(c.begin, c.end, blocks + 1)[1:-1]:
        nearest = np.clip(wanted, low, high)
        best = float(nearest[np.argmin(np.abs(nearest - wanted))])
        # Where units count characters, blocks begin at characters.
        best = float(np.rint(best)) if (c.start == np.rint(c.start)).all() else best
        if edges[-1] < best < c.end:
            edges.append(best)
    edges.append(c.end)
    return list(pairwise(edges))
