"""The shuffle that everybody can check, and its record. Knows cards as numbers and nothing of any game."""
