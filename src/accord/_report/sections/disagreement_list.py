"""Every disagreement as rows that a page can search and filter, and the documents, groups and
times in which they are.

Rows are short lists under `columns`; names of coders, documents, kinds and decisions stand once,
in lists of their own, and rows hold their positions.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from accord._report.section_types import DisagreementSection, DocumentSection
from accord._report.wording import label, labels, natural, plain_section, shortened, whole_number
from accord.infer.resample.replicates import unit_drawn
from accord.infer.why.disagreements import Disagreement, Disagreements
from accord.infer.why.groups import by_document, trend, worse_groups
from accord.kinds.kind import kind_of
from accord.kinds.spans.parts import Unit
from accord.model.study import Study
from accord.words.said import said

_COLUMNS = (
    *("item", "document", "begin", "end", "kind", "weight", "pairs", "share", "steps", "text"),
    "decisions",
)
_CONTEXT = 32
"""Letters on either side of a span: enough to know the place again."""
_WIDTH = 400
"""Letters of a text: two or three sentences, which is what somebody reads before deciding."""

_TEXTS = ("text", "utterance", "sentence", "content", "body", "document_text", "snippet")

_KINDS = {
    "alone": "kind.one-coder-only",
    "agreed some": "kind.not-marked-all",
    "place": "kind.borders-differ",
    "place some": "kind.borders-differ-not-marked",
    "category": "kind.categories-differ",
    "category some": "kind.categories-differ-not-marked",
    "both": "kind.borders-categories-differ",
    "both some": "kind.borders-categories-differ-not",
    "split": "kind.one-unit-against-several",
    "chain": "kind.different-chains",
    "not all marked": "kind.not-marked-all",
    "near": "kind.few-places-apart",
    "not all": "kind.not-all-coders",
    "one coder only": "kind.one-coder-only",
    "different": "kind.different",
    "divided": "kind.divided",
    "one against the rest": "kind.one-against-rest",
    "two coders differ": "kind.two-coders-differ",
}
"""Kind of a disagreement → its sentence; of dimensions a kind is the name of one."""

BINS = 20
"""Bars of a histogram: with more, most of those of a small study would be empty."""


def disagreement_section(study: Study, found: Disagreements) -> DisagreementSection:
    """All disagreements, the heaviest first, with the words and every coder's decision."""
    named = _Named(found)
    texts = _texts(study)
    column = _documents_of(study, found) or ()
    documents = list(dict.fromkeys(label(column[at]) for at in found.at.tolist())) if column else []
    at_document = {name: at for at, name in enumerate(documents)}
    rows = []
    for row, at in zip(found.rows, found.at.tolist(), strict=True):
        rows.append(
            [
                label(row.item) if found.noun in ("item", "annotation") else None,
                at_document[label(column[at])] if column else None,
                None if row.begin is None else whole_number(row.begin),
                None if row.end is None else whole_number(row.end),
                named.kind(row.kind),
                row.weight,
                row.pairs,
                row.share,
                row.steps,
                _around(texts, at, row),
                [named.decision(who, what, apart) for who, what, apart in _decided(row)],
            ]
        )
    section: DisagreementSection = {
        "noun": found.noun,
        "nouns": said(f"word.{found.nouns}"),
        "of": found.of,
        "disputed": found.disputed,
        "listed": len(rows),
        "alone": int((found.compared == 0).sum()),
        "coders": named.coders,
        "documents": documents,
        "kinds": named.kinds,
        "labels": named.labels,
        "text": _text_name(study),
        "columns": list(_COLUMNS),
        "rows": rows,
        "bins": _bins(found, _points(study)),
        # Edits of trees or texts: "8 of 1" pairs would be nonsense.
        "far": any(row.steps is None and row.weight > row.pairs for row in found),
    }
    return plain_section(section)


def _decided(row: Disagreement) -> Sequence[tuple[Hashable, Any, float]]:
    return [(who, what, apart) for (who, what), apart in zip(row.decisions, row.apart, strict=True)]


class _Named:
    """Names that rows refer to by their position."""

    def __init__(self, found: Disagreements) -> None:
        coders = list(found.coders)
        if not coders:  # codings of nobody in particular
            most = max((len(row.decisions) for row in found), default=0)
            coders = [f"coding {n + 1}" for n in range(most)]
        self.coders = labels(coders)
        self._coder = {coder: at for at, coder in enumerate(coders)}
        self.kinds: list[str] = []
        self._ours = found.noun != "annotation"
        self.labels: list[str] = []
        self._label: dict[Hashable, int] = {}
        self._sort({what for row in found for _, what in row.decisions})

    def _sort(self, decisions: set[Any]) -> None:
        """The labels in their natural order."""
        parts = {
            unit.category if isinstance(unit, Unit) else unit
            for what in decisions
            for unit in (what if _are_units(what) else (what,))
            if unit is not None
        }
        ordered = sorted(parts, key=lambda part: natural(label(part)))
        self.labels = labels(ordered)
        self._label = {part: at for at, part in enumerate(ordered)}

    def kind(self, kind: str) -> int:
        words = said(_KINDS[kind]) if kind in _KINDS and self._ours else kind
        if words not in self.kinds:
            self.kinds.append(words)
        return self.kinds.index(words)

    def decision(self, who: Hashable, what: Any, apart: float) -> list[Any]:
        """[coder, how far from the others, label …], of units label, begin and end of each."""
        short = [self._coder[who], round(apart, 3)]
        if what is None or what == ():
            return short
        if _are_units(what):
            return short + [
                part
                for unit in what
                for part in (
                    self._label.get(unit.category, -1),
                    whole_number(unit.begin),
                    whole_number(unit.end),
                )
            ]
        return [*short, self._label[what]]


def _are_units(what: Any) -> bool:
    return isinstance(what, tuple) and all(isinstance(part, Unit) for part in what)


def _text_name(study: Study) -> str | None:
    about: Mapping[str, Sequence[Any]] = getattr(study, "about", {})
    return text_column(about) if kind_of(study).labelled else None


def _texts(study: Study) -> Sequence[Any]:
    """The text of each item or document, where it is known."""
    column = _text_name(study)
    if column is not None:
        texts: Sequence[Any] = getattr(study, "about", {})[column]
        return texts
    if not kind_of(study).holds_documents:
        return ()
    documented: Any = study
    return [getattr(part, "text", None) for part in documented.documents]


def _around(texts: Sequence[Any], at: int, row: Disagreement) -> Any:
    """The text of an item; of a place what stands before, in and after it."""
    text = texts[at] if at < len(texts) else None
    if text is None:
        return None
    if row.begin is None or row.end is None:
        return shortened(str(text), _WIDTH)
    begin, end = int(row.begin), int(row.end)
    before, after = text[max(0, begin - _CONTEXT) : begin], text[end : end + _CONTEXT]
    return [
        ("…" if begin > _CONTEXT else "") + before,
        shortened(text[begin:end], _WIDTH),
        after + ("…" if end + _CONTEXT < len(text) else ""),
    ]


def text_column(about: Mapping[str, Sequence[Any]]) -> str | None:
    """The column about items that holds their text: by name, else the longest texts."""
    for name in about:
        if name.lower() in _TEXTS:
            return name
    lengths = {
        name: np.mean([len(value) for value in column[:100]])
        for name, column in about.items()
        if len(column) and all(isinstance(value, str) for value in column[:100])
    }
    # Twenty letters on average: shorter are names or codes, not text.
    best = max(lengths, key=lambda name: lengths[name], default=None)
    return best if best is not None and lengths[best] > 20 else None


def _points(study: Study) -> int:
    """How many points the scale of a study has, from its lowest number to its highest; 0 where the
    categories are no whole numbers, or so many that each cannot have a bar."""
    numbers_of = getattr(getattr(study, "categories", None), "numbers", None)
    numbers = None if numbers_of is None else numbers_of()
    if numbers is None or not len(numbers) or (numbers != np.round(numbers)).any():
        return 0
    points = int(numbers.max() - numbers.min()) + 1
    return points if points <= BINS else 0


def _bins(found: Disagreements, steps: int = 0) -> list[list[float]]:
    """How many items have how much disagreement: a bar for each of the `steps` of a scale, else
    the share of pairs."""
    if found.noun != "item":
        return []
    values = [r.steps if r.steps is not None else r.weight / max(r.pairs, 1) for r in found]
    # Items without disagreement are no rows, but belong into the first bar.
    agreed = found.of - len(values)
    if steps and any(r.steps is not None for r in found):
        # A bar for each step of the scale: none, one apart, two apart …
        counts = np.bincount(np.rint(values).astype(int), minlength=steps)
        counts[0] += agreed
        return [[at - 0.5, at + 0.5, int(n)] for at, n in enumerate(counts)]
    top = max(values, default=1.0) or 1.0
    counts, edges = np.histogram(np.array([*values]), bins=BINS, range=(0, top))
    counts[0] += agreed
    return [[edges[at], edges[at + 1], int(counts[at])] for at in range(BINS)]


LISTED = 2000
"""At most so many documents stand in the table, those with most disagreement."""


def document_section(study: Study, found: Disagreements) -> DocumentSection | None:
    """Each document, each group that a column makes, and the trend over time; None without any."""
    documents = _documents_of(study, found)
    rows = [] if documents is None else by_document(found, documents)
    groups = worse_groups(study, found=found)
    late = trend(study, found=found)
    if len(rows) < 2 and not groups and late is None:
        return None
    section: DocumentSection = {
        "nouns": said(f"word.{found.nouns}"),
        "documents": [
            {
                "document": label(row.document),
                "compared": row.compared,
                "disputed": row.disputed,
                "share": row.share,
                "disagreement": row.disagreement,
            }
            for row in rows[:LISTED]
        ],
        "left_out": max(0, len(rows) - LISTED),
        "groups": [
            {
                "column": row.column,
                "group": label(row.group),
                "items": row.items,
                "disagreement": row.disagreement,
                "rest": row.rest,
                "p": row.p,
            }
            for row in groups
        ],
        "trend": None if late is None else late.as_dict(),
    }
    return plain_section(section)


def _documents_of(study: Study, found: Disagreements) -> Sequence[Any] | None:
    """The document of each item; documents are their own; None where items are in none."""
    if found.noun not in ("item", "annotation"):
        return study.items
    column = unit_drawn(study)
    return None if column == "items" else getattr(study, "about", {})[column]
