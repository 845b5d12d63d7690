"""Files that the client keeps on the player's disk."""
