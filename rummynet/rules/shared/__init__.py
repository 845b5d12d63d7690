"""What two games or more use: melds, the frame of a round, scores, positions as JSON."""
