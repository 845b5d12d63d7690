"""One person at one host: connection state, requests, consent, alarms."""
