"""What a venue asks for (GRRAS, ARR, datasheets), filled in as far as a study tells; and the
section of a data-set card on its annotation.

The lists stand in `data/checklists.toml`. A fact is a sentence or a few made from the report; what
no fact answers is named as a field that a person must write, and counted at the end.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from accord._measure.catalogue import display_name
from accord._report.citations import works
from accord._report.overview import Report
from accord._report.render.markdown import escaped
from accord._report.wording import known_language, sentence
from accord.errors import UnknownNameError, inert
from accord.words.said import Language

CHECKLISTS = ("grras", "arr", "datasheet")
_MOST = 12
"""At most so many names are written out."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One question of a checklist: what the study tells, and what a person must write."""

    section: str
    id: str
    asks: str
    facts: tuple[str, ...]
    write: str


def answered(report: Report, name: str) -> tuple[str, str, list[Answered]]:
    """The title of a checklist, its source, and its questions with what the study tells."""
    if name not in CHECKLISTS:
        raise UnknownNameError.of("checklist", name, CHECKLISTS)
    text = files("accord").joinpath("data", "checklists.toml").read_text("utf-8")
    told = tomllib.loads(text)[name]
    found = []
    for item in told["items"]:
        facts = tuple(line for fact in item["facts"] for line in FACTS[fact](report))
        write = item["write"]
        if not facts and not write:
            write = "not in the data: write why"
        found.append(Answered(item["section"], item["id"], item["asks"], facts, write))
    source = works().get(told["source"], told["source"])
    return told["title"], source, found


def checklist(report: Report, name: str) -> str:
    """A checklist as Markdown: each question, what the study tells, and what is still to write.

    :param report: The report on a study.
    :param name: grras, arr or datasheet.

    >>> import accord
    >>> made = accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=20)
    >>> print(accord.render.checklist(made, "grras").splitlines()[0])
    # Reliability and agreement study (GRRAS)
    """
    title, source, found = answered(report, name)
    lines = [f"# {title}", "", escaped(report.title), ""]
    section = ""
    for item in found:
        if item.section != section:
            section = item.section
            lines += [f"## {section}", ""]
        lines += [f"**{item.id}. {item.asks}**", ""]
        lines += [f"- {escaped(fact)}" for fact in item.facts]
        lines += [f"- [ ] TO WRITE: {item.write}"] if item.write else []
        lines.append("")
    open_fields = sum(bool(item.write) for item in found)
    lines += [
        f"{open_fields} of {len(found)} fields need a person; look for TO WRITE.",
        f"Filled in by accord {report['accord']} after {escaped(source)}",
        "",
    ]
    return "\n".join(lines)


def card(report: Report) -> str:
    """The section on annotation for a data set card, in Markdown.

    :param report: The report on a study.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> accord.render.card(accord.report(study, resamples=60)).splitlines()[0]
    '## Annotations'
    """
    parts: list[tuple[str, Sequence[str], str]] = [
        (
            "card.annotation-process",
            _facts(report, "study", "coverage", "read"),
            "card.write-process",
        ),
        ("card.who-annotators", _facts(report, "coders"), "card.write-people"),
        ("card.labels", _facts(report, "categories", "prevalence"), ""),
        ("study.title", _facts(report, "coefficient", "value", "as_if", "by_category"), ""),
        ("card.known-disagreement", _facts(report, "disputed", "verdict"), "card.write-limits"),
        ("methods.how-computed", _facts(report, "intervals", "software", "signatures"), ""),
    ]
    say = report.say
    lines = [f"## {say.of('card.annotations')}", ""]
    for title, facts, write in parts:
        lines += [f"### {say.of(title)}", "", *(f"- {escaped(fact)}" for fact in facts)]
        lines += [f"- {say.of('card.to-write')} {say.of(write)}"] if write else []
        lines.append("")
    return "\n".join(lines)


def as_page(text: str, language: str = "en") -> str:
    """Our own Markdown (headings, bold lines, lists, paragraphs) as a small page of HTML."""
    import re
    from html import escape, unescape

    def inline(line: str) -> str:
        # What Markdown had to escape is text again before HTML escapes it in its own way.
        plain = unescape(re.sub(r"\\(.)", r"\1", line)).replace("\u200b", "")
        shown = escape(plain)
        return re.sub(r"^\*\*(.*)\*\*$", r"<strong>\1</strong>", shown)

    body: list[str] = []
    for line in text.splitlines():
        if (found := re.match(r"(#{1,3}) (.*)", line)) is not None:
            size = len(found[1])
            body.append(f"<h{size}>{inline(found[2])}</h{size}>")
        elif line.startswith("- "):
            body.append(f"<li>{inline(line[2:].removeprefix('[ ] '))}</li>")
        elif line:
            body.append(f"<p>{inline(line)}</p>")
    joined = re.sub(r"((?:<li>.*</li>\n?)+)", r"<ul>\n\1\n</ul>\n", "\n".join(body))
    title = inline(text.partition("\n")[0].lstrip("# "))
    return (
        f'<!doctype html>\n<html lang="{known_language(language)}"><head><meta charset="utf-8">'
        f"<title>{title}</title></head>\n<body>\n{joined}\n</body></html>\n"
    )


def _facts(report: Report, *names: str) -> list[str]:
    return [line for name in names for line in FACTS[name](report)]


def _section(report: Report, name: str) -> Mapping[str, Any]:
    return report.data.get(name) or {}


def _answer(report: Report) -> Mapping[str, Any]:
    return _section(report, "answer")


def _interval(row: Mapping[str, Any], say: Language) -> str:
    interval = row["interval"]
    if not interval or interval["low"] is None:
        return ""
    return say.of("card.interval", **interval)


def _named(names: Sequence[str], say: Language) -> str:
    more = len(names) - _MOST
    return ", ".join(names[:_MOST]) + (say.of("card.more", n=more) if more > 0 else "")


def _of_names(report: Report, key: str, names: Sequence[str], **more: str) -> list[str]:
    """A sentence with names in it; none where there are none."""
    say = report.say
    return [say.of(key, names=_named(names, say), **more)] if names else []


def _title_words(report: Report) -> list[str]:
    return [report.say.of("card.example-agreement", coders=int(report["study"]["counts"]["c"]))]


def _categories(report: Report) -> list[str]:
    return _of_names(report, "card.categories", report["study"]["categories"])


def _population(report: Report) -> list[str]:
    interval, say = _answer(report).get("interval") or {}, report.say
    if not interval:
        return []
    return [say.of("card.population", whom=interval["population"])]


def _coders(report: Report) -> list[str]:
    number = sentence(report.say.several(int(report["study"]["counts"]["c"]), "coder"))
    return _of_names(report, "card.coders", report["study"]["coders"], number=number)


def _coverage(report: Report) -> list[str]:
    found = _section(report, "coverage")
    if not found:
        return []
    if found["complete"]:
        return [report.say.of("card.every-coder-coded-every")]
    return [report.say.of("card.codings-could-missing", share=found["share"])]


def _size(report: Report) -> list[str]:
    steps = _section(report, "next").get("steps", ())
    return [report.say(step["sentence"]) for step in steps if step["what"] == "size"]


def _meaning(report: Report, name: str) -> list[str]:
    part = _section(report, "meaning").get(name)
    return [report.say(part["sentence"])] if part else []


def _coefficient(report: Report) -> list[str]:
    answer = _answer(report)
    if not answer:
        return []
    say, distance = report.say, answer["settings"].get("d")
    by = say.of("card.distance", distance=distance) if distance else ""
    missing = answer["settings"].get("missing")
    rule = say.of("card.rule-missing-codings", rule=missing) if missing else ""
    title = say(answer["title"])
    name = say(display_name(answer, distance=False))
    return [f"{name} ({title}){by}.{rule}", *map(say, answer["why"])]


def _value(report: Report) -> list[str]:
    answer = _answer(report)
    if not answer:
        return []
    say = report.say
    if answer["value"] is None:
        return [say.of("card.undefined", symbol=display_name(answer), reason=answer["undefined"])]
    text = f"{say(display_name(answer))} = {say.decimal(answer['value'])}{_interval(answer, say)}"
    for part, key in (("A_o", "card.observed-agreement"), ("A_e", "card.expected-chance")):
        text += say.of(key, x=answer[part]) if answer[part] is not None else ""
    return [f"{text}.", *map(say, answer["notes"])]


def _all_values(report: Report) -> list[str]:
    rows = [row for row in report["coefficients"]["rows"][1:] if row["defined"]]
    say = report.say
    values = [
        f"{say(display_name(row))} = {say.decimal(row['value'])}{_interval(row, say)}"
        for row in rows
    ]
    return [say.of("card.other-coefficients", values="; ".join(values))] if values else []


def _by_category(report: Report) -> list[str]:
    rows = _section(report, "categories").get("rows", ())
    shown = report.say.decimal
    values = [f"{r['category']} {shown(r['alpha'])}" for r in rows if r["alpha"] is not None]
    return _of_names(report, "card.alpha-category", values)


def _by_coder(report: Report) -> list[str]:
    found = _section(report, "coders")
    rows = [row for row in found.get("rows", ()) if row["mean"] is not None]
    values = [f"{row['coder']} {report.say.decimal(row['mean'])}" for row in rows]
    symbol = str(found.get("symbol"))
    return _of_names(report, "card.mean-others", values, symbol=symbol)


def _prevalence(report: Report) -> list[str]:
    rows = _section(report, "categories").get("rows", ())
    values = [f"{row['category']} {report.say.percent(row['prevalence'])}" for row in rows]
    return _of_names(report, "card.share-codings", values)


def _disputed(report: Report) -> list[str]:
    found = _section(report, "disagreements")
    if not found:
        return []
    return [
        report.say.of(
            "card.coders-disagree",
            n=found["disputed"],
            m=found["of"],
            nouns=found["nouns"],
        )
    ]


def _verdict(report: Report) -> list[str]:
    found = _section(report, "next")
    return [report.say(found["verdict"])] if found else []


def _software(report: Report) -> list[str]:
    versions = ", ".join(f"{name} {v}" for name, v in report["methods"]["versions"].items())
    command = inert(report["methods"]["command"], line=True)
    return [
        report.say.of("card.computed", versions=versions),
        report.say.of("card.again", command=command),
    ]


def _read(report: Report) -> list[str]:
    audit = report["methods"]["audit"]
    if not audit:
        return []
    counts = report.say.of("methods.rows-read-dropped", n=audit["rows"], m=audit["dropped"])
    notes = map(report.say, audit["notes"])
    return [f"{audit['source']} ({report.say(audit['format'])}): {counts}.", *notes]


FACTS: dict[str, Callable[[Report], list[str]]] = {
    "all_values": _all_values,
    "as_if": lambda report: _meaning(report, "as_if"),
    "by_category": _by_category,
    "by_coder": _by_coder,
    "categories": _categories,
    "coders": _coders,
    "coefficient": _coefficient,
    "coverage": _coverage,
    "disputed": _disputed,
    "intervals": lambda report: [report.say(line) for line in report["methods"]["intervals"]],
    "population": _population,
    "prevalence": _prevalence,
    "published": lambda report: _meaning(report, "published"),
    "read": _read,
    "references": lambda report: [work["text"] for work in report["methods"]["references"]],
    "signatures": lambda report: (
        [report.say.of("card.signature", signature=report["methods"]["signatures"][0])]
        if report["methods"]["signatures"]
        else []
    ),
    "size": _size,
    "software": _software,
    "study": lambda report: [report.say(report["study"]["sentence"])],
    "title_words": _title_words,
    "value": _value,
    "verdict": _verdict,
}
"""Facts by name: sentences from the report, none where the study does not tell."""
