"""Where disagreement comes from."""
