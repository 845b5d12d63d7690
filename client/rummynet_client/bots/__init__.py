"""Bots as players at a host: the client that plays for them, their talk, and processes in which they run."""
