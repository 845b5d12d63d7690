"""One round with a sealed deck: the public game, its hidden cards, and the whole again once all keys are open.

Source: SEALED.md, "The log".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rummynet.ledger.epoch import Epoch
from rummynet.ledger.play import RoundPlay
from rummynet.rules.core.errors import HiddenCard
from rummynet.rules.core.state import State
from rummynet.rules.sealed_decks import open_stock
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.errors import Cheat
from rummynet_protocol.events import Event
from rummynet_protocol.fairness.entries import Acted, CardsDealt, TurnLate, Wanted
from rummynet_protocol.sealed.sealed_round import Due, Learned, SealedRound
from rummynet_protocol.values import replace

_NATURAL = 6  # the seven of clubs, which in no game is turned up without end


@dataclass(slots=True)
class SealedPlay(RoundPlay):
    """As ``RoundPlay``; ``state`` is there once the first card is turned up, for which all give shares."""

    turned_up: list[int] = field(default_factory=list)
    _deal: CardsDealt | None = None
    _opened: list[tuple[int, int]] = field(default_factory=list)
    """Cards of seats whose keys are open, by seat, learned before the deal was complete."""
    _stopped_at: int | None = None  # since when (log time) parts are due in mid-round, so that no clock runs

    @property
    def hidden(self) -> SealedRound:
        """The hidden cards. Raises Cheat before the keys."""
        if self.sealed is None:
            raise Cheat("chain", "something happened in a round before its keys were shown")
        return self.sealed

    @property
    def is_dealt(self) -> bool:
        """As ``RoundPlay.is_dealt``; the position may come later."""
        return self._deal is not None

    # -- the deal

    def begin_deal(self, entry: CardsDealt, head: bytes) -> None:
        """The deal; cards that it turns up come with the shares."""
        epoch = self.epoch
        if entry.up:
            raise Cheat("opening", "a card of a sealed deck is turned up by all, and by no opening")
        for seat in entry.to:
            epoch.take_position(seat, epoch.next_position)
        self._deal = entry
        # Who begins, and who gets which card, hang on no card: so this is checked before anybody gives a share.
        try:
            dealt = self._try_deal([_NATURAL])
        except HiddenCard as problem:
            raise Cheat("position", f"the deal is not what the rules say: {problem}") from None
        self._check_dealt(entry, *dealt, 1)
        up = int(self.needs_card)
        epoch.next_position += up
        self._learn_all(self.hidden.deal(entry.to, up, head, entry.t))

    def turn_up(self, head: bytes, t: int) -> None:
        """One more card is turned up, as the deal is not complete without it."""
        if self._deal is None or self.state is not None or not self.needs_card:
            raise Cheat("position", "another number of cards was turned up than the rules say")
        self.epoch.next_position += 1
        self._learn_all(self.hidden.turn_up(head, t))

    @property
    def needs_card(self) -> bool:
        """Whether the rules turn up a card more than are known."""
        try:
            self._try_deal()
        except HiddenCard:
            return True
        return False

    def _try_deal(self, turned_up: Sequence[int] | None = None) -> tuple[State, tuple[Event, ...]]:
        """The deal with these cards turned up, by default those so far. Raises HiddenCard if it takes more."""
        assert self._deal is not None
        up = self.turned_up if turned_up is None else turned_up
        deck = [HIDDEN] * len(self.epoch.cards)
        deck[len(self._deal.to) : len(self._deal.to) + len(up)] = up
        v, options = self.table.variety, self.table.options
        if self.before is not None:
            return v.next_round(self.before, deck, self.joining)
        starter = self._first_starter()
        return v.deal(options, self.players, starter, deck)

    def _learn_all(self, learned: Learned) -> tuple[Event, ...]:
        """Take what an entry has shown to all. Returns the events of the deal, if that is complete by it."""
        events: tuple[Event, ...] = ()
        self.turned_up += learned.turned_up
        self._opened += learned.opened
        if self.state is None and self._deal is not None and self.hidden.cards.due is None:
            if self.needs_card:
                return ()
            events = self._complete_deal(self._deal)
        if self.state is not None:
            for seat, card in self._opened:
                self._reveal_open(seat, card)
            self._opened = []
        return events

    def _complete_deal(self, entry: CardsDealt) -> tuple[Event, ...]:
        state, events = self._try_deal()
        self._check_dealt(entry, state, events, len(self.turned_up))
        self._set_state(state)
        self.steps.append(entry)
        return events

    def _reveal_open(self, seat: int, card: int) -> None:
        if not self.present.hands[seat] >> card & 1:  # the follower may have known it as its own
            self._reveal(seat, card)

    # -- parts

    def take_part(self, seat: int, what: str, head: bytes, blob: bytes, after: bytes, t: int) -> tuple[Event, ...]:
        """A part of a seat, aimed at *head*; *after* is the head after it."""
        sealed = self.hidden
        if what == "complain":
            sealed.complain(seat, blob)
            return ()
        due = sealed.check_due(seat, what, head)
        if what == "key":
            return self._learn_all(sealed.key_part(seat, blob))
        return self._learn_all(sealed.take_part(seat, what, due, blob, after, t))

    def take_host_part(self, about: int, z: bytes, head: bytes, t: int) -> None:
        """The host's part of a key; with the last one the hand is open."""
        self._learn_all(self.hidden.host_part(about, z, head, t))

    def note_late(self, entry: TurnLate, head: bytes) -> None:
        """The time of a seat is up, and what is done for it depends on its hidden cards."""
        before = self._known_to_all(entry.seat)
        timers = [one for one in self.clocks.running(before, entry) if one.action is None]
        if not timers or self.hidden.late is not None:
            raise Cheat("clock", f"the host says that seat {entry.seat} is late, which no clock of the game says")
        self.clocks.check_late(before, entry, timers[0])
        self.hidden.late = entry.seat, Due("action", head, entry.t)

    def _known_to_all(self, seat: int) -> State:
        """The position without the hidden cards of this seat, which the follower may know as its own."""
        state = self.present
        own = self.hidden.still_hidden(state.hands[seat])
        hands = tuple(hand & ~own if holder == seat else hand for holder, hand in enumerate(state.hands))
        hidden = tuple(n + own.bit_count() * (holder == seat) for holder, n in enumerate(state.hidden))
        return replace(state, hands=hands, hidden=hidden)

    # -- play

    def learn_own(self, seat: int, card: int) -> None:
        """The follower's own card, by its own key. Raises Cheat if it cannot be there."""
        self._reveal_open(seat, card)

    def apply_signed(self, entry: Acted, action: Action, number: int, aimed: bytes, head: bytes) -> tuple[Event, ...]:
        """Apply an action; its statement had this number and was aimed there. *head* is that after the entry."""
        sealed = self.hidden
        if sealed.is_waiting:
            raise Cheat("due", f"seat {entry.seat} acted while parts of the deck were due")
        if sealed.late is not None and sealed.late[0] == entry.seat:
            if not isinstance(action, self.table.variety.clock_kinds(self.present)):
                raise Cheat("clock", f"seat {entry.seat}, whose time was up, did {entry.do!r}")
        self.signed = number, aimed
        events = self.apply_action(entry, action)
        if entry.position is not None:
            self._learn_all(sealed.draw(entry.seat, entry.position, entry.drawn, head, entry.t))
        on_turn = self.table.variety.on_clock(self.present)
        if sealed.late is not None and (sealed.late[0] == entry.seat or sealed.late[0] not in on_turn):
            sealed.late = None
        return events

    def use_new_stock(self, epoch: Epoch) -> tuple[Event, ...]:
        """As ``RoundPlay.use_new_stock``; a stock into which cards were put back is in the position already."""
        if self.steps and self.steps[-1] is epoch:  # put back: the place in the replay is that of its ``insert``
            self.used.append(epoch)
            return ()
        return RoundPlay.use_new_stock(self, epoch)

    def put_back(self, epoch: Epoch) -> tuple[Event, ...]:
        """Cards that were turned up go back into the stock, all of which is mixed as this epoch."""
        state, events = self.table.variety.chance.insert(self.present, None)
        self._set_state(state)
        self.steps.append(epoch)
        return events

    # -- the end

    def entry_added(self, head: bytes, t: int) -> None:
        """After each entry: stop the clocks while parts are due; ask for all keys once no hidden card matters."""
        sealed = self.sealed
        if sealed is None or self.state is None:
            return
        if not sealed.is_waiting and not sealed.is_ending and self.table.variety.hands_are_shown(self.state):
            sealed.end_play(head, t)
        # A shuffle in mid-turn is counted from its ``want``, as with any deck.
        is_stopped = sealed.is_waiting and self.wanted is None
        if is_stopped and self._stopped_at is None:
            self._stopped_at = t
        elif self._stopped_at is not None and not is_stopped:
            self.clocks.stood_still(t - self._stopped_at)
            self._stopped_at = None

    def open_all(self) -> None:
        """All keys are open: check every deck and share by them, and replay the round with every card known."""
        left = self.hidden.audit()
        for epoch in self.used:
            epoch.order = self.hidden.orders[epoch.number]
        known = self.present
        self._replay_open()
        self._compare(known)
        for seat, held in left.items():
            if cards.mask(held) & ~self.present.hands[seat]:
                raise Cheat("hand", f"seat {seat} holds other cards by its key than by the moves of the round")
        self.open, self._stopped_at = True, None  # what is waited for from here on begins here
        self._set_state(self.present)

    def _replay_open(self) -> None:
        for step in self.steps:
            match step:
                case CardsDealt():
                    self.state, events = self._dealt(self.used[0].order, step.starter)
                case Epoch():
                    self.state, events = open_stock(self.table.variety, self.present, step.order)
                case Wanted():
                    continue
                case Acted():
                    self.state, events = self._applied(step, notation.parse(step.do))
                case _:
                    continue
            self._note_step(step, events)
