"""Mentions that coders joined to chains: coreference."""
