"""`accord align FILE`: which units of different coders belong together, and what they cost."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from accord._measure.gamma.align.alignment import (
    Alignment,
    best_alignment,
    gold_standard,
    plain_category,
)
from accord._measure.gamma.gamma import gamma
from accord._measure.gamma.parameters import Parameters
from accord._measure.settings import options_of
from accord._report.render.terminal import table
from accord._report.write import write, written_as
from accord.cli import parsing as click
from accord.cli.console import json_text, print_csv
from accord.cli.options.inputs import FORCE, before_work, reading, refuse_options
from accord.cli.options.measure_settings import distance_options, setting_options
from accord.errors import NotApplicableError
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.spans.parts import Unit

ALIGNMENT_SETTINGS = ("alpha", "beta", "delta", "f_cat", "budget")
"""What γ can be told about an alignment."""


@click.command(name="align")
@setting_options([o for o in options_of(gamma) if o.name in ALIGNMENT_SETTINGS], of_one=True)
@distance_options
@click.option("--costliest", is_flag=True, help="Largest mismatches first.")
@click.option(
    "--consensus",
    metavar="OUT",
    callback=before_work(lambda name: written_as(name, None)),
    help="Write consensus spans to OUT (.jsonl, .csv, .tsv).",
)
@click.option(
    "--support", type=int, default=1, help="Consensus spans marked by at least this many coders."
)
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a table for other programs.")
@reading
def command(
    study: Any,
    costliest: bool,
    consensus: str | None,
    support: int,
    force: bool,
    as_json: bool,
    as_csv: bool,
    **given: Any,
) -> None:
    """Match the spans of all coders (the alignment used by γ).

    One row for each unitary alignment: the unit of each coder, the disorder and what it
    comes from, and a consensus (what at least half of its coders include, or median times;
    majority category; how many support it).

    \b
        accord align spans.csv
        accord align spans.csv --costliest --alpha 2
        accord align spans.csv --consensus gold.jsonl --support 2
    """
    if consensus is None and not as_json:
        refuse_options(["support"], "is for --consensus or --json")
    if as_json or as_csv:
        refuse_options(["costliest"], "is for the printed table; leave it out or sort the rows")
    if as_json:
        refuse_options(["as_csv"], "and --json are two forms; choose one")
    units_of = kind_of(study).ability("as_units")
    if units_of is None:
        raise NotApplicableError(
            f"accord align works with spans; this file has {kind_words(study)}"
        )
    study = units_of(study)
    order = tuple(study.categories) if study.declared else None
    asked = {name: value for name, value in given.items() if value is not None}
    parameters = Parameters(
        **{name: asked[name] for name in (*ALIGNMENT_SETTINGS, "distance") if name in asked}
    )
    rule = replace(parameters.rule(), order=order)
    # A document that one coder saw aligns with nothing; it is named on standard error, not
    # silently dropped.
    seen = [c for c in study.continua if c.seen.sum() > 1]
    if not seen:
        raise NotApplicableError("no document was seen by two coders; an alignment needs two")
    _say_left_out([c.name for c in study.continua if c.seen.sum() < 2])
    alignments = [best_alignment(continuum, rule, budget=parameters.budget) for continuum in seen]
    if consensus is not None:
        write(gold_standard(alignments, support=support), consensus)
    if as_json:
        click.echo(json_text([_plain(a, support) for a in alignments]))
    elif as_csv:
        _print_csv(alignments)
    else:
        for alignment in alignments:
            _print(alignment, costliest)


def _say_left_out(documents: Sequence[Any]) -> None:
    if documents:
        names = ", ".join(map(str, documents[:5])) + (" …" if len(documents) > 5 else "")
        print(
            f"accord: {len(documents)} left out, seen by fewer than two coders: {names}",
            file=sys.stderr,
        )


def _plain(alignment: Alignment, support: int) -> dict[str, Any]:
    proposals = [
        {
            "begin": g.begin,
            "end": g.end,
            "category": plain_category(g.category),
            "support": g.support,
            "category_support": g.category_support,
            "disorder": g.disorder,
        }
        for g in alignment.gold(support)
    ]
    return {**alignment.as_dict(), "gold": proposals}


def _rows(alignment: Alignment) -> Iterator[tuple[int, tuple[Unit | None, ...], Sequence[Any]]]:
    for at, consensus in enumerate(alignment.gold()):
        costs = (alignment.disorders[at], alignment.position[at], alignment.category[at])
        yield at, consensus.units, (*map(float, costs), consensus)


def _print(alignment: Alignment, costliest: bool) -> None:
    item = alignment.continuum.name
    if not len(alignment):
        print(f"{'' if item is None else f'{item}: '}no spans")
        return
    proof = "exact" if alignment.exact else f"at least {alignment.lower:.4f}"
    print(f"{'' if item is None else f'{item}: '}disorder {alignment.disorder:.4f} ({proof})")
    rows = sorted(_rows(alignment), key=lambda r: -r[2][0]) if costliest else _rows(alignment)
    shown = []
    for _, units, (disorder, position, category, gold) in rows:
        consensus = (
            f"{_unit(Unit(gold.begin, gold.end, gold.category))} {gold.support}/{gold.coders}"
        )
        if gold.category_support < gold.support:
            consensus += f" (category {gold.category_support}/{gold.support})"
        cells = [f"{number:.4f}" for number in (disorder, position, category)]
        shown.append([*map(_unit, units), *cells, consensus])
    table([*map(str, alignment.coders), "disorder", "position", "category", "consensus"], shown)


def _unit(unit: Unit | None) -> str:
    if unit is None:
        return "–"
    category = "" if unit.category is None else f" {unit.category}"
    return f"[{unit.begin:g}, {unit.end:g}){category}"


def _print_csv(alignments: Sequence[Alignment]) -> None:
    """One row for each unit, so that any number of coders fits."""
    columns = [
        *("document", "alignment", "coder", "begin", "end", "category"),
        *("disorder", "position_disorder", "category_disorder"),
        *("consensus_begin", "consensus_end", "consensus_category"),
        *("support", "category_support"),
    ]
    rows: list[list[Any]] = []
    for alignment in alignments:
        for at, units, (disorder, position, category, gold) in _rows(alignment):
            agreed = (gold.begin, gold.end, gold.category, gold.support, gold.category_support)
            tail = [disorder, position, category, *agreed]
            for coder, unit in zip(alignment.coders, units, strict=True):
                if unit is not None:
                    rows.append([alignment.continuum.name, at + 1, coder, *unit, *tail])
    print_csv(columns, rows)
