"""How sure a number is, and why it is what it is: everything behind the verbs of `accord.`."""

from accord.lazy import attach

__getattr__, __dir__, __all__ = attach(globals())
