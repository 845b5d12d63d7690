"""The machine behind scripts/crooks: a host whose every choice is open, against the real client core."""
