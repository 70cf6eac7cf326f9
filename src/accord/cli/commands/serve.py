"""`accord serve`: a page in one's own browser that reads files and reports the agreement."""

from typing import Any

from accord.cli import parsing as click
from accord.serve.jobs import SECONDS, Bounds, usual_memory
from accord.serve.server import LOOPBACK, serve
from accord.words.said import LANGUAGES

MEANS = (
    "--host {host} makes the page reachable from other machines, without encryption: anyone "
    "with the address can read your files and run jobs here. Add --i-know to confirm."
)


@click.command(name="serve")
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port to listen at; 0: any free one."
)
@click.option("--host", default=LOOPBACK, help="Address to listen at.")
@click.option("--i-know", is_flag=True, help="Listen at an address that others can reach.")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=SECONDS,
    help="How long one job may take before it is ended.",
)
@click.option(
    "--memory",
    type=click.FloatRange(1),
    help="Gigabytes of memory that one job may take (default: half of the machine's).",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on where decisions were made last, in whatever way accord ended.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of the page (default: the browser's; English where it is none of these).",
)
def command(
    no_browser: bool,
    port: int,
    host: str,
    i_know: bool,
    seconds: float,
    memory: float | None,
    language: str | None,
    resume: bool,
) -> None:
    """Use accord in your browser. Nothing leaves your computer.

    \b
        accord serve
        accord serve --no-browser --port 8765
        accord serve --language de
        accord serve --resume
    """
    # Said also to those who know: an address that others reach is the one setting by which
    # annotations can leave the machine.
    if host != LOOPBACK:
        if not i_know:
            raise click.UsageError(MEANS.format(host=host))
        click.echo(MEANS.format(host=host).replace(" Add --i-know if that is meant.", ""), err=True)
        if resume:
            raise click.UsageError(f"--resume shows your own work: not with --host {host}")
    most = usual_memory() if memory is None else int(memory * (1 << 30))

    def say(line: str) -> Any:
        click.echo(line)

    bounds = Bounds(seconds, most)
    serve(
        host=host,
        port=port,
        bounds=bounds,
        browser=not no_browser,
        language=language,
        resume=resume,
        again="accord serve --resume",
        say=say,
    )
