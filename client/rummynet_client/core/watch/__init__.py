"""What the client watches its host for: signed contradictions, silences, what comes late, games without an end."""
