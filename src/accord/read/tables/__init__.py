"""Tables into studies."""
