"""Measures of boundaries."""
