"""Units as lanes: every coder's units on the text or time line, aligned, with kinds marked."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.infer.why.anatomy import KINDS, Anatomy, alignments_of, anatomy
from accord.measure.gamma.align.alignment import Alignment
from accord.model.units.unitizings import Continuum, Unitizings
from accord.report.wording import label, labels, percent, record, shortened

DOCUMENTS = 12
"""At most so many documents are drawn, those with most disagreement first."""

UNITS = 1500
"""At most so many units are drawn in one document."""

TEXT = 20_000
"""At most so many signs of a text are shown."""

LISTED = 200
MOST = 20_000
"""Studies with more units than these are not aligned for the picture."""

_WORDS = {
    "category": "the same span with different categories",
    "boundary": "the same category with different borders",
    "both": "different borders and categories",
    "split": "one unit against several",
    "merge": "several units against one",
    "missing": "units that only one coder marked",
}


def unit_section(study: Unitizings, alignments: Sequence[Alignment] | None) -> dict[str, Any]:
    """The documents with most disagreement as lanes, and the anatomy of all disagreement."""
    counts = study.counts()
    found = anatomy(study) if counts["u"] <= 5 * MOST else None
    aligned = sorted(alignments_of(study, alignments, MOST, UNITS), key=lambda a: -_badness(a))
    shown = aligned[:DOCUMENTS]
    return record(
        {
            "documents": [lanes(alignment) for alignment in shown],
            "left_out": len(study.items) - len(shown),
            "anatomy": None if found is None else anatomy_rows(found),
            "limits": [] if found is None else _limits(found),
            "places": [] if found is None else _places(study, found),
        }
    )


def _badness(alignment: Alignment) -> float:
    return alignment.disorder if len(alignment) else 0.0


def lanes(alignment: Alignment) -> dict[str, Any]:
    """One document for drawing: units as [coder, begin, end, category, group], groups by kind."""
    continuum = alignment.continuum
    categories = labels(continuum.categories)
    order = np.argsort(-alignment.disorders, kind="stable") if len(continuum) > UNITS else None
    rows = alignment.members if order is None else alignment.members[order]
    units: list[list[Any]] = []
    groups, names = [], []
    for row in rows:
        members = row[row >= 0]
        if len(units) + len(members) > UNITS:
            break
        names.append(kind_of(continuum, row))
        groups.append([int(len(units) + at) for at in range(len(members))])
        units += [
            [
                int(continuum.coder[at]),
                float(continuum.start[at]),
                float(continuum.stop[at]),
                categories[int(continuum.category[at])],
            ]
            for at in members
        ]
    text = continuum.text
    return {
        "name": label(continuum.name),
        "begin": continuum.begin,
        "end": continuum.end,
        "coders": labels(continuum.coders),
        "text": None if text is None else text[:TEXT],
        "units": units,
        "groups": groups,
        "kinds": names,
        "disorder": alignment.disorder,
        "left_out": len(continuum) - len(units),
    }


def kind_of(continuum: Continuum, row: Any) -> str:
    """What a unitary alignment shows: agreed, place, category, both, alone, with "some" where
    not every coder has a unit in it."""
    at = row[row >= 0]
    if len(at) == 1:
        return "alone"
    place = len(set(zip(continuum.start[at], continuum.stop[at], strict=True))) > 1
    category = len(set(continuum.category[at].tolist())) > 1
    kind = {
        (False, False): "agreed",
        (True, False): "place",
        (False, True): "category",
        (True, True): "both",
    }[place, category]
    return kind if len(at) == len(row) else f"{kind} some"


def anatomy_rows(found: Anatomy) -> dict[str, Any]:
    """The kinds of agreement and disagreement for each category, summed over pairs of coders."""
    kinds = [kind for kind in KINDS if found.counts[kind] or kind in ("same", "missing", "extra")]
    rows = [
        {"category": name, "counts": [counts[kind] for kind in kinds]}
        for name, counts in zip(labels(found.by_category), found.by_category.values(), strict=True)
    ]
    pairs = [
        {"coders": labels(pair), "counts": [counts[kind] for kind in kinds]}
        for pair, counts in found.pairs.items()
    ]
    confusions = [
        {"first": label(a), "second": label(b), "count": n}
        for (a, b), n in list(found.confusions.items())[:10]
    ]
    total = [found.counts[kind] for kind in kinds]
    return {
        "kinds": kinds,
        "total": total,
        "rows": rows,
        "pairs": pairs[:300],
        "confusions": confusions,
    }


def _limits(found: Anatomy) -> list[str]:
    """The commonest kind of disagreement, in a sentence."""
    counts = dict(found.counts)
    counts["missing"] += counts.pop("extra")
    counts.pop("same")
    total = sum(counts.values())
    if not total:
        return []
    worst = max(counts, key=lambda kind: counts[kind])
    share = percent(counts[worst] / total)
    text = f"The commonest disagreement ({share} between pairs of coders): {_WORDS[worst]}."
    confused = next(iter(found.confusions.items()), None)
    if worst in ("category", "both") and confused is not None:
        (a, b), n = confused
        text += f" Most often “{label(a)}” against “{label(b)}” ({n} times)."
    return [text]


def _places(study: Unitizings, found: Anatomy) -> list[dict[str, Any]]:
    """Where pairs of coders disagree, with what stands there."""
    texts = {continuum.name: continuum.text for continuum in study.continua}
    rows = []
    for place in found.disagreements[:LISTED]:
        units = [*place.first, *place.second]
        begin, end = min(u.begin for u in units), max(u.end for u in units)
        text = texts[place.document]
        rows.append(
            {
                "document": label(place.document),
                "begin": begin,
                "end": end,
                "kind": place.kind,
                "text": None if text is None else shortened(text[int(begin) : int(end)], 120),
                "coders": labels(place.coders),
                "first": [label(u.category) for u in place.first],
                "second": [label(u.category) for u in place.second],
            }
        )
    return rows
