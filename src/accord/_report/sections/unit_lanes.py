"""Units as lanes: every coder's units on the text or time line, aligned, with kinds marked."""

from collections.abc import Sequence
from typing import Any

from accord._report.wording import label, labels, natural, record, whole_number
from accord.infer.why.anatomy import PLACE_KINDS, Anatomy, MatchedUnits, anatomy
from accord.infer.why.confused import ConfusedPair, confused
from accord.infer.why.disagreements import Disagreements
from accord.infer.why.groups import by_document
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.names import IntArray
from accord.words.said import said, sentences

COMMONEST = {
    "category": "units.category",
    "boundary": "units.boundary",
    "both": "units.both",
    "split": "kind.one-unit-against-several",
    "merge": "kind.several-units-against-one",
    "missing": "units.missing",
}
"""What pairs of coders did with units → how it is said of the commonest disagreement."""


def unit_section(
    study: Unitizings, found: Disagreements, matched: MatchedUnits | None
) -> dict[str, Any]:
    """Every document as lanes, the most disputed first, and the anatomy of all disagreement."""
    anatomic = anatomy(study, matched=matched)
    share = {row.document: row.share for row in by_document(found, study.items)}
    drawn = [
        (lanes(continuum, *places), share.get(continuum.name, 0.0))
        for continuum, places in zip(study.continua, found.places, strict=True)
    ]
    drawn.sort(key=lambda pair: -pair[1])
    return record(
        {
            "documents": [document for document, _ in drawn],
            "anatomy": anatomy_rows(anatomic, confused(study, matched=matched)),
            "limits": _limits(anatomic),
        }
    )


def lanes(continuum: Continuum, place: IntArray, kinds: list[str]) -> dict[str, Any]:
    """One document for drawing: units as [coder, begin, end, category], groups by kind."""
    categories = labels(continuum.categories)
    groups: list[list[int]] = [[] for _ in kinds]
    for unit, group in enumerate(place.tolist()):
        groups[group].append(unit)
    parts = zip(
        continuum.coder.tolist(),
        continuum.start.tolist(),
        continuum.stop.tolist(),
        continuum.category.tolist(),
        strict=True,
    )
    return {
        "name": label(continuum.name),
        "begin": continuum.begin,
        "end": continuum.end,
        "coders": labels(continuum.coders),
        "text": continuum.text,
        "units": [[c, whole_number(a), whole_number(b), categories[k]] for c, a, b, k in parts],
        "groups": groups,
        "kinds": kinds,
    }


def anatomy_rows(found: Anatomy, pairs_of: Sequence[ConfusedPair]) -> dict[str, Any]:
    """The kinds of agreement and disagreement for each category, summed over pairs of coders."""
    kinds = [
        kind for kind in PLACE_KINDS if found.counts[kind] or kind in ("same", "missing", "extra")
    ]
    rows = [
        {"category": name, "counts": [counts[kind] for kind in kinds]}
        for name, counts in zip(labels(found.by_category), found.by_category.values(), strict=True)
    ]
    rows.sort(key=lambda row: natural(str(row["category"])))
    pairs = [
        {"coders": labels(pair), "counts": [counts[kind] for kind in kinds]}
        for pair, counts in found.pairs.items()
    ]
    confusions = [
        {
            "first": label(one.first),
            "second": label(one.second),
            "count": round(one.often),
            "share": one.share,
            "expected": one.expected,
            "p": one.p,
        }
        for one in sorted(pairs_of, key=lambda one: -one.often)[:10]
    ]
    total = [found.counts[kind] for kind in kinds]
    return {
        "kinds": [said(f"word.{kind}") for kind in kinds],
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
    text = said("units.commonest", p=counts[worst] / total, what=said(COMMONEST[worst]))
    confused = next(iter(found.confusions.items()), None)
    if worst not in ("category", "both") or confused is None:
        return [text]
    (a, b), n = confused
    return [sentences(text, said("units.most-often", a=label(a), b=label(b), n=n))]
