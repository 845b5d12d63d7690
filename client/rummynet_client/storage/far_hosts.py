"""Hosts in other homes that this player knows: what to come back by. One file each, readable by its owner only."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummynet.files import read_file, replace_file
from rummynet_protocol.values import Value, asdict

FOLDER: Final = "far"
_MOST: Final = 4096
"""Bytes of a file; one has a few hundred."""


class FarHost(Value):
    """A host in another home, and the code by which its player first came."""

    code: str
    fingerprint: str
    name: str
    secret: str
    """64 hexadecimal digits that host and player share."""
    slot: int = -1
    """Of the last code by which they met again; -1 if they have not."""
    rendezvous: str | None = None
    relay: str | None = None


class FarHosts:
    """The folder *data*/far."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def __iter__(self) -> Iterator[FarHost]:
        """All of them; what cannot be read is left out."""
        for path in sorted(self._folder.glob("*.json")):
            with suppress(OSError, ValueError, TypeError):
                yield FarHost(**json.loads(read_file(path, _MOST)))

    def find(self, code: str) -> FarHost | None:
        """The host to which this code has led."""
        return next((one for one in self if one.code == code), None)

    def keep(self, one: FarHost) -> None:
        """Write it down, in place of an older one of this host. Raises OSError."""
        replace_file(self._folder / f"{one.fingerprint[-16:]}.json", json.dumps(asdict(one)).encode())
