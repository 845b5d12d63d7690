"""Ways between two homes: codes, and a program of its own that makes the way (docs/far.md)."""
