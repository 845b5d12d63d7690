"""One game at a table: rounds, shuffles, statements, the log."""
