"""Annotations that are more than a label: trees."""
