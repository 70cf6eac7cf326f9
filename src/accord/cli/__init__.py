"""The command line: parse, call the stages, print.

One file per command; nothing is imported before it is used. Exit codes: 0; 1 the data or a
check failed, with one line that says why; 2 usage.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module

import rich_click as click

from accord.cli.console import bordered, in_options
from accord.errors import AccordError, inert, short
from accord.version import __version__

COMMANDS: dict[str, str] = {
    "simulate": "accord.cli.commands.simulate",
    "anatomy": "accord.cli.commands.anatomy",
    "choose": "accord.cli.commands.choose",
    "breakdown": "accord.cli.commands.breakdown",
    "check": "accord.cli.commands.check",
    "compare": "accord.cli.commands.compare",
    "plan": "accord.cli.commands.plan",
    "adjudicate": "accord.cli.commands.adjudicate",
    "align": "accord.cli.commands.align",
    "consensus": "accord.cli.commands.consensus",
    "chains": "accord.cli.commands.chains",
    "cite": "accord.cli.commands.cite",
    "convert": "accord.cli.commands.convert",
    "doctor": "accord.cli.commands.doctor",
    "find": "accord.cli.commands.find",
    "inspect": "accord.cli.commands.inspect_file",
    "judge": "accord.cli.commands.judge",
    "count": "accord.cli.commands.count",
    "measure": "accord.cli.commands.measure",
    "measures": "accord.cli.commands.measures",
    "merge": "accord.cli.commands.merge",
    "pull": "accord.cli.commands.pull",
    "senses": "accord.cli.commands.senses",
    "deixis": "accord.cli.commands.deixis",
    "explain-difference": "accord.cli.commands.explain_difference",
    "skew": "accord.cli.commands.skew",
    "report": "accord.cli.commands.report",
    "serve": "accord.cli.commands.serve",
    "taxonomy": "accord.cli.commands.taxonomy",
}
"""Command → module; the module's object `command` is the click command."""


class Commands(click.RichGroup):
    """The commands, imported when one is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

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
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, wanted: _version(ctx) if wanted else None,
    help="Show the version, and whether the native core is used.",
)
@click.option(
    "--progress", is_flag=True, help="Say how far the work is also where no terminal shows it."
)
def program(progress: bool) -> None:
    """Inter-annotator agreement: how far coders agree, how sure that is, and why."""


def _version(ctx: click.Context) -> None:
    from accord.native import description

    click.echo(f"accord, version {__version__} ({description()})")
    ctx.exit()


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors made on purpose become one line and exit code 1."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    given = sys.argv[1:] if arguments is None else arguments
    with bordered(coloured=not given or not {"-h", "--help"}.isdisjoint(given)):
        _run(arguments)


def _run(arguments: list[str] | None) -> None:
    try:
        code = program.main(arguments, prog_name="accord", standalone_mode=False)
    except AccordError as error:
        told = sys.argv[1:] if arguments is None else arguments
        _fail(in_options(str(error), told), 1, len(getattr(error, "beneath", ())))
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except click.ClickException as error:
        _show(error)
        sys.exit(error.exit_code)
    except MemoryError:
        _fail("not enough memory; give less at once, or count the table (accord count)", 1)
    except _ReaderLeftError:
        _silence()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder that may not be written
        _silence()
        _fail(f"{error.filename or 'output'}: cannot be written ({error.strerror})", 1)
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
        getattr(sys.stderr, "beneath", sys.stderr).write(f"{usage}\n")
    print(f"Error: {inert(short(error.format_message()), line=True)}", file=sys.stderr)


def _fail(message: str, code: int, beneath: int = 0) -> None:
    """Say what is wrong in one line, with as many lines beneath it as the error has."""
    for line in f"accord: {message}".split("\n", beneath):
        print(inert(line, line=True), file=sys.stderr)
    sys.exit(code)
