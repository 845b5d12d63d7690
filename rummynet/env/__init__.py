"""Adapters for research: the games as environments of other libraries, in the extra ``rummynet[research]``."""
