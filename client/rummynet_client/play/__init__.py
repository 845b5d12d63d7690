"""``rummynet play``: with whom, what, on which private host, and how to go on with an unfinished game."""
