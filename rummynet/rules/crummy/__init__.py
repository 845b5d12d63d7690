"""Crummy: seven rounds, each with a contract. ``game`` has its variety."""
