"""Logs of sealed decks whose statements of some seats are made by the client's own core."""

from rummynet_client.core.log.contributions import Promises
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.log_start import Past
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.player import Player
from rummynet_client.core.log.private_records import HEADER
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Entry, Envelope
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    KeyShown,
    PartGiven,
    Statement,
)
from tests.support.fake_host import bytes_of
from tests.support.sealed_forge import SealedForge

_OWED = (Committed, KeyShown, Cosigned)


class ForgeClock:
    """The clock of a forged game, as a player's program reads it."""

    def __init__(self, forge: SealedForge, seat: int) -> None:
        self.forge, self.seat = forge, seat

    def now(self) -> tuple[bytes, int]:
        clock = self.forge.players[self.seat].clock
        return clock.name, clock.read(self.forge.time.now)

    def wall(self) -> int:
        return 1_700_000_000_000 + self.forge.time.now

    def renew(self) -> None:
        raise AssertionError("the clock of a forged game runs on")


class Program:
    """A player's program: the core of a client, and its disk."""

    def __init__(self, forge: SealedForge, seat: int) -> None:
        self.forge, self.seat = forge, seat
        self.private = b""
        self.random = bytes_of(f"program {seat}")
        self.follower = self.start()

    def start(self) -> GameFollower:
        """The program, started (again): it goes by what is on its disk, and is shown the log."""
        forge, one = self.forge, self.forge.players[self.seat]
        nothing = lambda log: b""  # noqa: E731
        clock = ForgeClock(forge, self.seat)
        player = Player(one.signer, one.secret, self.random, clock, nothing, nothing)
        own = OwnStatements(one.signer, clock, forge.log, forge.game.name)
        own.restore(HEADER + self.private)
        promises: Promises = {}
        past = Past(forge.table, forge.number, forge.rules, None)
        self.follower = GameFollower(player, own, forge.host.public, past, promises)
        for one_entry in forge.written:
            self.read(one_entry.entry, one_entry.signature)
        return self.follower

    def read(self, entry: bytes, signature: bytes) -> None:
        self.follower.check_entry(self.follower.length, entry, signature)
        self.keep()

    def keep(self) -> None:
        self.private += b"".join(self.follower.own.take_new_records())

    def owed(self) -> OwnStatement:
        """What it owes now; kept before it is sent."""
        owed = self.follower.owed_statement()
        assert owed is not None
        self.keep()
        return owed


class ClientForge(SealedForge):
    """Its *programs* are seats whose statements of the ceremonies, and actions, the client's core makes."""

    def __init__(self, *args: object, programs: tuple[int, ...] = (0,), **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.programs = {seat: Program(self, seat) for seat in programs}
        self.made: list[str] = []
        """The kinds of statements that they made, and what parts."""

    def write(self, entry: Entry) -> None:
        super().write(entry)
        last = self.written[-1]
        for program in self.programs.values():
            program.read(last.entry, last.signature)
        if isinstance(entry, log.Keys):
            for seat, program in self.programs.items():
                if seat in self.keys:
                    shown = program.follower.sealed.key_of(self.sealed.cards.context.deal)
                    assert shown is not None
                    self.keys[seat] = shown.key

    def say(self, seat: int, kind: type[Statement], /, **fields: object) -> Envelope:
        program = self.programs.get(seat)
        if program is None or kind not in _OWED:
            return super().say(seat, kind, **fields)
        self.time.now += self.time.some()
        return self.noted(program.owed())

    def noted(self, own: OwnStatement) -> Envelope:
        """The statement, as the next one of its player."""
        player = self.players[
            next(seat for seat, one in self.programs.items() if one.follower.own.by_hash.get(own.hash) is own)
        ]
        player.n, player.prev = own.statement.n + 1, own.hash
        self.made.append(own.statement.what if isinstance(own.statement, PartGiven) else own.what)
        return own.envelope

    def give_part(self, seat: int) -> None:
        if seat not in self.programs:
            super().give_part(seat)
            return
        self.time.now += self.time.some()
        own = self.programs[seat].owed()
        self.write(log.PartLogged(self.round, seat, self.noted(own), own.blob, self.tick()))

    def act(self, seat: int, action: Action) -> None:
        program = self.programs.get(seat)
        if program is None:
            super().act(seat, action)
            return
        assert program.follower.auditor.state is not None
        assert program.follower.auditor.state.hands[seat] == self.state.hands[seat]
        self.time.now += self.time.some()
        own = program.follower.sign_action(action)
        program.keep()
        assert isinstance(own.statement, Acting)
        self.apply_and_log(seat, action, self.noted(own), None, own.blob)
