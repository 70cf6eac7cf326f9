"""Other measures of labels."""
