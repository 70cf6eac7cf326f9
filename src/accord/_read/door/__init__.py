"""One door for all files."""
