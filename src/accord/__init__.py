"""accord: inter-annotator agreement, how sure it is, and where disagreement comes from.

The names are in `__init__.pyi`; each loads when it is first used.
"""

import sys

if sys.argv[:1] == ["-m"] and "accord" in sys.orig_argv and not sys.flags.safe_path:
    # `python -m accord`: Python looks for modules in the working directory first, where the data
    # of strangers lie. Nothing of the standard library is imported before this line.
    del sys.path[0]

from accord.lazy import attach
from accord.version import __version__ as __version__


def _instead(wanted: str) -> str:
    """Where a measure of another name is, for accord.fleiss_kappa or accord.gamma."""
    from accord.infer.advice.elsewhere import elsewhere

    return elsewhere(wanted)


__getattr__, __dir__, __all__ = attach(globals(), _instead)
