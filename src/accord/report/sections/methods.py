"""Methods: what was computed and from what, the paragraph and the table for a paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from accord.infer.advice.reading_values import CHECKLIST
from accord.model.study import Study
from accord.report.citations import short, works
from accord.report.sections.answer import study_sentence
from accord.report.wording import decimal, probability, record
from accord.version import __version__


def methods_section(
    study: Study,
    answer: Mapping[str, Any] | None,
    rows: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
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
            "command": _command(audit, settings),
            "references": [{"key": key, "text": known[key]} for key in keys if key in known],
        }
    )


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _command(audit: Any, settings: Mapping[str, Any]) -> str:
    source = audit.source if audit is not None and audit.source else "INPUT"
    # what follows @ names the version of a taxonomy, and is no part of the option
    options = [
        f"--{key} {str(value).partition('@')[0]}"
        for key, value in settings.items()
        if value is not None
        and key in ("purpose", "distance", "level", "resamples", "over", "seed")
        and value is not None
    ]
    return f"accord report {source} {' '.join(options)}"


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
            f"{decimal(interval['high'])}; {interval['method']}{drawn})"
        )
    parts = []
    if answer["A_o"] is not None:
        parts.append(f"observed agreement {decimal(answer['A_o'])}")
    if answer["A_e"] is not None:
        parts.append(f"agreement expected by chance {decimal(answer['A_e'])}")
    text += "; " + ", ".join(parts) + "." if parts else "."
    for row in answer["below"]:
        if row["threshold"] == 0.8:
            text += f" The probability that it is below .8 is {probability(row['probability'])}."
    return f"{text} Computed with accord {__version__}; signature {answer['signature']}."
