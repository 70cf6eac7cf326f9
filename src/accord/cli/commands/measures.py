"""`accord measures [NAME]`: the catalogue."""

from accord._measure.catalogue import MEASURES, display_name, find_measure, search
from accord._measure.entry import Measure
from accord._report.render.terminal import table
from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.errors import UnknownNameError
from accord.infer.advice.lookup import known_as, names_led_to
from accord.model.showing import picked


@click.command(name="measures")
@click.argument("name", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """List the measures, or those that the literature calls NAME.

    \b
        accord measures fleiss
        accord measures brennan-prediger
    """
    found = _found(" ".join(name)) if name else list(MEASURES.values())
    if as_json:
        click.echo(json_text([_plain(m) for m in found]))
        return
    rows = [
        [display_name(m), m.symbol, m.name, m.kind, m.title, _needs(m), ", ".join(m.also)]
        for m in found
    ]
    table(["measure", "symbol", "-m", "for", "what it measures", "needs", "also called"], rows)


def _found(text: str) -> list[Measure]:
    found = search(text)
    try:
        best = find_measure(text)
    except UnknownNameError as unknown:
        found = found or [MEASURES[one] for one in names_led_to(text, "measure")]
        if not found:
            raise known_as(text, unknown) from None
        return found
    return [best, *(m for m in found if m is not best)]


def _needs(measure: Measure) -> str:
    needs = ["a distance"] if measure.distance == "required" else []
    needs += ["two coders"] if measure.two_coders else []
    return ", ".join(needs)


def _plain(measure: Measure) -> dict[str, object]:
    return {
        **picked(measure, "name symbol kind title also distance missing two_coders chance purpose"),
        "asked": sorted(measure.asked),
        **picked(measure, "bounds better source"),
        "options": [picked(option, "name default help") for option in measure.options],
    }
