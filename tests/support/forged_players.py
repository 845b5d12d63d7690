"""Honest players of a forged game: keys, statements in a chain, and clocks of their own beside a host's."""

import random
from dataclasses import dataclass, field

from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Statement, hash_statement, pack_statement


@dataclass(frozen=True)
class Conditions:
    """What goes on around a game. Times are milliseconds."""

    delay: int = 250
    """The longest that anything is under way."""
    drift: float = 0.0
    """By how much of it a clock is fast or slow at most."""
    pauses: float = 0.0
    """How likely the host was down for a while before an entry; log time then stands still."""
    restarts: float = 0.0
    """How likely a player's program was started anew before a statement."""


class Time:
    """Real time in milliseconds, which only this simulation knows, and the host's clock, which the log shows."""

    def __init__(self, conditions: Conditions, chance: random.Random) -> None:
        self.conditions, self.chance = conditions, chance
        self.now = chance.randrange(10**9)
        self.log = 0
        """The log time of the newest entry."""
        self._began = self.now
        self._rate = self.rate()
        self.ahead = 0.0

    def rate(self) -> float:
        """How fast a clock goes here."""
        return 1 + self.chance.uniform(-1, 1) * self.conditions.drift

    def some(self) -> int:
        """How long a message is under way."""
        return self.chance.randrange(1, self.conditions.delay + 1)

    def skip(self, millis: int) -> None:
        """Log time jumps ahead although no time has passed."""
        self.ahead += millis

    def wait(self, millis: int) -> None:
        """So much time passes on the host's clock."""
        self.now += int(millis / self._rate) + 1

    def entry(self) -> int:
        """The log time of an entry that the host writes after a moment."""
        self.now += self.some()
        if self.chance.random() < self.conditions.pauses:
            gone = self.chance.randrange(3_600_000)
            self.now += gone
            self.ahead -= gone * self._rate
        self.log = max(self.log, int((self.now - self._began) * self._rate + self.ahead))
        return self.log

    def entry_after(self, millis: int) -> int:
        """The log time of an entry that comes so long after the last one."""
        self.now += millis
        self.log += millis
        self.ahead += self.log - ((self.now - self._began) * self._rate + self.ahead)
        return self.log


class OwnClock:
    """A player's clock: it began at no particular time, and goes at its own rate."""

    def __init__(self, time: Time) -> None:
        self.name = time.chance.randbytes(8)
        self._rate = time.rate()
        self._offset = time.chance.randrange(10**12)

    def read(self, now: int) -> int:
        """Milliseconds on this clock."""
        return int(now * self._rate) + self._offset


@dataclass
class Player:
    """An honest player: signs what it is shown, its statements one after the other."""

    signer: Signer
    name: str
    secret: bytes
    clock: OwnClock
    n: int = 0
    """The number of the next statement."""
    prev: bytes = bytes(SIZE)
    nonces: dict[tuple[int, int], bytes] = field(default_factory=dict)
    """By round and first epoch: the nonce of the batch of commitments."""

    def sign(self, statement: Statement) -> Envelope:
        """The signed statement, of which the player keeps no count."""
        payload = pack_statement(statement)
        return payload, self.signer.sign(statement.kind, payload)

    def say(self, statement: Statement) -> Envelope:
        """The signed statement, which is the player's newest."""
        self.n, self.prev = statement.n + 1, hash_statement(statement)
        return self.sign(statement)
