"""Typed links between entities, and events."""
