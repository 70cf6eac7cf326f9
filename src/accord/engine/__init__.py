"""Codings that are counted where they are."""
