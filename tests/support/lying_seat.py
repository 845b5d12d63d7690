"""Beginnings of games with a sealed deck in which one part, or the proof of one action, may be wrong."""

import random
from collections.abc import Callable
from typing import Any

from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Envelope
from tests.support.forge import anything, calling_falsely
from tests.support.lying_host import by_bots
from tests.support.sealed_forge import SealedForge

Change = Callable[[bytes, random.Random], bytes]


def _bit(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _shorter(data: bytes, _chance: random.Random) -> bytes:
    return data[:-1]


def _longer(data: bytes, _chance: random.Random) -> bytes:
    return data + bytes(32)


def _block(data: bytes, chance: random.Random) -> bytes:
    """One item is another one of the same bytes, or zeros."""
    to, of = (32 * chance.randrange(max(1, len(data) // 32)) for _ in range(2))
    return data[:to] + chance.choice((data[of : of + 32], bytes(32))) + data[to + 32 :]


CHANGES: tuple[Change, ...] = (_bit, _bit, _shorter, _longer, _block, _block)


class LyingSeat(SealedForge):
    """After so many parts and proofs one is changed before it is signed; -1 for none."""

    after = -1

    def _changed(self, data: bytes) -> bytes:
        self.after -= 1
        return self.chance.choice(CHANGES)(data, self.chance) if self.after == 0 and data else data

    def make_part(self, seat: int, what: str) -> bytes:
        return self._changed(super().make_part(seat, what))

    def action(self, seat: int, do: str, proof: bytes = b"", **fields: Any) -> Envelope:  # noqa: ANN401
        self.proof = self._changed(proof) if proof else proof
        return super().action(seat, do, self.proof, **fields)

    def apply_and_log(
        self, seat: int, action: Action, signed: Envelope | None, why: str | None, proof: bytes = b""
    ) -> None:
        super().apply_and_log(seat, action, signed, why, self.proof if proof else proof)


def sealed_game(name: str, players: int, chance: random.Random) -> LyingSeat:
    """A round, or what there is of one until something is found, is lost, or takes too long."""
    options: dict[str, object] = {"turn_seconds": chance.choice((0, 10))}
    if name in ("keilty", "basic", "joker", "vegas"):
        options["hand"] = 3
    if name in ("keilty", "basic") and chance.random() < 0.5:
        options |= {"false_call_points": 10, "false_call_cards": 2}
    choose = calling_falsely(by_bots("simple") if chance.random() < 0.7 else anything)
    forge = LyingSeat(name, options, players, seed=chance.getrandbits(32), choose=choose)
    if chance.random() < 0.5:
        forge.after = 1 + int(chance.expovariate(0.05))
    lost = chance.randrange(players) if players > 2 and chance.random() < 0.3 else -1
    try:
        forge.begin()
        forge.begin_round()
        for _ in range(40):
            if forge.sealed.is_ending:
                forge.finish()
                break
            if options["turn_seconds"] and chance.random() < 0.2:
                forge.run_out("turn", 10_000)
            else:
                if lost >= 0 and not forge.sealed.cards.opened:
                    forge.lost = {lost}
                forge.step()
            if lost in forge.sealed.due and not forge.sealed.cards.opened:
                forge.give_up(lost, [seat for seat in range(players) if seat != lost])
    except Cheat:
        pass  # the auditor of the forge has found it
    return forge
