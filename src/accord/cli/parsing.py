"""What commands are made of: click, whose help rich-click draws once somebody asks for it.

rich-click takes nearly as long to load as click itself, and of all calls only those that show help
or how a command is used need it. The names here are those of click; only commands, groups and
options are our own.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click
from click import (
    Abort,
    BadParameter,
    Choice,
    ClickException,
    Context,
    FloatRange,
    IntRange,
    Parameter,
    Path,
    UsageError,
    argument,
    confirm,
    echo,
    get_current_context,
    pass_context,
    prompt,
)

__all__ = [
    "Abort",
    "BadParameter",
    "Choice",
    "ClickException",
    "Command",
    "Context",
    "FloatRange",
    "Group",
    "IntRange",
    "Parameter",
    "Path",
    "UsageError",
    "argument",
    "command",
    "confirm",
    "echo",
    "get_current_context",
    "group",
    "option",
    "pass_context",
    "prompt",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Option(click.Option):
    """An option, and the heading below which help shows it."""

    def __init__(self, *flags: Any, panel: str | None = None, **more: Any) -> None:
        super().__init__(*flags, **more)
        self.panel = panel


class _Context(click.Context):
    """A call of a command; what it says of itself is coloured where that can be seen."""

    def make_formatter(self) -> Any:
        """What draws help and usage."""
        from rich_click import RichHelpConfiguration, RichHelpFormatter

        # Paragraphs of a docstring stay apart.
        config = RichHelpConfiguration.load_from_globals(text_paragraph_linebreaks="\n\n")
        return RichHelpFormatter(
            width=self.terminal_width, max_width=self.max_content_width, config=config
        )


class Command(click.Command):
    """A command; its function may name the headings of its help, in order (`option_panels`)."""

    context_class = _Context
    _asking_help: _Option | None = None

    @property
    def panels(self) -> list[Any]:
        """The headings as rich-click knows them."""
        from rich_click import RichOptionPanel

        titles: Iterable[str] = getattr(self.callback, "option_panels", ())
        return [RichOptionPanel(title) for title in titles]

    def format_help(self, ctx: click.Context, formatter: Any) -> None:
        """Draw the help."""
        from rich_click import RichCommand

        self.format_usage(ctx, formatter)
        # What rich-click draws it draws of any command: its own class is not needed.
        shown: Any = RichCommand
        for part in (shown.format_help_text, shown.format_options, shown.format_epilog):
            part(self, ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that shows help: as it was drawn, while click would look at the stream once
        more and take the colours out of it."""
        if self._asking_help is None:
            text = "Show this message and exit."
            how: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
            self._asking_help = _Option(ctx.help_option_names, help=text, callback=_helped, **how)
        return self._asking_help


def _helped(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        print(ctx.get_help())
        ctx.exit()


class Group(Command, click.Group):
    """Several commands below one name."""

    command_class = Command
    group_class = type

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command: the help, and the exit code of a mistake in what was typed."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            print(ctx.get_help())
            ctx.exit(2)
        return super().parse_args(ctx, args)


def option(*flags: str, **more: Any) -> Callable[[_Function], _Function]:
    """Add an option to a function that becomes a command."""
    return click.option(*flags, cls=_Option, **more)


def command(
    name: str | None = None, cls: type[Command] = Command, **more: Any
) -> Callable[[Callable[..., Any]], Command]:
    """Make a command of a function."""
    return click.command(name, cls, **more)


def group(
    name: str | None = None, cls: type[Group] = Group, **more: Any
) -> Callable[[Callable[..., Any]], Group]:
    """Make a group of a function, to which commands are added."""
    return click.group(name, cls, **more)
