"""Follows a game's log: checks each entry, signs what is due. Returns values, and knows no session and no screen."""
