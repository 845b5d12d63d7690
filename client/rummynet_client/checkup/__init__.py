"""The checks of ``rummynet doctor``: each returns findings, none raises."""
