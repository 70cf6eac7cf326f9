"""The page on one's own machine: drop a file, see the agreement; nothing leaves the machine."""
