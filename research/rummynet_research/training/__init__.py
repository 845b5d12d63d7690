"""What the levels of bots play by, fitted by self-play."""
