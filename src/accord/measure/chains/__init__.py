"""Measures of coreference chains."""
