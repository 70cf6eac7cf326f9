"""A study of boundaries with its documents cut into blocks."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.documents.cut import about_blocks


def in_blocks(study: Segmentations, blocks: int) -> Segmentations:
    """Each segmentation cut where all its coders have a boundary."""
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
    about = about_blocks(study.about, study.items, parents)
    return replace(study, documents=tuple(documents), about=about)
