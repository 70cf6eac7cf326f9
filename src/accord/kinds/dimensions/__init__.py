"""Labels in each of several dimensions, for the same items."""
