"""The command line: parse, call the stages, print.

One file per command; nothing is imported before it is used. Exit codes: 0; 1 the data or a
check failed, with one line that says why; 2 usage.
"""

import os
import sys
from contextlib import suppress
from importlib import import_module

import rich_click as click

from accord.errors import AccordError
from accord.version import __version__

COMMANDS: dict[str, str] = {
    "simulate": "accord.cli.commands.simulate",
    "anatomy": "accord.cli.commands.anatomy",
    "choose": "accord.cli.commands.choose",
    "breakdown": "accord.cli.commands.breakdown",
    "check": "accord.cli.commands.check",
    "compare": "accord.cli.commands.compare",
    "plan": "accord.cli.commands.plan",
    "align": "accord.cli.commands.align",
    "consensus": "accord.cli.commands.consensus",
    "chains": "accord.cli.commands.chains",
    "cite": "accord.cli.commands.cite",
    "convert": "accord.cli.commands.convert",
    "inspect": "accord.cli.commands.inspect_file",
    "count": "accord.cli.commands.count",
    "measure": "accord.cli.commands.measure",
    "measures": "accord.cli.commands.measures",
    "senses": "accord.cli.commands.senses",
    "deixis": "accord.cli.commands.deixis",
    "explain-difference": "accord.cli.commands.explain_difference",
    "skew": "accord.cli.commands.skew",
    "report": "accord.cli.commands.report",
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
        return result


class _ReaderLeftError(Exception):
    """The reader of our output left, e.g. head: nothing is wrong."""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="accord")
def program() -> None:
    """Inter-annotator agreement: how far coders agree, how sure that is, and why."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; errors made on purpose become one line and exit code 1."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        code = program.main(arguments, prog_name="accord", standalone_mode=False)
    except AccordError as error:
        from accord.cli.settings_as_options import in_options

        _fail(in_options(str(error)), 1)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except _ReaderLeftError:
        _silence()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder that may not be written
        _silence()
        _fail(f"{error.filename or 'output'}: cannot be written ({error.strerror})", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _silence() -> None:
    """Nothing more to standard output, where Python would try again at its end."""
    with suppress(OSError):  # an output that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> None:
    print(f"accord: {message}", file=sys.stderr)
    sys.exit(code)
