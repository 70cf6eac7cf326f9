"""Measures of structures: what coders share of a tree."""
