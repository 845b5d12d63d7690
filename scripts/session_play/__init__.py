"""What ``scripts/evenings`` is made of: programs, players, what happens to them, and the judgement."""
