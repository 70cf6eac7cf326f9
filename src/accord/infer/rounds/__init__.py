"""Create gold labels: what is disputed, what was decided, and who decided it."""
