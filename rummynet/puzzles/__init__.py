"""Puzzles: positions out of games between bots in which one play is clearly best. Pure."""
