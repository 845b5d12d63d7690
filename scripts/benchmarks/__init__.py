"""Load on a whole host and where its time goes: the parts of ``scripts/bench.py load`` and ``profile``."""
