"""A report as page, table, text or picture."""
