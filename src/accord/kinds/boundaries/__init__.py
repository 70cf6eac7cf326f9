"""Places where coders let one segment end and the next begin."""
