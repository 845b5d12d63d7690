"""All tables of a host: opened, listed, given their inputs, and restored from the journal."""
