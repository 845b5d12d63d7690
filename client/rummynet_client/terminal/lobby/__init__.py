"""The host's tables, the menu of a new one, and a table before its game, as lines."""
