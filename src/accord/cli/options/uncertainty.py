"""Options about how sure a number is, the same for every command that takes them."""

from collections.abc import Callable
from typing import Any

import rich_click as click

from accord.infer.resample.interval import METHODS
from accord.tasks import Tasks

LEVEL = click.option(
    "--level", type=float, default=0.95, show_default=True, help="Confidence level."
)
RESAMPLES = click.option(
    "--resamples",
    type=int,
    help="Number of resamples (default: 2000, fewer where each is slow).",
)
OVER = click.option(
    "--over",
    default="items",
    show_default=True,
    help="What is resampled: items, coders, both, or a column about items.",
)
SEED = click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of everything random."
)
RESUME = click.option(
    "--resume", metavar="DIR", help="Save intermediate results here and resume from them."
)
JOBS = click.option("--jobs", type=int, default=1, show_default=True, help="Number of workers.")

_INTERVAL = click.option(
    "--interval",
    "method",
    type=click.Choice(["default", *METHODS]),
    is_flag=False,
    flag_value="default",
    default=None,
    help="Add confidence intervals (default method: bca).",
)
_NAMES = ("level", "resamples", "over", "seed", "jobs")


def with_uncertainty(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets them as one mapping, `sure`."""
    from functools import wraps

    @wraps(command)
    def wrapped(method: str | None, **given: Any) -> Any:
        options = {name: given.pop(name) for name in _NAMES}
        if not 0 < options["level"] < 1:
            raise click.BadParameter("a level is between 0 and 1, e.g. 0.95", param_hint="--level")
        options["confidence"], options["rng"] = options.pop("level"), options.pop("seed")
        options["n_jobs"] = Tasks(options.pop("jobs"), given.pop("resume"))
        # Measures that sample on their own take the same seed and workers.
        given |= {"rng": options["rng"], "n_jobs": options["n_jobs"]}
        sure = None if method is None else {"method": method, **options}
        if sure is not None and method == "default":
            sure["method"] = None
        return command(sure=sure, **given)

    for option in (JOBS, RESUME, SEED, OVER, RESAMPLES, LEVEL, _INTERVAL):
        wrapped = option(wrapped)
    return wrapped
