"""Pages from accord's own tables, as Markdown: they cannot drift from the code."""

import inspect
import json
import sys
from collections import Counter
from importlib import import_module
from math import isnan
from pathlib import Path
from typing import Any

import click
import execute
import grounds
from atlas_pages import atlas_by_task, atlas_lessons, atlas_sets

import accord
from accord import measures
from accord._measure.entry import CRITERIA
from accord._read.door.read_options import BOUNDS, Limits
from accord._read.formats.format import CODER_COMES_FROM
from accord._read.formats.table import FORMATS, REFUSED, UNTRIED
from accord._report.citations import works
from accord.cli import program
from accord.errors import reworded
from accord.infer.advice.cases import SURVEY, TASKS, TRAITS, suited
from accord.infer.advice.lookup import entries
from accord.infer.advice.meaning import short_value, symbol
from accord.infer.advice.reading_values import CHECKLIST
from accord.kinds.kind import kind_named
from accord.words.said import said, spoken

DOCS = Path(__file__).parents[1]
SPACES = [name for name in accord.__all__ if inspect.ismodule(getattr(accord, name))]


def offered(space: str) -> dict[str, object]:
    """What a namespace (or `accord` itself) offers: public name → thing."""
    module = accord if space == "accord" else getattr(accord, space)
    names = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
    found = {name: getattr(module, name) for name in sorted(names)}
    return {name: thing for name, thing in found.items() if not inspect.ismodule(thing)}


_PUBLIC = {
    thing: f"accord.{name}" if space == "accord" else f"accord.{space}.{name}"
    for space in ("accord", *SPACES)
    for name, thing in offered(space).items()
    if inspect.isfunction(thing)
}


def _function(measure: accord.Measure, text: str) -> str:
    """A link to the function of a measure, by its public name."""
    return f"{{py:func}}`{text} <{_PUBLIC[getattr(measures, measure.name)]}>`"


KINDS = {
    "codings": "Labels, numbers and sets on given items",
    "dimensions": "Several dimensions at once",
    "unitizings": "Spans that coders find and type",
    "segmentations": "Boundaries that cut a text",
    "partitions": "Coreference chains",
    "relations": "Relations and events",
    "regions": "Boxes, masks and points in images",
}


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("*", "\\*").split())


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _cites(keys: tuple[str, ...]) -> str:
    return ", ".join(f"[{key}](#work-{key})" for key in keys)


def catalogue() -> str:
    """Every measure by kind of study, with its other names and its source."""
    parts = []
    for kind in dict.fromkeys([*KINDS, *(m.kind for m in accord.MEASURES.values())]):
        entries = [m for m in accord.MEASURES.values() if m.kind == kind]
        if entries:
            rows = [
                [
                    f"{_cell(m.symbol)}",
                    _function(m, m.name),
                    _cell(m.title),
                    m.chance,
                    _cell(", ".join(m.also)),
                    _cites(m.source),
                ]
                for m in entries
            ]
            head = ["symbol", "in code", "what it is", "chance", "also called", "source"]
            parts += [f"## {KINDS.get(kind, kind)}", _table(head, rows)]
    return "\n\n".join(parts)


def bibliography() -> str:
    """Every work with an anchor, and the measures and the formats that cite it."""
    cited: dict[str, list[str]] = {}
    for m in accord.MEASURES.values():
        for key in m.source:
            cited.setdefault(key, []).append(_function(m, _cell(m.symbol)))
    read: dict[str, list[str]] = {}
    for one in FORMATS.values():
        read.setdefault(one.source, []).append(_cell(one.title))
    parts = []
    for key, line in sorted(works().items()):
        said = f" Defines or describes {', '.join(cited[key])}." if key in cited else ""
        said += f" To cite for files of {', '.join(read[key])}." if key in read else ""
        parts.append(f"(work-{key})=\n`{key}`\n: {_cell(line)}{said}")
    return "\n\n".join(parts)


def abilities() -> str:
    """The overview table: what each measure can do."""
    heads = [name.replace("_", " ") for name in CRITERIA]
    rows = [
        [
            _symbol(measure),
            *(measure.suits.cell(criterion) for criterion in CRITERIA),
        ]
        for measure in accord.MEASURES.values()
        if measure.suits is not None
    ]
    return "{.cells}\n" + _table(["measure", *heads], rows)


def criteria() -> str:
    """What a column of the overview table means where the cell is empty."""
    rows = [[name.replace("_", " "), why] for name, why in CRITERIA.items()]
    return _table(["column", "an empty cell means that"], rows)


def traits() -> str:
    """The properties that `accord choose --task` understands."""
    return _table(["property", "meaning"], [[f"`{k}`", v] for k, v in TRAITS.items()])


def tasks() -> str:
    """The twelve annotation tasks as worked cases."""
    parts = []
    for task in TASKS.values():
        must = suited(task)
        best = _symbols(must, "recommended")
        others = _symbols(must, "suitable")
        suited_too = f" Others that do all that the task asks: {others}." if others else ""
        full = _symbols(suited(task, fully=True), "recommended")
        may = f" It may have {_words(task.may)}." if task.may else ""
        further = f" With all that it may have: {full}." if task.may and full != best else ""
        second = [c for c in must if c.verdict == "possible" and c.measure.suits is not None]
        next_best = [c for c in second if c.measure.chance != "none"][:2]
        also = "".join(f" {_symbol(c.measure)}: {'; '.join(c.because)}." for c in next_best)
        parts.append(
            f"### {_sentence(task.title)}\n\n"
            f"{_sentence(task.about)}.\nIt has {_words(task.must)}.{may}\n\n"
            f"**Measure: {best}.**{suited_too}{further}\n{_sentence(task.advice)}.\n\n"
            f"Second best, and what it loses:{also}"
        )
    return "\n\n".join(parts)


def further_tasks() -> str:
    """The other tasks: what coders do, the measure, what to mind."""
    rows = [
        [
            f"`{task.name}`",
            _cell(task.about),
            _symbols(suited(task), "recommended"),
            _cell(reworded(task.advice, lambda setting: f"`{setting.option}`")),
        ]
        for task in SURVEY.values()
    ]
    return _table(["task", "what coders do", "measure", "mind"], rows)


def index_of_names() -> str:
    """Every name that leads somewhere, by kind, with its other names and what to type."""
    found = entries()
    parts = []
    for kind in dict.fromkeys(entry.kind for entry in found):
        rows = [
            [_cell(e.name), _cell("; ".join(dict.fromkeys(e.also))), f"`{_cell(e.use)}`"]
            for e in sorted((e for e in found if e.kind == kind), key=lambda e: e.name.lower())
        ]
        parts.append(f"## {_sentence(kind)}s\n\n{_table(['name', 'also', 'type'], rows)}")
    return "\n\n".join(parts)


def values_by_task() -> str:
    """Published values, one table for each task."""
    parts = []
    for task in dict.fromkeys(row.task for row in accord.infer.published_values()):
        rows = [
            [
                f"{_cell(row.study)} {row.year}",
                _cell(row.what),
                _cell(symbol(row)),
                short_value(row.value),
                *(str(number or "") for number in (row.n, row.k, row.coders)),
                _checked(row),
            ]
            for row in accord.infer.published_values(task)
        ]
        head = ["study", "what", "measure", "value", "items", "categories", "coders", "checked in"]
        title = _sentence(task.replace("-", " "))
        parts.append(f"### {title}\n\n{_table(head, rows)}")
    return "\n\n".join(parts)


def _checked(row: accord.infer.PublishedValue) -> str:
    if row.source.startswith(("https://", "http://")):
        return f"[{_cell(row.place)}]({row.source})"
    return f"[{row.source}](#work-{row.source}), {_cell(row.place)}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] if text[0].isascii() else text  # κ stays κ


def advice() -> str:
    """What the coefficients of the cube are for, as `accord.infer.advise` says it."""
    said = [accord.infer.advise(name) for name in ("pi", "kappa", "s", "percent")]
    return "\n\n".join(f"- {_cell(text)}." for text in said)


def grounds_of_sentences() -> str:
    """Every sentence of a report or judge sheet with what makes it true, and lines of commands."""
    texts = spoken("en").sentences
    titles = {
        "answer": "The answer",
        "next": "What to do next",
        "interval": "Notes of an interval",
        "rounds": "Two rounds",
        "consensus": "Combined labels",
        "judge": "The judge sheet",
        "headline": "The heading of a report",
        "picture": "The picture of disagreement",
        "ratings": "Ratings",
        "why": "Why this measure and this distance",
        "loglinear": "Log-linear models",
    }
    parts = []
    for family, title in titles.items():
        rows = [
            [f"`{key}`", _cell(_one_text(texts[key])), _cell(why)]
            for key, why in grounds.GROUNDS.items()
            if key.startswith(f"{family}.")
        ]
        parts += [f"## {title}", "", _table(["key", "sentence", "true where"], rows), ""]
    rows = [
        [f"`{key}`", _cell(_one_text(texts[key])), _cell(why)] for key, why in grounds.ALSO.items()
    ]
    parts += ["## Other parts", "", _table(["key", "sentence", "true where"], rows), ""]
    for command, lines in grounds.LINES.items():
        rows = [[f"`{_cell(line)}`", _cell(why)] for line, why in lines.items()]
        parts += [f"## Lines of `{command}`", "", _table(["pattern", "true where"], rows), ""]
    return "\n".join(parts)


def _one_text(text: str | tuple[str, str]) -> str:
    """A sentence; of one with a plural the plural."""
    return text if isinstance(text, str) else text[1]


def checklist() -> str:
    """What a paper should report."""
    return "\n".join(f"- {_cell(said(key))}" for key in CHECKLIST)


def _symbol(measure: accord.Measure) -> str:
    return _function(measure, _cell(measure.symbol))


def _symbols(choices: list[accord.infer.Choice], verdict: str) -> str:
    return ", ".join(_symbol(c.measure) for c in choices if c.verdict == verdict)


def _words(traits: tuple[str, ...]) -> str:
    names = [t.replace("-", " ") for t in traits]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def published(rows: list[execute.Row]) -> str:
    """Published values with ours beside them."""
    lines = []
    for row in rows:
        ours = "undefined" if isnan(row.ours) else f"{row.ours:.{max(row.digits, 4)}f}"
        mark = "**slip**" if row.slip else "✓"
        remark = _cell(row.remark.removeprefix("slip").lstrip(": ")) if row.remark else ""
        lines.append([_cell(row.what), row.published, ours, f"{mark} {remark}".strip()])
    return "{.published}\n" + _table(["what", "published", "accord", ""], lines)


def _values() -> dict[Path, list[execute.Row]]:
    """The published values of each page of the papers."""
    found = {
        path: [row for block in execute.page(path) for row in block.rows]
        for path in sorted((DOCS / "papers").glob("*.md"))
    }
    return {path: rows for path, rows in found.items() if rows}


def counted() -> str:
    """How many published values there are, and how many of them are wrong."""
    rows = [row for rows in _values().values() for row in rows]
    slips = sum(row.slip for row in rows)
    same = f"{len(rows)} published values: {len(rows) - slips} are reproduced to the last printed"
    return f"**{same} digit, {slips} are slips of their source.**"


def conformance() -> str:
    """Every published value of the book, with ours, paper by paper."""
    parts = []
    for path, rows in _values().items():
        title = path.read_text("utf-8").split("\n", 1)[0].removeprefix("# ")
        parts.append(f"## {title}\n\nFrom [its page](/papers/{path.name}).\n\n{published(rows)}")
    return "\n\n".join(parts)


def versions() -> str:
    """Which programs `make peers` ran."""
    data = json.loads((DOCS / "peers.json").read_text("utf-8"))
    return "Run with " + ", ".join(f"{name} {v}" for name, v in data["versions"].items()) + "."


def peers() -> str:
    """What other programs print, from the table that `make peers` wrote."""
    data = json.loads((DOCS / "peers.json").read_text("utf-8"))
    parts = []
    for case in data["cases"]:
        rows = [
            [r["program"], f"`{_cell(r['call'])}`", _cell(r["prints"]), _cell(r["why"])]
            for r in case["rows"]
        ]
        table = _table(["program", "call", "prints", "why"], rows)
        # A label before the first heading would be taken for that of the next section.
        label = f"({case['name']})=\n" if parts else ""
        parts.append(f"{label}### {case['title']}\n\n{case['about']}\n\n{table}")
    return "\n\n".join(parts)


COMPARED = {
    "κ of two coders": ("agree", "kappa(study)", "cohen κ conger CohenKappa .kappa()"),
    "κ of three coders": ("many", "kappa(study)", "multi_kappa conger Hubert"),
    "π of three coders (Fleiss)": ("many", "pi(study)", '"fleiss" FleissKappa .fleiss() task.pi()'),
    "κ weighted by your own distance": (
        *("distance", "weighted_kappa(study, distance=d)"),
        "weighted_kappa() WeightedKappaAgreement, conger() weights=d",
    ),
    "α, your own distance": (
        *("distance", "alpha(study, distance=d)"),
        "KrippendorffAlpha .alpha() function) krippendorff()",
    ),
    "α nominal, missing codings": (
        *("missing", 'alpha(study, distance="nominal")'),
        "nominal) task.alpha krippendorff() KrippendorffAlpha",
    ),
    "π, missing codings": ("missing", "pi(study)", "fleiss task.pi FleissKappa"),
    "α ordinal, missing codings": (
        *("ordinal", 'alpha(study, distance="ordinal")'),
        "ordinal) krippendorff() Integer",
    ),
    "α of sets, MASI": ("masi", 'alpha(study, distance="masi")', "masi_distance MASI"),
    "S, a declared category that nobody used": (
        *("unused", "s(study), four declared categories"),
        "bp() BennettSAgreement, task.S() randolph",
    ),
    "AC1": ("unused", "ac1(study), four declared", "gwet"),
    "one category only": (
        "constant",
        "kappa(study)",
        "cohen fleiss_kappa task.kappa .conger Cohen nominal)",
    ),
    "WindowDiff": ("windows", "window_diff(study)", "windowdiff window_diff"),
    "α of units (1995)": ("units", "alpha_u_1995(study)", "UnitizingAgreement"),
    "disorder of spans (γ)": ("gamma", "gamma(study).observed", "observed_disorder"),
}
"""What is compared: a case of `make peers`, accord's call, and parts of the other programs'."""


def comparison() -> str:
    """Programs side by side: who gives accord's number, who another one, who has no such call."""
    data = json.loads((DOCS / "peers.json").read_text("utf-8"))
    programs = sorted({*data["versions"]} - {"accord"}, key=str.lower)
    cases = {case["name"]: case["rows"] for case in data["cases"]}
    rows = []
    for what, (case, call, parts) in COMPARED.items():
        ours = next(r for r in cases[case] if (r["program"], r["call"]) == ("accord", call))
        others = {}
        for row in cases[case]:
            if row["program"] != "accord" and any(part in row["call"] for part in parts.split()):
                others.setdefault(row["program"], row["prints"])
        shown = [_compared(others.get(name), ours["prints"]) for name in programs]
        rows.append([_cell(what), ours["prints"].partition(",")[0], *shown])
    return _table(["", "accord", *programs], rows)


def performance() -> str:
    """What `make bench` wrote: the machine, the versions, and every line with both times."""
    data = json.loads((DOCS / "performance.json").read_text("utf-8"))
    about = [f"| {_cell(name)} | {_cell(str(value))} |" for name, value in data["about"].items()]
    parts = ["| | |\n|---|---|\n" + "\n".join(about)]
    head = ["what", "accord", "other program", "its time", "ratio", "values"]
    for part in data["parts"]:
        rows = [
            [_cell(r["what"]), f"{r['ours']:.3g} s", _cell(r["peer"]), *_other(r)]
            for r in part["rows"]
        ]
        when = f"{part['date']}, accord {part['version']}, load of the machine {part['load']}"
        parts += [f"## {part['name'].replace('_', ' ').capitalize()}", _cell(part["about"])]
        parts += [_table(head, rows)] if rows else []
        parts += ["```text\n" + "\n".join(part["lines"]) + "\n```"] if part["lines"] else []
        parts += [f"Run on {when}."]
    return "\n\n".join(parts)


def _other(row: dict[str, Any]) -> list[str]:
    if row["theirs"] is None:
        return ["", "", ""]
    values = {True: "equal", False: "**differ**"}[row["same"]]
    return [f"{row['theirs']:.3g} s", f"{row['theirs'] / row['ours']:,.1f} ×", values]


def _compared(printed: str | None, ours: str) -> str:
    """A cell: – for no such call, ✓ for the same, otherwise what is printed, errors by name."""
    if printed is None:
        return "–"
    return "✓" if printed == ours else _cell(printed.partition(":")[0])


def formats() -> str:
    """Every format that is read, in the order of their names."""
    rows = [
        [
            f"`{one.name}`",
            one.about + (f" (extra `{one.extra}`)" if one.extra else ""),
            ", ".join(kind_named(kind).held for kind in one.holds),
            one.coders or CODER_COMES_FROM[one.coder],
            one.offsets,
            one.layers,
            one.lost,
        ]
        for _, one in sorted(FORMATS.items())
    ]
    table = _table(["name", "what", "holds", "coder is in", "offsets", "layers", "not read"], rows)
    names = ", ".join(f"`{name}`" for name in sorted(UNTRIED))
    return (
        f"{table}\n\nThe readers of most formats were tried on exports of the tools themselves.\n"
        f"These were tried on files written for accord only: {names}.\n"
    )


def refused() -> str:
    """What is recognised and not read, and what to do instead."""
    rows = [[one.what, f"{one.advice[0].upper()}{one.advice[1:]}."] for one in REFUSED]
    once = [row for at, row in enumerate(rows) if row not in rows[:at]]  # a pickle begins two ways
    return _table(["recognised and not read", "what to do"], once)


def limits() -> str:
    """How much is taken from a file, and what each limit bounds."""
    usual = Limits()
    rows = [[f"`{name}`", _number(getattr(usual, name)), what] for name, what in BOUNDS.items()]
    return _table(["limit", "default", "of"], rows)


def _number(number: int) -> str:
    return f"{number >> 30} GiB" if number >= 1 << 30 else f"{number:,}"


def commands() -> str:
    """Every command: what it does, its arguments and its options, as `--help` has them.

    Options that many commands have, those for how files are read, stand once, before the others.
    """
    context = click.Context(program, info_name="accord")
    found = {name: program.get_command(context, name) for name in program.list_commands(context)}
    had = Counter(name for one in found.values() for name in _options(one))
    shared = {name for name, times in had.items() if times >= len(found) // 3}
    reading = {k: v for one in found.values() for k, v in _options(one).items() if k in shared}
    rows = [list(row) for row in reading.items()]
    parts = ["## Options of every command that reads files", _table(["option", "meaning"], rows)]
    for name, one in found.items():
        inner = click.Context(one, info_name=name, parent=context)
        said, _, shown = inspect.cleandoc(one.help or "").replace("\b\n", "").partition("\n\n    ")
        usage = " ".join([f"accord {name}", *one.collect_usage_pieces(inner)])
        own = [list(row) for row in _options(one).items() if row[0] not in shared]
        parts += [f"## {name}", f"`{usage}`", said]
        parts += [f"```text\n{inspect.cleandoc('    ' + shown)}\n```"] if shown else []
        parts += [_table(["option", "meaning"], own)] if own else []
    return "\n\n".join(parts)


def _options(command: click.Command) -> dict[str, str]:
    """The options of a command with what each means."""
    shown = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    return {f"`{' '.join(one.opts + one.secondary_opts)}`": _cell(one.help or "") for one in shown}


def api(space: str, *rooms: str) -> str:
    """Every public name of a namespace, under what its module is about; of some rooms if named."""
    rooms = tuple(f"accord.{room}" for room in rooms)
    modules: dict[str, list[str]] = {}
    for name, thing in offered(space).items():
        own = inspect.unwrap(thing) if callable(thing) else thing
        module = getattr(own, "__module__", "") or ""
        here = not rooms or any(f"{module}.".startswith(f"{room}.") for room in rooms)
        if module.startswith("accord.") and here:
            modules.setdefault(module, []).append(name)
    parts = []
    for module in sorted(modules):
        doc = (import_module(module).__doc__ or module).strip().split("\n")[0].rstrip(".")
        lines = [line for name in modules[module] for line in _auto(space, name)]
        parts.append(f"## {_cell(doc)}\n\n```{{eval-rst}}\n" + "\n".join(lines) + "\n```")
    return "\n\n".join(parts)


def _auto(space: str, name: str) -> list[str]:
    full = f"accord.{name}" if space == "accord" else f"accord.{space}.{name}"
    thing = offered(space)[name]
    if inspect.isclass(thing):
        return [f".. autoclass:: {full}", "   :members:", ""]
    if not callable(thing):  # the catalogue, whose value would be all its entries
        return [f".. autodata:: {full}", "   :no-value:", ""]
    return [f".. autofunction:: {full}", ""]


PAGES = (
    commands,
    advice,
    checklist,
    catalogue,
    bibliography,
    abilities,
    criteria,
    traits,
    tasks,
    further_tasks,
    values_by_task,
    index_of_names,
    counted,
    conformance,
    versions,
    peers,
    comparison,
    performance,
    formats,
    refused,
    limits,
    grounds_of_sentences,
    atlas_by_task,
    atlas_sets,
    atlas_lessons,
)
sys.modules.setdefault("pages", sys.modules[__name__])
