"""One player at one host: connection state, requests, consent, alarms."""
