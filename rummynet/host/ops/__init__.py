"""Configuration, log and metrics for the operator."""
