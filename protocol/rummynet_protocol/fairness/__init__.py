"""The verifiable shuffle and its log. Treats cards as numbers and knows no game."""
