"""A folder of values, each in a file of JSON that only its owner can read: hosts of a player, guests of a host."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Generic, TypeVar

from rummynet.files import read_file, replace_file
from rummynet_protocol.values import Value, asdict

V = TypeVar("V", bound=Value)

FOLDER: Final = "far"
_MOST: Final = 4096  # bytes of a file; one has a few hundred


class ValueFolder(Generic[V]):
    """The values of one class in a folder, each by its name."""

    def __init__(self, folder: Path, kind: type[V]) -> None:
        self.folder, self._kind = folder, kind

    def __iter__(self) -> Iterator[V]:
        """All of them, as they are on the disk; what cannot be read is left out."""
        for path in sorted(self.folder.glob("*.json")):
            with suppress(OSError, ValueError, TypeError):
                yield self._kind(**json.loads(read_file(path, _MOST)))

    def write(self, name: str, one: V) -> None:
        """Write it down under this name, whole or not at all. Raises OSError."""
        replace_file(self.folder / f"{name}.json", json.dumps(asdict(one)).encode())
