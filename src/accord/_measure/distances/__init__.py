"""Distances between categories."""
