"""The games as values: positions, legal actions, scoring. Pure."""
