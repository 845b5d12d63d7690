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
from rummynet.rules.crummy.state import CrummyState, decks_for
from rummynet.rules.shared.scoring import Scoring, totals_with
from rummynet.rules.shared.stock import StockFromPile
from rummynet.rules.shared.turn_game import PICKUP, Kinds, TurnGame
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap, ThrowOut, Waive, Want
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
        return state.asked_after(state.asked)

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


def _points(state: CrummyState) -> tuple[int, ...]:
    return tuple(sum(map(value, cards.members(hand))) for hand in state.hands)


def _winner(state: CrummyState, points: tuple[int, ...]) -> int | None:
    """The seat alone in the first place, after the last round."""
    totals = totals_with(state, points)
    return totals.index(min(totals)) if state.is_last_round and totals.count(min(totals)) == 1 else None


class Crummy(TurnGame[CrummyState]):
    """Rounds with a contract each to lay before anything else; cards are bad, the lowest total wins."""

    name = "crummy"
    title = "Crummy rummy"
    summary = (
        "Seven rounds, each with a contract of sets and runs that you must lay first.",
        "Jokers and twos are wild; you can get the top of the pile out of turn.",
        "What you still hold counts against you; the lowest total wins.",
    )
    counting = (
        "In your hand 3 to 8 cost 5, nine to king 10, aces, twos and jokers 15.",
        "A card out of turn comes with the top card of the stock.",
        "The round ends when a hand is empty; the others add what they hold to their totals.",
        "The game ends after the last contract, and the lowest total wins.",
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
    steps = turn.STEPS
    scoring = Scoring(_points, _winner, is_last=lambda state: state.is_last_round)
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

    def hand_size(self, options: Options, players: int, number: int) -> int:
        """The later the contract, the more."""
        return hand_size(options["contracts"][number - 1])

    def goes_back(self, card: int) -> bool:
        """Wild cards; it ends: hands take 26 cards of each deck at most, and of the 28 left no more than 6 are wild."""
        return is_wild(card)

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> CrummyState:  # noqa: ANN401
        """The position of these fields, nobody having laid anything."""
        players, counts = fields["players"], fields["options"]["buys"] is not None
        bought = (0,) * players if counts else ()
        return CrummyState(**fields, laid=(False,) * players, bought=bought, aside=aside)

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
        """One step of the turn, or an answer; an empty hand ends the round, also by a play."""
        after, happened = super().do(state, seat, action)
        # The throw of a last card leaves the phase as it is.
        if after.phase == "play" and not after.count(seat):
            return self.scoring.end_round(after, seat, happened)
        return after, happened

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
            seats = (state.asked, *state.asked_after(state.asked))
            # For all at once: an offer takes as long whether one is asked or seven, and silence must not cost a turn.
            return [Timer(seat, Waive(), state.options["offer_seconds"], "rule") for seat in seats]
        return super().timers(state)

    def least_harm(self, state: CrummyState) -> Action:
        """The dearest card that is not wild, the first by suit and rank among equals; else the first wild one."""
        hand = cards.members(state.hands[state.turn])
        # Wild cards last: they cost most in the hand, but a contract needs them. Of equal faces the lowest deck.
        return self.throw_of(state, min(hand, key=lambda code: (is_wild(code), -value(code), by_face(code))))


__all__ = ["VARIETY", "Crummy"]

VARIETY: Final = of_any_state(Crummy())
