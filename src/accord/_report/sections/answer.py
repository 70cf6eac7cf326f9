"""The answer first: the coefficient to report, in words, what most limits it, and the methods."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any, cast

from accord._measure.catalogue import display_name
from accord._report.citations import short_citation, works
from accord._report.section_types import AnswerSection, BelowLevel, CoefficientRow, LimitingFact
from accord._report.sections.next_section import UNTESTED, headline
from accord._report.wording import method_name, plain_section
from accord.errors import Setting
from accord.infer.advice.choose import Estimate, Recommended, chosen_distance, is_scale
from accord.infer.advice.meaning import AsIf, among_published, symbol
from accord.infer.advice.next_steps import levels_asked
from accord.infer.advice.reading_values import CHECKLIST, CHECKLIST_OF_RATINGS
from accord.kinds.kind import kind_of
from accord.model.agreement import Agreement
from accord.model.study import Study
from accord.version import __version__
from accord.words.said import capital, clauses, joined, said, sentences, worded

_THRESHOLDS = (0.667, 0.8)
"""Krippendorff's: below the first data are not to be used, above the second they are."""

_WIDE = 0.2
"""An interval wider than this is itself what limits the answer."""

RATES = (0.05, 0.1, 0.2)
"""The rates of mistakes whose values are shown beside that of the study."""


def study_sentence(study: Study) -> str:
    """Who annotated what, in one sentence; numbers on a scale are no categories."""
    rated = is_scale(study, chosen_distance(study, None)[0])
    counts = {name: int(number) for name, number in study.counts().items()}
    parts = next((counts[name] for name in ("u", "m", "b") if name in counts), None)
    return capital(
        said(
            "study.ratings" if rated else f"study.{kind_of(study).name}",
            coders=counts["c"],
            items=counts["i"],
            categories=counts.get("k"),
            parts=parts,
        )
    )


def answer_section(
    study: Study,
    lead: Recommended,
    found: Estimate,
    sections: Mapping[str, Any],
    enough: float | None = None,
) -> AnswerSection:
    """The lead coefficient with interval and probabilities, why it, and what limits it."""
    combined = (sections.get("next") or {}).get("combined")
    agreement = found.agreement
    interval = agreement.interval
    levels = _THRESHOLDS if lead.measure.measure.has_levels else ()
    below: list[BelowLevel] = [
        {"threshold": at, "probability": share}
        for at in levels
        if (share := found.below(at)) is not None
    ]
    section = plain_section(
        {
            **agreement.as_dict(),
            "better": lead.measure.measure.better,
            "title": worded(f"title.{agreement.measure}", lead.measure.measure.title),
            "why": list(lead.why),
            "below": below,
            "headline": (sections.get("ratings") or {}).get("headline")
            or headline(study, agreement, levels_asked(found, enough), combined),
            "sentence": _sentence(agreement, below),
            "limits": _limits(agreement, sections),
            "notes": [] if interval is None else list(interval.notes),
        }
    )
    return cast("AnswerSection", section)  # what a result gives as data has no types


def _sentence(agreement: Agreement, below: Sequence[BelowLevel]) -> str:
    if agreement.undefined:
        return said("answer.undefined-here", symbol=agreement.symbol, reason=agreement.undefined)
    value = agreement.value
    if agreement.expected is None or agreement.estimate is not None:
        text = said("answer.is", symbol=agreement.symbol, value=value)
    elif value > 0:
        text = said("answer.disagreement", p=1 - value)
    else:
        # Below 0 by chance is not below chance: that takes an interval that ends below 0.
        below_chance = agreement.interval is not None and agreement.interval.high < 0
        text = said("answer.above-chance" if below_chance else "answer.as-chance")
    # Measures without levels of their own have none to be below.
    if len(below) < 2:
        return text + "."
    (low, first), (high, second) = ((row["threshold"], row["probability"]) for row in below)
    # The level on whose side the value more likely is; both where it is between them.
    if first > 0.5:
        tail = said("answer.below", t=low, p=first)
    elif second > 0.5:
        tail = said("answer.between", t=low, p=1 - first, u=high, q=second)
    else:
        tail = said("answer.at-least", t=high, p=1 - second)
    return clauses([text, tail]) + "."


def _limits(agreement: Agreement, sections: Mapping[str, Any]) -> list[LimitingFact]:
    """What keeps the value down: what a test names, then what units and chains say themselves."""
    if isnan(agreement.value):
        return []
    steps = (sections.get("next") or {}).get("steps", ())
    found: list[LimitingFact] = [
        {"what": step["what"], "sentence": step["sentence"]}
        for step in steps
        if step["what"] not in UNTESTED
    ]
    found += _own_limits(sections)
    interval = agreement.interval
    if interval is not None and interval.high - interval.low > _WIDE:
        text = said("answer.interval-wide", v=interval.high - interval.low)
        found.append({"what": "size", "sentence": text})
    return found


def _own_limits(sections: Mapping[str, Any]) -> list[LimitingFact]:
    """What sections say of themselves: those that only one kind has."""
    return [
        {"what": name, "sentence": text}
        for name, section in sections.items()
        for text in section.get("limits", ())
    ]


def meaning_section(
    study: Study, found: Estimate | None, task: str | None
) -> dict[str, Any] | None:
    """The sentences under the answer; None where there is nothing to say."""
    if found is None or isnan(found.agreement.value):
        return None
    as_if = kind_of(study).ability("as_if")
    parts = {
        "as_if": None if as_if is None else as_if(study, found),
        "published": _published(found, task),
        "atlas": _recomputed(found, task),
    }
    return plain_section(parts) if any(parts.values()) else None


def as_if_sentence(model: AsIf, ends: Sequence[float] = ()) -> str:
    """The rate in words, with that at the ends of α's interval, and what other rates would give."""
    if isnan(model.rate):
        return said("answer.as-if-none")
    text: str = said("answer.as-if", p=model.rate)
    span = sorted(model.rate_at(max(end, 0.0)) for end in ends)
    if span:
        text += said("answer.as-if-between", p=span[0], q=span[-1])
    others = [said("answer.would-give", p=rate, v=model.value_at(rate)) for rate in rates(model)]
    if others:
        text = clauses([text, joined(others, ", ")])
    near = "" if isnan(model.near) else said("answer.as-if-near", p=model.near)
    return sentences(text + ".", near)


def rates(model: AsIf) -> list[float]:
    """The rates to show: not those at which coders could not agree even as they do by chance."""
    return [rate for rate in RATES if rate <= model.most]


def _published(found: Estimate, task: str | None) -> dict[str, Any] | None:
    place = None if task is None else among_published(found.agreement, task)
    if place is None:
        return None
    return {
        "sentence": place.sentence(),
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


def _recomputed(found: Estimate, task: str | None) -> dict[str, Any] | None:
    """Where the value stands among recomputed ones, where the task is known and has enough."""
    from accord.infer.atlas.standing import standing

    place = None if task is None else standing(found.agreement, task=task)
    if place is None:
        return None
    return {
        "sentence": place.sentence(),
        "above": place.above,
        "among": place.among,
        "task": place.task,
        "rows": [
            {
                "data set": row["title"],
                "part": row["part"],
                "value": row["value"],
                "low": row["low"],
                "high": row["high"],
                "items": row["items"],
                "coders": row["coders"],
                "categories": row["categories"],
                "people": row["people"],
            }
            for row in place.rows
        ],
    }


def methods_section(
    study: Study,
    answer: AnswerSection | None,
    rows: Sequence[CoefficientRow],
    settings: Mapping[str, Any],
    command: str,
    rated: str = "",
) -> dict[str, Any]:
    """Versions, settings, signatures, the audit of the input, references and a paragraph."""
    import platform

    audit = study.audit
    keys = list(dict.fromkeys(key for row in rows for key in row["source"]))
    known = works()
    return plain_section(
        {
            "versions": {
                "accord": __version__,
                "python": platform.python_version(),
                **{name: _version(name) for name in ("numpy", "scipy")},
            },
            "settings": dict(settings),
            "signatures": [row["signature"] for row in rows],
            "audit": None if audit is None else audit.as_dict(),
            "checklist": [said(key) for key in (CHECKLIST_OF_RATINGS if rated else CHECKLIST)],
            "paragraph": paragraph(study, answer, rated),
            "command": command,
            "intervals": interval_ways(rows),
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


def interval_ways(rows: Sequence[CoefficientRow]) -> list[str]:
    """How each interval was made: measures whose intervals were made alike stand together."""
    # Most reports make all intervals alike: one sentence then says it of all.
    ways: dict[tuple[Any, ...], list[str]] = {}
    for row in rows:
        made = row["interval"]
        if made is not None and row["defined"]:
            drawn = (made["n"], made["over"], made["seed"]) if made["n"] else ()
            ways.setdefault((made["method"], *drawn), []).append(row["symbol"])
    return [_way(", ".join(symbols), *way) for way, symbols in ways.items()]


def _way(symbols: str, method: str, n: int = 0, over: str = "", seed: int = 0) -> str:
    method = method_name(method)
    if not n:
        return said("methods.not-drawn", symbols=symbols, method=method)
    what = said(f"word.{over}") if over in _DRAWN else over
    return said("methods.drawn", symbols=symbols, method=method, n=n, over=what, seed=seed)


_DRAWN = ("items", "documents", "coders", "pairs", "images")
"""What is resampled by words of ours; all else is a column of the user's."""


def ended_by_time(found: Agreement) -> str | None:
    """What a value that the time budget ended rests on, and how it is had again; None where time
    changed nothing, and the same command gives the same value on any machine.

    The n samples that were drawn are the first n of their seed, however many were wanted.
    """
    settings, measure = found.settings, Setting("measure", found.measure)
    more = {"symbol": found.symbol, "setting": measure, "budget": Setting("budget")}
    if "certified" in settings:
        return said("methods.late-certified", certified=settings["certified"], **more)
    if "alignment" in settings:
        return said("methods.late-alignment", **more)
    if settings.get("partial") != "budget":
        return None
    n = settings["samples"]
    if len({id(chance) for chance in found.detail["disorders"].chances}) > 1:
        return said("methods.late-samples", n=n, **more)
    return said(
        "methods.late-again",
        symbol=found.symbol,
        n=n,
        measure=measure,
        samples=Setting("samples", n),
        precision=Setting("precision", 1),
        budget=Setting("budget", 3600),
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


def paragraph(study: Study, answer: AnswerSection | None, rated: str = "") -> str:
    """A methods paragraph for a paper: who, what, which coefficient, how sure, with what; of
    ratings also the sentence on their reliability."""
    who = study_sentence(study)
    if answer is None:
        return who
    distance, interval = answer["settings"].get("d"), answer["interval"]
    name = {
        "name": display_name(answer, len(study.coders), distance=False),
        "source": short_citation(answer["measure"], len(study.coders)),
        "d": distance,
    }
    if answer["value"] is None:
        key = "methods.undefined-by" if distance else "methods.undefined"
        return sentences(who, said(key, **name, reason=answer["undefined"]))
    key = "methods.measured-by" if distance else "methods.measured"
    text = said(key, **name, symbol=answer["symbol"], value=answer["value"])
    if interval and interval["low"] is not None:
        facts = {**interval, "method": method_name(interval["method"])}
        text += said("methods.interval-drawn" if interval["n"] else "methods.interval", **facts)
    parts = [
        said(key, x=part)
        for part, key in ((answer["A_o"], "methods.observed"), (answer["A_e"], "methods.expected"))
        if part is not None
    ]
    if parts:
        text = clauses([text, joined(parts, ", ")])
    made = said("methods.computed", version=__version__, signature=answer["signature"])
    return sentences(who, text + ".", rated, made)
