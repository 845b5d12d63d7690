"""How good a position is for a seat, counted card by card, and which of its actions leads to the best one."""
