"""A stream of draws over given bytes in place of those of a key."""

from unittest.mock import patch

from rummynet_protocol.fairness import shuffle


class _Given:
    """Stands in for ``shake_256``: its output is what was given, however much is asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __call__(self, key: bytes) -> "_Given":
        return self

    def digest(self, size: int) -> bytes:
        return self._data


def stream_over(data: bytes) -> shuffle.Drbg:
    """A stream that draws from these bytes, which have to be enough."""
    with patch.object(shuffle, "shake_256", _Given(data)):
        return shuffle.Drbg(b"")
