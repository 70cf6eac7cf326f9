"""`accord choose FILE`: what the study holds, and which measures suit it."""

import json

import rich_click as click

from accord.cli.inputs import reading
from accord.infer.choose import choose
from accord.model.properties import properties
from accord.model.study import Study
from accord.report.terminal import table


@click.command(name="choose")
@click.option("--weighted/--nominal", default=None,
              help="Whether some categories differ more than others.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(study: Study, weighted: bool | None, as_json: bool) -> None:
    """Say what kind of annotation FILE holds, and which measures suit it.

    \b
        accord choose spans.csv
        accord choose acts.csv --weighted
    """
    found, choices = properties(study), choose(study, weighted=weighted)
    if as_json:
        listed = [{"measure": c.measure.name, "symbol": c.measure.symbol, "verdict": c.verdict,
                   "because": list(c.because)} for c in choices]  # fmt: skip
        data = {"properties": found.as_dict(), "choices": listed}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    said = [f"{name.replace('_', ' ')}" for name, value in found.as_dict().items() if value is True]
    counts = f"{found.documents} items, {found.coders} coders, {found.categories} categories"
    print(f"{found.kind}: {counts}; {', '.join(said) or 'none of the properties'}\n")
    rows = [[c.verdict, c.measure.name, c.measure.symbol, "; ".join(c.because)] for c in choices]
    table(["verdict", "measure", "symbol", "because"], rows)
