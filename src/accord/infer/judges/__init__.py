"""Judges: may a model's labels or scores stand for people's?"""
