"""Items × coders → category."""
