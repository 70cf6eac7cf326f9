"""accord inspect: what a file holds, before anything is measured."""

import re
from typing import Any

from accord._measure.cube.kernel import Countable, itemized, only_counts
from accord._read.door.read import Contents, contents
from accord._read.formats.format import CODER_COMES_FROM
from accord._read.formats.table import FORMATS, REFUSED, UNTRIED
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import (
    READING_NAMES,
    chosen_options,
    counted_study,
    file_options,
    save_reading,
)
from accord.errors import AccordError, inert, short
from accord.kinds.kind import kind_named, one_value
from accord.model.study import Study


def _list_formats(context: click.Context, _: Any, wanted: bool) -> None:
    """Print every format: what it is, what it holds, where coders are, what is not read."""
    if not wanted:
        return
    for one in sorted(FORMATS.values(), key=lambda format: format.name):
        holds = ", ".join(kind_named(kind).held for kind in one.holds)
        about = re.sub(r" \(\[.*?\)\)|`", "", one.about)  # links are for the page of formats
        click.echo(f"{one.name:17} {about}")
        who = one.coders or CODER_COMES_FROM[one.coder]
        click.echo(f"{'':17}   contains {holds}; coder comes from: {who}")
        if one.lost != "–":
            click.echo(f"{'':17}   ignored: {one.lost}")
    click.echo(f"\ntried on files written for accord only: {', '.join(sorted(UNTRIED))}")
    click.echo(
        f"\nrecognised but not supported: {', '.join(dict.fromkeys(r.what for r in REFUSED))}"
    )
    context.exit()


SHOWN_OF_COLUMN = ("column", "role", "reason")
"""What is shown of a column."""


@click.command("inspect")
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_formats,
    help="List every format that is read, and exit.",
)
def command(paths: tuple[str, ...], quiet: bool, as_json: bool, **given: Any) -> None:
    """Show how files are read: format, coders, columns, layers.

    Of a table it shows what each column is taken for and why, the first codings as accord
    understands them, and what else the table could be.

    \b
        accord inspect acts.csv
        accord inspect acts.csv --wide --coders 'rater*' --save-reading acts.accord.toml
    """
    options = chosen_options({name: given[name] for name in READING_NAMES})
    target = options.pop("save_reading", None)
    counts = counted_study(paths, options)
    if counts is not None and only_counts(counts):
        _print_counts(counts, as_json)
        return
    options.pop("engine", None)
    found = contents(paths if len(paths) > 1 else paths[0], **options)
    seen = _seen(found)
    study: Study | None = None
    try:
        study, problem = found.study(), ""
    except AccordError as error:
        problem = str(error)
    if as_json:
        click.echo(json_text({**_record(found, study, problem), **seen}, indent=2))
    else:
        for line in _told(found, study, problem, seen):
            click.echo(short(line))
    if target is not None and study is not None:
        save_reading(paths, options, target)


def _seen(found: Contents) -> dict[str, Any]:
    """What the columns of a table are taken for, and the ways to read it."""
    try:
        told = found.readings()
    except AccordError:
        return {}
    if told is None:
        return {}
    from accord._read.tables.asking import described

    return described(*told)


def _print_counts(study: Countable, as_json: bool) -> None:
    """What is known of codings that are counts, or that stay where they are."""
    audit = study.audit
    record: dict[str, Any] = {
        "format": "" if audit is None else audit.format,
        "kind": study.kind,
        "counts": study.counts(),
        "coders": [str(name) for name in study.coders],
        "audit": None if audit is None else audit.as_dict(),
    }
    if as_json:
        click.echo(json_text(record, indent=2))
        return
    click.echo(f"format     {record['format']} (labels, without the names of items)")
    for line in _summary(study):
        click.echo(short(line))


def _told(found: Contents, study: Any, problem: str, seen: dict[str, Any]) -> list[str]:
    lines = [f"format     {found.format.name} ({found.format.title})"]
    lines += [f"sheet      {inert(sheet, line=True)}" for sheet in found.sheets]
    lines += [f"layer      {layer}" for layer in found.layers]
    for layer in found.layers:
        if layer.categories:
            lines.append(f"  {layer.name or '(unnamed)'}: {', '.join(layer.categories)}")
    columns = seen.get("roles", [])
    wide = [
        max(len(inert(row[key], line=True)) for row in columns)
        for key in SHOWN_OF_COLUMN
        if columns
    ]
    for row in columns:
        cells = [inert(row[key], line=True) for key in SHOWN_OF_COLUMN]
        padded = "  ".join(cell.ljust(w) for cell, w in zip(cells, wide, strict=True))
        lines.append(f"column     {padded.rstrip()}")
    if study is None:
        lines.append(f"cannot read: {in_options(problem)}")
        return lines
    lines += _summary(study)
    if one_value(study) and study.coder is not None:
        first = study.take(range(min(3, len(study.items)))).rows()[:6]
        lines += [f"label      {i} · {c} · {_shown(k)}" for i, c, k in first]
    for reading in seen.get("readings", [])[1:3]:
        lines.append(f"could also be: {reading['reading']}")
        lines.append(f"           {in_options(reading['why'])}")
    return lines


def _shown(category: Any) -> str:
    return "|".join(sorted(category)) if isinstance(category, frozenset) else str(category)


def _summary(study: Study | Countable) -> list[str]:
    counts = " ".join(f"{key}={value}" for key, value in study.counts().items())
    lines = [f"data       {study.kind}: {counts}"]
    if not only_counts(study):
        lines.append(f"items      {_some(itemized(study, 'items').items)}")
    lines.append(f"coders     {_some(study.coders)}")
    if study.audit is not None:
        audit = study.audit
        lines.append(f"rows       {audit.rows} read, {audit.dropped} skipped")
        lines += [f"  {in_options(note)}" for note in audit.notes]
    return lines


def _some(names: Any) -> str:
    shown = ", ".join("(unnamed)" if name in (None, "") else str(name) for name in names[:8])
    return f"{len(names)}: {shown}{', …' if len(names) > 8 else ''}"


def _record(found: Contents, study: Study | None, problem: str) -> dict[str, Any]:
    record: dict[str, Any] = {
        "format": found.format.name,
        **({"sheets": list(found.sheets)} if found.sheets else {}),
        "layers": [
            {
                "name": layer.name,
                "kind": layer.kind,
                "fields": list(layer.fields),
                "marks": layer.marks,
                "categories": list(layer.categories),
            }
            for layer in found.layers
        ],
    }
    if study is None:
        return {**record, "problem": problem}
    audit = study.audit
    return {
        **record,
        "kind": study.kind,
        "counts": study.counts(),
        "items": [str(name) for name in study.items[:20]],
        "coders": [str(name) for name in study.coders],
        "audit": None if audit is None else audit.as_dict(),
    }
