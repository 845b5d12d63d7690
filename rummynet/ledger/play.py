"""One round of a log: the public game step by step, and the whole round again once its deck is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rummynet.ledger.clocks import LogClocks
from rummynet.ledger.epoch import Epoch
from rummynet.rules.core.errors import BadDeck, HiddenCard, IllegalAction, NeedsShuffle
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.events import Drew, Event, TurnedOver, TurnedUp
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import Acted, CardsDealt, OpeningRow, Wanted
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import Value


class GameSetup(Value):
    """Constants of a game."""

    variety: Variety
    options: Options
    host: bytes


class ReplayStep(Value):
    """A step of the round with all cards open: its entry (None for a new stock), the position after it, its events."""

    entry: Acted | CardsDealt | None
    state: State
    events: tuple[Event, ...]


@dataclass(slots=True)
class RoundPlay:
    """The play of one round. ``state`` is what the follower may know; every step raises Cheat if it is wrong."""

    table: GameSetup
    number: int
    players: int
    joining: tuple[int, ...]
    before: State | None  # the end of the last round, every card known; None before round 1
    state: State | None = None
    used: list[Epoch] = field(default_factory=list)
    steps: list[Acted | Wanted | Epoch | CardsDealt | int] = field(default_factory=list)
    """The steps to replay: the deal, actions, draws asked for, new stocks, and numbers of cards put back."""
    wanted: Wanted | None = None  # the draw that a new stock is being made for
    open: bool = False  # the secrets are published and ``state`` knows every card
    replay_steps: list[ReplayStep] = field(default_factory=list)
    sealed: SealedRound | None = None  # the hidden cards of a sealed deck, from its keys on
    signed: tuple[int, bytes] = (0, b"")  # number and head of the statement of the action that is applied
    turned_over: bool = False  # the stock is the pile turned over: all know its order
    _tried: tuple[State, int, Action, Step] | None = None
    clocks: LogClocks = field(init=False)

    def __post_init__(self) -> None:
        self.clocks = LogClocks(self.table.variety)

    @property
    def is_dealt(self) -> bool:
        """Whether the deal stands in the log."""
        return self.state is not None

    @property
    def epoch(self) -> Epoch:
        """The shuffle that the stock comes from."""
        return self.used[-1]

    @property
    def late_seat(self) -> int | None:
        """The seat whose time is up, and whose program does what its clock would."""
        return self.sealed.late[0] if self.sealed is not None and self.sealed.late is not None else None

    def cards(self) -> bytes:
        """The cards of the next shuffle: those to deal, or those of the new stock for the draw that is wanted."""
        v = self.table.variety
        if self.state is None:
            return bytes(v.deck(self.table.options, self.before, self.players, len(self.joining)))
        return bytes(v.chance.reshuffle_cards(self.state) or ())

    def apply_deal(self, entry: CardsDealt) -> tuple[Event, ...]:
        """Apply the deal: the starter, the positions of each seat, the cards turned up."""
        # Hidden, as far as the follower may know now; the deal is made again when the deck is known.
        epoch, deck = self.epoch, [*self.epoch.order] or [HIDDEN] * len(self.epoch.cards)
        for seat in entry.to:
            epoch.take_position(seat, epoch.next_position)
        for opening in entry.up:
            deck[opening[0]] = epoch.turn_up(opening)
        state, events = self._dealt(deck, self._first_starter() if self.before is None else None)
        self._check_dealt(entry, state, events, len(entry.up))
        self._set_state(state)
        self.steps.append(entry)
        return events

    def _check_dealt(self, entry: CardsDealt, state: State, events: Sequence[Event], up: int) -> None:
        """Check the starter, who got each position, and the number of cards turned up. Raises Cheat."""
        if entry.starter != state.starter:
            raise Cheat("first-seat", f"the host let seat {entry.starter} begin, but it is seat {state.starter}'s turn")
        first = state.starter
        playing = [
            seat % self.players for seat in range(first, first + self.players) if state.count(seat % self.players)
        ]
        rounds = len(entry.to) // max(1, len(playing))
        if list(entry.to) != playing * rounds or rounds != state.count(first):
            raise Cheat("position", "the cards were not dealt one at a time from the starter round the table")
        if sum(isinstance(event, TurnedUp) for event in events) != up:
            raise Cheat("position", "another number of cards was turned up than the rules say")

    def _first_starter(self) -> int:
        """Who begins round 1: named by an option, or drawn; later rounds follow from the one before."""
        game, epoch = self.table.variety, self.epoch
        named = game.first_starter.named(self.table.options, self.players)
        if named is not None:
            return named
        if game.first_starter.draws_cards:
            # Always a pack of 52: a joker has no rank to draw by.
            deck = shuffle(range(52), fair.first_key(epoch.z, epoch.s_pub))
            return game.first_starter.from_seat(game.first_starter.from_cards(self.players, deck)[1], self.players)
        return game.first_starter.from_seat(fair.first_seat(epoch.z, epoch.s_pub, self.players), self.players)

    def _set_state(self, state: State, action: Action | None = None, signer: int | None = None) -> None:
        self.state = state
        self.clocks.position_changed(state, action, signer)

    def _dealt(self, deck: Sequence[int], starter: int | None) -> tuple[State, tuple[Event, ...]]:
        v, options = self.table.variety, self.table.options
        try:
            if self.before is not None:
                return v.next_round(self.before, deck, self.joining)
            if starter is None:
                raise Cheat("first-seat", "nobody was drawn to begin")
            return v.deal(options, self.players, starter, deck)
        except (HiddenCard, BadDeck) as problem:
            raise Cheat("position", f"the deal is not what the rules say: {problem}") from None
        except Refusal as problem:
            raise Cheat("rules", f"there is no such round: {problem}") from None

    def use_new_stock(self, epoch: Epoch) -> tuple[Event, ...]:
        """Use a new stock that all seats have signed."""
        self.used.append(epoch)
        self.steps.append(epoch)
        order = epoch.order or [HIDDEN] * len(epoch.cards)
        state, events = self.table.variety.chance.reshuffle(self.present, order)
        self._set_state(state)
        self.turned_over = False
        return events

    @property
    def present(self) -> State:
        """The position. Raises Cheat before the deal."""
        if self.state is None:
            raise Cheat("format", "something happened in a round before it was dealt")
        return self.state

    def put_cards_back(self, count: int) -> tuple[Event, ...]:
        """Put *count* cards that were turned up back to hidden places."""
        self.epoch.put_back(count)
        self.steps.append(count)
        places = self.epoch.places(len(self.present.stock), count) if self.epoch.order else None
        state, events = self.table.variety.chance.insert(self.present, places)
        self._set_state(state)
        return events

    def want_draw(self, entry: Wanted, action: Action) -> None:
        """Record a draw that needs a new stock first."""
        before = self.present
        cut = self.clocks.check_time(before, entry, action)
        try:
            self.table.variety.apply(before, entry.seat, action)
        except NeedsShuffle:
            self.clocks.cut = cut
            self.wanted = entry
            self.steps.append(entry)
        except IllegalAction as problem:
            raise self._illegal(entry, action, problem) from None
        else:
            # A host must not shuffle because it likes to.
            raise Cheat("rules", f"seat {entry.seat}'s {entry.do!r} needs no new stock, but the host had one made")

    def apply_action(self, entry: Acted, action: Action) -> tuple[Event, ...]:
        """Apply a seat's action and the positions it draws. One that was wanted had its time checked by ``want``."""
        before = self.present
        asked = self.wanted if entry.why == "want" and self.wanted is not None else entry
        is_timed = entry.why != "want" and (entry.why is not None or self.clocks.cut is not None)
        cut = self.clocks.check_time(before, entry, action) if is_timed else None
        state, events = self._applied(entry, action)
        kinds = [*map(type, events)]
        drawn = kinds.count(Drew)
        if entry.drawn != drawn:
            raise Cheat("position", f"the log lets seat {entry.seat} draw {entry.drawn} cards, the rules {drawn}")
        if self.sealed is not None:
            self._check_hidden(self.sealed, entry, events)
        elif entry.proof:
            raise Cheat("hand", f"seat {entry.seat} proves hidden cards of a deck that is not sealed")
        epoch, named = self.epoch, drawn > 0 and self.names_positions
        if (entry.position is not None) != named:
            raise Cheat("position", "a position of the deck is named where none was drawn, or left out")
        for extra in range(drawn if named else 0):
            epoch.take_position(entry.seat, (entry.position or 0) + extra)
        if epoch.has_insertions:
            epoch.draws += [entry.seat] * drawn
        if entry.why == "want":
            self.clocks.stood_still(entry.t - asked.t)
            self.wanted = None
        else:
            self.clocks.cut = cut
        self.state = state
        self.turned_over |= TurnedOver in kinds
        is_own = asked.signed is not None and (self.sealed is None or entry.seat != self.late_seat)
        self.clocks.position_changed(state, action, entry.seat if is_own else None)
        self.steps.append(entry)
        if self.open:
            self.replay_steps.append(ReplayStep(entry, state, events))
        return events

    def _check_hidden(self, sealed: SealedRound, entry: Acted, events: Sequence[Event]) -> None:
        """Check what proves the hidden cards that an action plays. Raises Cheat."""
        if entry.signed is None and sealed.hidden_among(entry.seat, events):
            raise Cheat("hand", f"the host played a hidden card of seat {entry.seat}")
        sealed.play(entry.seat, *self.signed, events, entry.proof)

    @property
    def names_positions(self) -> bool:
        """Whether an entry names the position of the deck that it draws."""
        # A public stock says itself what is on top. Behind cards put back a position would tell where those are.
        return not (self.turned_over or self.open or self.epoch.has_insertions)

    def try_action(self, seat: int, action: Action) -> Step:
        """The position behind an action, and its events. Raises IllegalAction, NeedsShuffle."""
        # What a host tries it logs next: it is computed once.
        before = self.present
        step = self.table.variety.apply(before, seat, action)
        self._tried = before, seat, action, step
        return step

    def _applied(self, entry: Acted, action: Action) -> Step:
        before, tried = self.state, self._tried
        if tried is not None and tried[0] is before and tried[1:3] == (entry.seat, action):
            return tried[3]
        try:
            return self.table.variety.apply(self.present, entry.seat, action)
        except NeedsShuffle:
            raise Cheat("rules", f"seat {entry.seat} drew from an empty stock without a shuffle") from None
        except IllegalAction as problem:
            raise self._illegal(entry, action, problem) from None

    def _illegal(self, entry: Acted | Wanted, action: Action, problem: IllegalAction) -> Cheat:
        do = notation.text(action)
        return Cheat("rules", f"the host let seat {entry.seat} do {do!r}, which is not legal: {problem}")

    def uncover(self, secrets: Sequence[tuple[int, bytes]]) -> None:
        """Recompute the decks from the published secrets, replay the round with every card known, adopt the result.

        Nothing is computed again where every deck is known, as to its host.
        """
        # One secret opens a whole deck, so hands that are still held with it.
        if not self.table.variety.hands_are_shown(self.present):
            raise Cheat("rules", "the host published the secrets of a round that is still being played")
        if [number for number, _ in secrets] != [epoch.number for epoch in self.used]:
            raise Cheat("commitment", "the host did not publish the secret of every shuffle of the round")
        if not all(epoch.order for epoch in self.used):
            known = self.present
            for epoch, (_, s_deck) in zip(self.used, secrets, strict=True):
                epoch.uncover(s_deck, self.table.host)
            self._replay()
            self._compare(known)
        self.open = True
        self._set_state(self.present)  # whose turn it is may depend on the open cards, and waits go by that

    def _replay(self) -> None:
        v, epoch, drawn = self.table.variety, self.used[0], list[int]()
        for step in self.steps:
            match step:
                case CardsDealt():
                    self.state, events = self._dealt(epoch.order, step.starter)
                case Epoch():
                    epoch.check_draws(drawn)
                    epoch, drawn = step, []
                    self.state, events = v.chance.reshuffle(self.present, epoch.order)
                case Wanted():
                    self._check_clock(step, notation.parse(step.do))
                    continue
                case Acted():
                    action = notation.parse(step.do)
                    self._check_clock(step, action)
                    top = self.present.stock[: step.drawn]
                    self.state, events = self._applied(step, action)
                    drawn += [epoch.order.index(card) for card in top if epoch.has_insertions]
                case int():
                    places = epoch.places(len(self.present.stock), step)
                    self.state, events = v.chance.insert(self.present, places)
            self._note_step(step, events)
        epoch.check_draws(drawn)

    def _note_step(self, step: object, events: tuple[Event, ...]) -> None:
        entry = step if isinstance(step, Acted | CardsDealt) else None
        self.replay_steps.append(ReplayStep(entry, self.present, events))

    def _check_clock(self, step: Acted | Wanted, action: Action) -> None:
        if step.why not in (None, "want"):
            self.clocks.check_allowed(self.present, step, action)

    def _compare(self, known: State) -> None:
        """Check that what was known before agrees with the open cards."""
        true = self.present
        for seat, (mask, all_cards) in enumerate(zip(known.hands, true.hands, strict=True)):
            if mask & ~all_cards:
                raise Cheat("opening", f"seat {seat} was shown cards that the deck did not give it")
            if known.count(seat) != true.count(seat):
                raise Cheat("rules", f"seat {seat} held another number of cards than the deck gives")
        # Turn and phase may differ: a game that settles by the hands could not go on before they were open.
        same = (known.discard, known.melds, known.out) == (true.discard, true.melds, true.out)
        same = same and self.table.variety.hands_are_shown(true)
        if not same:
            raise Cheat("rules", "the round played with open cards comes out differently")

    def learn(self, seat: int, number: int, opening: OpeningRow) -> int:
        """Accept a card of epoch *number*, shown to *seat* alone; return its code. Raises Cheat."""
        if self.open:
            raise Cheat("opening", "a card was shown to one seat after all cards had been shown to everybody")
        epoch = next((one for one in self.used if one.number == number), None)
        if epoch is None:
            raise Cheat("opening", "a card of a deck that was never agreed on was handed out")
        # Before the opening is accepted, which makes it known: a card in a hand is uncovered once.
        known = opening[0] in epoch.opened and opening[0] not in epoch.back
        card = epoch.open(opening)
        epoch.receive(seat, opening[0])
        if not known:
            self._reveal(seat, card)
        return card

    def _reveal(self, seat: int, card: int) -> None:
        try:
            self.state = self.table.variety.reveal(self.present, seat, card)
        except HiddenCard as problem:
            raise Cheat("opening", f"a card was shown that cannot be there: {problem}") from None
