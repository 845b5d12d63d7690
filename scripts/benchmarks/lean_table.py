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
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    pack_statement,
)
from rummynet_protocol.shapes import read_record
from rummynet_protocol.wire.messages import TableShown

SYSTEM = random.SystemRandom()
Send = Callable[[int, str, Mapping[str, Any]], None]
"""Sends a request of this seat: its kind and its fields, without the number."""


class LeanSeat:
    """What one seat keeps: its key and the link to its newest statement."""

    def __init__(self, chance: random.Random) -> None:
        self.signer = Signer(chance.randbytes(32))
        self.nonce, self.secret, self.batch_nonce = (chance.randbytes(32) for _ in range(3))
        self.batches: dict[int, tuple[bytes, tuple[bytes, bytes]]] = {}
        """By epoch: the deal and the host's pair of commitments."""
        self.n = 0
        self.prev = bytes(32)

    def x(self, epoch: int) -> bytes:
        """The contribution to an epoch."""
        deal, commits = self.batches[epoch]
        return fair.contribution(self.secret, deal, commits, self.batch_nonce)


class LeanTable:
    """A table from its first request on. *millis* reads the seats' clock; *may_act* is asked before each action.

    Keys, secrets and play come from *chance*.

    ``entries`` counts those of the log, ``acts`` the actions among them, at each of which ``acted`` is called, and
    ``rounds`` the finished ones.
    """

    def __init__(
        self,
        variety: Variety,
        options: Mapping[str, Any],
        seats: int,
        host: bytes,
        send: Send,
        millis: Callable[[], int],
        chance: random.Random = SYSTEM,
    ) -> None:
        self.seats = [LeanSeat(chance) for _ in range(seats)]
        self.entries = self.acts = self.rounds = 0
        self.sent = (-1, 0)
        """The seat that has an action under way (-1: none) and the number of actions in the log then."""
        self.is_dealt = False
        self.refused = ""
        """What the host refused and to whom: nothing that is measured afterwards means anything."""
        self.number = 0
        self._variety, self._host = variety, host
        self._options = variety.resolve(options)
        self._send, self._millis = send, millis
        self._chance = chance
        self._clock = chance.randbytes(8)
        self._state: State | None = None
        self._before: State | None = None
        self._head = NO_HEAD
        self._log = self._session = b""
        self._commits: tuple[bytes, ...] = ()
        self._csets: dict[int, bytes] = {}
        self._round, self._epoch, self._cards = 0, 0, b""
        self._hidden_openings: list[tuple[int, int]] = []
        self._is_ready = False
        self._wants_stock = False

    # -- messages of the host

    def handle(self, seat: int, message: dict[str, Any]) -> None:
        """Handle a message that came to *seat*; entries are followed at seat 0 alone."""
        match message["m"]:
            case "entry" if seat == 0:
                self._handle_entry(message["entry"])
            case "openings":
                self._hidden_openings += [(seat, row[1]) for row in message["cards"]]
                self._show_openings()
            case "done" if message["table"]:
                self.number = message["table"]
                for other in range(len(self.seats)):
                    self._send(other, "sit", {"table": self.number, "seat": other})
            case "table" if seat == 0 and not self._is_ready and len(message["seats"]) == len(self.seats):
                self._consent(read_record(TableShown, {**message, "says": None}, strict=False))
            case "refused" | "bye" | "dropped":
                self.refused = f"seat {seat}: {message}"

    def open(self) -> None:
        """Ask for the table; all else follows from the host's messages."""
        self._send(
            0,
            "create",
            {"variant": self._variety.name, "options": dict(self._options), "name": "bench", "closed": False},
        )

    def _consent(self, shown: TableShown) -> None:
        self._is_ready = True
        self._options = self._variety.resolve(shown.options)
        offer = next_game(self._host, shown)
        self._log = offer.log
        for number, seat in enumerate(self.seats):
            statement = Agreed(*self._start(seat, offer.before), offer.rules, offer.players_hash)
            self._send(number, "ready", {"table": self.number, "signed": self._signed(seat, statement)})

    # -- the log

    def _handle_entry(self, data: bytes) -> None:
        self._head = next_head(self._head, data)
        self.entries += 1
        entry = msgpack.unpackb(data)
        handler = _HANDLERS.get(entry["e"])
        if handler is not None:
            handler(self, entry)

    def _seated(self, _entry: dict[str, Any]) -> None:
        for number, seat in enumerate(self.seats):
            commit = fair.nonce_commit(self._log, number, seat.signer.public, seat.nonce)
            self._submit(number, NonceCommitted(*self._start(seat), number, commit))

    def _nonces_committed(self, entry: dict[str, Any]) -> None:
        commits = [msgpack.unpackb(payload)["commit"] for payload, _ in entry["signed"]]
        for number, seat in enumerate(self.seats):
            self._submit(number, NonceShown(*self._start(seat), fair.nonce_set(self._log, commits), seat.nonce))

    def _nonces_shown(self, _entry: dict[str, Any]) -> None:
        keys, nonces = [seat.signer.public for seat in self.seats], [seat.nonce for seat in self.seats]
        rules = fair.rules_hash(self._variety.name, self._options)
        self._session = fair.session_id(self._host, keys, nonces, rules)

    def _host_committed(self, entry: dict[str, Any]) -> None:
        self._round, first = entry["round"], entry["first"]
        deals = [fair.deal_id(self._session, self._round, first + i) for i in range(len(entry["commits"]))]
        commits = [(deck, pub) for deck, pub in entry["commits"]]
        all_commits: list[list[bytes]] = []
        for number, seat in enumerate(self.seats):
            seat.batches = {first + i: (deal, commits[i]) for i, deal in enumerate(deals)}
            own = tuple(
                fair.seat_commit(deal, number, seat.signer.public, seat.x(first + i)) for i, deal in enumerate(deals)
            )
            all_commits.append(list(own))
            self._submit(number, Committed(*self._start(seat), self._session, self._round, first, own, ()))
        for i, deal in enumerate(deals):
            self._csets[first + i] = fair.commit_set(deal, *commits[i], [row[i] for row in all_commits])

    def _shuffled(self, entry: dict[str, Any]) -> None:
        self._epoch, self._cards = entry["epoch"], entry["cards"]
        for number, seat in enumerate(self.seats):
            deal = seat.batches[self._epoch][0]
            cset = self._csets[self._epoch]
            self._submit(number, Revealed(*self._start(seat), self._session, deal, cset, seat.x(self._epoch)))

    def _rooted(self, entry: dict[str, Any]) -> None:
        for number, seat in enumerate(self.seats):
            deal = seat.batches[self._epoch][0]
            self._submit(number, Cosigned(*self._start(seat), self._session, deal, entry["deal_root"]))

    def _cosigned(self, _entry: dict[str, Any]) -> None:
        if self._wants_stock and self._state is not None:
            self._wants_stock = False
            self._state, _ = self._variety.chance.reshuffle(self._state, [HIDDEN] * len(self._cards))

    def _dealt(self, entry: dict[str, Any]) -> None:
        deck = [HIDDEN] * len(self._cards)
        for position, card, _, _ in entry["up"]:
            deck[position] = card
        if self._before is None:
            self._state, _ = self._variety.deal(self._options, len(self.seats), entry["starter"], deck)
        else:
            self._state, _ = self._variety.next_round(self._before, deck, ())
        self.is_dealt = True
        self._show_openings()

    def _inserted(self, _entry: dict[str, Any]) -> None:
        if self._state is not None:
            self._state, _ = self._variety.chance.insert(self._state, None)
        self.act()

    def _wanted(self, _entry: dict[str, Any]) -> None:
        self._wants_stock = True

    def _acted(self, entry: dict[str, Any]) -> None:
        assert self._state is not None
        self._state, _ = self._variety.apply(self._state, entry["seat"], notation.parse(entry["do"]))
        self.acts += 1
        self.sent = (-1, self.acts)
        self.acted(entry["seat"])
        if entry["drawn"]:
            self._show_openings()
        else:
            self.act()

    def _scored(self, entry: dict[str, Any]) -> None:
        self._before, self._state = self._state, None
        self.rounds += 1

    def _show_openings(self) -> None:
        """Add the cards shown to single seats to the position as soon as it has a place for them; then act."""
        if self._state is None or self._wants_stock:
            return
        waiting, self._hidden_openings = self._hidden_openings, []
        for seat, card in waiting:
            if self._state.hidden[seat]:
                self._state = self._variety.reveal(self._state, seat, card)
            else:
                self._hidden_openings.append((seat, card))
        self.act()

    # -- acting

    def acted(self, seat: int) -> None:
        """An action of *seat* is in the log; for whoever measures."""

    def may_act(self) -> bool:
        """Whether the next action may be sent now; for whoever paces the table."""
        return True

    def act(self) -> None:
        """Sign and send the next action, if the position is known, nothing is under way and ``may_act`` allows it."""
        state = self._state
        if state is None or self.sent[0] >= 0 or any(state.hidden) or self._wants_stock:
            return
        actors = self._variety.actors(state)
        if not actors or not self.may_act():
            return
        number = actors[0]
        legal = self._variety.legal(state, number)
        plays = [one for one in legal if not isinstance(one, Draw)]
        action = self._chance.choice(plays if plays and self._chance.random() < 0.7 else list(legal))
        action = self._variety.explicit(state, number, action)
        self.sent = (number, self.acts)
        seat = self.seats[number]
        self._submit(number, Acting(*self._start(seat), self._session, self._round, notation.text(action)))

    # -- statements

    def _start(self, seat: LeanSeat, head: bytes | None = None) -> tuple[bytes, int, bytes, bytes, bytes, int]:
        return self._log, seat.n, seat.prev, self._head if head is None else head, self._clock, self._millis()

    def _signed(self, seat: LeanSeat, statement: Statement) -> tuple[bytes, bytes]:
        payload = pack_statement(statement)
        seat.n, seat.prev = seat.n + 1, fair.statement_hash(statement.kind, payload)
        return payload, seat.signer.sign(statement.kind, payload)

    def _submit(self, number: int, statement: Statement) -> None:
        payload, signature = self._signed(self.seats[number], statement)
        fields = {"what": statement.kind, "payload": payload, "signature": signature, "blob": b""}
        self._send(number, "submit", {"table": self.number, "game": 1, **fields})


_HANDLERS: dict[str, Callable[[LeanTable, dict[str, Any]], None]] = {
    "seats": LeanTable._seated,
    "nonce-commits": LeanTable._nonces_committed,
    "nonces": LeanTable._nonces_shown,
    "host-commit": LeanTable._host_committed,
    "shuffle": LeanTable._shuffled,
    "root": LeanTable._rooted,
    "cosigns": LeanTable._cosigned,
    "deal": LeanTable._dealt,
    "insert": LeanTable._inserted,
    "want": LeanTable._wanted,
    "act": LeanTable._acted,
    "score": LeanTable._scored,
}
