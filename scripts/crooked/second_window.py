"""One player's program once more on the same data folder: the same key, secret and kept records, another run of it."""

from crooked.world import TABLE, World
from rummynet.table.api.inputs import Input
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, pack_entry
from rummynet_protocol.fairness.statements import read_statement
from rummynet_protocol.wire.messages import AskLog, Done, LobbyShown, LogEntry
from tests.support.fake_host import FakeHost, Guest


class SecondWindow(FakeHost):
    """What the host tells it is its own; nothing of it reaches the tables."""

    locks = True
    """A data folder can be locked: a program that finds it locked has no seat (the programs' own tests have that)."""

    def __init__(self, world: World, first: Guest, *, is_first_gone: bool, has_log: bool) -> None:
        super().__init__()
        self.world, self.keeps_pongs = world, lambda guest: True
        self.guest = first.second_run()
        if not has_log:
            self.guest.kept = {}
            self.guest.start()
        self._has_seat = is_first_gone or not self.locks
        self.guest.name = f"{first.name}'s second window"

    def take(self, came: Input) -> None:
        pass

    def open(self, index: int, shown: Entry) -> None:
        """It connects, is told the log up to *index*, and *shown* there."""
        table, key, head = self.world.table, self.guest.signer.public, NO_HEAD
        if table is None or table.game is None or not self._has_seat:
            return
        self.connect(self.guest)
        entries = self.world.logs[TABLE, table.game.number]
        for message in (LobbyShown((), 1), table.message(), *(entries[at] for at in range(index))):
            self.tell(key, message)
            self.settle()
            head = next_head(head, message.entry) if isinstance(message, LogEntry) else head
        for _guest, request in self.asked:
            if isinstance(request, AskLog):
                self.tell(key, Done(request.n, None))
        data = pack_entry(shown)
        signature = self.signer.sign("head", next_head(head, data))
        self.tell(key, LogEntry(TABLE, table.game.number, index, data, signature))
        self.settle()

    @property
    def reveals(self) -> list[bytes]:
        """Heads at which this window has revealed its contribution."""
        return [read_statement("reveal", payload).head for payload, _ in self.signed(self.guest, "reveal")]
