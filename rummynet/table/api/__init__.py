"""What goes into the tables and comes out: inputs, effects, rows of the journal, refusals; the limits of the host."""
