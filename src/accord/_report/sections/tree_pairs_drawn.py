"""Trees and graphs: where they differ by label and part of speech, and the worst items drawn."""

from typing import Any

from accord._report.wording import label, labels, record
from accord.infer.why.tree_anatomy import tree_anatomy
from accord.kinds.graphs.study import Graphs
from accord.kinds.trees.drawing import drawing
from accord.kinds.trees.study import Trees
from accord.words.said import said

DRAWN, ROWS = 5, 40
"""How many pairs of trees are drawn, and rows of a table shown."""


def tree_section(study: Trees | Graphs) -> dict[str, Any] | None:
    """Labels and parts of speech with their agreement, and the trees that differ most."""
    found = tree_anatomy(study, top=DRAWN)
    if not found.labels:
        return None
    return record(
        {
            "title": said(f"page.{study.kind}"),
            "labels": [{"label": name, **row} for name, row in list(found.labels.items())[:ROWS]],
            "tags": [{"tag": name, **row} for name, row in list(found.tags.items())[:ROWS]],
            "left_out": max(0, len(found.labels) - ROWS),
            "other_tokens": found.left_out,
            "graphs": isinstance(study, Graphs),
            "worst": [
                {
                    "item": label(pair.item),
                    "coders": labels(pair.coders),
                    "differ": pair.differ,
                    "size": pair.size,
                    "drawings": [
                        drawing(pair.first, pair.second),
                        drawing(pair.second, pair.first),
                    ],
                }
                for pair in found.worst
            ],
            "limits": [],
        }
    )
