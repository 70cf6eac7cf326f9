"""`accord anatomy FILE`: what kind of disagreement it is, and where."""

from accord._measure.labels.traces import limits_of_pairs
from accord._report.render.terminal import table
from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.cli.options.inputs import reading, refuse_options
from accord.infer.why.anatomy import PLACE_KINDS, Anatomy, Place, anatomy
from accord.infer.why.tree_anatomy import tree_anatomy
from accord.kinds.kind import kind_of, only_labels
from accord.kinds.labels.study import Codings
from accord.kinds.spans.parts import Unit
from accord.model.showing import counted
from accord.model.study import Study


@click.command(name="anatomy")
@click.option("--top", type=click.IntRange(0), default=20, help="Places to list; 0 for all.")
@click.option(
    "--only", type=click.Choice(PLACE_KINDS), multiple=True, help="List these kinds alone."
)
@click.option("--before", help="Of trees: the coder whose trees the others corrected (a parser).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all places.")
@reading
def command(
    study: Study, top: int, only: tuple[str, ...], before: str | None, as_json: bool
) -> None:
    """Show what kinds of disagreement there are on units, segments, trees, graphs or numbers.

    Of units, for each pair of coders and each category: same span and category, category only,
    boundary only, both, split, merge, missing, extra; then the places, in the order of the text.
    Of trees and graphs: by relation or label, by part of speech, and the items that differ most.
    Of numbers: how far two coders are apart, in the units of the scale, with Bland and Altman's
    limits of agreement and their 95% intervals.

    \b
        accord anatomy spans.csv
        accord anatomy spans.csv --only split --only merge --top 50
        accord anatomy trees/ --layer tree --before parser
        accord anatomy scores.csv
    """
    entry = kind_of(study)
    if entry.structured:
        _trees(study, top, before, as_json)
        return
    if before is not None:
        refuse_options(["before"], "is for trees that coders corrected")
    if entry.one_value:
        refuse_options(["top", "only"], "works with spans and segments")
        _numbers(only_labels(study, "FILE"), as_json)
        return
    found = anatomy(study)
    if as_json:
        refuse_options(["top", "only"], "is for the printed list; JSON has all places")
        click.echo(json_text(found.as_dict()))
        return
    _print_counts(found)
    _print_places([p for p in found.disagreements if not only or p.kind in only], top)


def _trees(study: Study, top: int, before: str | None, as_json: bool) -> None:
    found = tree_anatomy(study, before=before, top=top or len(study.items) ** 2)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    if found.left_out:
        many = counted(found.left_out, "pair")
        click.echo(f"left out {many} of trees over different tokens", err=True)
    rows = [[name, *map(_number, row.values())] for name, row in found.labels.items()]
    table(["label", "used", "shared", "F1"], rows)
    print()
    if found.tags:
        rows = [[name, *map(_number, row.values())] for name, row in found.tags.items()]
        table(["part of speech", "tokens", "UAS", "LAS"], rows)
        print()
    for (one, other), row in found.changes.items():
        said = ", ".join(f"{name} {_number(n)}" for name, n in row.items())
        print(f"changed by {one} (first) and {other} (second): {said}")
    rows = [
        [str(p.item), f"{p.coders[0]} – {p.coders[1]}", f"{p.differ} of {p.size}", str(t)]
        for p in found.worst
        for t in (p.first, p.second)
    ]
    table(["item", "coders", "differ", study.kind], rows)


def _numbers(study: Codings, as_json: bool) -> None:
    found = limits_of_pairs(study)
    if as_json:
        click.echo(
            json_text([{"coders": list(two), **one.as_dict()} for two, one in found.items()])
        )
        return
    rows = [
        [
            f"{a} – {b}",
            str(one.items),
            f"{one.bias:.4g} {_between(one.bias_interval)}",
            f"{one.sd:.4g}",
            f"{one.low:.4g} {_between(one.low_interval)}",
            f"{one.high:.4g} {_between(one.high_interval)}",
        ]
        for (a, b), one in found.items()
    ]
    table(["coders", "items", "first − second", "sd", "lower limit", "upper limit"], rows)


def _between(limits: tuple[float, float]) -> str:
    return f"[{limits[0]:.4g}, {limits[1]:.4g}]"


def _number(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _print_counts(found: Anatomy) -> None:
    rows = [
        [f"{a} – {b}", *(str(n) for n in kinds.values())] for (a, b), kinds in found.pairs.items()
    ]
    if len(rows) > 1:
        rows.append(["all", *(str(n) for n in found.counts.values())])
    table(["coders", *PLACE_KINDS], rows)
    print()
    named = {c: kinds for c, kinds in found.by_category.items() if c is not None}
    if named:
        rows = [[str(c), *(str(n) for n in kinds.values())] for c, kinds in named.items()]
        table(["category", *PLACE_KINDS], rows)
        print()
    if found.confusions:
        pairs = [[str(a), str(b), str(n)] for (a, b), n in list(found.confusions.items())[:10]]
        table(["category", "against", "times"], pairs)
        print()


def _print_places(places: list[Place], top: int) -> None:
    rows = [
        [
            p.kind,
            "" if p.document is None else str(p.document),
            str(p.coders[0]),
            _shown(p.first),
            str(p.coders[1]),
            _shown(p.second),
        ]
        for p in places[: top or None]
    ]
    more = [f"… {len(places) - top} more places: --top 0"] if 0 < top < len(places) else []
    table(["kind", "document", "coder", "units", "coder", "units"], rows, more)


def _shown(units: tuple[Unit, ...]) -> str:
    return " ".join(
        f"[{u.begin:g}, {u.end:g})" + ("" if u.category is None else f" {u.category}")
        for u in units
    )
