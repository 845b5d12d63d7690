"""The pages that cover the table, and the footer, as lines."""
