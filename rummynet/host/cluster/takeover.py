"""Takes over the tables of hosts that are gone, publishes ours, and reads those of the others."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from rummynet.host.bots.bot_manager import NAME, PLAYER_KEY, STRATEGY
from rummynet.host.cluster.database_thread import WAIT_SECONDS, Call, HostStanding
from rummynet.host.cluster.membership import REBALANCE, Membership, Neighbours
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.keyfile import identity_folder, secret, store
from rummynet.table.api.host_context import HostContext
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.lobby.resume import Resumed, resume_table
from rummynet_protocol import codec
from rummynet_protocol.values import Value

# Neighbours are read this often though nothing was notified: a notification may be lost with its connection.
READ_SECONDS: Final = 2.0
# Tables that are taken over together: the other hosts take theirs meanwhile, and no table waits for the reading of
# many.
CLAIMED_AT_ONCE: Final = 4


def seal_bot(folder: Path, key: bytes, sealing: Sealing) -> bytes:
    """The sealed contents of a bot's folder. Raises OSError, KeyFileError."""
    private = secret(identity_folder(folder), PLAYER_KEY)
    strategy, name = ((folder / file).read_text(encoding="utf-8") for file in (STRATEGY, NAME))
    return sealing.seal(codec.pack([private, strategy, name]), "bot", key)


def restore_bot(home: Path, key: bytes, sealed: bytes, sealing: Sealing) -> None:
    """Make the bot's folder in *home* again, unless it is there. Raises JournalError, OSError, KeyFileError.

    The secret of its contributions is made again: it never leaves a machine, as with people who move.
    """
    folder = home / key.hex()
    if folder.exists():
        return
    private, strategy, name = codec.unpack(sealing.open(sealed, "bot", key))
    home.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700)
    store(identity_folder(folder), PLAYER_KEY, private)
    (folder / STRATEGY).write_text(strategy, encoding="utf-8")
    (folder / NAME).write_text(name, encoding="utf-8")


@dataclass(slots=True)
class Adopted:
    """A table that was read from the journal, and the token under which it is ours; None if it cannot be resumed."""

    number: int
    token: int
    table: Resumed | None
    why: str = ""


class TakeoverUser(Protocol):
    """What gets the tables and readings, in the reactor's thread."""

    def adopt(self, adopted: Adopted) -> None:
        """A table is ours."""

    def neighbours_read(self, neighbours: Neighbours) -> None:
        """The other hosts and their tables, as of now."""

    def rebalance(self) -> None:
        """An operator wants each host to have about as many tables as the others."""


class TableReading(Value):
    """What tables are read with: *journal* on its own connection, *bots* the folder of this host's bots."""

    journal: PostgresJournal
    sealing: Sealing
    bots: Path
    context: HostContext
    errors: type[Exception]  # those of the driver

    def read(self, base: Membership, number: int, token: int) -> Adopted:
        """A table and its bots. Raises JournalError when the database cannot be used."""
        try:
            with self.journal.reading():
                history = self.journal.history(number)
            for key, sealed in base.bots(number).items():
                restore_bot(self.bots, key, sealed, self.sealing)
            return Adopted(number, token, resume_table(history, self.context))
        except (BadHistory, JournalError, OSError) as problem:
            # The connection failed, not the table: it is tried again over the next one.
            if isinstance(problem.__cause__, self.errors):
                raise
            return Adopted(number, token, None, str(problem))


class Takeover:
    """The life of a connection (``Keep``). *ours* returns the tables here, *tokens* under which they are written."""

    def __init__(
        self,
        standing: HostStanding,
        user: TakeoverUser,
        call: Call,
        reading: TableReading,
        ours: Callable[[], Iterable[int]],
        tokens: Callable[[], dict[int, int]],
    ) -> None:
        self._standing, self._user, self._call, self._reading = standing, user, call, reading
        self._ours, self._tokens = ours, tokens

    def keep(self, base: Membership) -> None:
        """Do this until the host ends."""
        standing = self._standing
        base.listen()
        read_at = float("-inf")
        while not standing.stopping.is_set():
            while standing.work:
                standing.work[0](base)  # forgotten only when done: if the connection breaks, the next one does it
                standing.work.popleft()
            # A host that is unsure of its own leases takes no more: others may be taking those over now.
            takes = not standing.draining and standing.room > 0 and not standing.is_unsure
            if base.claim(CLAIMED_AT_ONCE if takes else 0):
                read_at = float("-inf")
            self.load_own(base)
            heard = _heard(base)
            if REBALANCE in heard:
                self._call(self._user.rebalance)
            if heard:
                read_at = float("-inf")
            if time.monotonic() >= read_at + READ_SECONDS:
                read_at = time.monotonic()
                self._call(self._user.neighbours_read, base.neighbours(self._ours()))

    def load_own(self, base: Membership) -> None:
        """Read some of the tables that are ours by their leases, and not open yet, and hand them to the reactor."""
        asked = self._standing.asked
        owned = base.leases()
        opened = self._tokens()
        # One that another host has is forgotten once the reactor has given it up, not before: the next sign of life
        # would not know that it was ours, and the host would go on with it as if it still were.
        for number in [one for one in asked if one not in owned and opened.get(one) != asked[one]]:
            del asked[number]
        asked.update(owned.items() & opened.items())  # they were opened here
        new = [(number, token) for number, token in owned.items() if asked.get(number) != token]
        for number, token in new[:CLAIMED_AT_ONCE]:
            self._call(self._user.adopt, self._reading.read(base, number, token))
            base.notify()
            asked[number] = token


def _heard(base: Membership) -> set[str]:
    """Wait a moment for notifications of other hosts; what they say."""
    # Then all that have come meanwhile: many changes are one reading.
    came = [*base.base.notifies(timeout=WAIT_SECONDS, stop_after=1), *base.base.notifies(timeout=0)]
    # Our own notifications come back too.
    return {one.payload for one in came if one.pid != base.base.info.backend_pid}
