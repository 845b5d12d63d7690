"""What connections may cost this host: the numbers, and an allowance that fills up again with time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rummynet_protocol.codec import DEEPEST, MOST_BYTES, MOST_ITEMS
from rummynet_protocol.wire.messages import NAME, SAYING, AskLog, AskView, Message, Watch

WEIGHTS: Final[Mapping[type[Message], int]] = {AskLog: 50, Watch: 50, AskView: 20}
"""As how many messages those count that are dear to answer; all others count as one."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one connection, one person or all of them may cost. Seconds where a name ends so."""

    greeting_seconds: int = 10
    """Until the key is proven, TLS included."""
    ping_seconds: int = 20
    """Silence after which a ping is sent."""
    idle_seconds: int = 60
    """Silence after which the connection is closed."""
    farewell_seconds: int = 3
    """How long a bye may take to be read."""
    messages_per_second: int = 1000
    burst: int = 2000
    """Messages that may come at once."""
    chat_per_minute: int = 30
    """Lines of chat of one person; more are refused."""
    unread_bytes: int = 8 * 1024 * 1024
    """What may wait for a slow reader before it is cut off; it can come back and ask for what it missed."""
    connections: int = 1000
    per_address: int = 200
    frame_bytes: int = MOST_BYTES
    """The longest message that is read; a longer one is refused by its length alone."""
    items: int = MOST_ITEMS
    """The longest list or map inside a message."""
    depth: int = DEEPEST
    """How deep lists and maps may be nested inside a message."""
    name_characters: int = NAME
    """Names of people and tables are cut to this length."""
    chat_characters: int = SAYING
    """Lines of chat are cut to this length."""


class Allowance:
    """So many at once, and so many more a second. Nothing runs: it is counted when it is asked for."""

    __slots__ = ("_at", "_left", "most", "per_second")

    def __init__(self, most: float, per_second: float, now: float) -> None:
        self.most, self.per_second = most, per_second
        self._left, self._at = most, now

    def take(self, now: float, weight: int = 1) -> bool:
        """Take so many; False if that is more than is left, unless all of it is."""
        self._left = min(self.most, self._left + max(0.0, now - self._at) * self.per_second)
        self._at = now
        if self._left < min(weight, self.most):
            return False
        self._left -= min(weight, self.most)
        return True

    def is_full(self, now: float) -> bool:
        """Whether all of it is there again: then it can be forgotten."""
        return self._left + (now - self._at) * self.per_second >= self.most


class Talk:
    """How much everybody has said lately, by key: coming back under the same key begins no new minute."""

    _REMEMBERED = 256

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._by_key: dict[bytes, Allowance] = {}

    def __len__(self) -> int:
        return len(self._by_key)

    def may(self, key: bytes, now: float) -> bool:
        """Whether this person may say one more line now; if so it is counted."""
        found = self._by_key.get(key)
        if found is None:
            self._forget(now)
            found = self._by_key[key] = Allowance(self._per_minute, self._per_minute / 60, now)
        return found.take(now)

    def _forget(self, now: float) -> None:
        if len(self._by_key) >= self._REMEMBERED:
            self._by_key = {key: one for key, one in self._by_key.items() if not one.is_full(now)}
