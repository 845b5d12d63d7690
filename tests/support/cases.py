"""Many cases in one test, where a node of its own for each would cost more than the case."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(*what: object) -> Iterator[None]:
    """Add a note to what fails inside: which case it was."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"in the case {', '.join(map(str, what))}")
        raise
