"""Chains as rows of mentions: for every coder the chain that a mention is in, by colour."""

from typing import Any

import numpy as np

from accord._report.document import Table
from accord._report.render.lane_charts import CELLS, choice_cells, title_of
from accord._report.render.tables import words
from accord._report.render.theme import data_of, library
from accord._report.wording import axis_labels, label, labels, plain_section, shortened
from accord.infer.why.chain_anatomy import ChainAnatomy, chain_anatomy, shared_numbers
from accord.kinds.chains.parts import Chains
from accord.kinds.chains.study import Partitions
from accord.words.said import said, sentences

_DOCUMENTS = 40
"""At most so many documents are shown, those with most disputed mentions first."""

_MENTIONS = 300
"""At most so many mentions of one document are shown."""

_CONTEXT = 28
"""Letters on either side of a mention: before, mention and after share one row of a table."""


def own_section(study: Partitions, listed: Any, matched: None) -> dict[str, Any]:
    """Mentions with their chains, and how chains are split, merged and missed."""
    found = chain_anatomy(study)
    disputed = {(m.document, m.mention): m.disagreement for m in found.disputed}
    weight = [
        sum(disputed.get((document.name, mention), 0.0) for mention in document.mentions)
        for document in study.documents
    ]
    # The most disputed first, because only so many are shown; ties stay as they came.
    order = np.argsort(-np.array(weight), kind="stable")[:_DOCUMENTS]
    return plain_section(
        {
            "documents": [_rows(study.documents[int(at)], disputed) for at in order],
            "left_out": len(study.items) - len(order),
            "pairs": _pairs(found),
            "limits": _limits(found),
            "common": found.matched.common,
            "mentions": found.matched.mentions,
        }
    )


def _rows(document: Chains, disputed: dict[Any, float]) -> dict[str, Any]:
    numbers = shared_numbers(document)
    # Mentions that a coder left out have -1 for a chain: they belong to none.
    sizes = [np.bincount(row[row >= 0], minlength=1) for row in document.chain]
    rows = []
    for m, mention in enumerate(document.mentions):
        before, text, after = _context(document, mention)
        rows.append(
            {
                "mention": label(mention),
                "before": before,
                "text": text,
                "after": after,
                "disagreement": disputed.get((document.name, mention), 0.0),
                "chains": [
                    None
                    if document.chain[c, m] < 0
                    else [int(numbers[c, m]), int(sizes[c][document.chain[c, m]])]
                    for c in range(len(document.coders))
                ],
            }
        )
    return {
        "name": label(document.name),
        "coders": labels(document.coders),
        "seen": document.seen.tolist(),
        "rows": rows[:_MENTIONS],
        "left_out": max(0, len(rows) - _MENTIONS),
    }


def _context(document: Chains, mention: Any) -> tuple[str, str, str]:
    """What stands before, in and after a mention; its name where there is no text."""
    if document.text is None or not isinstance(mention, tuple):
        return "", label(mention), ""
    # A mention is one span, or several where it is interrupted.
    spans = mention if isinstance(mention[0], tuple) else (mention,)
    begin, end = int(spans[0][0]), int(spans[-1][1])
    inside = " … ".join(document.text[int(a) : int(b)] for a, b in spans)
    before = document.text[max(0, begin - _CONTEXT) : begin]
    after = document.text[end : end + _CONTEXT]
    cut = [begin > _CONTEXT, end + _CONTEXT < len(document.text)]
    return ("…" if cut[0] else "") + before, inside, after + ("…" if cut[1] else "")


def _pairs(found: ChainAnatomy) -> list[dict[str, Any]]:
    return [
        {
            "coders": labels((pair.first, pair.second)),
            "split": len(pair.split),
            "merged": len(pair.merged),
            "missed": len(pair.missed),
            "extra": len(pair.extra),
        }
        # Of more coders than 25 not all pairs can be read.
        for pair in found.pairs[:300]
    ]


def _limits(found: ChainAnatomy) -> list[str]:
    missed = sum(len(pair.missed) + len(pair.extra) for pair in found.pairs)
    broken = sum(len(pair.split) + len(pair.merged) for pair in found.pairs)
    # Where nothing is missed or broken, nothing keeps the value down.
    if not missed and not broken:
        return []
    text = said("units.between-pairs", mentions=missed, chains=broken)
    if not found.disputed:
        return [text]
    worst = found.disputed[0]
    what = shortened(worst.text or label(worst.mention), 60)
    place = label(worst.document)
    return [sentences(text, said("units.most-disputed", what=what, document=place))]


def own_tables(section: dict[str, Any]) -> list[Table]:
    """How every two coders split, merge and miss chains."""
    rows = [
        [*row["coders"], row["split"], row["merged"], row["missed"], row["extra"]]
        for row in section["pairs"]
    ]
    columns = words("first second split merged missed extra")
    return [Table("anatomy", said("table.anatomy"), columns, rows)]


def still_picture(section: dict[str, Any]) -> Any:
    """The chain of every mention for every coder in the document with most disagreement."""
    if not section["documents"]:
        return None
    alt = library()
    document = section["documents"][0]
    coders = axis_labels(document["coders"])
    mentions = axis_labels(
        [f"{at + 1} {shortened(row['text'], 24)}" for at, row in enumerate(document["rows"])]
    )
    rows = [
        {"mention": mention, "coder": coders[c], "chain": chain[0] + 1}
        for mention, row in zip(mentions, document["rows"], strict=True)
        for c, chain in enumerate(row["chains"])
        if chain is not None
    ]
    if not rows:
        return None
    base = alt.Chart(data_of(rows), title=document["name"]).encode(
        x=alt.X("coder:N", sort=coders, title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("mention:N", sort=mentions, title=None),
        tooltip=["mention:N", "coder:N", "chain:Q"],
    )
    squares = base.mark_rect(stroke="@paper").encode(
        color=alt.Color("chain:N", legend=None, scale=alt.Scale(scheme="pastel1"))
    )
    return (squares + base.mark_text(color="#14181f").encode(text="chain:N")).properties(
        width={"step": 70}, height={"step": 18}
    )


def study_chart(study: Partitions) -> Any:
    """The mentions of the document that has most of them, coloured by chain."""
    busiest = max(study.documents, key=len)
    rows = []
    for coder in study.coders:
        for number, chain in enumerate(busiest.chains(coder), 1):
            rows += [
                {"item": str(mention), "coder": str(coder), "category": f"chain {number}"}
                for mention in chain
            ]
    return choice_cells(rows[: CELLS * 4], study.coders, title_of(busiest.name, study.documents))
