"""`accord consensus FILE`: one label an item, with its probability."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rich_click as click

from accord.cli.console import in_options, json_text, print_csv
from accord.cli.options.inputs import reading, refuse
from accord.errors import AccordError, NotApplicableError
from accord.measure.latent.latent_class import LatentClasses
from accord.measure.latent.majority import Consensus
from accord.model.codings.codings import Codings
from accord.model.study import Study
from accord.report.render.terminal import number, table

Columns = dict[str, list[Any]]


@click.command(name="consensus")
@click.option(
    "--method",
    type=click.Choice(["dawid-skene", "one-coin", "latent-class", "majority"]),
    default="dawid-skene",
    help="How the coders are combined.",
)
@click.option(
    "--classes", type=int, help="Number of latent classes (default: the number of categories)."
)
@click.option(
    "--criterion",
    type=click.Choice(["bic", "aic", "lr", "chi2"]),
    help="Choose the number of latent classes by this, from 1 to one more than categories.",
)
@click.option("--smoothing", type=float, default=0.0, help="Pseudo-count added to each cell.")
@click.option("--quality", is_flag=True, help="Show how good each coder is instead of the labels.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with coders and notes.")
@reading
def command(
    study: Study,
    method: str,
    classes: int | None,
    criterion: str | None,
    smoothing: float,
    quality: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Find one label for each item of FILE, with its probability.

    \b
        accord consensus acts.csv
        accord consensus acts.csv --method majority --csv > labels.csv
        accord consensus acts.csv --quality
        accord consensus acts.csv --method latent-class --criterion lr --quality
    """
    if not isinstance(study, Codings):
        raise NotApplicableError(f"consensus is for codings, this study holds {study.kind}")
    if criterion is not None and (method != "latent-class" or classes is not None):
        raise AccordError("--criterion is for --method latent-class without --classes")
    if method != "latent-class":
        refuse(["classes"], "is for --method latent-class")
    if method in ("latent-class", "majority"):
        refuse(["smoothing"], "is for --method dawid-skene or one-coin")
    if as_json:
        refuse(["as_csv"], "and --json are two forms; choose one")
    if method == "latent-class":
        model = _model(study, classes, criterion)
        if quality:
            _print_quality(model, as_csv, as_json)
            return
        found = model.consensus()
        found = replace(found, notes=(*_tried(model, criterion), *found.notes))
    else:
        found = _found(study, method, smoothing)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print(_quality(found) if quality else found.columns(), found.notes, found.signature, as_csv)


def _print(columns: Columns, notes: Sequence[str], signature: str, as_csv: bool) -> None:
    notes = [f"note: {in_options(note)}" for note in notes]
    if as_csv:
        for note in notes:
            click.echo(note, err=True)
        print_csv(columns, zip(*columns.values(), strict=True))
        return
    shown = [[_cell(cell) for cell in row] for row in zip(*columns.values(), strict=True)]
    table(list(columns), shown, [*notes, signature])


def _model(study: Codings, classes: int | None, criterion: str | None) -> LatentClasses:
    from accord.measure.latent.latent_class import latent_classes

    if criterion is not None:
        return latent_classes(study, criterion=criterion)
    return latent_classes(study, classes=classes or len(study.categories))


def _tried(model: LatentClasses, criterion: str | None) -> list[str]:
    """What was tried before the number of classes was chosen."""
    if criterion is None:
        return []
    fits = "; ".join(
        f"{fit.classes}: BIC {fit.bic:.1f}, AIC {fit.aic:.1f}, G² {fit.g2:.1f} (p {_p(fit.lr_p)}), "
        f"X² {fit.x2:.1f} (p {_p(fit.chi2_p)})"
        for fit in model.fits
    )
    return [f"{model.classes} classes by {criterion} of {fits}"]


def _p(p: float | None) -> str:
    return "none, no degree of freedom is left" if p is None else f"{p:.2g}"


def _print_quality(model: LatentClasses, as_csv: bool, as_json: bool) -> None:
    """Sensitivity and specificity of each coder, and how many codings an item needs."""
    from accord.measure.latent.latent_class import codings_needed

    if as_json:
        click.echo(json_text(model.as_dict()))
        return
    columns: Columns = {"coder": list(model.coders)}
    needed = []
    for category in model.categories:
        columns[f"sensitivity({category})"] = model.sensitivity(category).tolist()
        columns[f"specificity({category})"] = model.specificity(category).tolist()
        needed.append(f"{category}: {codings_needed(model, category).why}")
    _print(columns, [*needed, *model.notes], model.signature, as_csv)


def _found(study: Codings, method: str, smoothing: float) -> Consensus:
    from accord.measure.latent.dawid_skene import dawid_skene
    from accord.measure.latent.majority import majority

    if method == "majority":
        return majority(study)
    coin = "one" if method == "one-coin" else "full"
    return dawid_skene(study, coin=coin, smoothing=smoothing)


def _quality(found: Consensus) -> dict[str, list[Any]]:
    if found.confusion is None:
        raise NotApplicableError(
            f"{found.method} says nothing about coders; use --method dawid-skene, one-coin "
            "or latent-class"
        )
    columns: dict[str, list[Any]] = {
        "coder": list(found.coders),
        "accuracy": found.accuracy.tolist(),
    }
    for t, true in enumerate(found.categories):
        for k, said in enumerate(found.categories):
            columns[f"P({said}|{true})"] = found.confusion[:, t, k].tolist()
    return columns


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return number(value)
    return "" if value is None else str(value)
