"""`accord deixis FILE`: antecedents of discourse deixis, read in three ways."""

from collections.abc import Sequence

from accord._measure.chains.deixis import Antecedents, antecedents, deixis_readings
from accord._read.door.read import contents
from accord._read.tables.roles import Table
from accord._read.tables.unit_rows import by_names
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.errors import DataError


@click.command(name="deixis")
@click.argument("file")
@click.option("--item", help="Column of the anaphor's name.")
@click.option("--coder", help="Coder column.")
@click.option("--begin", help="Column of the antecedent's first word.")
@click.option("--end", help="Column of the word after the antecedent's last.")
@click.option("--anaphor", default="anaphor", help="Column of the place of the anaphor.")
@click.option("--document", help="Column of the dialogue.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, anaphor: str, as_json: bool, **given: str | None) -> None:
    """Measure agreement on antecedents marked as spans of words.

    The table has a row for each anaphor and coder: where the antecedent begins and ends, and
    where the anaphor stands, counted in words. α is shown for three readings of the same data:
    as sets of words, as positions in the dialogue, as positions relative to the anaphor.

    \b
        accord deixis antecedents.csv --item anaphor --coder coder --anaphor place
    """
    tables = contents(file).tables
    if len(tables) != 1:
        raise DataError(f"{file}: expected a single table of antecedents")
    found = deixis_readings(_read(tables[0], anaphor, given)).items()
    if as_json:
        data = [{"reading": name, **agreement.as_dict()} for name, agreement in found]
        click.echo(json_text(data))
        return
    rows = [
        [name, number_text(a.value, without="n/a"), f"{a.D_o:.4g}", f"{a.D_e or 0:.4g}"]
        for name, a in found
    ]
    notes = [f"{name}: {in_options(a.undefined)}" for name, a in found if a.undefined]
    table(["reading", "α", "D_o", "D_e"], rows, notes)


def _read(source: Table, anaphor: str, given: dict[str, str | None]) -> Antecedents:
    roles = by_names(source.source, source.header, given)
    needed = {
        "item": roles.item,
        "coder": roles.coder,
        "begin": roles.begin,
        "end": roles.end,
        "anaphor": anaphor if anaphor in source.header else None,
    }
    for role, name in needed.items():
        if name is None:
            raise DataError(
                f"{source.source}: none of {', '.join(source.header)} looks like the {role}; "
                f"name it with --{role}"
            )
    columns = {role: source.column(name) for role, name in needed.items() if name}
    places = {role: _whole(source, columns[role], role) for role in ("begin", "end", "anaphor")}
    items = columns["item"]
    documents = source.column(roles.document) if roles.document else [""] * len(items)
    rows = zip(items, columns["coder"], places["begin"], places["end"], strict=True)
    return antecedents(
        list(rows),
        dict(zip(items, places["anaphor"], strict=True)),
        dict(zip(items, documents, strict=True)),
    )


def _whole(source: Table, cells: Sequence[str], role: str) -> list[int]:
    numbers = []
    for place, cell in zip(source.where(), cells, strict=True):
        try:
            numbers.append(int(cell))
        except ValueError:
            raise DataError(f"{place}: the {role} is {cell!r}, not a whole number") from None
    return numbers
