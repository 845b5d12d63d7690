"""A host that tells its clients what it likes: logs of its own beside the real tables, entries rewritten on the way."""

from collections.abc import Callable, Sequence
from typing import Any

from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import VERSION, Ended, Entry, Envelope, Opened, Seated, pack_entry, read_entry
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Message, TableShown
from tests.support.fake_host import FakeHost, Guest

Change = Callable[[Entry], Entry]


class Rewrites:
    """For one guest: ``change`` gets each entry and gives the one to show; the chain is signed anew."""

    def __init__(self, host: FakeHost, change: Change, head: bytes = NO_HEAD, start: int = 0) -> None:
        """*head* is that before entry *start*, the first one to be rewritten."""
        self.host, self.change, self.head, self.start = host, change, head, start

    def __call__(self, message: Message) -> list[Message]:
        if not isinstance(message, LogEntry) or message.index < self.start:
            return [message]
        data = pack_entry(self.change(read_entry(message.entry)))
        self.head = next_head(self.head, data)
        return [replace(message, entry=data, signature=self.host.signer.sign("head", self.head))]


class OwnLog:
    """A log that the host makes up and tells to some: of game *number* at table 1, as the table is shown there now."""

    def __init__(self, host: FakeHost, to: Sequence[Guest], number: int, head: bytes = NO_HEAD, index: int = 0) -> None:
        """*head* and *index*: it goes on behind a log that is known."""
        self.host, self.to, self.number, self.head, self.index = host, to, number, head, index

    def begin(self, envelopes: Sequence[Envelope], **changes: Any) -> None:  # noqa: ANN401
        """The table is shown as playing, and the log begins with these consents; *changes* are fields of ``open``."""
        shown = self.host.lobby.tables[1].message()
        before = changes.pop("before", shown.before)
        self.show(stage="playing", game=self.number)
        self.write(
            replace(
                Opened(
                    VERSION, shown.id, self.number, before, self.host.signer.public, "The Inn", shown.variant,
                    dict(shown.options), 1_700_000_000,
                ),
                **changes,
            )
        )  # fmt: skip
        players = tuple((key, name) for _, key, name, *_more in shown.seats)
        bots = tuple(number for number, *_, bot in shown.seats if bot)
        self.write(Seated(players, (), bots, tuple(envelopes), 0))

    def show(self, **changes: Any) -> None:  # noqa: ANN401
        """The table, otherwise than it is."""
        shown: TableShown = replace(self.host.lobby.tables[1].message(), **changes)
        for guest in self.to:
            self.host.tell(guest.signer.public, shown)
        self.host.settle()

    def write(self, entry: Entry) -> None:
        data = pack_entry(entry)
        self.head = next_head(self.head, data)
        told = LogEntry(1, self.number, self.index, data, self.host.signer.sign("head", self.head))
        self.index += 1
        for guest in self.to:
            self.host.tell(guest.signer.public, told)
        self.host.settle()

    def end(self, why: str) -> None:
        self.write(Ended(why, 0))


def cheat(guest: Guest) -> tuple[str, str] | None:
    """(check, sentence) of the cheat that the guest's client found in the game it follows."""
    game = guest.session.game
    found = game.follower.cheat if game is not None else None
    return None if found is None else (found.check, str(found))


def remembered(guest: Guest) -> list[str]:
    """The kinds of incidents that were written down, in order."""
    return [one.kind for one in guest.past(guest.session.host_key)]
