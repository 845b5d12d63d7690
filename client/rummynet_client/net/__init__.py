"""Connections to hosts and the search for them."""
