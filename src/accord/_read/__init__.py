"""Readers: files in, studies out, with an audit of everything changed on the way."""
