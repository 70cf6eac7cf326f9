"""accord pull: the export of a project from a running tool."""

import os
from pathlib import Path

from accord._read.door.pull import SUFFIXES, TOOLS, pull
from accord.cli import parsing as click
from accord.cli.console import progress_bar
from accord.cli.options.inputs import FORCE, check_outputs
from accord.errors import DataError
from accord.whole_files import whole_file


@click.command("pull")
@click.argument("tool", type=click.Choice(list(TOOLS)))
@click.argument("address")
@click.argument("project")
@click.argument("output", metavar="OUT")
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
@FORCE
def command(tool: str, address: str, project: str, output: str, quiet: bool, force: bool) -> None:
    """Fetch the annotations of PROJECT from a running TOOL at ADDRESS, and write its export to OUT.

    The token comes from the environment: ACCORD_TOKEN (for INCEpTION user:password; for doccano
    the token of an administrator of the project). No annotation is changed at the tool, and nothing
    is kept but OUT.

    \b
        accord pull label-studio http://localhost:8080 3 export.json
    """
    # Not an option: arguments of a process are seen by all users of the machine, and shells keep
    # them.
    token = os.environ.get("ACCORD_TOKEN", "").strip()
    if not token:
        raise DataError("set the token of the tool in the environment: ACCORD_TOKEN")
    known = SUFFIXES[tool]
    check_outputs((), force, output=_named(output, known[0]) if len(known) == 1 else output)
    with progress_bar("fetching", quiet=quiet) as progress:
        suffix, data = pull(tool, address, project, token, progress=progress)
    path = _named(output, suffix)
    check_outputs((), force, output=path)  # the name that is written, now that it is known
    with whole_file(path) as part:
        part.write_bytes(data)
    if not quiet:
        click.echo(f"{path}: {len(data)} bytes; read it with accord inspect {path}", err=True)


def _named(output: str, suffix: str) -> str:
    """The tool decides the form of its export, so a name without a suffix gets the right one."""
    return output if Path(output).suffix else output + suffix
