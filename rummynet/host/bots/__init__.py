"""The process in which a host's bots run, and its management."""
