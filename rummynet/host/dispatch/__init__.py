"""What the host does with the answers of its tables: has the journal keep them, then runs their effects."""
