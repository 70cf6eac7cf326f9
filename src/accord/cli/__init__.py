"""The command line: parse, call the stages, print.

One file per command; nothing is imported before it is used. Exit codes: 0; 1 the data or a
check failed, with one line that says why; 2 usage.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from accord.cli import parsing as click
from accord.cli.console import bordered, in_options
from accord.errors import AccordError, inert, quoted, short
from accord.machine import end, ends_at_once, interrupted
from accord.version import __version__

PANELS: dict[str, tuple[str, ...]] = {
    "Start here": ("inspect", "measure", "report", "choose", "serve"),
    "Explore disagreement": (
        *("breakdown", "raters", "g-study", "anatomy", "align", "chains", "skew"),
        *("loglinear", "groups"),
    ),
    "Decide": ("check", "compare", "plan", "judge", "stop", "rho"),
    "Create gold labels": ("adjudicate", "merge", "consensus"),
    "Files": ("convert", "count", "pull", "mcp"),
    "Look up": (
        *("find", "measures", "atlas", "standing", "cite", "explain-difference", "taxonomy"),
        "doctor",
    ),
    "Special tasks": ("screening", "rank", "systems", "senses", "deixis", "simulate"),
}
"""How --help groups the commands, the first ones first."""

COMMANDS: dict[str, str] = {
    name: f"accord.cli.commands.{'inspect_file' if name == 'inspect' else name.replace('-', '_')}"
    for names in PANELS.values()
    for name in names
}
"""Command → module; the module's object `command` is the click command."""


class Commands(click.Group):
    """The commands, imported when one is called."""

    @property
    def panels(self) -> list[Any]:
        """The headings of `accord --help`, and what stands below each."""
        from rich_click import RichCommandPanel

        return [RichCommandPanel(title, commands=list(names)) for title, names in PANELS.items()]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        # Names without importing anything: `accord --help` and completion must not load every
        # command.
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, Any, list[str]]:
        """Find the command; where it is not one, say what may have been meant."""
        typed = args[0]
        if typed not in COMMANDS and not typed.startswith("-"):
            from difflib import get_close_matches

            # A file of that name shows what was meant: the command was left out.
            if os.path.exists(typed):
                ctx.fail(f"name a command before the file: accord measure {quoted(typed)}")
            near = get_close_matches(typed, COMMANDS, n=1)
            ctx.fail(f"no command {typed!r}" + (f"; did you mean {near[0]}?" if near else ""))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command and send off its output, so that what goes wrong there is said here."""
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # the parser would make an error of it
            raise _ReaderLeftError from None
        except KeyboardInterrupt:  # the parser would print an empty line
            raise click.Abort from None
        return result


class _ReaderLeftError(Exception):
    """The reader of our output left, e.g. head: nothing is wrong."""


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
    },
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, wanted: _version(ctx) if wanted else None,
    help="Show the version, and whether the native core is used.",
)
@click.option("--progress", is_flag=True, help="Print progress in lines, even without a terminal.")
def program(progress: bool) -> None:
    """Inter-annotator agreement: how well annotators agree, how sure, and where not.

    Start with: accord measure FILE. For examples and options: accord COMMAND --help
    """


def _version(ctx: click.Context) -> None:
    from accord.native import description

    click.echo(f"accord, version {__version__} ({description()})")
    ctx.exit()


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors made on purpose become one line and exit code 1 (`check`: 3)."""
    # A program started with closed streams has None there, and every print would fail.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    given = sys.argv[1:] if arguments is None else arguments
    with bordered(coloured=not given or not {"-h", "--help"}.isdisjoint(given)):
        _run(arguments)


_REFUSED = {"check": 3}
"""Exit codes for what could not be read or computed, other than 1: to a pipeline, a file that was
refused is no gate that failed."""


def _called(arguments: list[str] | None) -> object:
    """What the command gives; whatever a library makes of Ctrl-C is Ctrl-C."""
    try:
        # Not standalone: click would end the process itself, with its own words and exit codes.
        return program.main(arguments, prog_name="accord", standalone_mode=False)
    except Exception as error:
        if interrupted():
            raise KeyboardInterrupt from error
        raise


def _run(arguments: list[str] | None) -> None:
    told = sys.argv[1:] if arguments is None else arguments
    refused = _REFUSED.get(next((word for word in told if not word.startswith("-")), ""), 1)
    try:
        code = _called(arguments)
    except AccordError as error:
        _fail(in_options(str(error), told), refused, len(getattr(error, "beneath", ())))
    except (click.Abort, KeyboardInterrupt):
        if ends_at_once():  # now and with one line, whatever other signals come
            end()
        # 130 is what shells give for Ctrl-C.
        _fail("interrupted", 130)
    except click.ClickException as error:
        _show(error)
        sys.exit(error.exit_code)
    # A table that does not fit is the user's to solve: it gets a way out and not a traceback.
    except MemoryError:
        _fail("not enough memory; give less at once, or count the table (accord count)", refused)
    except _ReaderLeftError:
        _silence()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder that may not be written
        _silence()
        _fail(f"{error.filename or 'output'}: cannot be written ({error.strerror})", refused)
    sys.exit(code if isinstance(code, int) else 0)


def _silence() -> None:
    """Nothing more to standard output, where Python would try again at its end."""
    with suppress(OSError):  # an output that is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show(error: click.ClickException) -> None:
    """A mistake in what was typed; our own usage line is coloured, what is quoted is not."""
    context = getattr(error, "ctx", None)
    if context is not None:
        usage = f"{context.get_usage()}\n"
        if "-h" in context.help_option_names:
            usage += f"Try '{context.command_path} --help' for help.\n"
        # Past the border, which would escape the colours of our own words; what the user typed
        # goes through it below.
        getattr(sys.stderr, "beneath", sys.stderr).write(f"{usage}\n")
    print(f"Error: {inert(short(_in_one_line(error)), line=True)}", file=sys.stderr)


def _in_one_line(error: click.ClickException) -> str:
    """What the parser says, without the lines in which it lists choices."""
    return error.format_message().replace("\n\t", " ")


def _fail(message: str, code: int, beneath: int = 0) -> None:
    """Say what is wrong in one line, with as many lines beneath it as the error has."""
    for line in f"accord: {message}".split("\n", beneath):
        print(inert(line, line=True), file=sys.stderr)
    sys.exit(code)
