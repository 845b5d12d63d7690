"""Joker rummy. ``game`` has its variety."""
