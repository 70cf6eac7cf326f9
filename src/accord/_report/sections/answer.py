"""The answer first: the coefficient to report, in words, what most limits it, and the methods."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from accord._report.citations import short, works
from accord._report.wording import decimal, percent, probability, record, sentence, several
from accord.errors import Setting
from accord.infer.advice.choose import Estimate, Recommended
from accord.infer.advice.meaning import AsIf, mistakes_of, standing, symbol
from accord.infer.advice.reading_values import CHECKLIST
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.study import Study
from accord.version import __version__
from accord.words.said import said

THRESHOLDS = (0.667, 0.8)
"""Krippendorff's: below the first data are not to be used, above the second they are."""

WIDE = 0.2
"""An interval wider than this is itself what limits the answer."""

RATES = (0.05, 0.1, 0.2)
"""The rates of mistakes whose values are shown beside that of the study."""

_NOUNS = {
    "codings": ("labelled", "item", "items"),
    "unitizings": ("marked units in", "document", "documents"),
    "segmentations": ("placed boundaries in", "document", "documents"),
    "partitions": ("marked chains in", "document", "documents"),
    "dimensions": ("annotated", "item", "items"),
    "relations": ("linked entities in", "document", "documents"),
    "trees": ("drew trees of", "item", "items"),
    "graphs": ("drew graphs of", "item", "items"),
    "regions": ("marked regions in", "image", "images"),
}


def study_sentence(study: Study) -> str:
    """Who annotated what, in one sentence."""
    counts = study.counts()
    verb, one, many = _NOUNS.get(study.kind, ("annotated", "item", "items"))
    text = f"{several(int(counts['c']), 'coder')} {verb} {several(int(counts['i']), one, many)}"
    if study.kind == "codings":
        text += f" with {several(int(counts['k']), 'category', 'categories')}"
    for key, noun in (("u", "unit"), ("m", "mention"), ("b", "boundary")):
        if key in counts:
            many = "boundaries" if noun == "boundary" else f"{noun}s"
            text += f": {several(int(counts[key]), noun, many)}"
    return sentence(text) + "."


def answer_section(
    study: Study, lead: Recommended, found: Estimate, sections: Mapping[str, Any]
) -> dict[str, Any]:
    """The lead coefficient with interval and probabilities, why it, and what limits it."""
    agreement = found.agreement
    interval = agreement.interval
    levels = THRESHOLDS if lead.measure.measure.has_levels else ()
    below = [
        {"threshold": at, "probability": found.below(at)}
        for at in levels
        if found.below(at) is not None
    ]
    return record(
        {
            **agreement.as_dict(),
            "better": lead.measure.measure.better,
            "title": lead.measure.measure.title,
            "why": list(lead.why),
            "below": below,
            "sentence": _sentence(agreement, below),
            "limits": _limits(agreement, sections),
            "notes": [] if interval is None else list(interval.notes),
        }
    )


def _sentence(agreement: Agreement, below: Sequence[Mapping[str, Any]]) -> str:
    if agreement.undefined:
        return said("answer.undefined-here", symbol=agreement.symbol, reason=agreement.undefined)
    value = agreement.value
    if agreement.expected is None or agreement.estimate is not None:
        text = f"{agreement.symbol} is {decimal(value)}"
    elif value > 0:
        text = said("answer.disagreement-expected-chance", p=1 - value)
    elif value == 0:
        text = said("answer.coders-disagree-much-expected")
    else:
        text = said("answer.coders-disagree-more-than")
    if len(below) < 2:
        return text + "."
    first, second = (row["probability"] for row in below)
    if first > 0.5:
        tail = f"the confidence that the value is below .667 is {probability(first)}"
    elif second > 0.5:
        tail = (
            f"the confidence that the value is below .667 is {probability(first)}, that it is "
            f"below .8, {probability(second)}"
        )
    else:
        tail = f"the confidence that the value is below .8 is {probability(second)}"
    return f"{text}; {tail}."


def _limits(agreement: Agreement, sections: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What keeps the value down: what a test names, then what units and chains say themselves."""
    if isnan(agreement.value):
        return []
    steps = (sections.get("next") or {}).get("steps", ())
    found = [
        {"what": step["what"], "sentence": step["sentence"]}
        for step in steps
        if step["what"] not in ("discuss", "size")
    ]
    found += _document_limits(sections)
    interval = agreement.interval
    if interval is not None and interval.high - interval.low > WIDE:
        wide = decimal(interval.high - interval.low, 2)
        text = said("answer.interval-wide-more-items", v=wide)
        found.append({"what": "size", "sentence": text})
    return found


def _document_limits(sections: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the sections of units, chains and boundaries say of themselves."""
    return [
        {"what": name, "sentence": text}
        for name in ("dimensions", "units", "chains", "boundaries")
        for text in (sections.get(name) or {}).get("limits", ())
    ]


SIMULATED = frozenset(
    {"unitizings", "segmentations", "partitions", "relations", "regions", "trees"}
)
"""Kinds of study in which mistakes are simulated (`accord.simulate.mistakes_like`)."""
BY_SIMULATION = (
    "No formula gives a share of mistakes for such data; accord measure FILE --as-if simulates it."
)


def meaning_section(
    study: Study, found: Estimate | None, task: str | None
) -> dict[str, Any] | None:
    """The sentences under the answer; None where there is nothing to say."""
    if found is None or isnan(found.agreement.value):
        return None
    parts = {
        "as_if": _as_if(study, found),
        "published": _published(found, task),
    }
    return record(parts) if any(parts.values()) else None


def _as_if(study: Study, found: Estimate) -> dict[str, Any] | None:
    """Where the answer is α of labels, whose formula it is; else how it can be had."""
    agreement, entry = found.agreement, found.measure.measure
    if study.kind in SIMULATED:
        return {"rate": None, "ends": [], "values": [], "sentence": BY_SIMULATION}
    if not isinstance(study, Codings) or entry.kind != "codings":
        return None
    if entry.chance != "drawn" or not entry.counted:
        return None
    model = mistakes_of(study, agreement.value, agreement.settings.get("d"))
    if isnan(model.rate):
        return None
    ends = tuple(end for end in agreement.interval or () if not isnan(end))
    return {
        "rate": model.rate,
        "ends": [model.rate_at(max(end, 0.0)) for end in ends],
        "values": [{"rate": rate, "value": model.value_at(rate)} for rate in _rates(model)],
        "sentence": as_if_sentence(model, ends),
    }


def as_if_sentence(model: AsIf, ends: Sequence[float] = ()) -> str:
    """The rate in words, with that at the ends of α's interval, and what other rates would give."""
    if isnan(model.rate):
        return "No rate of mistakes gives this value: coders agree less than by chance."
    span = sorted(model.rate_at(max(end, 0.0)) for end in ends)
    between = f" ({percent(span[0])} to {percent(span[-1])} by the interval)" if span else ""
    text = f"It is as if each coder mislabelled {percent(model.rate)} of the items{between}"
    others = [said("answer.would-give", p=rate, v=model.value_at(rate)) for rate in _rates(model)]
    near = (
        ""
        if isnan(model.near)
        else f" If all mistakes are one category off, it is {percent(model.near)}."
    )
    return (f"{text}; {', '.join(others)}." if others else f"{text}.") + near


def _rates(model: AsIf) -> list[float]:
    return [rate for rate in RATES if rate <= model.most]


def _published(found: Estimate, task: str | None) -> dict[str, Any] | None:
    place = standing(found.agreement, task)
    if place is None:
        return None
    return {
        "sentence": str(place),
        "above": place.above,
        "task": place.task,
        "rows": [
            {
                "study": f"{row.study} {row.year}",
                "what": row.what,
                "symbol": symbol(row),
                "value": row.value,
                "items": row.n,
                "categories": row.k,
                "coders": row.coders,
                "source": row.source,
                "place": row.place,
            }
            for row in (*place.values, *place.others)
        ],
    }


def methods_section(
    study: Study,
    answer: Mapping[str, Any] | None,
    rows: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    command: str,
) -> dict[str, Any]:
    """Versions, settings, signatures, the audit of the input, references and a paragraph."""
    import platform

    audit = study.audit
    keys = list(dict.fromkeys(key for row in rows for key in row["source"]))
    known = works()
    return record(
        {
            "versions": {
                "accord": __version__,
                "python": platform.python_version(),
                **{name: _version(name) for name in ("numpy", "scipy")},
            },
            "settings": dict(settings),
            "signatures": [row["signature"] for row in rows],
            "audit": None if audit is None else audit.as_dict(),
            "checklist": list(CHECKLIST),
            "paragraph": paragraph(study, answer),
            "command": command,
            "intervals": _intervals(rows),
            "late": [row["late"] for row in rows if row["late"]],
            "references": [{"key": key, "text": known[key]} for key in keys if key in known],
        }
    )


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _intervals(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """How each interval was made: measures whose intervals were made alike stand together."""
    ways: dict[str, list[str]] = {}
    for row in rows:
        interval = row["interval"]
        if interval is not None and row["defined"]:
            drawn = (
                f"{interval['n']} resamples over {interval['over']}, seed {interval['seed']}"
                if interval["n"]
                else "no resamples"
            )
            ways.setdefault(f"{interval['method']}, {drawn}", []).append(row["symbol"])
    return [f"{', '.join(symbols)}: {way}" for way, symbols in ways.items()]


def ended_by_time(found: Agreement) -> str | None:
    """What a value that the time budget ended rests on, and how it is had again; None where time
    changed nothing, and the same command gives the same value on any machine.

    The n samples that were drawn are the first n of their seed, however many were wanted.
    """
    settings = found.settings
    more = f"give more time with {Setting('measure', found.measure)} and {Setting('budget')}"
    if "certified" in settings:
        return (
            f"{found.symbol}: the time budget ended the search; the exact value lies in "
            f"{settings['certified']}, and another run may find another one there ({more})."
        )
    if "alignment" in settings:
        return (
            f"{found.symbol}: the time budget ended the search for the best alignment; another run "
            f"may find a better one ({more})."
        )
    if settings.get("partial") != "budget":
        return None
    n = settings["samples"]
    text = f"{found.symbol}: the time budget ended the sampling of chance after {n} samples; "
    if len({id(chance) for chance in found.detail["disorders"].chances}) > 1:
        return f"{text}another run may end earlier or later ({more})."
    return (
        f"{text}the same value again, however long it takes: {Setting('measure', found.measure)}, "
        f"{Setting('samples', n)}, {Setting('precision', 1)}, {Setting('budget', 3600)}."
    )


def call_again(asked: Mapping[str, Any]) -> str:
    """The call in Python that gives these numbers of the same study again.

    >>> call_again({"purpose": "validity", "over": None, "rng": 0})
    "accord.report(study, purpose='validity', rng=0)"
    """
    plain = (str, int, float)
    given = [
        f"{name}={value!r}" if isinstance(value, plain) else f"{name}={name}"
        for name, value in asked.items()
        if value is not None
    ]
    return f"accord.report({', '.join(['study', *given])})"


def paragraph(study: Study, answer: Mapping[str, Any] | None) -> str:
    """A methods paragraph for a paper: who, what, which coefficient, how sure, with what."""
    text = study_sentence(study)
    if answer is None:
        return text
    name = f"{answer['symbol']} ({short(answer['measure'])})"
    distance = answer["settings"].get("d")
    if distance:
        name += f" with the {distance} distance"
    if answer["value"] is None:
        return f"{text} Agreement measured by {name} is undefined: {answer['undefined']}."
    text += f" Agreement, measured by {name}, is {answer['symbol']} = {decimal(answer['value'])}"
    interval = answer["interval"]
    if interval and interval["low"] is not None:
        drawn = f", {interval['n']} resamples, seed {interval['seed']}" if interval["n"] else ""
        text += (
            f" ({interval['level']:.0%} confidence interval {decimal(interval['low'])} to "
            f"{decimal(interval['high'])} for {interval['population']}; "
            f"{interval['method']}{drawn})"
        )
    parts = []
    if answer["A_o"] is not None:
        parts.append(said("answer.observed-agreement", symbol=answer["A_o"]))
    if answer["A_e"] is not None:
        parts.append(f"agreement expected by chance {decimal(answer['A_e'])}")
    text += "; " + ", ".join(parts) + "." if parts else "."
    for row in answer["below"]:
        if row["threshold"] == 0.8:
            sure = probability(row["probability"])
            text += f" The confidence that it is below .8 (one-sided p) is {sure}."
    return f"{text} Computed with accord {__version__}; signature {answer['signature']}."
