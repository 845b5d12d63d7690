"""One game as the client follows, checks and plays it."""
