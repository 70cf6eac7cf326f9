"""How certain a number is, and why it is what it is: everything behind the verbs of `accord.`."""

from accord.lazy import attach

_OLD = {"standing": "among_published"}
"""Names that were changed → the new ones, until `accord.model.keywords.UNTIL`."""


def _instead(wanted: str) -> str:
    """Where a verb is that stands in `accord` itself: accord.interval."""
    import accord

    return f"; it is accord.{wanted}" if wanted in accord.__all__ else ""


_named, __dir__, __all__ = attach(globals(), _instead)


def __getattr__(wanted: str) -> object:
    if wanted not in _OLD:
        return _named(wanted)
    from accord.model.keywords import old_name

    old_name(f"accord.infer.{wanted}", f"accord.infer.{_OLD[wanted]}")
    return _named(_OLD[wanted])
