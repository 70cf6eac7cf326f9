"""How certain a number is, and why it is what it is: everything behind the verbs of `accord.`."""

from accord.lazy import attach


def _instead(wanted: str) -> str:
    """Where a verb is that stands in `accord` itself: accord.interval."""
    import accord

    return f"; it is accord.{wanted}" if wanted in accord.__all__ else ""


__getattr__, __dir__, __all__ = attach(globals(), _instead)
