"""Tests and comparisons."""
