"""JSON, XML and offsets from strangers."""
