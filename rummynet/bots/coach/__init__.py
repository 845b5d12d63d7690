"""Advice for people: what a good player would do and why, and what cost most in a round that is over. Pure values.

The sentences are made by whoever shows them. Nothing is read here but what the advised seat sees, and in a round that
is over what it saw then.
"""
