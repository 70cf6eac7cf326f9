"""What the page asks: read, options, compute, report, take along, and decide; no HTTP.

An `Engine` is one person's work in one folder: `files` holds what was dropped, `out` what was
made. Every call takes plain data and gives plain data, so the same calls run in a process on this
machine and, under Pyodide, in a worker of the browser. Numbers come from the functions that the
command line calls, with the same seeds.
"""

import shutil
from collections.abc import Callable, Mapping
from contextlib import chdir
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

from accord._measure.bound import Bound, bound, takes, taking
from accord._measure.catalogue import display_name, find_measure
from accord._measure.distances.distance import DISTANCES, parsed
from accord._measure.entry import Measure
from accord._measure.settings import RULES
from accord._read.door.examples import EXAMPLES, example_file
from accord._read.door.read import Contents, contents
from accord._report.overview import Report, report as report_of
from accord._report.sections.answer import study_sentence
from accord._report.wording import data_reworded, labels, plain_data
from accord.errors import AccordError, DataError, NotApplicableError, UnknownNameError, inert, short
from accord.infer.advice.choose import (
    PURPOSES,
    Recommended,
    choose,
    cost,
    is_scale,
    levels_of,
    recommended,
)
from accord.infer.resample.interval import interval_of
from accord.kinds.kind import ability, kind_of
from accord.kinds.questions import alone
from accord.model.study import Study
from accord.serve.call_types import check_call
from accord.serve.lines import command_lines, python_lines, resolving_lines
from accord.serve.selection import MOST_LISTED, Selection, documents_to_choose
from accord.serve.shown import (
    READING,
    ROLE_WORDS,
    checked_settings,
    columns_and_readings,
    in_page,
    layers_to_choose,
    preview,
    settings_of,
)
from accord.serve.speaking import ENGLISH, language_in
from accord.tasks import Tasks
from accord.version import __version__
from accord.words.said import said, spoken, worded

_Told = Callable[[float, str], None]
"""Is told how much is done, from 0 to 1, and what is being done."""

READ = said("serve.doing.reading")

PAGE_SEED = 0
"""The command line's."""


@dataclass(slots=True)
class Engine:
    """One person's files and the study that was read from them."""

    folder: Path
    script: str | None = None
    """The drawing library of charts, where it is not installed; empty for a page without charts."""
    _key: Any = None
    _found: Contents | None = None
    _study: Study | None = None
    _report: Report | None = None
    _other: dict[str, Study] = field(default_factory=dict)
    _language: str = "en"

    def call(
        self, name: str, given: Mapping[str, Any], told: _Told | None = None
    ) -> dict[str, Any]:
        """Answer one call; what goes wrong on purpose is an answer, too."""
        for part in ("files", "out"):
            (self.folder / part).mkdir(exist_ok=True, parents=True)
        self._language = language_in(given) if isinstance(given, Mapping) else ENGLISH
        say = spoken(self._language)

        def progress(done: float, what: str) -> None:
            if told is not None:
                told(done, say(what))

        try:
            if name not in CALLS:
                raise UnknownNameError.of("call", name, CALLS)
            check_call(given)
            with chdir(self.folder / "files"):
                found: dict[str, Any] = CALLS[name](self, given, progress)
        except AccordError as error:
            return {"problem": self._problem(error)}
        except MemoryError:
            # After this the process is not trusted: the page begins a new one.
            return {"problem": say.of("serve.no_memory"), "spent": True}
        return found

    def _tell(self, message: str) -> str:
        """A message in the language of the call, its settings as the page names them."""
        return in_page(message, self._language)

    def _title(self, measure: Measure) -> str:
        return self._tell(worded(f"title.{measure.name}", measure.title))

    def _problem(self, error: AccordError) -> str:
        """What went wrong; where a table can be read in several ways, the page shows these
        itself."""
        asks = bool(getattr(error, "readings", ()))
        text = str(error).split("\n")[0] if asks else str(error)
        say = spoken(self._language)
        told = say(error.message)
        if told == error.message:
            return self._tell(text)
        beneath = (
            () if asks else [inert(say(line), line=True) for line in getattr(error, "lines", ())]
        )
        return self._tell("\n".join([inert(short(told)), *beneath]))

    def _offered(
        self, error: AccordError, settings: Mapping[str, Any], setting: str = "seen"
    ) -> dict[str, Any]:
        """The readings that an error offers beside those of columns: who saw what, which sheet."""
        ways = [one for one in getattr(error, "readings", ()) if setting in one]
        say = spoken(self._language)
        beneath = [inert(say(line), line=True) for line in getattr(error, "lines", ())]
        texts = [line[3:] for line in beneath if line[:1].isdigit() and line[1:2] == "."]
        offers = [
            {
                "reading": self._tell(text),
                "certain": False,
                "doubts": [],
                "settings": {**settings, **one},
            }
            for text, one in zip(texts, ways, strict=False)
        ]
        return {"readings": offers} if offers else {}

    def about(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """What the page offers before there is a file."""
        texts = {list: "list", bool: "yes", str: "text"}
        say = spoken(self._language)
        offered = [
            {
                "name": name,
                "what": say(worded(f"serve.reading.{name}", what)),
                "takes": texts[kind] if isinstance(kind, type) else "choice",
                "choices": {}
                if isinstance(kind, type)
                else {
                    name: say(worded(f"serve.shape.{name}", text)) for name, text in kind.items()
                },
            }
            for name, what, kind in READING
        ]
        return {
            "version": __version__,
            "examples": [
                {"name": name, "title": say(worded(f"serve.example.{name}", one.title))}
                for name, one in EXAMPLES.items()
            ],
            "roles": {role: say.of(key) for role, key in ROLE_WORDS.items()},
            "settings": offered,
        }

    def example(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """Put an example where files are dropped; gives its name and how it is read."""
        name = str(given.get("name"))
        if name not in EXAMPLES:
            raise UnknownNameError.of("example", name, EXAMPLES)
        with example_file(name) as path:
            shutil.copyfile(path, Path(path.name))
        return {"files": [path.name], "settings": dict(EXAMPLES[name].reading)}

    def read(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """What the files hold, as it is understood and as it could be."""
        settings = checked_settings(given.get("settings") or {})
        if given.get("roles"):
            for name in ("shape", "item", "coder", "category", "coders", "gold", "ignore"):
                settings.pop(name, None)
            settings |= settings_of(given["roles"])
        names = _names(given)
        told(0.0, READ)

        def progress(done: int, of: int) -> None:
            told(0.9 * done / max(of, 1), READ)

        # Forgotten first: if reading fails, no number of the file before may answer for this one.
        self._key = self._found = self._study = self._report = None
        try:
            found = contents(names, progress=progress, **settings)
        except AccordError as error:
            sheets = self._offered(error, settings, "sheet")
            if not sheets:
                raise
            asked = {"format": "", "layers": [], "settings": settings, "columns": [], **sheets}
            return {**asked, "sheets": True, "problem": self._problem(error)}
        self._found = found
        shown = {
            "format": found.format.title,
            "layers": layers_to_choose(found),
            "settings": settings,
            **columns_and_readings(found, self._language),
        }
        try:
            study = found.study()
        except AccordError as error:
            return {**shown, **self._offered(error, settings), "problem": self._problem(error)}
        why = alone(study)
        audit = study.audit
        shown |= {
            "kind": study.kind,
            "sentence": self._tell(study_sentence(study)),
            "counts": _counted(study),
            "preview": preview(study, self._language),
            "notes": [] if audit is None else [*map(self._tell, audit.notes)],
            "rows": None if audit is None else audit.rows,
            "dropped": None if audit is None else audit.dropped,
        }
        if why is not None:
            return {**shown, "problem": self._tell(why)}
        # The settings are part of the key: the same file read in another way is another study.
        self._study, self._key = study, (tuple(names), repr(sorted(settings.items())))
        return shown

    def study_of(self, given: Mapping[str, Any], told: _Told) -> Study:
        """The study that was read; read again where this process has not read it yet."""
        settings = checked_settings(given.get("settings") or {})
        key = (tuple(_names(given)), repr(sorted(settings.items())))
        if self._study is None or self._key != key:
            again = {"files": given.get("files"), "settings": settings}
            answer = self.read(again, told)
            if self._study is None:
                raise DataError(str(answer.get("problem")))
        return self._study

    def options(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """What can be asked of the study: measures with their verdicts, distances, who and what."""
        study: Any = self.study_of(given, told)
        part = Selection.of(given).chosen(study)
        column, documents = documents_to_choose(study)
        wholes = list(study.names) if kind_of(study).several else []
        from accord.infer.atlas.values import tasks_with_values

        numbers = getattr(part, "categories", None)
        numeric = numbers is not None and numbers.numbers() is not None
        return {
            "kind": part.kind,
            "coders": labels(study.coders[:MOST_LISTED]),
            "documents": {"by": column, "names": documents[:MOST_LISTED], "all": len(documents)},
            "categories": labels(getattr(part, "categories", ())[:MOST_LISTED]),
            "numbers": numeric,
            "declared": bool(getattr(part, "declared", False)),
            "dimensions": wholes,
            "levels": list(levels_of(part)),
            "distances": list(DISTANCES),
            "measures": self._choices(part, _purpose(given)),
            "recommended": {purpose: self._recommended(part, purpose) for purpose in PURPOSES},
            "cost": self._tell(cost(part) or ""),
            "tasks": tasks_with_values(part.kind),
        }

    def _choices(self, part: Study, purpose: Any) -> list[dict[str, Any]]:
        return [
            {
                "name": one.measure.name,
                "symbol": one.measure.symbol,
                "shown": self._tell(display_name(one.measure, len(part.coders))),
                "title": self._title(one.measure),
                "verdict": one.verdict,
                "because": [*map(self._tell, one.because)],
                "distance": one.measure.distance == "required" or takes(one.measure, "distance"),
                "missing": list(one.measure.missing),
                "costly": one.measure.costly,
            }
            for one in choose(part, purpose=purpose)
        ]

    def _recommended(self, part: Study, purpose: Any) -> dict[str, Any] | None:
        found: Recommended | None = recommended(part, purpose=purpose)
        if found is None:
            return None
        return {
            "measure": found.measure.name,
            "symbol": found.measure.symbol,
            "shown": self._tell(display_name(found.measure, len(part.coders))),
            "distance": str(found.measure.distance)
            if takes(found.measure.measure, "distance")
            else "",
            "why": [*map(self._tell, found.why)],
        }

    def _asked(self, given: Mapping[str, Any], part: Study) -> Bound:
        """The measure that is asked for, with its settings; the recommended one unless named."""
        distance, missing = _distance(given), given.get("missing")
        if missing is not None and missing not in RULES:
            raise UnknownNameError.of("rule for missing labels", str(missing), RULES)
        name = given.get("measure")
        if name is None:
            lead = recommended(part, purpose=_purpose(given), distance=distance)
            if lead is None:
                raise NotApplicableError(said("serve.no_measure"))
            asked = lead.measure
        else:
            asked = bound(find_measure(str(name), part.kind))
        objection = asked.measure.objection(part)
        if objection and not _through_units(part, asked):
            raise NotApplicableError(objection)
        asked = taking(asked, {"distance": distance, "missing": missing})
        if asked.measure.distance == "required" and asked.or_nominal() != asked:
            asked = taking(asked, {"distance": levels_of(part)[0]})
        return taking(asked, {"rng": PAGE_SEED, "n_jobs": Tasks(1)})

    def compute(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """One number with its parts, and with its interval unless that is not wanted."""
        study = self.study_of(given, told)
        part = Selection.of(given).chosen(study)
        asked = self._asked(given, part)
        if _through_units(part, asked):
            part = ability(part, "as_units")(part)
        told(0.0, said("serve.doing.computing", symbol=asked.symbol))
        found = _watched(asked, told).compute(part)
        answer: dict[str, Any] = {
            "better": asked.measure.better,
            "shown": self._tell(display_name(asked, len(part.coders))),
            "title": self._title(asked.measure),
        }
        notes: list[str] = []
        wanted = given.get("interval", True) and found.undefined is None
        if wanted:
            resampling = said("serve.doing.resampling", symbol=asked.symbol)
            try:
                drawn, _ = interval_of(
                    part,
                    found,
                    asked,
                    confidence=_level(given),
                    rng=PAGE_SEED,
                    n_jobs=Tasks(1),
                    progress=lambda done: told(done, resampling),
                )
                found = found.with_interval(drawn)
                notes += drawn.notes
            except NotApplicableError as error:
                notes.append(said("serve.no_interval", why=error.message))
        shown = plain_data(found.as_dict())
        if shown.get("undefined"):
            shown["undefined"] = self._tell(shown["undefined"])
        distance = asked.settings.get("distance")
        return {
            **answer,
            **shown,
            "distance": None if distance is None else str(distance),
            "takes": [name for name in ("distance", "missing") if takes(asked.measure, name)],
            "notes": [*map(self._tell, notes)],
            "lines": self._lines(given, study, asked),
        }

    def _lines(self, given: Mapping[str, Any], study: Study, asked: Bound) -> dict[str, str]:
        """The command line and the Python lines that give the same number."""
        return {
            "command": command_lines(given, asked, _level(given)),
            "python": python_lines(given, Selection.of(given).lines(study), asked, _level(given)),
        }

    def report(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """The whole report as a page, written where the page finds it."""
        study = self.study_of(given, told)
        part = Selection.of(given).chosen(study)
        distance = _distance(given)
        against = None
        if given.get("against"):
            settings = checked_settings(given.get("settings") or {})
            before = contents(_names({"files": given["against"]}), **settings).study()
            # Documents of the round before have names of their own; coders are the same people.
            against = Selection.of({**given, "documents": None}).chosen(before)
        name = given.get("measure")
        made = report_of(
            part,
            title=given.get("title") or None,
            purpose=_purpose(given),
            measure=None if name is None else str(name),
            distance=distance,
            confidence=_level(given),
            task=_task(given),
            rng=PAGE_SEED,
            n_jobs=Tasks(1),
            against=against,
            language=self._language,
            progress=lambda what, share: told(0.95 * share, what),
        )
        data = data_reworded(made.data, in_page)
        asked = self._asked(given, part)
        data["methods"]["command"] = command_lines(given, asked, _level(given), "report")
        self._report = replace(made, data=data)
        told(0.97, said("serve.doing.drawing"))
        from accord.serve.taking import report_page

        page = report_page(self._report, self.script)
        (self.folder / "out" / "report.html").write_text(page, "utf-8", newline="\n")
        answer = data.get("answer") or {}
        return {
            "file": "report.html",
            "bytes": len(page.encode("utf-8")),
            "symbol": answer.get("symbol"),
            "value": answer.get("value"),
            "interval": answer.get("interval"),
            "sentence": made.say(answer.get("sentence") or ""),
            "charts": self.script != "" and (self.script is not None or _drawable()),
        }

    def judge(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """A model among the coders: does it agree with people as they do with each other?"""
        from accord.infer.tests.people import ceiling

        study = self.study_of(given, told)
        part = Selection.of(given).chosen(study)
        at = given.get("model")
        # True is an int to Python, and −1 would be the last coder.
        if type(at) is not int or not 0 <= at < len(study.coders):
            raise DataError(said("serve.choose_model"))
        found = ceiling(
            part,
            study.coders[at],
            self._asked(given, part),
            confidence=_level(given),
            rng=PAGE_SEED,
            progress=lambda done: told(done, said("serve.doing.comparing")),
        )
        shown: dict[str, Any] = plain_data(found.as_dict())
        return shown

    def disputes(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """What coders disagree about, with a proposal and room for the decision."""
        from accord.serve.taking import disputed, list_name

        study = Selection.of(given).chosen(self.study_of(given, told))
        again = {"list": list_name(given), "command": resolving_lines(given)}
        return {**disputed(study, self._language, told), **again}

    def so_far(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """The list of disputes with the decisions so far, as a file."""
        from accord.serve.taking import half_done

        study = Selection.of(given).chosen(self.study_of(given, told))
        return half_done(study, given, self.folder / "out")

    def reopen(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """The decisions of such a file."""
        from accord.serve.taking import reopened

        return reopened(Selection.of(given).chosen(self.study_of(given, told)), given)

    def gold(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """Gold from the decisions, as a file, and how near coders are to it."""
        from accord.serve.taking import settled_call

        study = Selection.of(given).chosen(self.study_of(given, told))
        return settled_call(study, given, self.folder / "out", told)

    def take(self, given: Mapping[str, Any], told: _Told) -> dict[str, Any]:
        """Something to take along, as a file: the report in another form, the study, disputes."""
        from accord.serve.taking import taken

        what = str(given.get("what"))
        if what in ("json", "tex", "md", "docx", "csv", "html") and (
            self._report is None or given.get("again")
        ):
            self.report(given, told)
        study = Selection.of(given).chosen(self.study_of(given, told))
        return taken(what, study, given, self._report, self.folder / "out", self.script)


CALLS: dict[str, Callable[[Engine, Mapping[str, Any], _Told], dict[str, Any]]] = {
    name: getattr(Engine, name)
    for name in (
        *("about", "example", "read", "options", "compute", "report", "judge"),
        *("disputes", "gold", "so_far", "reopen", "take"),
    )
}
"""What the page may ask."""


def _counted(study: Study) -> dict[str, Any]:
    """What a study holds; different numbers on a scale are not counted as categories."""
    scale = is_scale(study, levels_of(study)[0])
    return {key: n for key, n in plain_data(study.counts()).items() if not (scale and key == "k")}


def _names(given: Mapping[str, Any]) -> list[str]:
    """The files and folders that were dropped, each once: the first part of each path."""
    found = given.get("files")
    if not isinstance(found, list) or not found or not all(isinstance(n, str) for n in found):
        raise DataError(said("serve.no_file"))
    tops = dict.fromkeys(name.replace("\\", "/").split("/")[0] for name in found)
    for name in tops:
        if name in ("", ".", "..") or not Path(name).exists():
            raise DataError(said("serve.not_dropped", name=name))
    # A name with signs of a pattern is still the name of one file.
    return [name if not any(sign in name for sign in "*?[") else str(Path(name)) for name in tops]


def _purpose(given: Mapping[str, Any]) -> Any:
    purpose = given.get("purpose") or "reliability"
    if purpose not in PURPOSES:
        raise UnknownNameError.of("purpose", str(purpose), PURPOSES)
    return purpose


def _task(given: Mapping[str, Any]) -> str | None:
    """The task whose values the report shows; whether there is one, it says itself."""
    name = given.get("task")
    return None if name is None else str(name)


def _distance(given: Mapping[str, Any]) -> str | None:
    """The name of a distance; never a function of a file, which would be run."""
    name = given.get("distance")
    if name is None:
        return None
    if parsed(str(name))[0] not in DISTANCES:
        raise UnknownNameError.of("distance", str(name), DISTANCES)
    return str(name)


def _level(given: Mapping[str, Any]) -> float:
    level = given.get("level", 0.95)
    if not isinstance(level, (int, float)) or not 0 < level < 1:
        raise DataError(said("serve.level"))
    return float(level)


def _through_units(part: Study, asked: Bound) -> bool:
    """Whether segments are taken as units that cover everything."""
    return part.kind in asked.measure.also_takes


def _watched(asked: Bound, told: _Told) -> Bound:
    """The measure that tells how far its samples are, where it draws some."""
    if "progress" not in signature(asked.measure.compute).parameters:
        return asked

    def progress(done: int, planned: int, value: float, error: float) -> None:
        so_far = {"symbol": asked.symbol, "value": value, "error": error}
        told(done / max(planned, 1), said("serve.doing.so_far", **so_far))

    return asked.with_(progress=progress)


def _drawable() -> bool:
    return all(find_spec(name) is not None for name in ("altair", "vl_convert"))
