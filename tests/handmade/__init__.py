"""Logs written by hand after protocol/FAIRNESS.md, with the rules as their only help, held against both verifiers."""
