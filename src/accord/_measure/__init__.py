"""Measures: a study in, an Agreement out; one file per family, one catalogue."""
