"""Connections to hosts, and discovery of hosts."""
