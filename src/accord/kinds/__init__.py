"""What can be annotated: a folder for each kind holds all that only this kind knows."""
