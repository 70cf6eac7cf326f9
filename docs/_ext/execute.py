"""Run the code of a page: what the book shows is what the code printed.

A page is Markdown. Its fenced blocks are executed from top to bottom, in one namespace and one
temporary folder for each page:

    {file} NAME      write the file NAME, and show it
    {run}            run Python; show it and what it prints
    {console}        run the lines that begin with "$ accord", show them and what they print
                     on a screen of 96 columns
    {picture} TITLE  run Python; its last line gives a chart, which is shown
    {published}      rows "what | published | expression | remark", compared digit by digit

Plain ``python`` blocks run in the tests only (they may need other programs), and so do plain
``console`` blocks, whose output, where there is one, must be the real one. ``text`` blocks and
all others are not code.
"""

import ast
import contextlib
import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import isnan
from pathlib import Path
from typing import Any

_FENCE = re.compile(
    r"^(?P<mark>`{3,})(?P<kind>\{?[\w-]+\}?)[ ]*(?P<argument>[^\n]*)\n(?P<body>.*?)^(?P=mark)[ ]*$",
    re.M | re.S,
)
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
EXECUTED = ("{file}", "{run}", "{console}", "{picture}", "{published}")


@dataclass(frozen=True)
class Row:
    """A published value with ours beside it."""

    what: str
    published: str
    ours: float
    remark: str

    @property
    def digits(self) -> int:
        """Decimals that were printed."""
        return len(self.published.partition(".")[2])

    @property
    def same(self) -> bool:
        """Whether ours is the published value at its own precision."""
        if self.published == "undefined":
            return isnan(self.ours)
        return abs(self.ours - float(self.published)) <= 0.5000001 * 10**-self.digits

    @property
    def slip(self) -> bool:
        """Whether the page says that the published value is wrong."""
        return self.remark.startswith("slip")


@dataclass
class Block:
    """A fenced block of a page, and what came of it."""

    kind: str
    argument: str
    body: str
    line: int
    output: str = ""
    rows: list[Row] = field(default_factory=list)


class PageError(Exception):
    """A block that failed, with the page and the line."""


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(m["kind"], m["argument"].strip(), m["body"], text.count("\n", 0, m.start()) + 1)
        for m in _FENCE.finditer(text)
    ]


def still(path: Path) -> list[Block]:
    """The blocks of a page that are there to be executed, as they stand, without output."""
    return [b for b in blocks(path.read_text("utf-8")) if b.kind in EXECUTED]


@cache
def page(path: Path) -> tuple[Block, ...]:
    """The executed blocks of a page, run once in a process."""
    found = still(path)
    with folder():
        run(found, path)
    return tuple(found)


def run(found: list[Block], path: Path, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run blocks in the current folder; their output is put into them."""
    names = {"__name__": "__page__"} if names is None else names
    for block in found:
        try:
            _DO[block.kind.strip("{}")](block, names)
        except Exception as error:
            where = f"{path.name}:{block.line}"
            raise PageError(f"{where}: {type(error).__name__}: {error}") from error
        for row in block.rows:
            if row.same == row.slip:
                said = "is marked as a slip but agrees" if row.slip else f"ours is {row.ours}"
                raise PageError(f"{path.name}:{block.line}: {row.what} {row.published}: {said}")
    return names


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A temporary folder as the current one, and a terminal of 96 columns."""
    before, columns = Path.cwd(), os.environ.get("COLUMNS")
    made = Path(tempfile.mkdtemp())
    os.environ["COLUMNS"] = "96"
    os.chdir(made)
    try:
        yield made
    finally:
        os.chdir(before)
        os.environ.pop("COLUMNS")
        if columns is not None:
            os.environ["COLUMNS"] = columns
        shutil.rmtree(made)


def _file(block: Block, names: dict[str, Any]) -> None:
    path = Path(block.argument)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.body, encoding="utf-8")


def _python(block: Block, names: dict[str, Any]) -> None:
    tree = ast.parse(block.body)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "<page>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<page>", "eval"), names)
            if value is not None:
                print(repr(value))
    block.output = out.getvalue()


def _picture(block: Block, names: dict[str, Any]) -> None:
    import vl_convert

    tree = ast.parse(block.body)
    last = tree.body.pop()
    if not isinstance(last, ast.Expr):
        raise ValueError("the last line of a picture is a chart")
    exec(compile(tree, "<page>", "exec"), names)
    chart = eval(compile(ast.Expression(last.value), "<page>", "eval"), names)
    spec = chart.to_dict()
    spec["padding"] = {"left": 5, "top": 5, "right": 24, "bottom": 5}  # wider fonts of a reader
    block.output = vl_convert.vegalite_to_svg(spec)


def _console(block: Block, names: dict[str, Any]) -> None:
    said = []
    for line in block.body.splitlines():
        if line.startswith("$ "):
            said.append(line)
            said.append(command(line[2:], screen=block.kind == "{console}"))
    block.output = "\n".join(part.rstrip("\n") for part in said if part)


@contextlib.contextmanager
def _screen() -> Iterator[None]:
    """Commands take their output for a terminal, where tables are folded; without colours."""
    before = {name: os.environ.get(name) for name in ("FORCE_COLOR", "NO_COLOR")}
    os.environ.update(FORCE_COLOR="1", NO_COLOR="1")
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def command(line: str, screen: bool = False) -> str:
    """What a command of accord prints, errors included; comments are left out."""
    arguments = shlex.split(line, comments=True)
    if arguments[0] != "accord":
        raise ValueError(f"a page runs accord only, not {arguments[0]!r}")
    from accord.cli import main

    out = io.StringIO()
    terminal = _screen() if screen else contextlib.nullcontext()
    with terminal, contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(arguments[1:])
        except SystemExit as leaving:
            if leaving.code and "exit code" not in line:
                raise ValueError(f"{line}: exit code {leaving.code}\n{out.getvalue()}") from leaving
    shown = _STYLE.sub("", out.getvalue())
    return "\n".join(text.rstrip() for text in shown.split("\n"))


def _published(block: Block, names: dict[str, Any]) -> None:
    for line in block.body.splitlines():
        if line.strip():
            what, printed, expression, *remark = [cell.strip() for cell in line.split(" | ")]
            ours = float(eval(expression, names))
            block.rows.append(Row(what, printed, ours, " | ".join(remark)))


_DO = {
    "file": _file,
    "run": _python,
    "python": _python,
    "console": _console,
    "picture": _picture,
    "published": _published,
}
