"""The journal of a cluster: one PostgreSQL database, written by several hosts."""
