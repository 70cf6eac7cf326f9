"""A page that is opened at once: below the cell of a notebook, or in the browser."""

import sys
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from accord.errors import DataError

HEIGHT = 800
"""So high is a page below a cell, in pixels; it can be scrolled."""


class ShownPage:
    """A page below the cell of a notebook, in a frame of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __repr__(self) -> str:
        return str(self.path)

    def _repr_html_(self) -> str:
        # The whole page is in the frame, so that a notebook that is sent on shows it, too.
        page = escape(self.path.read_text("utf-8"), quote=True)
        return (
            f"<iframe srcdoc='{page}' style='width:100%;height:{HEIGHT}px;border:0' "
            "sandbox='allow-scripts allow-downloads allow-popups'></iframe>"
        )


def in_notebook() -> bool:
    """Whether a notebook runs this, not a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def open(result: Any) -> Any:
    """Open a report or a result as a page, in the notebook or in the browser.

    :param result: A report, a sheet on judges or any other result: what has `save`.
    :returns: The page in a notebook, the file elsewhere.

    >>> import accord
    >>> accord.open(42)
    Traceback (most recent call last):
    ...
    accord.errors.DataError: open() works with reports and results; got int. To read a file \
use accord.read
    """
    if not hasattr(result, "save"):
        raise DataError(
            f"open() works with reports and results; got {type(result).__name__}. To read a "
            "file use accord.read"
        )
    path = Path(mkdtemp(prefix="accord-"), "accord.html")
    result.save(path)
    if in_notebook():
        return ShownPage(path)
    import webbrowser

    webbrowser.open(path.as_uri())
    return path
