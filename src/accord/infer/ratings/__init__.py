"""Ratings and measurements: their error, and the people who give them."""
