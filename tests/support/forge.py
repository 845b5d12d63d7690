"""A host with its players in one object, writing logs straight from the protocol's page.

It shares the primitives (hashes, signatures, rules) with the product, and none of its table, so that the auditor is not
tested against the code that feeds it in real life. Cheats (tests/support/cheats.py) change what it writes or shows; the
players sign what they are shown, as a deceived client without an auditor would. Time is simulated: a host's clock, each
player's own, messages that take a moment.
"""

import random
from collections.abc import Callable, Collection, Sequence
from typing import Any, Self

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.rules.varieties import variety
from rummynet.verifier.auditor import Auditor
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, CloseCall, Draw, LayOff
from rummynet_protocol.cards import FACES
from rummynet_protocol.errors import Cheat
from rummynet_protocol.events import Drew, TurnedUp
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.ceremony import HostShuffle
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.sealed.contexts import blob_hash
from tests.support.forged_log import ForgedLog, Shown, Written
from tests.support.forged_players import Conditions, Player

Choose = Callable[[State, int, list[Action], random.Random], Action]


def anything(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Any legal action; plays rather than throws where there is a choice, so that games come to an end."""
    plays = [one for one in legal if not isinstance(one, Draw) and notation.text(one)[:5] != "throw"]
    return chance.choice(plays) if plays and chance.random() < 0.8 else chance.choice(legal)


def calling_falsely(choose: Choose) -> Choose:
    """These choices, and now and then a call of what is not there, where that has a price."""

    def chosen(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
        call = CallRummy(LayOff((chance.choice(FACES[:52]),), 0))
        is_false = variety(state.variety).offers.is_false_call(state, seat, call)
        return call if is_false and chance.random() < 0.1 else choose(state, seat, legal, chance)

    return chosen


class Forge(ForgedLog):
    """Writes the log of one game."""

    def __init__(
        self, variant: str = "keilty", options: dict[str, object] | None = None, players: int = 2, *, seed: int = 0,
        choose: Choose = anything, idles_in: str = "",
        conditions: Conditions = Conditions(),  # noqa: B008 - a value
    ) -> None:  # fmt: skip
        """In the phase *idles_in* seats let the turn clock act for them now and then."""
        super().__init__(variant, options, players, seed, conditions)
        self.choose = choose
        self.idles_in = idles_in
        self.idles: Callable[[Any], object] | None = None
        """How a seat lets the host wait that does not wait for all of a clock."""
        self.puts: Callable[[list[int]], list[int]] | None = None
        """What the host makes of the places of cards that it puts back."""
        self.silences: dict[int, tuple[int, ...]] = {}
        """By round: who is silent in its first shuffle, in that after it, and so on."""
        self.call, self.kept = "", (b"", b"")
        """A possible call or answer, and what was signed and is not used yet, where a beginning has these."""

    # -- the game

    def play(self, rounds: int = 1000) -> Self:
        """The whole game, or so many rounds of it."""
        self.begin()
        for _ in range(rounds):
            self.play_round()
            if self.state.finished:
                self.write(log.Ended("played", self.tick()))
                break
        return self

    # -- a round

    def play_round(self) -> None:
        self.begin_round()
        self.play_out()

    def play_out(self) -> None:
        """The rest of the round."""
        while not self.is_ending:
            self.step()
        self.finish()

    def begin_round(self) -> None:
        """The shuffle and the deal."""
        self.round += 1
        self.next_epoch, self.used = 0, []
        self.commit(4)
        for seat in self.silences.get(self.round, ()):
            self.void(seat)
            self.commit(3)
        self.deal(self.mix(self.due()))

    @property
    def state(self) -> State:
        assert self.full is not None
        return self.full

    @property
    def is_ending(self) -> bool:
        """Whether nobody draws any more: the cards are to be shown."""
        return self.game.hands_are_shown(self.state)

    @property
    def opened(self) -> Collection[int]:
        """The seats whose programs have been given up."""
        return ()

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.state.turn

    def behind(self, count: int = 1) -> int:
        """The seat so many behind that on turn."""
        return (self.turn + count) % len(self.players)

    def wait(self, millis: int) -> None:
        self.time.wait(millis)

    def until(self, turn: int) -> None:
        """Play until it is the turn of this seat."""
        while self.turn != turn:
            self.step()

    def draw(self) -> None:
        """The seat on turn draws."""
        self.act(self.turn, Draw())

    def acted(
        self, seat: int, do: str, signed: Envelope | None = None, why: str | None = None, drawn: int | None = None,
        position: int | None = None,
    ) -> None:  # fmt: skip
        """Write an action as if it were legal; if nothing else is said, a draw is of the next position."""
        drawn = int(do.strip() == "draw") if drawn is None else drawn
        position = self.position if position is None and do.strip() == "draw" else position
        self.write(log.Acted(seat, do, signed, why, drawn, position, self.tick()))

    def wanted(self, seat: int, signed: Envelope | None = None, why: str | None = None) -> None:
        """Write a draw that asks for a new stock."""
        self.write(log.Wanted(seat, "draw", signed, why, self.tick()))

    def voted(self, seat: int, signed: Envelope) -> None:
        self.write(log.Voted(seat, signed, self.tick()))

    def dealt(self, order: Sequence[int], z: bytes, s_pub: bytes) -> tuple[State, int, bytes]:
        """The state after the deal of this deck, the number of cards turned up, and by card in a hand its seat."""
        seats, first = len(self.players), self.game.first_starter
        if self.full is None:
            starter = first.named(self.options, seats)
            if starter is None and first.draws_cards:
                drawn = first.from_cards(seats, shuffle(range(52), fair.first_key(z, s_pub)))[1]
                starter = first.from_seat(drawn, seats)
            elif starter is None:
                starter = first.from_seat(fair.first_seat(z, s_pub, seats), seats)
            full, events = self.game.deal(self.options, seats, starter, order)
        else:
            full, events = self.game.next_round(self.full, order, self.joining)
        playing = [s % seats for s in range(full.starter, full.starter + seats) if full.count(s % seats)]
        to = bytes(playing[at % len(playing)] for at in range(sum(full.count(s) for s in range(seats))))
        return full, sum(isinstance(event, TurnedUp) for event in events), to

    def deal(self, done: HostShuffle) -> None:
        order, drawn = done.deck.order, (done.z, done.secrets.s_pub)
        full, ups, to = self.dealt(order, *drawn)
        up = tuple(done.deck.opening(at) for at in range(len(to), len(to) + ups))
        deck = [HIDDEN] * len(order)
        for position, card, _, _ in up:
            deck[position] = card
        self.public, *_ = self.dealt(deck, *drawn)
        self.full, self.joining = full, ()
        self.write(log.CardsDealt(self.round, full.starter, to, up, self.tick()))
        for position, seat in enumerate(to):
            self.open(seat, position)
        self.position = len(to) + ups
        count = self.game.chance.insertions(full)
        if count:
            self.insert(count, done)

    def insert(self, count: int, done: HostShuffle) -> None:
        assert self.public is not None
        size = len(self.state.stock)
        places = fair.insert_places(done.z, done.secrets.s_deck, range(size, size + count))
        if self.puts is not None:
            places = self.puts(places)
        self.full, _ = self.game.chance.insert(self.state, places)
        self.public, _ = self.game.chance.insert(self.public, None)
        self.moved = True
        self.write(log.Inserted(self.round, count, self.tick()))

    def open(self, seat: int, position: int) -> None:
        epoch, done = self.used[-1]
        row = done.deck.opening(position)
        self.shown.append(Shown(len(self.written) - 1, seat, self.round, epoch, row))

    def step(self) -> None:
        """One action of a seat: the one that has to act, now and then one that may call."""
        state = self.state
        seats = [*self.game.actors(state)] if self.chance.random() < 0.8 else list(range(state.players))
        seat = self.chance.choice(seats)
        if {*self.game.actors(state)} & {*self.opened}:
            return self.run_out()
        legal = [] if seat in self.opened else self.game.legal(state, seat)
        if not legal:
            return None
        due = next((one for one in self.game.timers(state) if one.seat == seat), None)
        if due is not None and state.phase == self.idles_in and self.chance.random() < 0.3:
            return self._left_to_the_clock(due)
        return self.act(seat, self.game.explicit(state, seat, self.choose(state, seat, legal, self.chance)))

    def run_out(self) -> None:
        """The time of the seat on turn is up."""
        raise NotImplementedError

    def act(self, seat: int, action: Action) -> None:
        if isinstance(action, CloseCall):
            return self._left_to_the_clock(next(one for one in self.game.timers(self.state) if one.action == action))
        return self.sign_and_log(seat, action)

    def sign_and_log(self, seat: int, action: Action) -> None:
        proof = self.proof_of(seat, action)
        self.apply_and_log(seat, action, self.action(seat, notation.text(action), proof), None, proof)

    def proof_of(self, seat: int, action: Action) -> bytes:
        """What proves the hidden cards that a seat names."""
        return b""

    def action(self, seat: int, do: str, proof: bytes = b"", **fields: Any) -> Envelope:  # noqa: ANN401
        """What the seat signs to do this now."""
        common = {"head": self.aim, "session": self.session, "round": self.round, "do": do}
        return self.say(seat, Acting, **{**common, "proof": blob_hash(proof) if proof else None, **fields})

    def _left_to_the_clock(self, timer: Timer) -> None:
        """The seat lets its time go by; a cheat does not wait for all of it, or only says so."""
        if self.idles is not None:
            self.idles(self)
        else:
            self.wait(1000 * timer.seconds)
        assert timer.action is not None
        self.apply_and_log(timer.seat, timer.action, None, timer.kind)

    def ballot(self, voter: int, seat: int, yes: bool = True, **fields: Any) -> Envelope:  # noqa: ANN401
        """What *voter* signs about *seat* now."""
        return self.say(voter, Voting, **{"about": seat, "yes": yes, **fields})

    def vote(self, voter: int, seat: int, yes: bool = True) -> None:
        self.write(log.Voted(voter, self.ballot(voter, seat, yes), self.tick()))

    def rest(self, millis: int) -> None:
        """A pause of so long."""
        self.pause(True)
        self.wait(millis)
        self.pause(False)

    def rests(self, millis: int) -> None:
        """The pause ends so long after the last entry, to the millisecond."""
        self.exactly(millis)
        self.pause(False)

    @property
    def outside(self) -> list[int]:
        """The seats that are out of the game and may come in again."""
        return list(self.game.newcomers.outside(self.state))

    def pause(self, on: bool) -> None:
        """The table begins to rest, or goes on."""
        self.write(log.PauseChanged(on, self.tick()))

    def end(self, why: str = "waited", less: int = 0) -> None:
        """The game ends; for want of a seat at its time, or *less* milliseconds before."""
        for seat in range(len(self.players)) if why == "waited" and self.gap is None else ():
            self.go_on(seat, less)
        self.write(log.Ended(why, self.tick()))

    def go_on(self, seat: int, less: int = 0) -> None:
        """Until the game goes on without this seat, as the others want it; *less* milliseconds before that."""
        try:
            view = self.followed
        except Cheat:
            return  # the log is wrong already
        found = view.without(seat)
        if found is not None and self.gap is None:
            self.exactly(max(0, found.at - view.clock - less))

    @property
    def followed(self) -> Ledger:
        """What the log says so far. Raises Cheat."""
        view = Auditor(host=self.host.public)
        for one in self.written:
            view.feed(one.entry, one.signature)
        return view

    def stand_in(self, action: Action | None = None, why: str = "vote", less: int = 0) -> None:
        """The host acts for the seat on turn as if it had been voted for: what is safe, or *action*."""
        if why == "vote":
            self.go_on(self.turn, less)
        (timer,) = stand_in(self.game, self.state, 1)
        does = action or timer.action
        assert does is not None
        self.apply_and_log(timer.seat, does, None, why)

    def apply_and_log(
        self, seat: int, action: Action, signed: Envelope | None, why: str | None, proof: bytes = b""
    ) -> None:
        """Apply an action, signed or not, and write it into the log with what it opens."""
        told = notation.text(action)
        try:
            full, events = self.game.apply(self.state, seat, action)
        except NeedsShuffle:
            self.write(log.Wanted(seat, told, signed, why, self.tick()))
            self.restock()
            signed, why, proof = None, "want", b""
            full, events = self.game.apply(self.state, seat, action)
        drawn = sum(isinstance(event, Drew) for event in events)
        position, opened = self.places(seat, action, drawn)
        self.full = full
        self.write(log.Acted(seat, told, signed, why, drawn, position, self.tick(), proof))
        self.open_drawn(seat, opened)

    def restock(self) -> None:
        """A new stock, after the ``want``."""
        assert self.public is not None
        if not self.deals:
            self.commit(3)
        done = self.mix(self.due())
        self.full, _ = self.game.chance.reshuffle(self.state, done.deck.order)
        self.public, _ = self.game.chance.reshuffle(self.public, [HIDDEN] * len(done.deck))

    def places(self, seat: int, action: Action, drawn: int) -> tuple[int | None, Sequence[int]]:
        """The position that the log names for what this action draws, and those that are opened to the seat."""
        assert self.public is not None
        named = drawn > 0 and self.public.stock[0] == HIDDEN and not self.moved
        self.public, _ = self.game.apply(self.public, seat, action)
        if named:
            first = self.position
            self.position += drawn
            return first, range(first, first + drawn)
        order = self.used[-1][1].deck.order
        return None, [order.index(card) for card in self.state.stock[:drawn]] if self.moved else []

    def open_drawn(self, seat: int, positions: Sequence[int]) -> None:
        for position in positions:
            self.open(seat, position)

    def show_all(self) -> None:
        """The secrets of a round."""
        self.write(log.Shown(self.round, tuple((epoch, done.secrets.s_deck) for epoch, done in self.used), self.tick()))
        self.public = self.state

    def finish(self) -> None:
        """The end of a round: what is shown, what is left to settle, the scores."""
        self.show_all()
        while self.state.phase != "over":
            self.step()
        state = self.state
        assert state.round_scores is not None
        self.write(
            log.Scored(
                self.round, state.out, state.round_scores, state.scores, state.winner, state.finished, self.tick()
            )
        )


__all__ = ["Choose", "Conditions", "Forge", "Player", "Shown", "Written", "anything", "calling_falsely"]
