"""Bots: pure strategies over what one seat can see. The caller waits for thinking times and sends the actions."""
