"""The table during a game as lines."""
