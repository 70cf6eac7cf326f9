"""Annotators who make mistakes: references, mistakes of a magnitude, curves of measures."""

from accord.lazy import attach

__getattr__, __dir__, __all__ = attach(globals())
