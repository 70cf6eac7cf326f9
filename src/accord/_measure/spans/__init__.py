"""Measures of spans."""
