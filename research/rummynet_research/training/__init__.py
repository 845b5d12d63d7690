"""What the levels of bots play by, fitted by self-play; and how far a level can be beaten."""
