"""What a client without a screen spends on each action of a game of two: ``scripts/bench.py client``.

A game of Keilty by chance through a host in memory, the same in every run. Each entry is checked as it is at a table:
signatures, hash chain, rules, cards.
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

import msgpack

from benchmarks.timing import beside
from rummynet_client.core.session.session import Session
from rummynet_client.core.text.commands import PlayAction
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.fairness.signing import Signer, verify
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from tests.support.fake_host import FakeHost, Guest

ACTIONS: Final = 900
"""Twelve rounds and a part of the next one."""
TURNS: Final = 3
VERIFIED: Final = 2000
LONG_TARGET: Final = 100_000
"""Points that nobody reaches: the game goes on as long as is asked for."""


class TimedGuest(Guest):
    """A client whose program is timed from the first deal on; with *looks* it makes a view model, too."""

    looks = False
    is_timed = False
    spent = 0.0
    """Seconds of processor time."""

    def start(self) -> Session:
        """The program, with each of its calls timed."""
        session = super().start()
        for method in ("connected", "receive", "apply_command", "take_output"):
            setattr(session, method, self._timed(session, getattr(session, method), method == "take_output"))
        return session

    def _timed(self, session: Session, real: Callable[..., Any], is_last: bool) -> Callable[..., Any]:
        def call(*given: Any) -> Any:  # noqa: ANN401 - as the call that is timed
            begun = time.process_time()
            found = real(*given)
            if self.looks and is_last:
                session.model  # noqa: B018 - computed when it is asked for
            self.spent += (time.process_time() - begun) * self.is_timed
            return found

        return call


def played(players: int, actions: int, *, looks: bool = False) -> list[TimedGuest]:
    """The clients of a game of so many actions."""
    host, chance = FakeHost(), random.Random(1)
    guests = [TimedGuest(name) for name in ("anna", "bert", "cleo")[:players]]
    for guest in guests:
        guest.looks = looks
        host.connect(guest)
    host.do(guests[0], f"create keilty target={LONG_TARGET}")
    for line in ("sit 1", "ready"):
        for guest in guests:
            host.do(guest, line)
    for guest in guests:
        guest.is_timed = True
    for _ in range(actions):
        guest = next(
            one for one in guests if one.session.game is not None and one.session.game.me in one.session.game.due
        )
        guest.session.apply_command(PlayAction(_chosen(guest, chance)))
        host.settle()
    return guests


def _chosen(guest: Guest, chance: random.Random) -> Action:
    """Any legal action, but mostly no draw, so that rounds come to an end."""
    game = guest.session.game
    assert game is not None and game.state is not None and game.variety is not None and game.me is not None
    legal = list(game.variety.legal(game.state, game.me))
    plays = [one for one in legal if not isinstance(one, Draw)]
    return chance.choice(plays if plays and chance.random() < 0.7 else legal)


def client() -> dict[str, Any]:
    """Processor time of a client's core for an action, beside that of the signatures it has to verify for it."""
    turns = [(_core(looks=False), _core(looks=True), _verification()) for _ in range(TURNS)]
    core, seen, one = (median(part) for part in zip(*turns, strict=True))
    needed = _signatures(played(2, ACTIONS)[0].transcript) / ACTIONS
    what = "a client's core for an action of a game of two, its own or not"
    return {
        **beside(core, one * needed, "µs of processor time", what, f"{needed:.2f} signatures verified"),
        "with_a_view_model_after_each_call": round(seen, 1),
    }


def _core(*, looks: bool) -> float:
    """Microseconds an action and client."""
    guests = played(2, ACTIONS, looks=looks)
    return 1e6 * sum(guest.spent for guest in guests) / ACTIONS / len(guests)


def _verification() -> float:
    signer, payload = Signer(bytes(32)), bytes(200)
    signature = signer.sign("action", payload)
    begun = time.process_time()
    for _ in range(VERIFIED):
        verify(signer.public, "action", payload, signature)
    return 1e6 * (time.process_time() - begun) / VERIFIED


def _signatures(transcript: bytes) -> int:
    """How many signatures of the host and of the seats the log has."""
    count = 0
    for record in read_transcript(transcript).records:
        if isinstance(record, EntryRecord):
            signed = msgpack.unpackb(record.entry).get("signed")
            count += 1 + (0 if not signed else 1 if isinstance(signed[0], bytes) else len(signed))
    return count
