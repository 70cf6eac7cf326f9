"""Spans of a text, a recording or a video that coders marked, with categories."""
