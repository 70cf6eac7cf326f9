"""`accord mcp`: tools for an assistant, over standard input and output."""

import sys
from contextlib import redirect_stdout
from pathlib import Path

from accord.cli import parsing as click
from accord.serve.assistants import server


@click.command(name="mcp")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("."),
    help="The only folder whose files may be read and written.",
)
def command(folder: Path) -> None:
    """Let an assistant measure agreement (Model Context Protocol, stdio).

    The assistant gets six tools: inspect, measure, report, choose, explain and judge. They see only
    files below the folder. Where a table does not say who its coders are, the assistant gets the
    question and must ask you. Nothing leaves your computer but what the assistant passes on.

    \b
        accord mcp
        accord mcp --folder annotations
    """
    # The protocol writes bytes; what the command line puts around the stream is for people.
    with redirect_stdout(sys.__stdout__):
        server(folder).run("stdio")
