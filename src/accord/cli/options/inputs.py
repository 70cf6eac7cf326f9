"""Options for reading a study, the same for every command."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import rich_click as click

from accord.cli.progress import progress_bar
from accord.cli.settings_as_options import in_options
from accord.errors import NotApplicableError
from accord.model.study import Study
from accord.model.units.blocks import split
from accord.model.units.segmentations import Segmentations
from accord.model.units.unitizings import Unitizings
from accord.read.door.read import read
from accord.read.door.read_options import BOUNDS, COUNTS, KINDS, Limits, Options

OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.argument("paths", metavar="FILE...", nargs=-1, required=True),  # - is standard input
    click.option("--kind", help=f"What the files hold: {', '.join(KINDS)}."),
    click.option("--format", help="Format of the files (default: detected from their content)."),
    click.option("--layer", help="Layer to read, where a file holds several (accord inspect)."),
    click.option("--field", help="Field of the layer (feature, column, question)."),
    click.option(
        "--coder-from",
        help="Where coders are: field, file, folder, suffix, layer, or a pattern with one group.",
    ),
    click.option("--item", help="Column of the item."),
    click.option("--coder", help="Column of the coder (long table)."),
    click.option("--category", help="Column of the category (long table)."),
    click.option(
        "--coders", help="Columns of the coders, comma-separated (wide table); coders to keep."
    ),
    click.option("--categories", help="All categories, comma-separated, in order."),
    click.option("--absent", help="Labels that mean 'no coding', comma-separated."),
    click.option(
        "--sets", help="Cells are sets: what separates their labels, e.g. '|', or 'rows'."
    ),
    click.option(
        "--dimensions",
        help="Columns of several dimensions, comma-separated; or the one column "
        "that names the dimension.",
    ),
    click.option("--header", help="Names of the columns of a table without a header, or 'none'."),
    click.option("--delimiter", help="Delimiter of the table, e.g. ';' or tab."),
    click.option("--encoding", help="Encoding of the file, e.g. cp1252."),
    click.option(
        "--discontinuous",
        type=click.Choice(["refuse", "split", "cover", "drop"]),
        help="How to treat discontinuous spans.",
    ),
    click.option(
        "--trust-offsets",
        is_flag=True,
        help="Use offsets even where they do not match the quoted text.",
    ),
    click.option(
        "--offsets",
        type=click.Choice(COUNTS),
        help="What offsets count, where the format does not say (doccano, Argilla, Glozz).",
    ),
    click.option("--anonymise", is_flag=True, help="Rename the coders: coder 1, coder 2 …"),
    click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=N",
        help=f"Raise a limit: {', '.join(BOUNDS)}.",
    ),
    click.option("--quiet", "-q", is_flag=True, help="Do not report what was guessed."),
)
NAMES = (
    "kind",
    "format",
    "layer",
    "field",
    "coder_from",
    "item",
    "coder",
    "category",
    "coders",
    "categories",
    "absent",
    "sets",
    "dimensions",
    "header",
    "delimiter",
    "encoding",
    "discontinuous",
    "trust_offsets",
    "offsets",
    "anonymise",
    "limits",
)
_COLUMNS = ("item", "coder", "category", "coders", "categories", "absent")
_LISTS = ("coders", "categories", "absent", "dimensions")


class ListCommand(click.RichCommand):
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

    @wraps(command)
    def wrapped(paths: tuple[str, ...], quiet: bool, **given: Any) -> Any:
        options = {name: given.pop(name) for name in NAMES}
        study = read_study(paths, options, quiet)
        return command(study=study, **given)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the files and the reading options, for commands that read by themselves."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the reading options without the files, for commands that name their files themselves."""
    for option in reversed(OPTIONS[1:]):
        command = option(command)
    return command


def read_study(paths: tuple[str, ...], options: dict[str, Any], quiet: bool) -> Study:
    """Read the files with the options of the command line; say what was guessed."""
    chosen = chosen_options(options)
    with progress_bar("reading", quiet=quiet) as progress:
        study = _counted(paths, chosen)
        if study is None:
            study = read(paths, progress=progress, **chosen)
    if study.audit is not None and not quiet:
        notes = map(in_options, study.audit.notes)
        click.echo(f"{study.audit.source}: {'; '.join([study.audit.format, *notes])}", err=True)
    return study


def _counted(paths: tuple[str, ...], chosen: dict[str, Any]) -> Study | None:
    """Counts of codings, and tables beyond the limit, which are counted where they are."""
    if not chosen.keys() <= {*_COLUMNS, "kind", "limits"}:
        return None
    options = Options.of(**chosen)
    if not any(_asks_an_engine(Path(path), options) for path in paths):
        return None
    from accord.engine.tables_in_engines import count, is_counted

    if not is_counted(paths, options):
        return None
    return count(list(paths), **{name: chosen[name] for name in _COLUMNS if name in chosen})


def _asks_an_engine(path: Path, options: Options) -> bool:
    """Whether it could be counts or a large table, as far as the name and the size tell."""
    if path.is_file():
        return path.suffix == ".parquet" or path.stat().st_size > options.limits.table
    return str(path) != "-"  # a directory or a pattern


def in_blocks(study: Study, number: int) -> Study:
    """The study with its documents cut into blocks where nothing crosses; say how many."""
    if isinstance(study, Unitizings):
        cut: Study = split(study, blocks=number)
    elif isinstance(study, Segmentations):
        cut = split(study, blocks=number)
    else:
        raise NotApplicableError(f"--blocks is for units and segments, not for {study.kind}")
    what = f"documents: {len(study.items)}, cut into {len(cut.items)} blocks"
    click.echo(f"{what}; intervals resample the blocks, values are those of the whole", err=True)
    return cut


def chosen_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, lists split, limits read."""
    chosen = {key: value for key, value in options.items() if value not in (None, False, ())}
    for name in set(_LISTS) & set(chosen):
        chosen[name] = [part.strip() for part in chosen[name].split(",")]
    if chosen.get("delimiter") in ("tab", "\\t"):
        chosen["delimiter"] = "\t"
    if "limits" in chosen:
        chosen["limits"] = Limits.of(chosen["limits"])
    return chosen
