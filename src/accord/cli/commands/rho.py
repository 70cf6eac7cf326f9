"""`accord rho`: is κ of a small test set enough?"""

from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.infer.tests.small_test_set import shaffer_rho


@click.command(name="rho")
@click.option("--kappa", type=float, required=True, help="Cohen's κ of the test set.")
@click.option("--items", type=click.IntRange(2, 1_000_000), required=True, help="Its items.")
@click.option(
    "--base-rate",
    type=float,
    required=True,
    help="How often the first coder gives the code in all the data, e.g. 0.05.",
)
@click.option("--threshold", type=float, default=0.65, help="The κ that is wanted.")
@click.option(
    "--inflation",
    type=float,
    default=0.2,
    help="Share of the test set that was drawn among items with the code.",
)
@click.option("--seed", type=int, default=0, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    kappa: float,
    items: int,
    base_rate: float,
    threshold: float,
    inflation: float,
    seed: int,
    as_json: bool,
) -> None:
    """Shaffer's ρ: could a code whose κ is too low look as good in so small a test set?

    \b
        accord rho --kappa 0.8 --items 40 --base-rate 0.2
        accord rho --kappa 0.9 --items 80 --base-rate 0.05 --threshold 0.8
    """
    found = shaffer_rho(kappa, items, base_rate, threshold=threshold, inflation=inflation, rng=seed)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    click.echo(f"Shaffer's ρ = {found.rho:.4f} (κ = {kappa:g}, threshold {threshold:g})")
    click.echo(f"ρ is below 0.05 from κ = {found.needed:.3f} with {items} items.")
    click.echo(
        f"Note: a code whose κ is just {threshold:g} passes in {found.accepted:.0%} of test sets "
        "like this one. ρ < 0.05 is not a test at the 5% level."
    )
    click.echo(
        "For such a test, code more items and look at the lower limit of κ: accord measure FILE "
        "-m kappa --interval"
    )
    click.echo(found.signature)
