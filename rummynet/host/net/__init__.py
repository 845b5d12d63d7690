"""Connections: TLS, greeting, incoming and outgoing messages."""
