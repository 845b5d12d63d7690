"""What the journal keeps of a table, and how a table is restored from it."""
