"""What a client lists and draws beside a game: hosts, rankings, orders of melds, the lesson."""
