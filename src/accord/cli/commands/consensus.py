"""`accord consensus FILE`: one label for each item, with its probability."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from accord._measure.latent.known_truths import KnownTruths
from accord._measure.latent.latent_class import LatentClasses
from accord._measure.latent.majority import Consensus
from accord._read.tables.truth_table import read_truths
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, print_csv
from accord.cli.options.inputs import reading, refuse_options
from accord.errors import AccordError, NotApplicableError
from accord.infer.advice.choose import chosen_distance, is_scale
from accord.kinds.kind import only_labels
from accord.kinds.labels.study import Codings
from accord.words.said import said

_Columns = dict[str, list[Any]]

CONSENSUS_METHODS = [
    "dawid-skene",
    "one-coin",
    "mace",
    "glad",
    "ordinal",
    "latent-class",
    "majority",
    "wawa",
    "zero-based-skill",
    "crowdtruth",
    "mean",
]

COUNTED_METHODS = ("majority", "wawa", "zero-based-skill", "crowdtruth")
"""These count votes: they have no pseudo-counts, and learn nothing from known truths."""

MEANS_HAVE_NONE = (
    "is for labels; these are ratings, and have means. 'accord raters FILE' shows the raters; name "
    "a --method to combine the numbers as labels"
)


@click.command(name="consensus")
@click.option(
    "--method",
    type=click.Choice(CONSENSUS_METHODS),
    help="Method for combining coders (default: dawid-skene; mean for ratings).",
)
@click.option(
    "--classes", type=int, help="Number of latent classes (default: the number of categories)."
)
@click.option(
    "--criterion",
    type=click.Choice(["bic", "aic", "lr", "chi2"]),
    help="Choose the number of latent classes by this, from 1 to one more than categories.",
)
@click.option(
    "--smoothing",
    type=float,
    help="Pseudo-count added to each cell (default: 0; ordinal: 0.01).",
)
@click.option(
    "--gold-file",
    metavar="FILE",
    help="CSV with a column of items and one of their true categories, which are then fixed.",
)
@click.option("--em", is_flag=True, help="Fit MACE by maximum likelihood, without its priors.")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    help="Label only this share of items, most certain first.",
)
@click.option("--quality", is_flag=True, help="Show how good each coder is instead of the labels.")
@click.option(
    "--difficulty", is_flag=True, help="Show how hard each item is instead of the labels."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with coders and notes.")
@reading
def command(
    study: Any,
    method: str | None,
    classes: int | None,
    criterion: str | None,
    smoothing: float | None,
    gold_file: str | None,
    em: bool,
    threshold: float | None,
    quality: bool,
    difficulty: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Estimate one label per item, with its probability (majority, Dawid–Skene, MACE …).

    Items whose true category is known (--gold with a column of FILE, or --gold-file) are fixed,
    and teach the models how good the coders are.

    \b
        accord consensus acts.csv
        accord consensus acts.csv --method mace --threshold 0.9 --gold truth
        accord consensus acts.csv --method glad --difficulty
        accord consensus acts.csv --method majority --csv > labels.csv
        accord consensus acts.csv --quality
        accord consensus ratings.csv --method mean
        accord consensus acts.csv --method crowdtruth --quality
        accord consensus acts.csv --method latent-class --criterion lr --quality
    """
    study = only_labels(study, "accord consensus works with labels; this file")
    method = method or _usual_method(study)
    if method == "mean":
        names = ["classes", "criterion", "smoothing", "gold_file", "em", "threshold"]
        refuse_options([*names, "quality", "difficulty"], MEANS_HAVE_NONE)
        _print_means(study, as_csv, as_json)
        return
    # An option that would do nothing is a misunderstanding, and a result that looks as if it had
    # been heeded is worse than an error.
    _refuse_idle(method, classes, criterion, quality, as_json)
    if method == "latent-class":
        model = _model(study, classes, criterion)
        if quality:
            _print_quality(model, as_csv, as_json)
            return
        found = model.consensus()
        found = replace(found, notes=(*_tried(model, criterion), *found.notes))
    else:
        settings: dict[str, Any] = {} if smoothing is None else {"smoothing": smoothing}
        if method not in COUNTED_METHODS and (gold := _gold(study, gold_file)) is not None:
            settings["gold"] = gold
        if em:
            settings["fit"] = "em"
        if method == "one-coin":
            method, settings["coin"] = "dawid-skene", "one"
        found = _found(study, method, settings)
        # Gold teaches the model what the simulated coders do not know.
        if method == "dawid-skene" and not {"gold", "coin"} & set(settings):
            found = replace(found, notes=(*_beside_vote(study), *found.notes))
    if threshold is not None:
        found = found.certain(threshold)
    if difficulty:
        _print_difficulty(study, found, as_csv, as_json)
        return
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print(_quality(found) if quality else found.columns(), found.notes, found.signature, as_csv)


def _usual_method(study: Codings) -> str:
    """Labels are combined by a model of coders who err; ratings have a mean."""
    return "mean" if is_scale(study, chosen_distance(study, None)[0]) else "dawid-skene"


def _print_means(study: Codings, as_csv: bool, as_json: bool) -> None:
    """The mean rating of each item with its standard error."""
    from accord.infer.ratings.means import mean_ratings
    from accord.infer.ratings.rated import rated

    ratings = rated(study)
    means = mean_ratings(ratings)
    if as_json:
        click.echo(json_text([one.as_dict() for one in means]))
        return
    columns: _Columns = {
        "item": [one.item for one in means],
        "mean": [one.value for one in means],
        "SE": [one.se for one in means],
        "ratings": [one.ratings for one in means],
    }
    notes = [] if ratings.complete else [said("consensus.levels-out")]
    _print(columns, [*notes, said("consensus.mean")], "", as_csv)


def _beside_vote(study: Codings) -> list[str]:
    """What to know where the model is worse than the vote, or surer than it is right."""
    from accord._measure.latent.beside_vote import beside_vote

    beside = beside_vote(study)
    if beside is None or not (beside.worse or beside.too_sure):
        return []
    facts = {"model": beside.model, "said": beside.said, "vote": beside.vote}
    if beside.worse:
        return [said("consensus.worse-than-vote", **facts, setting="--method majority")]
    return [said("consensus.too-sure", **facts)]


def _refuse_idle(
    method: str, classes: int | None, criterion: str | None, quality: bool, as_json: bool
) -> None:
    """Options that would do nothing here."""
    if criterion is not None and (method != "latent-class" or classes is not None):
        raise AccordError("--criterion works with --method latent-class, without --classes")
    if method != "latent-class":
        refuse_options(["classes"], "is for --method latent-class")
    if method in ("latent-class", "mace", "glad", *COUNTED_METHODS):
        refuse_options(["smoothing"], "is for --method dawid-skene, one-coin or ordinal")
    if method in ("latent-class", *COUNTED_METHODS):
        refuse_options(
            ["gold_file"], "is for --method dawid-skene, one-coin, mace, glad or ordinal"
        )
    if method != "mace":
        refuse_options(["em"], "is for --method mace")
    if quality:
        refuse_options(["difficulty", "threshold"], "is not for --quality")
    if as_json:
        refuse_options(["as_csv"], "and --json are two forms; choose one")


def _gold(study: Codings, file: str | None) -> KnownTruths | None:
    """What --gold-file says, or the column that --gold names."""
    column = _asked("gold")
    if file is None:
        return column if column in study.about else None
    # Two sources of truth could contradict each other on the same item.
    if column is not None:
        raise click.UsageError("--gold-file and --gold both name true categories; choose one")
    return read_truths(file)


def _asked(option: str) -> Any:
    context = click.get_current_context()
    assert context is not None  # a command runs in one
    return context.params.get(option)


def _print_difficulty(study: Codings, found: Consensus, as_csv: bool, as_json: bool) -> None:
    """How hard each item is, by the labels that the coders together give."""
    from accord._measure.latent.item_difficulty import item_difficulty

    rows = item_difficulty(study, found)
    if as_json:
        click.echo(json_text([row.as_dict() for row in rows]))
        return
    names = ("item", "truth", "codings", "right", "discrimination", "entropy")
    columns: _Columns = {name: [getattr(row, name) for row in rows] for name in names}
    columns |= {name: values.tolist() for name, values in found.of_items.items()}
    _print(columns, found.notes, found.signature, as_csv)


def _print(columns: _Columns, notes: Sequence[str], signature: str, as_csv: bool) -> None:
    notes = [f"note: {in_options(note)}" for note in notes]
    if as_csv:
        for note in notes:
            click.echo(note, err=True)
        print_csv(columns, zip(*columns.values(), strict=True))
        return
    shown = [[_cell(cell) for cell in row] for row in zip(*columns.values(), strict=True)]
    table(list(columns), shown, [*notes, *filter(None, [signature])])


def _model(study: Codings, classes: int | None, criterion: str | None) -> LatentClasses:
    from accord._measure.latent.latent_class import latent_classes

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
    from accord._measure.latent.latent_class import codings_needed

    if as_json:
        click.echo(json_text(model.as_dict()))
        return
    columns: _Columns = {"coder": list(model.coders)}
    needed = []
    for category in model.categories:
        columns[f"sensitivity({category})"] = model.sensitivity(category).tolist()
        columns[f"specificity({category})"] = model.specificity(category).tolist()
        needed.append(f"{category}: {codings_needed(model, category).why}")
    _print(columns, [*needed, *model.notes], model.signature, as_csv)


def _found(study: Codings, method: str, settings: dict[str, Any]) -> Consensus:
    from accord._measure.latent.crowdtruth import crowdtruth
    from accord._measure.latent.dawid_skene import dawid_skene
    from accord._measure.latent.glad import glad
    from accord._measure.latent.mace import mace
    from accord._measure.latent.majority import majority
    from accord._measure.latent.signal_detection import ordinal_model
    from accord._measure.latent.weighted_vote import wawa, zero_based_skill

    counted = {"majority": majority, "crowdtruth": crowdtruth}
    counted |= {"wawa": wawa, "zero-based-skill": zero_based_skill}
    if method in counted:
        return counted[method](study)
    models = {"mace": mace, "glad": glad, "ordinal": ordinal_model, "dawid-skene": dawid_skene}
    return models[method](study, **settings)


def _quality(found: Consensus) -> _Columns:
    if found.confusion is None and not found.of_coders:
        raise NotApplicableError(
            f"{found.method} does not estimate coder quality. Use --method dawid-skene"
        )
    return found.coder_columns()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return number_text(value)
    return "" if value is None else str(value)
