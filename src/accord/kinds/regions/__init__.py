"""Boxes, outlines, masks and points in images."""
