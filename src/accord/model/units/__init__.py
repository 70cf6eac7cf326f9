"""Spans and boundaries marked by coders."""
