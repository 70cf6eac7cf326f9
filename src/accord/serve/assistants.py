"""Tools for an assistant that speaks MCP: files of one folder in, typed answers out.

An assistant types what people type and reads what people read. Where a table does not say who its
coders are, the answer is the question, and the assistant takes it to the person it works for: no
tool guesses on anybody's behalf. Each tool is a method, so that it can be called and tested without
the protocol; `server` puts them behind it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from math import isnan
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from accord.errors import AccordError, DataError, MissingExtraError

INSTRUCTIONS = (
    "accord measures inter-annotator agreement. Call inspect first. If an answer contains a "
    "question, show it to the user with its readings and wait for the answer; never choose a "
    "reading yourself. Then call the tool again with the reading that was chosen. Report a value "
    "with its full name, its interval, the numbers of items and coders, and the signature. Do not "
    "call a value good or bad by itself, and do not say that coders agree where the interval "
    "includes 0. Without numbers from a tool, state none."
)

READING_KEYWORDS = (
    *("shape", "item", "coder", "category", "coders", "categories", "gold", "ignore", "within"),
    *("absent", "sets", "seen", "sheet", "header", "layer", "field", "kind", "format"),
)
"""What a reading may say, by the keywords of `accord.read`; those about safety stay as they are."""


@dataclass(frozen=True)
class _Question:
    """What must be asked of a person before anything is computed."""

    text: str
    readings: list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What every tool may answer instead of its result."""

    question: _Question | None = None


@dataclass(frozen=True, kw_only=True)
class Inspected(Answer):
    """What a file holds."""

    kind: str | None = None
    sentence: str | None = None
    items: int | None = None
    coders: list[str] | None = None
    categories: list[str] | None = None
    notes: list[str] | None = None


@dataclass(frozen=True)
class Value:
    """One coefficient."""

    measure: str
    name: str
    value: float | None
    low: float | None
    high: float | None
    undefined: str | None
    sentence: str
    signature: str


@dataclass(frozen=True, kw_only=True)
class Values(Answer):
    """The coefficients of a file."""

    values: list[Value] | None = None
    notes: list[str] | None = None


@dataclass(frozen=True, kw_only=True)
class Written(Answer):
    """A report that was written."""

    file: str | None = None
    summary: str | None = None


@dataclass(frozen=True)
class _Suits:
    """Whether a measure suits, and why."""

    measure: str
    name: str
    verdict: str
    because: list[str]


@dataclass(frozen=True, kw_only=True)
class _Choices(Answer):
    """The measures for a file or a task, the recommended ones first."""

    choices: list[_Suits] | None = None


@dataclass(frozen=True, kw_only=True)
class Explained(Answer):
    """What a word of the field means here, or why another program prints another number."""

    lines: list[str] | None = None


@dataclass(frozen=True, kw_only=True)
class _Judged(Answer):
    """Whether a model may stand for people."""

    summary: str | None = None
    verdict: str | None = None


_Answer = TypeVar("_Answer", bound=Answer)
_Given = ParamSpec("_Given")


def _asks(
    kind: type[_Answer],
) -> Callable[[Callable[_Given, _Answer]], Callable[_Given, _Answer]]:
    """A tool whose answer is the question where the door asks one."""

    def asking(tool: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
        @wraps(tool)
        def call(*given: _Given.args, **named: _Given.kwargs) -> _Answer:
            try:
                return tool(*given, **named)
            except AccordError as error:
                ways = getattr(error, "readings", ())
                if not ways:
                    raise
                return kind(question=_Question(str(error), [dict(way) for way in ways]))

        return call

    return asking


class Tools:
    """The tools, for the files below one folder.

    :param folder: The folder; nothing outside of it is read or written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve(strict=True)

    @_asks(Inspected)
    def inspect(self, file: str, reading: dict[str, Any] | None = None) -> Inspected:
        """What an annotation file holds: kind, items, coders, categories, and what was assumed.

        If the file does not say who the coders are, the answer is a question for the user."""
        from accord._report.sections.answer import study_sentence

        study = self._read(file, reading)
        categories = getattr(study, "categories", None)
        return Inspected(
            kind=study.kind,
            sentence=str(study_sentence(study)),
            items=len(study.items),
            coders=[str(name) for name in study.coders],
            categories=None if categories is None else [str(name) for name in categories],
            notes=_notes(study),
        )

    @_asks(Values)
    def measure(
        self,
        file: str,
        measures: list[str] | None = None,
        distance: str | None = None,
        interval: bool = True,
        reading: dict[str, Any] | None = None,
    ) -> Values:
        """Inter-annotator agreement of a file: coefficients with intervals and signatures.

        `measures` are names such as "Cohen's kappa", "alpha", "ICC(2,1)"; without them the usual
        ones for the data. `distance` is nominal, ordinal, interval …, for α and others."""
        from accord._measure.catalogue import display_name
        from accord.infer.measured import measure

        study = self._read(file, reading)
        values = [
            Value(
                measure=one.measure,
                name=str(display_name(one)),
                value=_number(one.value),
                low=None if one.interval is None else _number(one.interval.low),
                high=None if one.interval is None else _number(one.interval.high),
                undefined=None if one.undefined is None else str(one.undefined),
                sentence=one.summary(),
                signature=one.signature,
            )
            for one in measure(study, measures, distance=distance, interval=interval)
        ]
        return Values(values=values, notes=_notes(study))

    @_asks(Written)
    def report(
        self,
        file: str,
        output: str = "report.html",
        language: str = "en",
        reading: dict[str, Any] | None = None,
    ) -> Written:
        """Write the whole report of a file: who and what causes disagreement, and what to do next.

        `output` ends in .html, .docx, .tex, .md or .json and lies in the folder; a file that is not
        a report of accord is never replaced. `language` is en, de or fr."""
        from accord._report.overview import report

        target = self._inside(output)
        self._free(target, output)
        made = report(self._read(file, reading), language=language)
        made.save(target)
        return Written(file=str(target.relative_to(self.folder)), summary=made.summary())

    @_asks(_Choices)
    def choose(
        self,
        file: str | None = None,
        task: str | None = None,
        reading: dict[str, Any] | None = None,
    ) -> _Choices:
        """Which measure suits a file, or a task such as "named-entity" or "ratings"; give one."""
        from accord._measure.catalogue import display_name
        from accord.infer.advice.cases import suited, task as task_named
        from accord.infer.advice.choose import choose

        if (file is None) == (task is None):
            raise DataError("give either a file or a task")
        if task is not None:
            found = suited(task_named(task))
        else:
            found = list(choose(self._read(str(file), reading)))
        suits = [
            _Suits(
                measure=one.measure.name,
                name=str(display_name(one.measure)),
                verdict=one.verdict,
                because=[str(why) for why in one.because],
            )
            for one in found
            # An assistant that sees a name recommends it.
            if one.verdict != "unsuitable"
        ]
        return _Choices(choices=suits)

    @_asks(Explained)
    def explain(
        self,
        word: str | None = None,
        file: str | None = None,
        program: str | None = None,
        reading: dict[str, Any] | None = None,
    ) -> Explained:
        """What a word of the field is called here ("KALPHA"), or, with `file` and `program` (nltk,
        irr, scikit-learn …), why that program prints another number for the file."""
        from accord.infer.advice.differences import explain
        from accord.infer.advice.lookup import lookup

        if (word is None) == (file is None) or (file is None) != (program is None):
            raise DataError("give a word, or a file and a program")
        if word is not None:
            return Explained(lines=[str(one) for one in lookup(word)])
        found = explain(self._read(str(file), reading), str(program))
        return Explained(lines=str(found).splitlines())

    @_asks(_Judged)
    def judge(
        self,
        file: str,
        judge: str,
        people: list[str] | None = None,
        reading: dict[str, Any] | None = None,
    ) -> _Judged:
        """Whether a model (the coder `judge`) may replace the people in a file of labels."""
        from accord.infer.judges.sheet import judge as judged

        path, chosen = self._asked(file, reading)
        sheet = judged(path, judge, people=people, **chosen)
        verdict = sheet.judges[0].decision.verdict
        return _Judged(summary=str(sheet.summary()), verdict=str(verdict))

    def _inside(self, name: str) -> Path:
        """A path below the folder; links are followed before it is looked at."""
        try:
            # A link could lead out of the folder, and so could "..".
            path = (self.folder / name).resolve()
            path.exists()
        except (OSError, ValueError):  # too long, or with signs that no name has
            raise DataError(f"{name[:40]!r} cannot be the name of a file") from None
        if not path.is_relative_to(self.folder):
            raise DataError(
                f"{name!r} is outside the folder of this server; copy the file into it, or "
                "start accord mcp in the folder of the file"
            )
        return path

    def _free(self, target: Path, name: str) -> None:
        """Refuse to replace what accord did not write."""
        from accord.whole_files import is_accords

        if target.exists() and not is_accords(target):
            raise DataError(f"{name!r} exists and is not accord's; give another name")

    def _read(self, name: str, reading: dict[str, Any] | None) -> Any:
        """The study of a file, read as it says itself or as somebody confirmed."""
        from accord._read.door.read import read

        path, chosen = self._asked(name, reading)
        return read(path, **chosen)

    def _asked(self, name: str, reading: dict[str, Any] | None) -> tuple[Path, dict[str, Any]]:
        """A file of the folder, and what a reading says of it."""
        from accord._read.door.coverage import told_plainly
        from accord._read.door.read_options import check_types

        path = self._inside(name)
        chosen = {key: value for key, value in (reading or {}).items() if value is not None}
        if unknown := sorted(set(chosen) - set(READING_KEYWORDS)):
            raise DataError(
                f"a reading has no {unknown[0]!r}; it may have {', '.join(READING_KEYWORDS)}"
            )
        check_types(chosen, "reading")
        seen = chosen.get("seen")
        if isinstance(seen, str) and not told_plainly(seen):  # a list in a file, or a column
            listed = self._inside(seen)
            chosen["seen"] = str(listed) if listed.exists() else seen
        if not path.exists():
            raise DataError(f"{name!r}: no such file in the folder of this server")
        # A folder is read whole, so none of its links may lead out either.
        for link in filter(Path.is_symlink, path.rglob("*") if path.is_dir() else ()):
            self._inside(str(link))
        return path, chosen


def _notes(study: Any) -> list[str]:
    audit = getattr(study, "audit", None)
    return [] if audit is None else [str(note) for note in audit.notes]


def _number(value: float) -> float | None:
    """JSON has no nan."""
    return None if isnan(value) else value


def server(folder: Path) -> Any:
    """The tools behind MCP; `.run("stdio")` serves them."""
    MissingExtraError.unless("accord mcp", "mcp", mcp="mcp")
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    from accord.version import __version__

    tools = Tools(folder)
    known = {
        name: _said(getattr(tools, name), ToolError)
        for name in ("inspect", "measure", "report", "choose", "explain", "judge")
    }

    class Server(MCPServer):
        """What a tool does not take is refused; MCP would leave it out, and the assistant would
        believe that it was heeded."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            if name in known:
                takes = list(signature(known[name]).parameters)
                if unknown := sorted(set(arguments) - set(takes)):
                    told = f"{name} has no argument {unknown[0][:40]!r}"
                    raise ToolError(f"{told}; known: {', '.join(takes)}")
            return await super().call_tool(name, arguments, context)

    made = Server("accord", instructions=INSTRUCTIONS, version=__version__)
    for name, tool in known.items():
        made.tool(name=name)(tool)
    return made


def _said(tool: Any, as_error: type[Exception]) -> Any:
    """The tool, with a refusal as one line that the assistant reads."""

    @wraps(tool)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return tool(*given, **named)
        except AccordError as refusal:
            raise as_error(str(refusal)) from None

    return call
