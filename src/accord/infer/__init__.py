"""How sure a number is, and why it is what it is."""
