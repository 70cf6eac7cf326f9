"""The option of commands that compute one measure: when arguments of relations are the same."""

from typing import get_args

from accord._measure.structures.arguments import RULES_OF_ARGUMENTS, Arguments
from accord.cli import parsing as click

ARGUMENTS = click.option(
    "--arguments", type=click.Choice(RULES_OF_ARGUMENTS), help=get_args(Arguments)[1]
)
