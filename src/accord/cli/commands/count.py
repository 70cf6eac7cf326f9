"""`accord count PART -o counts.parquet`: reduce a part of a study to its counts."""

from typing import Any

from accord.cli import parsing as click
from accord.cli.console import in_options, progress_bar
from accord.cli.options.inputs import FORCE, before_work, check_outputs
from accord.engine.count_files import count
from accord.engine.tally_files import save
from accord.errors import AccordError, MissingExtraError


def _can_be_written(name: str) -> None:
    """Refuse a name by which nobody would know the counts again, or what cannot be written."""
    if not name.endswith(".parquet"):
        raise AccordError(f"{name}: counts are a Parquet file; give a name that ends in .parquet")
    MissingExtraError.unless("a Parquet file", "parquet", pyarrow="pyarrow")


@click.command(name="count")
@click.argument("paths", metavar="PART...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    callback=before_work(_can_be_written),
    help="Parquet file of the counts.",
)
@click.option("--item", help="Column of the item.")
@click.option("--coder", help="Coder column (long table).")
@click.option("--category", help="Label column (long table).")
@click.option(
    "--coders", help="Columns of the coders, comma-separated, or a pattern like 'worker_*'."
)
@click.option("--long", "shape", flag_value="long", help="One label per row.")
@click.option("--wide", "shape", flag_value="wide", help="A table with a column for each coder.")
@click.option("--gold", help="Gold standard column (not counted as a coder).")
@click.option("--ignore", help="Columns to leave out, comma-separated or a pattern.")
@click.option("--categories", help="All categories, comma-separated, in order.")
@click.option("--absent", help="Labels that mean “missing”, comma-separated.")
@click.option("--fold", is_flag=True, help="Merge labels that differ only in case, spaces or form.")
@click.option(
    "--within",
    type=click.Choice(["all"]),
    help="Use 'all' if every label could be chosen for every item.",
)
@click.option("--memory", help="Most memory to take, e.g. 3GB; the rest goes to disk.")
@FORCE
@click.option("--quiet", "-q", is_flag=True, help="Do not report what was counted.")
def command(paths: tuple[str, ...], output: str, quiet: bool, **given: Any) -> None:
    """Count the codings of PART: Parquet or CSV files, directories, patterns, or counts.

    A part has whole items. Counts are small; those of many parts are measured together, in
    any order.

    \b
        accord count part1.parquet -o counts/1.parquet
        accord count 'part2/*.csv' -o counts/2.parquet
        accord measure counts/*.parquet
    """
    check_outputs(paths, given.pop("force"), output=output)
    for name in ("coders", "categories", "absent", "ignore"):
        if given[name] is not None:
            given[name] = [part.strip() for part in given[name].split(",")]
    given |= {name: given[name] or () for name in ("absent", "ignore")}
    with progress_bar("counting", quiet=quiet):  # engines do not say how far they are
        tally = count(list(paths), **given)
    save(tally, output)
    if not quiet:
        notes = () if tally.audit is None else map(in_options, tally.audit.notes)
        click.echo("; ".join([f"{output}: {tally}", *notes]), err=True)
