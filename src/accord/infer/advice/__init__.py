"""What to choose, to plan and to do."""
