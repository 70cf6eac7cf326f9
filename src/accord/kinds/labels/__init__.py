"""One category for each item: labels, sets of labels, numbers."""
