"""Clients on plain blocking sockets, for tests of a host as a program: many at once, and some that misbehave.

Nobody waits for time to go by, but for whoever hears something.
"""

import random
import select
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from cryptography import x509

from rummynet.keyfile import HOST_KEY, identity_folder
from rummynet_client.net.tls import context
from rummynet_protocol import notation
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Done, Message, Request
from tests.support.dialling import Dialler
from tests.support.people import Person
from tests.support.programs import PATIENCE

SEED = b"host" * 8
"""Of the key that ``Person`` knows hosts by: only at such a host games are played."""


def host_key(data: Path) -> None:
    """Give the host that will be started on this folder the key that people know it by."""
    file = identity_folder(data) / HOST_KEY
    file.write_text(SEED.hex() + "\n")
    file.chmod(0o600)


class Caller(Dialler):
    """A connection that has been greeted, or was sent away. With *narrow* it takes little at a time."""

    def __init__(self, port: int, name: str, narrow: bool = False) -> None:
        self.dial(port, name, narrow)
        certificate = x509.load_der_x509_certificate(self.tls.getpeercert(binary_form=True) or b"")
        self.greet(certificate.public_key().public_bytes_raw())  # type: ignore[union-attr]

    def dial(self, port: int, name: str, narrow: bool = False) -> None:
        self.person, self.connection, self.told, self.is_over = Person(name), Connection(Role.CLIENT), [], False
        raw = socket.socket()
        if narrow:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(PATIENCE)
        raw.connect(("127.0.0.1", port))
        self.tls = context().wrap_socket(raw)

    def raw(self, data: bytes) -> None:
        self.tls.sendall(data)

    def read(self) -> bytes:
        data = self.tls.recv(65_536)
        self.is_over = not data
        return data

    def settle(self) -> None:
        """The host does that by itself."""

    def hear(self) -> list[Message]:
        """Whole messages, one at least, or nothing at the end."""
        came: list[Message] = []
        while not came and not self.is_over:
            came = super().hear()
        return came

    def farewell(self) -> Bye | None:
        """The host's last word, if it says one before it hangs up."""
        while not self.heard(Bye) and self.hear():
            pass
        return next(iter(self.heard(Bye)), None)

    def close(self) -> None:
        self.tls.close()


class FakePlayers:
    """Players who are listened to together."""

    def __init__(self, players: Sequence[Caller]) -> None:
        self.players = players
        self._chance = random.Random(1)

    def until(self, there: Callable[[], bool]) -> None:
        while not there():
            waiting = [one for one in self.players if one.tls.pending()]
            if not waiting:
                ready = select.select([one.tls for one in self.players], [], [], PATIENCE)[0]
                assert ready, "nobody hears anything any more"
                waiting = [one for one in self.players if one.tls in ready]
            for player in waiting:
                assert player.hear(), "the host hung up"

    def ask(self, player: Caller, kind: Callable[..., Request], *fields: object) -> Message:
        """A request and its answer."""
        return self.answer(player, kind(player.person.request(), *fields))

    def answer(self, player: Caller, request: Request) -> Message:
        player.say(request)
        found: list[Message] = []

        def there() -> bool:
            found[:] = [one for one in player.told if getattr(one, "n", None) == request.n]
            return bool(found)

        self.until(there)
        return found[0]

    def ready(self, player: Caller, table: int) -> None:
        """They agree to the game, once they see everybody sit there."""
        everybody = {one.person.key for one in self.players}
        self.until(lambda: {key for _, key, *_ in player.person.tables[table].seats} == everybody)
        assert isinstance(self.answer(player, player.person.ready(table)), Done)

    def act(self, table: int) -> None:
        """One legal action of whoever is on turn, answered and heard by all players."""
        first = self.players[0].person.auditor
        self.until(lambda: first.state is not None and first.expects is None)
        game, state = first.variety, first.state
        assert game is not None and state is not None
        key = first.players[game.actors(state)[0]][0]
        player = next(one for one in self.players if one.person.key == key)
        self.until(lambda: player.person.auditor.index >= first.index)
        mine = player.person.auditor
        assert mine.state is not None and mine.me_seat is not None
        legal = sorted(notation.text(one) for one in game.legal(mine.state, mine.me_seat))
        calm = [one for one in legal if not one.startswith("rummy")]
        submit = player.person.submit(table, player.person.acting(self._chance.choice(calm)))
        assert isinstance(self.answer(player, submit), Done)
        self.until(lambda: all(one.person.auditor.index >= mine.index for one in self.players))
