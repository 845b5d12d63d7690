"""An independent implementation of protocol/FAIRNESS.md and docs/rules/keilty.md, without the project's packages."""
