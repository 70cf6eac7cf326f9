"""`accord taxonomy show FILE`: the tree, with the counts of each category."""

from collections import Counter
from collections.abc import Hashable
from typing import Any

from accord._read.tables.taxonomies import read_taxonomy
from accord.cli import parsing as click
from accord.cli.options.inputs import read_study, reading_options
from accord.kinds.kind import only_labels
from accord.kinds.labels.taxonomy import Taxonomy


@click.group(name="taxonomy")
def command() -> None:
    """Show a taxonomy of categories."""


@command.command(name="show")
@click.argument("file")
@click.argument("data", nargs=-1)
@reading_options
def show(file: str, data: tuple[str, ...], quiet: bool, **options: Any) -> None:
    """Draw the taxonomy in FILE; with DATA, how often coders used each category.

    FILE is indented text, one path a line ("A > B > C"), a table with the columns category and
    parent, JSON or YAML.

    \b
        accord taxonomy show acts.txt
        accord taxonomy show acts.txt acts.csv
    """
    taxonomy = read_taxonomy(file)
    if not data:
        click.echo(str(taxonomy))
        return
    counts = _counts(taxonomy, read_study(data, options, quiet))
    known = set(zip(taxonomy.scopes, taxonomy.names, strict=True))
    for line in taxonomy.lines(counts):
        click.echo(line)
    for (scope, name), number in counts.items():
        if (scope, name) not in known:
            click.echo(f"not in the taxonomy: {name!r} {number}" + (f" in {scope}" * bool(scope)))


def _counts(taxonomy: Taxonomy, study: Any) -> Counter[tuple[str | None, Hashable]]:
    """How often each category was used; labels of sets count one by one."""
    study = only_labels(study, "accord taxonomy works with labels; this file")
    counts: Counter[tuple[str | None, Hashable]] = Counter()
    for _, _, category in study.rows():
        for name in category if isinstance(category, frozenset) else (category,):
            counts[_key(taxonomy, name if name in taxonomy else str(name))] += 1
    return counts


def _key(taxonomy: Taxonomy, name: Hashable) -> tuple[str | None, Hashable]:
    return (taxonomy.scopes[taxonomy.index(name)] if name in taxonomy else None), name
