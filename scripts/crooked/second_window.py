"""One player's program once more on the same data folder: the same key, secret and kept records, another run of it."""

from collections.abc import Sequence
from typing import TypeVar

from crooked.world import TABLE, World
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, pack_entry
from rummynet_protocol.fairness.statements import read_statement
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import (
    AskLog,
    Challenge,
    Done,
    Hello,
    LobbyShown,
    LogEntry,
    Message,
    Proof,
    Request,
    Submit,
    Welcome,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.fake_host import Guest

Kind = TypeVar("Kind", bound=Request)


class SecondWindow:
    """What the host tells it is its own; nothing of it reaches the tables."""

    locks = True
    """A data folder can be locked: a program that finds it locked has no seat (the programs' own tests have that)."""

    def __init__(self, world: World, first: Guest, *, is_first_gone: bool, has_log: bool) -> None:
        self.world = world
        self.first = first
        self.guest = first.second_run()
        if not has_log:
            self.guest.kept = {}
            self.guest.start()
        self._has_seat = is_first_gone or not self.locks
        self.guest.name = f"{first.name}'s second window"
        self.connection = Connection(Role.HOST)
        self.heard: list[Message] = []

    def open(self, index: int, shown: Entry) -> None:
        """It connects, is told the log up to *index*, and *shown* there."""
        table = self.world.table
        if table is None or table.game is None or not self._has_seat:
            return
        self.guest.session.connected(self.world.signer.public)
        self._settle()
        self._tell(LobbyShown((), 1))
        self._tell(table.message())
        number = table.game.number
        head = NO_HEAD
        entries = self.world.logs[TABLE, number]
        for at in range(index):
            head = next_head(head, entries[at].entry)
            self._tell(entries[at])
        for request in self._asked(AskLog):
            self._tell(Done(request.n, None))
        data = pack_entry(shown)
        head = next_head(head, data)
        self._tell(LogEntry(TABLE, number, index, data, self.world.signer.sign("head", head)))

    @property
    def reveals(self) -> list[bytes]:
        """Heads at which this window has revealed its contribution."""
        return [read_statement("reveal", one.payload).head for one in self._asked(Submit) if one.what == "reveal"]

    def _asked(self, kind: type[Kind]) -> Sequence[Kind]:
        return [one for one in self.heard if isinstance(one, kind)]

    def _tell(self, message: Message) -> None:
        self.guest.session.receive(self.connection.send(message))
        self._settle()

    def _settle(self) -> None:
        for data in self.guest.bring_out():
            for message in self.connection.receive(data):
                self.heard.append(message)
                match message:
                    case Hello():
                        self._tell(Challenge(VERSIONS[-1], b"\x06" * 32))
                    case Proof():
                        self._tell(Welcome("The Inn", self.first.name, "tests"))
