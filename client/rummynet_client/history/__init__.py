"""The games that were played here, read from the transcripts kept, and the running score over evenings."""
