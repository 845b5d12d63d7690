"""The journal, transcripts, and their upkeep."""
