"""The border to the terminal: what the command line shows, and that it is nothing but text.

Labels, coders, names of files and of columns come from strangers. All that is printed passes
through `bordered`: what would move the cursor, colour the screen or turn the direction of
writing is shown escaped, what the console cannot show is spelled, and messages have a length.
Messages speak Python; here the same settings are options.
"""

import codecs
import io
import re
import shlex
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any, Protocol, TextIO

from accord._read.formats.delimited import write_rows
from accord.errors import inert, quoted, reworded, short

_SIGNS = """
α alpha β beta γ gamma δ delta ε epsilon θ theta κ kappa π pi ρ rho σ sigma τ tau φ phi χ chi
ω omega Γ Gamma Δ Delta Π Pi Σ Sigma ⁰ ^0 ¹ ^1 ² ^2 ³ ^3 ⁷ ^7 ⁺ ^+ ⁻ ^- ₀ _0 ₄ _4
− - – - — - ‑ - ′ ' ’ ' ‘ ' “ " ” " … ... × x · . • * ± +/- ≤ <= ≥ >= ≠ != √ sqrt ∅ 0
→ -> ← <- ↓ v ⇄ <-> ∩ & ∪ | ℓ l ■ # □ o ─ - │ | ├ |- └ `- ┘ -'
"""

SPELLED = dict(zip(_SIGNS.split()[::2], _SIGNS.split()[1::2], strict=True)) | {
    "\u0304": "_",
    "\u202f": " ",
    "\u00a0": " ",
}
"""What a console without these signs shows for them."""


class Border(io.TextIOBase):
    """A stream that takes text only: the one way to the terminal.

    It has no `buffer`, so nobody writes bytes past it; `beneath` is for those who make what they
    write harmless themselves and colour it (rich).
    """

    def __init__(self, beneath: TextIO, short: bool = False) -> None:
        self.beneath = beneath
        self._short = short

    def write(self, text: str) -> int:
        """Write text; of messages, which may quote an endless line, only so much of each line."""
        # Only messages are cut: they may quote a whole line of a file, while output is data that
        # must stay whole.
        if self._short:
            text = "\n".join(map(short, text.split("\n")))
        self.beneath.write(inert(text))
        return len(text)

    def flush(self) -> None:
        """Send off what was written; a stream that was closed meanwhile has nothing left to send
        (Python flushes once more when this one is thrown away)."""
        # Python flushes at its end, when a pipe may be gone already.
        if not getattr(self.beneath, "closed", False):
            self.beneath.flush()

    def isatty(self) -> bool:
        """Whether somebody watches."""
        return self.beneath.isatty()

    def fileno(self) -> int:
        """The number of the stream."""
        return self.beneath.fileno()

    def writable(self) -> bool:
        """It takes text."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """What the stream beneath makes of characters."""
        return self.beneath.encoding or "utf-8"

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What the stream beneath does with characters that it has not."""
        return self.beneath.errors


@contextmanager
def bordered(coloured: bool = False) -> Iterator[None]:
    """Standard output and errors take text only; `coloured` ones, of our own words, as it is."""
    codecs.register_error("accord.spelled", _spelled)
    streams = sys.stdout, sys.stderr
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="accord.spelled")
    # Escape characters of a file never reach a terminal, nor a pipe that ends in one
    # (docs/decisions.md, Files that are written, and terminals).
    if not (coloured and sys.stdout.isatty()):
        sys.stdout, sys.stderr = Border(streams[0]), Border(streams[1], short=True)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """What is written for signs that the console has not."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(SPELLED.get(sign) or _escaped(sign) for sign in signs), error.end


def _escaped(sign: str) -> str:
    """A sign as JSON writes it in ASCII."""
    from json import dumps  # few calls write any

    return dumps(sign)[1:-1]


def as_data(text: str) -> str:
    """Text for programs, e.g. JSON: signs that the output has not are escaped, not spelled."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return re.sub("[^\x00-\x7f]", lambda sign: _escaped(sign[0]), text)
    return text


def print_csv(columns: Iterable[Any], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table for other programs; no cell is a formula to a spreadsheet."""
    stream = io.StringIO()
    write_rows(stream, [list(columns), *rows])
    sys.stdout.write(as_data(stream.getvalue()))


class Show(Protocol):
    """What moves the bar."""

    def __call__(self, done: float, of: float = 1.0, /, *, what: str | None = None) -> None:
        """Show that so much is done, and what is being done where that changes."""


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Iterator[Show | None]:
    """A bar on a terminal's error stream, once the work has taken a second; None where none is.

    It moves to and fro until the work says how much of it is done, if it ever does; then it shows
    the time left. Where no terminal is, lines say so if `accord --progress` asked for them.
    """
    # Bars redraw themselves, which in a log file is garbage; lines are there for those who ask.
    if quiet or not sys.stderr.isatty():
        yield _in_lines(what) if not quiet and _asked() else None
        return
    from threading import Timer

    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.text import Text

    class Left(ProgressColumn):
        """The time left by what was last reported, less the time since; unknown once that is over,
        since the work then takes longer than all before it showed."""

        def render(self, task: Any) -> Text:
            now = task.elapsed or 0.0
            left = time_left(reported, task.completed, task.total, since=now - reported)
            return Text("-:--" if left is None else f"{left // 60:.0f}:{left % 60:02.0f}")

    screen = Console(file=getattr(sys.stderr, "beneath", sys.stderr))
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("elapsed,"),
        Left(),
        TextColumn("left"),
        console=screen,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = bar.add_task(escape(inert(what)), total=None)
    clock = Timer(1.0, bar.start)  # also where the work never reports
    clock.daemon = True
    clock.start()

    reported = 0.0

    def show(done: float, of: float = 1.0, /, *, what: str | None = None) -> None:
        nonlocal reported
        said = None if what is None else escape(inert(what))
        reported = bar.tasks[0].elapsed or 0.0
        bar.update(task, completed=done, total=of, description=said)

    try:
        yield show
    finally:
        clock.cancel()
        clock.join()
        bar.stop()


def time_left(elapsed: float, done: float, of: float | None, *, since: float = 0.0) -> float | None:
    """Whole seconds that the rest takes if it goes as all before; None before anything is done, and
    where the time `since` that report is longer than the rest was to take.

    >>> time_left(8.0, 0.8, 1.0), time_left(8.0, 0.8, 1.0, since=1.0), time_left(3.0, 0.0, 1.0)
    (2.0, 1.0, None)
    >>> time_left(8.0, 0.8, 1.0, since=9.0) is None
    True
    """
    if not of or done <= 0:
        return None
    left = elapsed * (of - done) / done
    if left + 1e-9 < since and done < of:  # differs by rounding only
        return None
    return max(0.0, float(ceil(left - since - 1e-9)))


SECONDS_BETWEEN = 2.0
"""Seconds between two lines that say how far the work is."""


def _asked() -> bool:
    """Whether lines were asked for: `accord --progress`."""
    from click import get_current_context

    context = get_current_context(silent=True)
    return context is not None and bool(context.find_root().params.get("progress"))


def _in_lines(what: str) -> Show:
    """Lines instead of a bar, one every two seconds."""
    from time import monotonic

    begun = said = monotonic()
    doing = what

    def show(done: float, of: float = 1.0, /, *, what: str | None = None) -> None:
        nonlocal said, doing
        doing, now = doing if what is None else what, monotonic()
        # Before anything is done nothing can be said of the time that is left.
        left = time_left(now - begun, done, of)
        if now - said < SECONDS_BETWEEN or left is None:
            return
        said = now
        print(f"{doing}: {done / of:.0%}, about {left:.0f} s left", file=sys.stderr, flush=True)

    return show


def in_options(message: str, call: Sequence[str] = ()) -> str:
    """The message with settings as a user types them; after `call`, where it shows a whole call.

    >>> from accord.errors import Setting
    >>> in_options(f"use {Setting('mentions', 'common')} or {Setting('sets', '|')}")
    "use --mentions common or --sets '|'"
    >>> in_options("declare `categories=`, raise it with `limits=Limits(depth=3)`")
    'declare --categories, raise it with --limit depth=3'
    """
    text = reworded(message, lambda setting: setting.option)
    if not call:
        return text
    from accord._read.tables.asking import AS

    lines = (line.partition(AS) for line in text.split("\n"))
    return "\n".join(
        f"{before}{' '.join(map(quoted, ('accord', *_unless_in(more, call))))} {more}"
        if sign
        else before
        for before, sign, more in lines
    )


def _unless_in(more: str, call: Sequence[str]) -> list[str]:
    """What was typed, without the options that stand once more behind it.

    >>> _unless_in("--wide --coders A,B", ["measure", "t.csv", "--coders", "A", "--json"])
    ['measure', 't.csv', '--json']
    """
    words = shlex.split(more)
    with_value = {
        word: not after.startswith("--")
        for word, after in zip(words, [*words[1:], "--"], strict=True)
        if word.startswith("--")
    }
    kept: list[str] = []
    skip = False
    for word in call:
        flag, equals, _ = word.partition("=")
        if not skip and flag not in with_value:
            kept.append(word)
        skip = not skip and not equals and with_value.get(flag, False)
    return kept


def typed_again(context: Any, without: Collection[str], always: Collection[str] = ()) -> str:
    """The command as it was typed, without some parameters, and with others also where they have
    their usual value: copied into a shell it does the same."""
    from click.core import ParameterSource

    words: list[str] = ["accord", context.info_name]
    files: list[str] = []
    for parameter in context.command.get_params(context):
        name = parameter.name
        value = context.params.get(name)
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in without or value is None or not (typed or name in always):
            continue
        if parameter.param_type_name == "argument":
            files += [value] if isinstance(value, str) else value
            continue
        flag = max(parameter.opts, key=len)
        if parameter.is_flag:
            words += [flag] if value in (True, parameter.flag_value) else []
            continue
        for one in value if parameter.multiple else [value]:
            words += [flag, f"{one:g}" if isinstance(one, float) else str(one)]
    # A file called "-x.csv" would be an option when the command is pasted again; "-" alone is
    # standard input.
    ends = ["--"] if any(file.startswith("-") and file != "-" for file in files) else []
    return " ".join(map(quoted, [*words, *ends, *files]))


def say_written(path: str) -> None:
    """That a file was written, and how large it is."""
    size = Path(path).stat().st_size
    large = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} kB"
    print(f"wrote {path} ({large})", file=sys.stderr)


def json_text(data: Any, indent: int = 1) -> str:
    """Plain data as JSON, its messages with settings as a user types them."""
    from json import dumps

    text = dumps(data_in_options(data), ensure_ascii=False, indent=indent, default=str)
    return as_data(text)


def data_in_options(data: Any) -> Any:
    """Plain data, its messages with settings as a user types them.

    >>> data_in_options({"undefined": "choose one with `value=`", "coders": ["`value=`"]})
    {'undefined': 'choose one with --value', 'coders': ['`value=`']}
    """
    from accord._report.wording import data_reworded

    return data_reworded(data, in_options)
