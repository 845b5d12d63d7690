"""Strategies over what one seat may know."""
