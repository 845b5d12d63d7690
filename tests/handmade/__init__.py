"""Logs written by hand after protocol/FAIRNESS.md, without the project's packages, held against both verifiers."""
