"""Mentions in chains."""
