"""Who may take a seat at a table: everybody, or once its seats are closed those whom the owner lets in.

Who may not sit *knocks*: the owner is shown who asks, and nothing else happens. Keys are free, so lists are bounded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rummynet.table.refusals import NoKnock
from rummynet_protocol.wire.fields import MOST_KNOCKS

MOST_REMEMBERED: Final = 64
"""People let in or removed that a table remembers, the newest: several times the seats of the largest one. More are
strangers with a new key each, against whom closed seats help and no list does."""


@dataclass(slots=True)
class Entrance:
    """The entrance of one table. ``knocks`` are names by key of those who asked, the newest last."""

    closed: bool = False
    """Only those who were let in can sit down."""
    knocks: dict[bytes, str] = field(default_factory=dict)
    _let_in: list[bytes] = field(default_factory=list)
    _removed: list[bytes] = field(default_factory=list)

    def may_sit(self, key: bytes) -> bool:
        """Whether this person may take a seat."""
        return key in self._let_in or not (self.closed or key in self._removed)

    def knock(self, key: bytes, name: str) -> bool:
        """Record that somebody who may not sit asked for a seat; returns whether that was not known."""
        if key in self.knocks:
            return False
        self.knocks[key] = name
        for oldest in list(self.knocks)[:-MOST_KNOCKS]:
            del self.knocks[oldest]
        return True

    def close(self, seated: Iterable[bytes]) -> None:
        """Let nobody sit down but those who sit here now, and those whom the owner lets in."""
        self.closed = True
        for key in seated:
            self._admit(key)

    def open(self) -> None:
        """Let everybody sit down whom the owner has not removed."""
        self.closed = False
        self.knocks = {key: name for key, name in self.knocks.items() if key in self._removed}

    def let_in(self, key: bytes | None) -> str:
        """Let somebody sit down who has asked for it, and return their name. Raises NoKnock."""
        name = self.knocks.pop(key, None) if key is not None else None
        if key is None or name is None:
            raise NoKnock("nobody with this key asks for a seat; 'table' shows who does")
        self._admit(key)
        return name

    def remove(self, key: bytes) -> None:
        """The owner has removed this person, who comes back only when the owner lets them."""
        self._let_in = [one for one in self._let_in if one != key]
        self._removed = _newest(self._removed, key)

    def _admit(self, key: bytes) -> None:
        self._removed = [one for one in self._removed if one != key]
        self._let_in = _newest(self._let_in, key)


def _newest(keys: list[bytes], key: bytes) -> list[bytes]:
    return [*(one for one in keys if one != key), key][-MOST_REMEMBERED:]
