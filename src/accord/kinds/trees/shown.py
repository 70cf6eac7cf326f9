"""Trees and graphs: where they differ by label and part of speech, and the worst items drawn."""

from typing import Any

from accord._report.document import Table
from accord._report.render.tables import words
from accord._report.wording import label, labels, plain_section
from accord.infer.why.tree_anatomy import tree_anatomy
from accord.kinds.documents.shown import as_if
from accord.kinds.labels.study import Codings
from accord.kinds.trees.drawing import drawing
from accord.kinds.trees.study import Trees
from accord.words.said import said

__all__ = [
    "as_if",  # an ability as it is: mistakes in trees are simulated, whatever α of labels says
    "own_section",
    "own_tables",
    "tree_section",
]

DRAWN, ROWS = 5, 40
"""How many pairs of trees are drawn, and rows of a table shown."""


def own_section(study: Trees, listed: Any, matched: None) -> dict[str, Any] | None:
    """Where trees differ, and the worst drawn."""
    return tree_section(study, graphs=False)


def tree_section(study: Codings, *, graphs: bool) -> dict[str, Any] | None:
    """Labels and parts of speech with their agreement, and the trees that differ most."""
    found = tree_anatomy(study, top=DRAWN)
    # Nothing was compared: a section without rows would say less than none.
    if not found.labels:
        return None
    return plain_section(
        {
            "title": said(f"page.{study.kind}"),
            "labels": [{"label": name, **row} for name, row in list(found.labels.items())[:ROWS]],
            "tags": [{"tag": name, **row} for name, row in list(found.tags.items())[:ROWS]],
            "left_out": max(0, len(found.labels) - ROWS),
            "other_tokens": found.left_out,
            "graphs": graphs,
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


def own_tables(section: dict[str, Any]) -> list[Table]:
    """How well coders agree on each label, and on the heads of each part of speech."""
    rows = [[row["label"], row["used"], row["shared"], row["f1"]] for row in section["labels"]]
    columns = [*words("label used shared"), "F1"]
    found = [Table("labels", said("table.agreement-label"), columns, rows)]
    if section["tags"]:
        rows = [[row["tag"], row["tokens"], row["uas"], row["las"]] for row in section["tags"]]
        columns = [*words("part-speech tokens"), "UAS", "LAS"]
        found.append(Table("tags", said("table.agreement-part-speech"), columns, rows))
    return found
