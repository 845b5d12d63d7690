"""A second reading of protocol/FAIRNESS.md and docs/rules/keilty.md, sharing no code with the project's packages."""
