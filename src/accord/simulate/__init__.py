"""Annotators who make mistakes: references, mistakes of a magnitude, curves of measures."""
