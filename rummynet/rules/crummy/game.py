"""Crummy rummy, as the rest of the house asks for it. The rules for players are in docs/rules/crummy.md."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.errors import HiddenCard
from rummynet.rules.core.options import (
    BREAK_SECONDS,
    HINTS,
    IDLE_SECONDS,
    IDLE_STOCKS,
    TURN_SECONDS,
    VOIDS,
    Option,
    Options,
)
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import FirstStarter, PositionCodec, Step, Timer, Variety
from rummynet.rules.crummy import plays
from rummynet.rules.crummy.apply import apply, left_to_the_clock, stock_texts
from rummynet.rules.crummy.contracts import hand_size
from rummynet.rules.crummy.legal import listed
from rummynet.rules.crummy.melds import is_wild
from rummynet.rules.crummy.messages import CrummyPresentation
from rummynet.rules.crummy.out_of_turn import CrummyOffers
from rummynet.rules.crummy.position import CrummyPositions
from rummynet.rules.crummy.score import settled
from rummynet.rules.crummy.state import CrummyState, asked_next, decks_for, own
from rummynet.rules.crummy.stock import CrummyStock
from rummynet.rules.shared.faces import read_words, with_decks
from rummynet.rules.shared.rounds import (
    check_deck,
    check_starter,
    clockwise,
    deal_out,
    known_cards,
    lays_noted,
    refuse_next,
    turned_up,
)
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap, ThrowOut, Waive
from rummynet_protocol.events import Dealt, TurnedUp


class Crummy(Variety):
    """Seven rounds, each with a contract to lay before anything else; cards are bad, the lowest total wins."""

    name = "crummy"
    title = "Crummy rummy"
    seats = range(2, 9)
    options = (
        Option("ace_low", False, "A-2-3-4 is a run too"),
        Option("move", "any", "which wild cards a swap may move to another meld", choices=("any", "jokers")),
        Option("reshuffle_limit", 10, "how often the pile may become the stock in a round", 0, 100),
        IDLE_STOCKS,
        Option("offer_seconds", 8, "time to say that one wants a card out of turn", 1, 60),
        TURN_SECONDS,
        VOIDS,
        IDLE_SECONDS,
        BREAK_SECONDS,
        HINTS,
    )

    first_starter = FirstStarter()
    offers = CrummyOffers()
    chance = CrummyStock()
    presentation = CrummyPresentation()

    @property
    def positions(self) -> PositionCodec:
        """The codec of this game's positions."""
        return CrummyPositions(self)

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """A deck with its two jokers for every two players, rounded up."""
        return cards.full_deck(decks_for(players), jokers=True)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        check_starter(starter, players)
        return self._dealt(options, starter, deck, 1, (0,) * players)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next of the seven rounds: the starter moves one seat clockwise, totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter + 1) % state.players
        return self._dealt(state.options, starter, deck, state.round + 1, state.scores)

    def _dealt(self, options: Options, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]) -> Step:
        """One card at a time, clockwise from the starter; then cards are turned up until one is not wild."""
        players, size = len(scores), hand_size(number)
        check_deck(deck, cards.full_deck(decks_for(players), jokers=True))
        hands, hidden = deal_out(deck, players, size, clockwise(starter, players))
        up = last = players * size
        while is_wild(turned_up(deck, last)):
            last += 1
        state = CrummyState(
            variety=self.name,
            options=options,
            players=players,
            round=number,
            starter=starter,
            turn=starter,
            phase="turnup" if last > up else "pickup",
            hands=hands,
            hidden=hidden,
            stock=tuple(deck[last + 1 :]),
            discard=(deck[last],),
            scores=scores,
            laid=(False,) * players,
            aside=tuple(deck[up:last]),
        )
        shown = [TurnedUp(cards.name(code, state.decks)) for code in deck[up : last + 1]]
        return state, (Dealt((size,) * players), *shown)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, contracts in their lean forms; sorted by their notation."""
        crummy = own(state)
        if seat not in self.actors(state):
            return []
        found = listed(crummy, seat) if state.phase == "play" else stock_texts(crummy)
        return sorted(found, key=notation.text)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return lays_noted(state, apply(own(state), seat, action))

    def explicit(self, state: State, seat: int, action: Action) -> Action:
        """The same action with decks in the names of cards of the hand, where equal cards could be confused."""
        crummy = own(state)
        if crummy.decks == 1:
            return action
        match action:
            case ThrowOut(card):
                return ThrowOut(*_named(crummy, seat, (card,)))
            case LayOff(words, meld):
                return LayOff(_named(crummy, seat, words), meld)
            case Swap(card, meld, onward):
                return Swap(_named(crummy, seat, (card,))[0], meld, onward)
            case LayContract(melds):
                coming = iter(_named(crummy, seat, tuple(word for words in melds for word in words)))
                return LayContract(tuple(tuple(next(coming) for _ in words) for words in melds))
            case _:
                return action

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat asked while a card is offered, nobody while cards are to be put back, else the one on turn."""
        crummy = own(state)
        if state.phase in ("over", "turnup"):
            return ()
        return (state.turn,) if crummy.asked is None else (crummy.asked,)

    def timers(self, state: State) -> list[Timer]:
        """While a card is offered, silence is waiving, for all who are asked; else the turn clock, if there is one.

        The clock's action is None where it depends on a card that is not known here.
        """
        crummy = own(state)
        if crummy.asked is not None:
            seats = (crummy.asked, *asked_next(crummy))
            return [Timer(seat, Waive(), state.options["offer_seconds"], "rule") for seat in seats]
        seconds = state.options["turn_seconds"]
        if not seconds or not self.actors(state):
            return []
        return [Timer(state.turn, left_to_the_clock(crummy), seconds, "turn")]

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if not 0 <= card < own(state).decks * cards.PER_DECK or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one")
        known = own(super().reveal(state, seat, card))
        return settled(known)[0] if known.phase == "over" and known.round_scores is None else known


def _named(state: CrummyState, seat: int, words: tuple[str, ...]) -> tuple[str, ...]:
    codes = plays.held_codes(state, seat, read_words(words))
    seen = cards.mask((*state.discard, *(code for meld in state.melds for code in meld.cards)))
    return with_decks(words, codes, state.decks, seen)


__all__ = ["VARIETY", "Crummy"]

VARIETY: Final = Crummy()
