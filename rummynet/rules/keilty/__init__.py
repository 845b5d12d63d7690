"""The Keilty variation. ``game`` has its variety."""
