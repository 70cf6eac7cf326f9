"""The option of commands that compute one measure: when arguments of relations are the same."""

from typing import get_args

import rich_click as click

from accord._measure.structures.arguments import RULES, Arguments

ARGUMENTS = click.option("--arguments", type=click.Choice(RULES), help=get_args(Arguments)[1])
