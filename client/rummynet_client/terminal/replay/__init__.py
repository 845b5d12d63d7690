"""A finished game on the screen, step by step."""
