"""Graphs of meaning."""
