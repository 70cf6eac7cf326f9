"""The coefficient cube: one kernel."""
