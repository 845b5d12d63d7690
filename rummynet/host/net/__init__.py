"""Connections: TLS, greeting, messages in and out."""
