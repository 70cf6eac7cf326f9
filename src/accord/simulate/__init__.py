"""Annotators who make mistakes."""
