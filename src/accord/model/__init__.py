"""What was annotated: frozen data, no files, no statistics."""
