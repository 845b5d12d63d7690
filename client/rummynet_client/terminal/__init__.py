"""The full-screen client, on prompt_toolkit."""
