"""Keilty by patterns of cards: tables fitted by self-play (an n-tuple network), and the play that follows from them."""
