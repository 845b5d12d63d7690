"""Strategies against each other: the same deals from every seat, and what the differences are worth."""
