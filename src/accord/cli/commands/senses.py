"""`accord senses FILE`: agreement on word senses, per lemma and pooled."""

from typing import Any

from accord._measure.bound import bound
from accord._measure.labels.senses import sense_alpha
from accord._measure.settings import RULES, MissingRule
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, typed_again
from accord.cli.options.inputs import comparable, file_options, read_study
from accord.cli.options.measure_settings import distance_options
from accord.errors import AccordError, quoted
from accord.infer.why.lemmas import by_lemma
from accord.kinds.kind import only_labels
from accord.words.said import said


@click.command(name="senses")
@distance_options
@click.option("--lemma", default="lemma", help="Column of the lemma.")
@click.option(
    "--missing", type=click.Choice(RULES), default="pairable", help="How to treat missing labels."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@file_options
def command(
    paths: tuple[str, ...],
    quiet: bool,
    distance: Any,
    lemma: str,
    missing: MissingRule,
    as_json: bool,
    **given: Any,
) -> None:
    """Measure agreement on word senses: α per lemma, and pooled with chance within the lemma.

    `--within COLUMN` of measure, choose, report, judge and check is the same for every kind of
    label that belongs to its item: senses, candidates, options, one of two.

    Grouped senses are a taxonomy with a scope [lemma] for each word; several senses for one
    occurrence are sets.

    \b
        accord senses senses.csv --lemma lemma --distance nominal
        accord senses senses.csv --taxonomy groups.txt --distance extended
        accord senses senses.csv --sets "|" --distance masi
    """
    study = comparable(read_study(paths, given, quiet, "senses by lemma"))
    study = only_labels(study, "accord senses works with labels; this file")
    if distance is None:
        raise AccordError(
            "choose a distance between senses: --distance nominal, masi, or extended with "
            "--taxonomy"
        )
    rows = by_lemma(study, bound("alpha", distance=distance, missing=missing), lemma=lemma)
    pooled = sense_alpha(study, distance=distance, lemma=lemma, missing=missing)
    if as_json:
        data = {
            "lemmas": [{"lemma": str(one.lemma), **one.agreement.as_dict()} for one in rows],
            "pooled": pooled.as_dict(),
        }
        click.echo(json_text(data))
        return
    cells = [
        [
            str(word),
            number_text(a.value, without="n/a"),
            str(a.counts["i"]),
            str(a.counts["k"]),
            number_text(a.A_o),
            number_text(a.A_e),
        ]
        for word, a in ((one.lemma, one.agreement) for one in rows)
    ]
    notes = [
        f"{one.lemma}: n/a: {in_options(one.agreement.undefined)}"
        for one in rows
        if one.agreement.undefined
    ]
    table(["lemma", "α", "items", "senses", "A_o", "A_e"], cells, notes)
    click.echo(in_options(f"\n{pooled}"))
    if not quiet:
        again = typed_again(click.get_current_context(), ("lemma", "missing", "as_json"))
        told = f"accord measure -m alpha --within {quoted(lemma)}"
        command = again.replace("accord senses", told, 1)
        click.echo(said("within.elsewhere", command=command), err=True)
