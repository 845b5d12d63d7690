"""What rummynet would need for many more tables than one machine carries: a model on paper and a simulation."""
