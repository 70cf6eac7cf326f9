"""The best alignment of units."""
