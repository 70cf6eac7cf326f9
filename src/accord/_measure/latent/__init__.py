"""Models of what coders see and of how they err."""
