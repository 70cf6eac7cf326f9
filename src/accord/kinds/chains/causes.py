"""Where disagreement on chains comes from: which mentions."""

from math import fsum

import numpy as np

from accord.infer.why.chain_anatomy import mention_distances, shared_numbers
from accord.infer.why.disagreements import Disagreement, Disagreements, heaviest_first
from accord.kinds.chains.mentions import extent, match_mentions
from accord.kinds.chains.study import Partitions


def listed_disagreements(
    study: Partitions, measure: None, limit: None, matched: None
) -> Disagreements:
    """Mentions whose chains differ, by the Jaccard distance of the chains."""
    study = match_mentions(study, "exact").study
    rows: list[Disagreement] = []
    at: list[int] = []
    compared = [0] * len(study.documents)
    for d, document in enumerate(study.documents):
        apart = mention_distances(document)
        numbers = shared_numbers(document)
        saw = np.flatnonzero(document.seen).tolist()
        if len(saw) < 2:
            continue
        compared[d] = len(document)
        for m in np.flatnonzero(apart.sum(axis=0) > 0).tolist():
            mention = document.mentions[m]
            marked = document.chain[saw, m] >= 0
            different = len(set(numbers[saw, m][marked].tolist())) > 1
            whole = bool(marked.all())
            kind = "chain" if whole else "both" if different else "not all marked"
            begin, end = extent(mention)
            rows.append(
                Disagreement(
                    document.name,
                    kind,
                    fsum(apart[saw, m].tolist()) / 2,
                    len(saw) * (len(saw) - 1) // 2,
                    0.0,
                    tuple(
                        (
                            document.coders[c],
                            int(numbers[c, m]) + 1 if document.chain[c, m] >= 0 else None,
                        )
                        for c in saw
                    ),
                    tuple(apart[saw, m].tolist()),
                    begin,
                    end,
                )
            )
            at.append(d)
    return heaviest_first(
        "mention", study, compared, rows, at, [doc.seen for doc in study.documents]
    )
