"""The journal, transcripts, and their maintenance."""
