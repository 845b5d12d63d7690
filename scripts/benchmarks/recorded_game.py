"""A game of Keilty by chance through a host in memory, the same in every run: what each client got, and the transcript.

All keys, secrets, clocks and moves follow from names and a seed, so a client that gets the same calls again signs the
same bytes, and the host's answers fit.
"""

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_client.core.session.session import Session
from rummynet_client.core.text.commands import Command, PlayAction
from rummynet_protocol.actions import Action, Draw
from tests.support.fake_host import FakeHost, Guest

LONG_TARGET: Final = 100_000
"""Points that nobody reaches: the game goes on as long as is asked for."""
NAMES: Final = ("anna", "bert", "cleo", "dora")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a session: the client's clock then, the method and its argument."""

    millis: int
    method: str
    argument: Any


@dataclass(slots=True)
class RecordedClient:
    """All calls of one client; ``acts_from`` is the number of those before the first card was dealt."""

    name: str
    calls: list[Call] = field(default_factory=list)
    acts_from: int = 0


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game: its clients, how many actions are in its log, and its transcript."""

    clients: tuple[RecordedClient, ...]
    actions: int
    transcript: bytes


class RecordingGuest(Guest):
    """A client whose calls are written down."""

    def start(self) -> Session:
        """The program, with its calls recorded."""
        session = super().start()
        self.record = RecordedClient(self.name)
        for method in ("connected", "receive", "apply_command"):
            self._record(session, method)
        return session

    def _record(self, session: Session, method: str) -> None:
        real = getattr(session, method)

        def call(argument: Any) -> None:  # noqa: ANN401
            self.record.calls.append(Call(self.clock.ms, method, argument))
            real(argument)

        setattr(session, method, call)


@cache
def recorded_game(players: int, actions: int) -> RecordedGame:
    """A game of as many *actions*, and what the log has around them."""
    host, chance = FakeHost(), random.Random(1)
    guests = [RecordingGuest(name) for name in NAMES[:players]]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], f"create keilty target={LONG_TARGET}")
    for guest in guests:
        host.do(guest, "sit 1")
    for guest in guests:
        host.do(guest, "ready")
    for guest in guests:
        guest.record.acts_from = len(guest.record.calls)
    for _ in range(actions):
        number, action = _next_action(guests, chance)
        _submit(host, guests[number], PlayAction(action))
    return RecordedGame(tuple(guest.record for guest in guests), actions, guests[0].transcript)


def _next_action(guests: list[RecordingGuest], chance: random.Random) -> tuple[int, Action]:
    """The client whose turn it is, and what it does: most of the time no draw, so that rounds come to an end."""
    for number, guest in enumerate(guests):
        game = guest.session.game
        assert game is not None and game.state is not None and game.variety is not None
        if game.me in game.due:
            return number, _chosen(game.variety, game.state, game.me or 0, chance)
    raise RuntimeError("nobody is due, and the game is not over")


def _chosen(variety: Variety, state: State, seat: int, chance: random.Random) -> Action:
    legal = list(variety.legal(state, seat))
    plays = [one for one in legal if not isinstance(one, Draw)]
    return chance.choice(plays if plays and chance.random() < 0.7 else legal)


def _submit(host: FakeHost, guest: RecordingGuest, command: Command) -> None:
    guest.session.apply_command(command)
    host.settle()


def replayed(client: RecordedClient) -> Guest:
    """A new client that has been through all calls before the first card was dealt."""
    guest = Guest(client.name)
    for call in client.calls[: client.acts_from]:
        repeat(guest, call)
    return guest


def repeat(guest: Guest, call: Call) -> None:
    """Make the call, and take what comes of it as the program does."""
    guest.clock.ms = call.millis
    getattr(guest.session, call.method)(call.argument)
    guest.session.take_output()
