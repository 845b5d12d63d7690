"""Crummy rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/crummy.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core.errors import BadOption, IllegalAction, refuse
from rummynet.rules.core.options import IDLE_STOCKS, OF_EVERY_TABLE, RESHUFFLE_LIMIT, Option, Options
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.core.variety import FirstStarter, MeldExamples, Offers, Step, Timer, of_any_state
from rummynet.rules.crummy import turn
from rummynet.rules.crummy.contracts import CONTRACTS, hand_size
from rummynet.rules.crummy.legal import lean_plays
from rummynet.rules.crummy.melds import by_face, is_wild, value
from rummynet.rules.crummy.messages import CrummyPresentation
from rummynet.rules.crummy.position import CrummyPositions
from rummynet.rules.crummy.score import SCORING
from rummynet.rules.crummy.state import CrummyState, asked_next, decks_for
from rummynet.rules.shared.faces import read_words, with_decks
from rummynet.rules.shared.rounds import (
    check_deck,
    check_starter,
    clockwise,
    deal_out,
    refuse_next,
    turned_up,
)
from rummynet.rules.shared.stock import StockFromPile
from rummynet.rules.shared.turn_game import PICKUP, Kinds, TurnGame
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayContract, LayOff, Pass, Swap, ThrowOut, Waive, Want
from rummynet_protocol.events import Dealt, Passed, TurnedUp
from rummynet_protocol.values import replace


class CrummyStock(StockFromPile[CrummyState]):
    """A new stock for a draw or for a penalty card; places for cards put back."""

    phases = ("pickup", "offer")

    def insertions(self, state: CrummyState) -> int:
        """How many wild cards were turned up and are to be put back."""
        return len(state.aside)

    def insert(self, state: CrummyState, places: Sequence[int] | None) -> Step[CrummyState]:
        """Put them back in the order turned up, each so that this many cards lie above it."""
        if not state.aside:
            raise IllegalAction("there is no card to put back into the stock")
        stock = list(state.stock)
        if places is None:
            # These cards move the others too, so nobody knows any place of the stock any more.
            stock = [HIDDEN] * (len(stock) + len(state.aside))
        elif len(places) != len(state.aside):
            raise IllegalAction(
                "name {aside} places, one for each card turned up, not {places}",
                aside=len(state.aside),
                places=len(places),
            )
        else:
            for code, place in zip(state.aside, places, strict=True):
                if place not in range(len(stock) + 1):
                    raise IllegalAction(
                        "a place is from 0 to the {stock} cards of the stock, not {place}",
                        stock=len(stock),
                        place=place,
                    )
                stock.insert(place, code)
        return replace(state, stock=tuple(stock), aside=(), phase="pickup"), ()


_LEAST_OFFER: Final = 2
"""Seconds that a card is offered at least, so that there is time to answer (docs/rules/crummy.md)."""


class CrummyOffers(Offers[CrummyState]):
    """After a draw the others may have the top of the pile; they answer in order."""

    def offer_early(self, state: CrummyState) -> tuple[int, ...]:
        """The seats that are asked after the one whose answer is due, nearest first."""
        return asked_next(state)

    def early(self, state: CrummyState, seat: int) -> list[Action]:
        """Answers of those who will be asked; and what the player on turn may do once the offer is over."""
        # Asked in order, but answered at once by all: else a table of eight would wait for each in turn.
        if seat in self.offer_early(state):
            return turn.answers(state)
        if state.asked is None or seat != state.turn:
            return []
        return sorted(lean_plays(replace(state, phase="play", asked=None), seat), key=notation.by_text)

    def keeps_actions(self, options: Options) -> bool:
        """Answers ahead, and what the player on turn does while others are asked."""
        return True

    def hurries(self, state: CrummyState, seat: int) -> int | None:
        """The player on turn may play on two seconds after the draw; who has not answered then has waived."""
        return _LEAST_OFFER if state.asked is not None and seat == state.turn else None

    def out_of_turn(self, action: Action) -> bool:
        """An answer to an offer may be aimed at an older state."""
        return isinstance(action, Want | Waive)

    def keeps_aim(self, action: Action) -> bool:
        """Answers leave the player on turn where it was."""
        return isinstance(action, Want | Waive)

    def call_brings(self, state: CrummyState, action: Action) -> tuple[int, ...]:
        """A seat that wants the offered card gets the top of the pile."""
        return state.discard[-1:] if isinstance(action, Want) else ()


class Crummy(TurnGame[CrummyState]):
    """Rounds with a contract each to lay before anything else; cards are bad, the lowest total wins."""

    name = "crummy"
    title = "Crummy rummy"
    summary = (
        "Seven rounds, each with a contract of sets and runs that you must lay first.",
        "Jokers and twos are wild; you can get the top of the pile out of turn.",
        "What you still hold counts against you; the lowest total wins.",
    )
    examples = MeldExamples(
        "9D 9D 9S", "5C *1=6C 7C 8C", "A set: three or more of a rank. A run: four or more of a suit in a row."
    )
    seats = range(2, 9)
    # fmt: off
    options = (
        Option("contracts", tuple(range(1, len(CONTRACTS) + 1)), "contracts of the rounds, by their numbers",
               1, len(CONTRACTS), is_list=True, title="Contracts of the rounds",
               # Chosen: shorter evenings, from easy to hard.
               presets=((1, 2, 3), (1, 3, 5, 7), (2, 4, 6), (5, 6, 7))),
        Option("ace_low", False, "A-2-3-4 is a run too", title="A-2-3-4 counts as a run"),
        Option("move", "any", "which wild cards a swap may move to another meld", choices=("any", "jokers"),
               title="Wild cards that a swap moves", value_names={"any": "any of them", "jokers": "jokers"}),
        RESHUFFLE_LIMIT, IDLE_STOCKS,
        Option("buys", None, "cards that a player may have out of turn in a round; without a number as "
                             "many as they want", 0, 20,
               choices=(None,), title="Cards out of turn in a round", value_names={None: "any number"}),
        Option("offer_seconds", 8, "time to say that you want a card out of turn", 1, 60,
               title="Seconds to want a card"),
        *OF_EVERY_TABLE,
    )
    # fmt: on

    kinds: ClassVar[Kinds] = {
        **PICKUP,
        **dict.fromkeys((Want, Waive), ("offer",)),
        **dict.fromkeys((LayContract, LayOff, Swap, ThrowOut), ("play",)),
    }
    scoring = SCORING
    first_starter = FirstStarter()
    offers = CrummyOffers()
    chance = CrummyStock()
    presentation = CrummyPresentation()

    @property
    def positions(self) -> CrummyPositions:
        """The codec of this game's positions."""
        return CrummyPositions(self)

    # -- a round

    def resolve(self, given: Mapping[str, Any]) -> Options:
        """Every option with its value; there is a round at least."""
        options = super().resolve(given)
        if not options["contracts"]:
            raise BadOption("contracts names the contract of each round, such as 1,3,5,7; name one at least")
        return options

    def deck(self, options: Options, state: CrummyState | None, players: int, joining: int = 0) -> list[int]:
        """A deck with its two jokers for every two players, rounded up."""
        return cards.full_deck(decks_for(players), jokers=True)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step[CrummyState]:
        """Round 1 from this deck."""
        self.check(options, players)
        check_starter(starter, players)
        return self._dealt(options, starter, deck, 1, (0,) * players)

    def next_round(self, state: CrummyState, deck: Sequence[int], join: Sequence[int] = ()) -> Step[CrummyState]:
        """The next round: the starter moves one seat clockwise, totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter + 1) % state.players
        return self._dealt(state.options, starter, deck, state.round + 1, state.scores)

    def _dealt(
        self, options: Options, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]
    ) -> Step[CrummyState]:
        """One card at a time, clockwise from the starter; then cards are turned up until one is not wild."""
        players, size = len(scores), hand_size(options["contracts"][number - 1])
        check_deck(deck, cards.full_deck(decks_for(players), jokers=True))
        hands, hidden = deal_out(deck, players, size, clockwise(starter, players))
        up = last = players * size
        # It ends: hands take 26 cards of each deck at most, and of the 28 left no more than 6 are wild.
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
            bought=() if options["buys"] is None else (0,) * players,
            aside=tuple(deck[up:last]),
        )
        shown = [TurnedUp(cards.name(code, state.decks)) for code in deck[up : last + 1]]
        return state, (Dealt((size,) * players), *shown)

    def pickups(self, state: CrummyState) -> list[Action]:
        """The tops of stock and pile."""
        return turn.pickups(state)

    def plays(self, state: CrummyState, seat: int) -> list[Action]:
        """Answers to an offer; else plays, contracts in their lean forms."""
        return turn.answers(state) if state.phase == "offer" else lean_plays(state, seat)

    def seat_of(self, state: CrummyState, action: Action) -> int | None:
        """Answers are those of the seat that is asked."""
        if type(action) is not Want and type(action) is not Waive:
            return state.turn
        if state.phase != "offer":
            refuse("wrong_phase", "no card is offered now; wait until somebody has drawn")
        return state.asked

    def do(self, state: CrummyState, seat: int, action: Action) -> Step[CrummyState]:
        """One step of the turn, or an answer."""
        if type(action) is Pass:
            self.refuse_pass(state)
            return SCORING.end_round(state, None, (Passed(seat, "pass"),))
        return turn.do(state, seat, action)

    def explicit(self, state: CrummyState, seat: int, action: Action) -> Action:
        """The same action with decks in the names of cards of the hand, where equal cards could be confused."""
        if state.decks == 1:
            return action
        match action:
            case ThrowOut(card):
                # Takes and answers name the top of the pile, which all see; only cards of a hand can be mistaken.
                return ThrowOut(*_named(state, seat, (card,)))
            case LayOff(words, meld):
                return LayOff(_named(state, seat, words), meld)
            case Swap(card, meld, onward):
                return Swap(_named(state, seat, (card,))[0], meld, onward)
            case LayContract(melds):
                coming = iter(_named(state, seat, tuple(word for words in melds for word in words)))
                return LayContract(tuple(tuple(next(coming) for _ in words) for words in melds))
            case _:
                return action

    def actors(self, state: CrummyState) -> tuple[int, ...]:
        """The seat asked while a card is offered, nobody while cards are to be put back, else the one on turn."""
        if state.phase in ("over", "turnup"):
            return ()
        return (state.turn,) if state.asked is None else (state.asked,)

    def on_clock(self, state: CrummyState) -> tuple[int, ...]:
        """Nobody while a card is offered."""
        return () if state.asked is not None else super().on_clock(state)

    def timers(self, state: CrummyState) -> list[Timer]:
        """While a card is offered, silence is waiving, for all who are asked; else the turn clock, if there is one.

        The clock's action is None where it depends on a card that is not known here.
        """
        if state.asked is not None:
            seats = (state.asked, *asked_next(state))
            # For all at once: an offer takes as long whether one is asked or seven, and silence must not cost a turn.
            return [Timer(seat, Waive(), state.options["offer_seconds"], "rule") for seat in seats]
        return super().timers(state)

    def least_harm(self, state: CrummyState) -> Action:
        """The dearest card that is not wild, the first by suit and rank among equals; else the first wild one."""
        hand = cards.members(state.hands[state.turn])
        # Wild cards last: they cost most in the hand, but a contract needs them. Of equal faces the lowest deck.
        return self.throw_of(state, min(hand, key=lambda code: (is_wild(code), -value(code), by_face(code))))


def _named(state: CrummyState, seat: int, words: tuple[str, ...]) -> tuple[str, ...]:
    codes = turn.held_codes(state, seat, read_words(words))
    seen = cards.mask((*state.discard, *(code for meld in state.melds for code in meld.cards)))
    return with_decks(words, codes, state.decks, seen)


__all__ = ["VARIETY", "Crummy"]

VARIETY: Final = of_any_state(Crummy())
