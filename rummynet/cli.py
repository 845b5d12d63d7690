"""The one command, ``rummynet``."""


def main() -> int:
    """Run the verb named on the command line; the exit status."""
    return 2
