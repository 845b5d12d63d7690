"""The levels of strength and the characters, each a module with its strategy, which ``strategy`` loads by name."""
