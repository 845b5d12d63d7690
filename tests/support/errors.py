"""Errors by what programs may rely on: their type, their code, and the values that their sentence names.

Sentences may be worded anew; a card, a number or a name in them is what the error is about.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from rummynet_protocol.errors import RummynetError

E = TypeVar("E", bound=RummynetError)


@contextmanager
def raises(kind: type[E], code: str, *named: object) -> Iterator[pytest.ExceptionInfo[E]]:
    """The block raises an error of exactly this kind with this code, whose sentence names all these values."""
    with pytest.raises(kind) as caught:
        yield caught
    assert type(caught.value) is kind
    assert caught.value.code == code
    assert [value for value in named if str(value) not in str(caught.value)] == []
