"""Crummy rummy by small networks fitted by self-play: how far a hand is from its contract, and what that is worth."""
