"""Items: how disagreement is spread over them, and those most worth adjudicating."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from accord.infer.why.breakdown import item_parts
from accord.measure.bound import bound
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray, IntArray
from accord.report.wording import label, labels, record, shortened

WORST = 300
"""At most so many items are listed."""

BINS = 20
TEXTS = ("text", "utterance", "sentence", "content", "body", "document_text", "snippet")
WIDTH = 400


def item_section(study: Codings, distance: Any, worst: int = WORST) -> dict[str, Any] | None:
    """The distribution of disagreement over items, and the worst items with every label."""
    parts = item_parts(study, bound("alpha", distance=distance))
    value, sizes = parts.disagreement, parts.counts.totals
    judged = np.flatnonzero(sizes > 1)
    if not len(judged):
        return None
    total = float(parts.part.sum())
    disputed = judged[value[judged] > 0]
    order = disputed[np.argsort(-value[disputed], kind="stable")][:worst]
    top = float(value[judged].max())
    counts, edges = np.histogram(value[judged], bins=BINS, range=(0, top if top > 0 else 1.0))
    text = text_column(study.about)
    return record(
        {
            "judged": len(judged),
            "alone": int((sizes < 2).sum()),
            "unanimous": int(len(judged) - len(disputed)),
            "disputed": len(disputed),
            "bins": [[edges[at], edges[at + 1], int(counts[at])] for at in range(BINS)],
            "text": text,
            "listed": len(order),
            "share": float(parts.part[order].sum() / total) if total else 0.0,
            "rows": _rows(study, order, value, text),
        }
    )


def text_column(about: Mapping[str, Sequence[Any]]) -> str | None:
    """The column about items that holds their text: by name, else the longest texts."""
    for name in about:
        if name.lower() in TEXTS:
            return name
    lengths = {
        name: np.mean([len(value) for value in column[:100]])
        for name, column in about.items()
        if len(column) and all(isinstance(value, str) for value in column[:100])
    }
    best = max(lengths, key=lambda name: lengths[name], default=None)
    return best if best is not None and lengths[best] > 20 else None


def _rows(
    study: Codings, order: IntArray, value: FloatArray, text: str | None
) -> list[dict[str, Any]]:
    categories = labels(study.categories)
    coders = labels(study.coders)
    bounds = study.bounds
    rows = []
    for at in order.tolist():
        codings = range(int(bounds[at]), int(bounds[at + 1]))
        chosen = [categories[int(study.category[row])] for row in codings]
        if study.coder is not None:
            who = [coders[int(study.coder[row])] for row in codings]
        else:
            who = [f"coding {n + 1}" for n in range(len(chosen))]
        rows.append(
            {
                "item": label(study.items[at]),
                "text": None if text is None else shortened(str(study.about[text][at]), WIDTH),
                "disagreement": float(value[at]),
                "codings": [[w, k] for w, k in zip(who, chosen, strict=True)],
            }
        )
    return rows
