"""One player at one host: requests, consent, games as they are followed and played, and what a screen may show."""
