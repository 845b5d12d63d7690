"""Several hosts with one journal: leases of tables, one lobby, and who goes where."""
