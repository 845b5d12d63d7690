"""Sentences for people who listen: what ``join --plain`` writes."""
