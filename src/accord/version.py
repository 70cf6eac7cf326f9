"""The version of accord: part of every signature and of every kept result."""

__version__ = "0.2.0"
