"""Basic rummy, with calls out of turn. ``game`` has its variety."""
