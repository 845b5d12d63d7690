"""Learning, fitting, comparing and sizing: what uses the library of rummynet and is no part of the product."""
