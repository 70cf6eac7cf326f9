"""Options for reading a study, the same for every command."""

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any

from accord._measure.cube.kernel import Countable, expanded, itemized
from accord._read.door.given import matching
from accord._read.door.read import SAVED, read, saved_beside
from accord._read.door.read_options import (
    LIST_OPTIONS,
    OFFERS,
    SHAPES,
    Limits,
    Offered,
    Options,
    that_are,
)
from accord.cli import parsing as click
from accord.cli.console import in_options, progress_bar
from accord.errors import AccordError, DataError, NotApplicableError, Setting
from accord.kinds.kind import ability, kind_of, kind_words, only_labels
from accord.model.audit import Audit
from accord.model.study import Study

_PANEL = "How FILE is read"
OF_MEASURES = "Settings of single measures"
_option = partial(click.option, panel=_PANEL)

Decorator = Callable[[Any], Any]


def _flags(name: str, offered: Offered) -> Iterator[Decorator]:
    """The flags of one option of `accord.read`: one, or one for each shape of a table."""
    if name == "shape":
        for shape, what in SHAPES.items():
            yield _option(f"--{shape}", name, flag_value=shape, help=offered.help.format(what))
    elif name == "limits":
        yield _option("--limit", name, multiple=True, metavar=offered.metavar, help=offered.help)
    else:
        more: dict[str, Any] = {"is_flag": True} if name in _YES else {"metavar": offered.metavar}
        if offered.choices:
            more["type"] = click.Choice(offered.choices)
        yield _option("--" + name.replace("_", "-"), help=offered.help, **more)


_YES = {each.name for each in fields(Options) if each.default is False}
_AFTER: dict[str, tuple[Decorator, ...]] = {
    "header": (_option("--no-header", is_flag=True, help="The first row is data."),),
    "strict": (
        _option(
            "--engine",
            type=click.Choice(["duckdb"]),
            help="Count labels in the database engine instead of loading the files.",
        ),
    ),
    "codes": (
        _option(
            "--grid",
            type=float,
            metavar="STEP",
            help="Items are times (--item time, or recording,time): put the values of each coder "
            "on a grid of this step; 0 for the median time between points.",
        ),
        _option(
            "--lag",
            type=float,
            help="With --grid: shift each coder by at most this much to fit the first.",
        ),
    ),
    "limits": (
        _option(
            "--save-reading",
            metavar="FILE",
            help="Save how the table was read; next time DATA.accord.toml is used automatically.",
        ),
        _option("--quiet", "-q", is_flag=True, help="Do not print how FILE was read."),
    ),
}
"""Flags that only the command line has, by the option of `accord.read` after which help lists
them."""

FILES = click.argument("paths", metavar="FILE...", nargs=-1, required=True)
"""The files to read; - is standard input."""

READING_OPTIONS: tuple[Decorator, ...] = tuple(
    flag
    for name, offered in OFFERS.items()
    for flag in (*_flags(name, offered), *_AFTER.get(name, ()))
)
READING_NAMES = (*OFFERS, "no_header", "engine", "save_reading", "grid", "lag")
"""The parameters that say how files are read."""

_COLUMNS = that_are("counted")


FORCE = click.option(
    "--force", is_flag=True, help="Replace existing files, also those that accord did not write."
)
_WRITTEN = ("output", "outputs", "consensus", "plot", "record", "junit")
"""Parameters of commands that name files to write."""


def check_outputs(paths: Sequence[str], force: bool = False, **given: Any) -> None:
    """Look at the files that a command will write, before it reads and computes for long."""
    named = [given.get(name) for name in _WRITTEN]
    wanted = [path for one in named for path in ([one] if isinstance(one, str) else one or ())]
    if wanted:
        taxonomy = given.get("taxonomy")
        inputs = [*_files([*paths, *([taxonomy] if isinstance(taxonomy, str) else [])])]
        for path in wanted:
            check_free(path, inputs, force)


def check_free(path: str | Path, inputs: Iterable[Path], force: bool) -> None:
    """Refuse to write a file that is read, and, unless by force, one that is not accord's."""
    from accord.whole_files import check_link, is_accords

    target = Path(path)
    check_link(target)
    if not target.exists():
        if not target.resolve().parent.is_dir():
            raise DataError(f"{path}: folder does not exist")
        return
    if any(target.samefile(file) for file in inputs if file.exists()):
        raise DataError(f"{path} is an input file. Choose another output name")
    if target.is_file() and not (force or is_accords(target)):
        raise DataError(
            f"{path} already exists and may not be accord's. Choose another name, or overwrite "
            f"with --force"
        )


def typed(*names: str) -> list[str]:
    """Those of these parameters that were typed, as they are typed: --by, --top."""
    from click.core import ParameterSource

    context = click.get_current_context()
    assert context is not None  # a command runs in one
    flags = {one.name: max(one.opts, key=len) for one in context.command.get_params(context)}
    typed = ParameterSource.COMMANDLINE
    return [flags[name] for name in names if context.get_parameter_source(name) is typed]


def refuse_options(names: Iterable[str], why: str) -> None:
    """An option that would do nothing is a mistake, and is said instead of being ignored."""
    for flag in typed(*names):
        raise click.UsageError(f"{flag} {why}")


def before_work(check: Callable[[str], Any]) -> Callable[[Any, Any, Any], Any]:
    """What an option does with the names it is given, before anything is read: check each."""

    def checked(context: Any, option: Any, value: Any) -> Any:
        for name in [value] if isinstance(value, str) else value or ():
            check(name)
        return value

    return checked


def empty_folder(path: str | Path, force: bool) -> None:
    """Refuse to write into a folder that holds something already, unless by force."""
    if not force and Path(path).is_dir() and any(Path(path).iterdir()):
        raise DataError(f"{path}: the folder is not empty; give another name, or use --force")


def _files(paths: Sequence[str]) -> Iterator[Path]:
    """The files that paths name: themselves, by a pattern, or in a folder."""
    for path in paths:
        with suppress(AccordError):
            for file in map(Path, matching(path)):
                yield file
                yield from file.rglob("*") if file.is_dir() else ()


class ListCommand(click.Command):
    """A command whose list options (-m) may be followed by several names: -m alpha kappa."""

    lists = ("-m", "--measure")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each further name that is not a file."""
        expanded: list[str] = []
        option, first = None, False
        for arg in args:
            if arg.startswith("-") and len(arg) > 1:
                option, first = (arg if arg in self.lists else None), True
            elif option and first:
                first = False
            elif option and arg != "-" and not Path(arg).exists():
                expanded.append(option)
            else:
                option = None
            expanded.append(arg)
        return super().parse_args(ctx, expanded)


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the reading options to a command, which then gets the `study` that was read."""
    return _reading(command, read_study)


def reading_counts(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a command that takes counts as they are."""
    return _reading(command, read_counts)


def reading_of_one(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a command that says something of items with one coder each, too."""
    return _reading(command, read_study, lambda study: study)


def _reading(
    command: Callable[..., Any],
    read_by: Callable[..., Any],
    check: Callable[[Any], Any] | None = None,
) -> Callable[..., Any]:
    @wraps(command)
    def wrapped(paths: tuple[str, ...], quiet: bool, **given: Any) -> Any:
        options = {name: given.pop(name) for name in READING_NAMES}
        check_outputs(paths, **given)
        study = (check or comparable)(read_by(paths, options, quiet))
        return command(study=study, **given)

    return file_options(wrapped)


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the files and the reading options, for commands that read by themselves."""
    with_files: Callable[..., Any] = FILES(reading_options(command))
    return with_files


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the reading options without the files, for commands that name their files themselves."""
    for option in reversed(READING_OPTIONS):
        command = option(command)
    command.option_panels = ("Options", OF_MEASURES, _PANEL)  # type: ignore[attr-defined]
    return command


def comparable(study: Any) -> Any:
    """The study, which must hold something that two coders annotated."""
    why: str | None = ability(study, "alone")(study)
    if why is None:
        return study
    source = "" if study.audit is None else f"{study.audit.source}: "
    raise NotApplicableError(f"{source}{why}")


def read_study(
    paths: tuple[str, ...], options: dict[str, Any], quiet: bool, what: str | None = None
) -> Study:
    """Read the files with the options of the command line; say what was guessed.

    Counts stand for codings whose items are numbered, unless `what` is asked for needs the items
    themselves.
    """
    found = _opened(paths, options, quiet)
    study = expanded(found) if what is None else itemized(found, what)
    tell(study.audit, quiet)
    return study


def read_again(path: str) -> Study:
    """One more file, read with the reading options that were typed for the first."""
    context = click.get_current_context()
    assert context is not None
    return read_study((path,), {name: context.params.get(name) for name in READING_NAMES}, True)


def read_counts(paths: tuple[str, ...], options: dict[str, Any], quiet: bool) -> Study | Countable:
    """The same for commands that take counts as they are."""
    found = _opened(paths, options, quiet)
    tell(found.audit, quiet)
    return found


def _opened(paths: tuple[str, ...], options: dict[str, Any], quiet: bool) -> Study | Countable:
    if options.get("lag") is not None and options.get("grid") is None:
        raise click.UsageError("--lag works with --grid only; add it")
    chosen = chosen_options({**options, "grid": None, "lag": None})
    target = chosen.pop("save_reading", None)
    saved: dict[str, Any] = {}
    if (beside := saved_beside(paths)) is not None:
        from accord._read.door.saved_reading import COLUMNS, saved_reading

        saved = {name: value for name, value in saved_reading(beside).items() if name != COLUMNS}
    found = counted_study(paths, {**saved, **chosen})
    chosen.pop("engine", None)
    if found is None:

        def reader(told: dict[str, Any]) -> Study:
            with progress_bar("reading", quiet=quiet) as progress:
                return read(paths, progress=progress, **told)

        done, answers = _answered(reader, chosen)
        chosen |= answers
        if answers and target is None:
            _kept(paths, partial(save_reading, paths, chosen))
    else:
        done = found
    if target is not None:
        save_reading(paths, chosen, target)
    return done if options.get("grid") is None else _gridded(done, options)


def _gridded(found: Study | Countable, options: dict[str, Any]) -> Study:
    """The study with the values of all coders at the same times; say how far they were moved."""
    from accord._measure.labels.traces import on_grid

    study = only_labels(expanded(found), "--grid is for numbers over time, FILE")
    made = on_grid(study, step=options["grid"] or None, lag=options["lag"] or 0.0)
    told = [f"{len(made.study.items)} times at a step of {made.step:g}"]
    for who, by in made.lags.items():
        name = " · ".join(map(str, who)) if isinstance(who, tuple) else who
        told += [f"{name} moved by {by:g}"] if by else []
    click.echo(f"grid: {'; '.join(told)}", err=True)
    return replace(made.study, audit=study.audit)


def save_reading(paths: tuple[str, ...], chosen: dict[str, Any], target: str) -> None:
    """Write how the table was read into a file."""
    from accord._read.door.read import contents
    from accord._read.door.saved_reading import COLUMNS, hash_of, reading_text
    from accord.whole_files import is_accords, whole_file

    if Path(target).exists() and not is_accords(target):
        raise DataError(f"{target}: exists, and is not a saved reading; give another name")
    opened = contents(list(paths), **{**chosen})
    found = opened.readings()
    known = {} if found is None or not found[1] else found[1][0].settings
    columns = hash_of([table.header for table in opened.tables]) if opened.tables else None
    with whole_file(target) as part:
        text = reading_text({**known, **chosen, COLUMNS: columns})
        part.write_text(text, "utf-8", newline="\n")


def tell(audit: Audit | None, quiet: bool) -> None:
    """Say what was guessed."""
    if audit is not None and not quiet:
        notes = map(in_options, audit.notes)
        click.echo(f"{audit.source}: {'; '.join([audit.format, *notes])}", err=True)


def counted_study(paths: tuple[str, ...], chosen: dict[str, Any]) -> Any:
    """Counts of codings, and tables that are counted where they are: above the limit, or as the
    user wishes; their codings where labels belong to items. None where files are to be read."""
    others = sorted(chosen.keys() - {*_COLUMNS, "kind", "limits", "engine"})
    others += ["kind"] if chosen.get("kind", "codings") != "codings" else []
    wished = chosen.get("engine") is not None
    if others and wished:
        raise AccordError(
            f"{Setting(others[0])} cannot be used when labels are counted; leave out "
            f"{Setting('engine')} to read them instead"
        )
    if others:
        return None
    options = Options(**{name: chosen[name] for name in chosen if name != "engine"})
    if not (wished or any(_asks_an_engine(Path(path), options) for path in paths)):
        return None
    from accord.engine.count_files import count
    from accord.engine.duckdb_files import is_counted
    from accord.engine.labels_apart import with_items
    from accord.kinds.labels.own_labels import ALL

    if wished:
        options = replace(options, limits=replace(options.limits, table=-1))
    if not is_counted(paths, options):
        if wished and any(path == "-" or Path(path).exists() for path in paths):
            raise AccordError(
                f"{', '.join(paths)}: an engine counts tables of labels (CSV, Parquet); leave out "
                f"{Setting('engine')} to read the files instead"
            )
        return None
    columns = {name: chosen[name] for name in _COLUMNS if name in chosen}
    within = columns.pop("within", None)
    return with_items(count(list(paths), within=None if within is None else ALL, **columns), within)


def _asks_an_engine(path: Path, options: Options) -> bool:
    """Whether it could be counts or a large table, as far as the name and the size tell."""
    if path.is_file():
        return path.suffix == ".parquet" or path.stat().st_size > options.limits.table
    return str(path) != "-"  # a directory or a pattern


def cut_in_blocks(study: Any, number: int) -> Study:
    """The study with its documents cut into blocks where nothing crosses; say how many."""
    cutting = kind_of(study).ability("in_blocks")
    if cutting is None:
        raise NotApplicableError(
            f"--blocks works with spans and segments; this file has {kind_words(study)}"
        )
    cut: Study = cutting(study, number)
    what = f"documents: {len(study.items)}, cut into {len(cut.items)} blocks"
    click.echo(f"{what}; intervals resample the blocks, values are those of the whole", err=True)
    return cut


def chosen_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, lists split, limits read."""
    if options.get("grid") is not None or options.get("lag") is not None:
        raise click.UsageError("--grid and --lag work with commands that measure agreement")
    chosen = {key: value for key, value in options.items() if value not in (None, False, ())}
    for name in set(LIST_OPTIONS) & set(chosen):
        chosen[name] = [part.strip() for part in next(csv.reader([chosen[name]]))]
    if chosen.pop("no_header", False):
        chosen["header"] = "none"
    if chosen.get("delimiter") in ("tab", "\\t"):
        chosen["delimiter"] = "\t"
    if "limits" in chosen:
        chosen["limits"] = Limits.of(chosen["limits"])
    return chosen


# The question how to read a table: on a terminal one keystroke answers it and is kept; scripts get
# the error instead, with exit code 1, for nobody is there to answer.

_MOST_QUESTIONS = 5
"""Answers in a row: a table may also ask for its header and its codes of missing labels."""

PROMPT = "y for 1, a number, or the coders' columns (with commas); n to stop"

_Told = dict[str, Any]


def somebody_answers() -> bool:
    """Whether a person sees the question and can type."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _answered(read: Callable[[_Told], Any], told: _Told) -> tuple[Any, _Told]:
    """What is read, and the settings that were answered on the way.

    `read` takes the settings of `accord.read`; where it asks, a person on a terminal is asked.
    """
    answers: _Told = {}
    for _ in range(_MOST_QUESTIONS):
        try:
            return read({**told, **answers}), answers
        except DataError as error:
            if not (error.readings or answers) or not somebody_answers():
                raise
            click.echo(in_options(str(error)), err=True)
            answer = click.prompt(PROMPT, err=True, default="n", show_default=False)
            chosen = _settings_of(answer, error.readings)
            if chosen is None:
                raise
            answers = {**answers, **chosen} if error.readings else chosen
    return read({**told, **answers}), answers


def _settings_of(answer: str, readings: tuple[_Told, ...]) -> _Told | None:
    """The settings that an answer means; None where somebody says no.

    >>> readings = ({"shape": "wide", "coders": ["A", "B"]}, {"coder": "who"})
    >>> _settings_of("y", readings)["coders"], _settings_of("2", readings)
    (['A', 'B'], {'coder': 'who'})
    >>> _settings_of("n", readings)
    >>> _settings_of("A, B", readings), _settings_of("who", readings)
    ({'coders': ['A', 'B']}, {'coder': 'who'})
    """
    answer = answer.strip()
    if answer.lower() in ("", "n", "no", "nein", "non"):
        return None
    if answer.lower() in ("y", "yes", "j", "ja", "o", "oui"):
        return dict(readings[0]) if readings else {}
    if answer.isdecimal() and 1 <= int(answer) <= len(readings):
        return dict(readings[int(answer) - 1])
    names = [name.strip() for name in answer.split(",") if name.strip()]
    return {"coders": names} if len(names) > 1 else {"coder": names[0]}


def _kept(paths: tuple[str, ...], save: Callable[[str], None]) -> None:
    """Keep an answer beside the data, where one can write there; say so."""
    one = Path(paths[0])
    if len(paths) != 1 or not one.is_file():
        return
    target = one.with_suffix(SAVED)
    if target.exists():
        return
    try:
        save(str(target))
    except (OSError, DataError):
        again = in_options(str(Setting("save_reading")))
        click.echo(
            f"{target.name} cannot be written here; {again} keeps the answer elsewhere", err=True
        )
        return
    click.echo(f"kept in {target.name}; remove it to be asked again", err=True)
