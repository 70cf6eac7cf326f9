"""From disagreement to gold: what is disputed, what was decided, and who decided it."""
