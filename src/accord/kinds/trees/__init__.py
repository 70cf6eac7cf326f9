"""Trees of sentences and documents."""
