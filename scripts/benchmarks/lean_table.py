"""All seats of one table as one value: signs what is due for each of them and follows the log, but verifies nothing.

The seats share one position in which every hand is known, so that a machine can play hundreds of tables against a host
and the host, not its players, is what is measured. No I/O: ``handle`` takes the messages of a seat, ``send`` gives
them away.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgpack

from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Variety
from rummynet_client.core.session.offer import next_game
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import statements
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.shapes import read_record
from rummynet_protocol.wire.messages import TableShown

SYSTEM = random.SystemRandom()
Send = Callable[[int, str, Mapping[str, Any]], None]
"""Sends a request of this seat: its kind and its fields, without the number."""


class LeanSeat:
    """What one seat keeps: its key and secrets, and the link to its newest statement."""

    def __init__(self, chance: random.Random) -> None:
        self.signer = Signer(chance.randbytes(32))
        self.nonce, self.secret, self.batch_nonce = (chance.randbytes(32) for _ in range(3))
        self.xs: list[bytes] = []
        """Its contributions to the epochs of the newest batch."""
        self.n, self.prev = 0, bytes(32)


class LeanTable:
    """A table from its first request on. *millis* reads the seats' clock; keys, secrets and play come from *chance*.

    ``entries`` counts those of the log, ``acts`` the actions among them, and ``rounds`` the finished ones.
    """

    def __init__(
        self, variety: Variety, options: Mapping[str, Any], seats: int, host: bytes, send: Send,
        millis: Callable[[], int], chance: random.Random = SYSTEM,
    ) -> None:  # fmt: skip
        self.seats = [LeanSeat(chance) for _ in range(seats)]
        self.entries = self.acts = self.rounds = self.number = 0
        self.is_dealt = False
        self.refused = ""
        """What the host refused and to whom: nothing that is measured afterwards means anything."""
        self.may_act: Callable[[], bool] = lambda: True
        """For whoever paces the table: whether the next action may be sent now."""
        self.acted: Callable[[int], None] = lambda seat: None
        """For whoever measures: called with the seat of each action that is in the log."""
        self._variety, self._host, self._options = variety, host, variety.resolve(options)
        self._send, self._millis, self._chance = send, millis, chance
        self._clock = chance.randbytes(8)
        self._state: State | None = None
        self._before: State | None = None
        self._head, self._log, self._session = NO_HEAD, b"", b""
        self._round, self._first, self._epoch, self._cards = 0, 0, 0, 0
        self._deals: list[bytes] = []
        self._csets: list[bytes] = []
        self._unplaced: list[tuple[int, int]] = []
        """Cards shown to single seats for which the position has no place yet."""
        self._is_ready = self._wants_stock = self._is_acting = False

    def open(self) -> None:
        """Ask for the table; all else follows from the host's messages."""
        fields = {"variant": self._variety.name, "options": dict(self._options), "name": "bench", "closed": False}
        self._send(0, "create", fields)

    def handle(self, seat: int, message: dict[str, Any]) -> None:
        """Handle a message that came to *seat*; entries are followed at seat 0 alone."""
        match message["m"]:
            case "entry" if seat == 0:
                self._head = next_head(self._head, message["entry"])
                self.entries += 1
                self._follow(msgpack.unpackb(message["entry"]))
            case "openings":
                self._unplaced += [(seat, row[1]) for row in message["cards"]]
                self._show_openings()
            case "done" if message["table"]:
                self.number = message["table"]
                for other in range(len(self.seats)):
                    self._send(other, "sit", {"table": self.number, "seat": other})
            case "table" if seat == 0 and not self._is_ready and len(message["seats"]) == len(self.seats):
                self._consent(read_record(TableShown, {**message, "says": None}, strict=False))
            case "refused" | "bye" | "dropped":
                self.refused = f"seat {seat}: {message}"

    def _consent(self, shown: TableShown) -> None:
        self._is_ready = True
        self._options = self._variety.resolve(shown.options)
        offer = next_game(self._host, shown)
        self._log, self._head = offer.log, offer.before
        for number in range(len(self.seats)):
            signed = self._signed(number, statements.Agreed, offer.rules, offer.players_hash)
            self._send(number, "ready", {"table": self.number, "signed": signed})
        self._head = NO_HEAD

    def _follow(self, entry: dict[str, Any]) -> None:
        match entry["e"]:
            case "seats":
                for number, seat in enumerate(self.seats):
                    commit = fair.nonce_commit(self._log, number, seat.signer.public, seat.nonce)
                    self._submit(number, statements.NonceCommitted, number, commit)
            case "nonce-commits":
                commits = [msgpack.unpackb(payload)["commit"] for payload, _ in entry["signed"]]
                for number, seat in enumerate(self.seats):
                    self._submit(number, statements.NonceShown, fair.nonce_set(self._log, commits), seat.nonce)
            case "nonces":
                keys, nonces = [seat.signer.public for seat in self.seats], [seat.nonce for seat in self.seats]
                rules = fair.rules_hash(self._variety.name, self._options)
                self._session = fair.session_id(self._host, keys, nonces, rules)
            case "host-commit":
                self._commit(entry)
            case "shuffle":
                self._epoch, self._cards = entry["epoch"] - self._first, len(entry["cards"])
                about = self._session, self._deals[self._epoch], self._csets[self._epoch]
                for number, seat in enumerate(self.seats):
                    self._submit(number, statements.Revealed, *about, seat.xs[self._epoch])
            case "root":
                for number in range(len(self.seats)):
                    deal = self._deals[self._epoch]
                    self._submit(number, statements.Cosigned, self._session, deal, entry["deal_root"])
            case "cosigns" if self._wants_stock and self._state is not None:
                self._wants_stock = False
                self._state, _ = self._variety.chance.reshuffle(self._state, [HIDDEN] * self._cards)
            case "deal":
                deck = [HIDDEN] * self._cards
                for position, card, _, _ in entry["up"]:
                    deck[position] = card
                if self._before is None:
                    self._state, _ = self._variety.deal(self._options, len(self.seats), entry["starter"], deck)
                else:
                    self._state, _ = self._variety.next_round(self._before, deck, ())
                self.is_dealt = True
                self._show_openings()
            case "insert" if self._state is not None:
                self._state, _ = self._variety.chance.insert(self._state, None)
                self.act()
            case "want":
                self._wants_stock = True
            case "act":
                assert self._state is not None
                self._state, _ = self._variety.apply(self._state, entry["seat"], notation.parse(entry["do"]))
                self.acts += 1
                self._is_acting = False
                self.acted(entry["seat"])
                if entry["drawn"]:
                    self._show_openings()
                else:
                    self.act()
            case "score":
                self._before, self._state = self._state, None
                self.rounds += 1

    def _commit(self, entry: dict[str, Any]) -> None:
        self._round, self._first, count = entry["round"], entry["first"], len(entry["commits"])
        self._deals = [fair.deal_id(self._session, self._round, self._first + epoch) for epoch in range(count)]
        of_host = [(deck, pub) for deck, pub in entry["commits"]]
        rows = []
        for number, seat in enumerate(self.seats):
            pairs = zip(self._deals, of_host, strict=True)
            seat.xs = [fair.contribution(seat.secret, deal, pair, seat.batch_nonce) for deal, pair in pairs]
            made = zip(self._deals, seat.xs, strict=True)
            rows.append(tuple(fair.seat_commit(deal, number, seat.signer.public, x) for deal, x in made))
            self._submit(number, statements.Committed, self._session, self._round, self._first, rows[-1], ())
        columns = zip(self._deals, of_host, zip(*rows, strict=True), strict=True)
        self._csets = [fair.commit_set(deal, *pair, list(commits)) for deal, pair, commits in columns]

    def _show_openings(self) -> None:
        """Add the cards shown to single seats to the position as soon as it has a place for them; then act."""
        if self._state is None or self._wants_stock:
            return
        waiting, self._unplaced = self._unplaced, []
        for seat, card in waiting:
            if self._state.hidden[seat]:
                self._state = self._variety.reveal(self._state, seat, card)
            else:
                self._unplaced.append((seat, card))
        self.act()

    def act(self) -> None:
        """Sign and send the next action, if the position is known, nothing is under way and ``may_act`` allows it."""
        state = self._state
        if state is None or self._is_acting or any(state.hidden) or self._wants_stock:
            return
        actors = self._variety.actors(state)
        if not actors or not self.may_act():
            return
        legal = self._variety.legal(state, actors[0])
        plays = [one for one in legal if not isinstance(one, Draw)]
        action = self._chance.choice(plays if plays and self._chance.random() < 0.7 else list(legal))
        text = notation.text(self._variety.explicit(state, actors[0], action))
        self._is_acting = True
        self._submit(actors[0], statements.Acting, self._session, self._round, text)

    def _signed(self, number: int, kind: type[statements.Statement], *fields: object) -> tuple[bytes, bytes]:
        """A statement of this seat about the log as it is now."""
        seat = self.seats[number]
        statement: Any = kind(self._log, seat.n, seat.prev, self._head, self._clock, self._millis(), *fields)  # type: ignore[arg-type]
        payload = statements.pack_statement(statement)
        seat.n, seat.prev = seat.n + 1, fair.statement_hash(statement.kind, payload)
        return payload, seat.signer.sign(statement.kind, payload)

    def _submit(self, number: int, kind: type[statements.Statement], *fields: object) -> None:
        payload, signature = self._signed(number, kind, *fields)
        signed = {"what": kind.kind, "payload": payload, "signature": signature, "blob": b""}
        self._send(number, "submit", {"table": self.number, "game": 1, **signed})
