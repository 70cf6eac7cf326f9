"""`accord cite NAME`: BibTeX of a measure, a distance, a task, a tool, or for a file."""

from pathlib import Path
from typing import Any

from accord._measure.catalogue import find_measure
from accord._report.citations import bibliography, bibtex, keys_of, own, tools
from accord.cli import parsing as click
from accord.cli.options.inputs import (
    READING_NAMES,
    comparable,
    read_study,
    reading_options,
    refuse_options,
)
from accord.errors import AccordError, UnknownNameError
from accord.infer.advice.choose import recommended
from accord.infer.advice.lookup import lookup


@click.command(name="cite")
@click.argument("name", nargs=-1, required=True)
@reading_options
def command(name: tuple[str, ...], quiet: bool, **options: Any) -> None:
    """Print BibTeX: of a measure, a distance, a task, a tool or a key; or for a file.

    For a file: the measure that is recommended for it, the tool that wrote it, and accord.
    'accord report FILE --bibtex' has all measures of the report.

    \b
        accord cite kappa
        accord cite MASI
        accord cite artstein2008
        accord cite acts.csv
        accord cite accord
    """
    text = " ".join(name)
    if text == "accord":
        click.echo(own())
        return
    if len(name) == 1 and Path(text).exists():
        study = comparable(read_study(name, {key: options[key] for key in READING_NAMES}, quiet))
        lead = recommended(study)
        keys = () if lead is None else lead.measure.measure.source
        read = () if study.audit is None else tools(study.audit.format)
        click.echo("\n\n".join([*map(bibtex, dict.fromkeys((*keys, *read))), own()]))
        return
    refuse_options(READING_NAMES, "is about a file, and this is a name")
    click.echo("\n\n".join(bibtex(key) for key in _keys(text)))


def _keys(text: str) -> tuple[str, ...]:
    if text in bibliography():
        return (text,)
    try:
        return find_measure(text).source
    except UnknownNameError as unknown:
        try:
            keys = keys_of(text)
        except UnknownNameError:
            raise unknown from None
        if not keys:
            raise _nothing_to_cite(text) from None
        return keys


def _nothing_to_cite(text: str) -> AccordError:
    """The error for what accord knows, and nobody published anything on."""
    found = lookup(text)[0]
    called = "" if found.name == text else f", which {text!r} leads to"
    return AccordError(
        f"no publication is known for the {found.kind} {found.name!r}{called}; what to cite for "
        "accord itself: accord cite accord"
    )
