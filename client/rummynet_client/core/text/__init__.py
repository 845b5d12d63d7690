"""Parses commands, and writes news and events as sentences."""
