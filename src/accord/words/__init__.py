"""Sentences by key: what the code says as facts, and how each language puts them into words."""
