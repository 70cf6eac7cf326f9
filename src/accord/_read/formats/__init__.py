"""One format, one file."""
