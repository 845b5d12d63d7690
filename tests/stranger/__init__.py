"""Tests of the second verifier, `scripts/stranger`."""
