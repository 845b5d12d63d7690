"""What a client without a screen spends on each action of a game of two: ``scripts/bench.py client``.

Both clients of a recorded game get the same calls again: entries, openings and answers of the host, and their player's
actions. Each entry is checked as it is at a table: signatures, hash chain, rules, cards.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final

import msgpack

from benchmarks.recorded_game import RecordedGame, recorded_game, repeat, replayed
from benchmarks.timing import beside
from rummynet_client.core.session.session import Session
from rummynet_protocol.fairness.signing import Signer, verify
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from tests.support.fake_host import Guest

ACTIONS: Final = 900
"""Twelve rounds and a part of the next one."""
TURNS: Final = 3
VERIFIED: Final = 2000


def client() -> dict[str, Any]:
    """Processor time of a client's core for an action, beside that of the signatures it has to verify for it."""
    game = recorded_game(2, ACTIONS)
    turns = [(_core(game, _nothing), _core(game, _look), _verification()) for _ in range(TURNS)]
    core, seen, one = (median(part) for part in zip(*turns, strict=True))
    needed = _signatures(game.transcript) / game.actions
    what = "a client's core for an action of a game of two, its own or not"
    return {
        **beside(core, one * needed, "µs of processor time", what, f"{needed:.2f} signatures verified"),
        "with_a_view_model_after_each_call": round(seen, 1),
    }


def _core(game: RecordedGame, look: Callable[[Session], object]) -> float:
    """Microseconds an action and client, from the first deal on; *look* is called after each call."""
    spent = 0.0
    for client in game.clients:
        guest = replayed(client)
        begun = time.process_time()
        for call in client.calls[client.acts_from :]:
            repeat(guest, call)
            look(guest.session)
        spent += time.process_time() - begun
        _check(guest, game)
    return 1e6 * spent / game.actions / len(game.clients)


def _check(guest: Guest, game: RecordedGame) -> None:
    """Raises RuntimeError if the client has not followed the game to where it was recorded."""
    followed = guest.session.game
    entries = sum(isinstance(one, EntryRecord) for one in read_transcript(game.transcript).records)
    if followed is None or followed.follower.cheat is not None or followed.follower.length != entries:
        raise RuntimeError("the client did not follow the recorded game")


def _nothing(_session: Session) -> None:
    pass


def _look(session: Session) -> object:
    return session.model


def _verification() -> float:
    """Microseconds to verify one signature."""
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
