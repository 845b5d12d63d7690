"""People at a real host: real TLS, one thread, waiting for whoever hears something, never for time to go by."""

import random
import select
from collections.abc import Callable, Sequence
from pathlib import Path

from rummynet.keyfile import HOST_KEY, identity_folder
from rummynet_protocol import notation
from rummynet_protocol.wire.messages import Done, Message, Request
from tests.support.callers import Caller
from tests.support.people import Person
from tests.support.programs import PATIENCE

SEED = b"host" * 8
"""Of the key that ``Person`` knows hosts by."""


def host_key(data: Path) -> None:
    """Give the host that will be started on this folder the key that people know it by."""
    file = identity_folder(data) / HOST_KEY
    file.write_text(SEED.hex() + "\n")
    file.chmod(0o600)


class Player:
    """Somebody who answers what a program answers by itself."""

    def __init__(self, port: int, name: str, narrow: bool = False) -> None:
        self.person = Person(name)
        self.caller = Caller(port, name.encode().ljust(32, b".")[:32], narrow)
        self.got: list[Message] = []
        assert self.caller.signer.public == self.person.key

    def hear(self) -> None:
        """What has come, and what it makes them say."""
        came = self.caller.hear()
        assert came, "the host hung up"
        self.got += came
        for message in came:
            for request in self.person.hear(message):
                self.caller.say(request)


class FakePlayers:
    """Players who are listened to together."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._chance = random.Random(1)

    def until(self, there: Callable[[], bool]) -> None:
        while not there():
            waiting = [one for one in self.players if one.caller.tls.pending()]
            if not waiting:
                ready = select.select([one.caller.tls for one in self.players], [], [], PATIENCE)[0]
                assert ready, "nobody hears anything any more"
                waiting = [one for one in self.players if one.caller.tls in ready]
            for player in waiting:
                player.hear()

    def ask(self, player: Player, kind: Callable[..., Request], *fields: object) -> Message:
        """A request and its answer."""
        return self.answer(player, kind(player.person.request(), *fields))

    def answer(self, player: Player, request: Request) -> Message:
        player.caller.say(request)
        found: list[Message] = []

        def there() -> bool:
            found[:] = [one for one in player.got if getattr(one, "n", None) == request.n]
            return bool(found)

        self.until(there)
        return found[0]

    def ready(self, player: Player, table: int) -> None:
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
