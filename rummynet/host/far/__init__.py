"""People from other homes: codes that are open, guests who may come back, and their connections."""
