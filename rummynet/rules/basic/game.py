"""Basic rummy, as the rest of the house asks for it. The rules for players are in docs/rules/basic.md."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.basic import apply, messages
from rummynet.rules.basic.melds import read_laid
from rummynet.rules.basic.position import own_keys, read_own
from rummynet.rules.basic.score import SCORING
from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.errors import BadDeck
from rummynet.rules.core.options import COOLDOWN_SECONDS, RUMMY_HINTS, TURN_SECONDS, VOIDS, Option
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Timer
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy, LayOff
from rummynet_protocol.notation import text


class Basic(OneDeckGame):
    """Meld or save up, throw out what nobody can use; who is out gains what the others hold."""

    name = "basic"
    title = "basic rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game, if deals is 0", 1, 100_000),
        Option("deals", 0, "rounds that end the game, 0 for a game to the target", 0, 100),
        Option("hand", 0, "cards dealt to each, 0 for 10, 7 or 6 by the number of players", 3, 13, choices=(0,)),
        Option("discard_to_go_out", False, "the last card must be thrown out"),
        Option("final_melds", True, "the others may lay once more when somebody is out"),
        Option("turn_limit", 3, "how often the pile may be turned over in a round", 0, 20),
        Option("call_seconds", 3, "how long a throw-out can be called before play goes on", 0, 30),
        Option("first_dealer", "draw", "who deals round 1: draw, or a seat", seat_or_draw=True),
        TURN_SECONDS,
        VOIDS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )
    phases = ("pickup", "play", "call", "penalty", "final", "over")
    scoring = SCORING

    def first_position(self, **fields: Any) -> State:  # noqa: ANN401 - the fields of State
        """The position of these fields, nobody having picked up."""
        return BasicState(**fields, pickups=(0,) * fields["players"])

    # -- who deals first

    @property
    def draws_cards_for_deal(self) -> bool:
        """The lowest card drawn deals."""
        return True

    def draw_for_deal(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Everybody draws a card, seat 0 first; two is low, the ace high; who tie for lowest draw again.

        Where the cards do not suffice for that, the lowest seat of those deals. Raises BadSeats, BadDeck.
        """
        self._check_seats(players)
        _check_draws(players, deck)
        draws: list[tuple[int, int]] = []
        seats = list(range(players))
        while len(seats) > 1 and len(draws) + len(seats) <= len(deck):
            drawn = list(zip(seats, deck[len(draws) :], strict=False))
            draws += drawn
            low = min(_height(card) for _, card in drawn)
            seats = [seat for seat, card in drawn if _height(card) == low]
        return draws, seats[0]

    # -- a round

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        return apply.legal(_own(state), seat)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(_own(state), seat, action)

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The top of the pile, if that is the card called."""
        if not isinstance(action, CallRummy) or not isinstance(action.play, LayOff) or not state.discard:
            return ()
        return state.discard[-1:] if action.play.cards == (cards.face(state.discard[-1]),) else ()

    def holds(self, state: State) -> int:
        """While a throw-out can be called, what is not a call waits: a pick-up if anything lies on the table."""
        own = _own(state)
        waits = own.phase == "call" or (own.phase == "pickup" and own.thrown_by is not None and bool(own.melds))
        return int(own.options["call_seconds"]) if waits else 0

    def timers(self, state: State) -> list[Timer]:
        """The end of the wait for calls on a last card, which always runs; else the turn clock, if there is a limit."""
        if state.phase == "call":
            return [Timer(state.turn, "out", state.options["call_seconds"], "rule")]
        return super().timers(state)

    def clock_verbs(self, state: State) -> tuple[str, ...]:
        """A card of the hand is thrown out."""
        return ("throw",)

    def left_to_the_clock(self, state: State) -> str:
        """What is done for the seat on turn; throwing out as in any game, the rest by phase."""
        return super().left_to_the_clock(state) if state.phase == "play" else apply.left_to_the_clock(_own(state))

    def least_harm(self, state: State) -> str:
        """Throws out the card that costs least of those that may be thrown; if there is none, the first action."""
        own = _own(state)
        free = own.hands[own.turn] & ~(0 if own.taken is None else 1 << own.taken)
        return f"throw {cards.face(SCORING.cheapest(free))}" if free else text(self.legal(state, own.turn)[0])

    def facts(self, state: State) -> tuple[str, ...]:
        """Who deals, who may not go out yet, cards taken alone, declarations, penalties, who lays a last time."""
        return messages.facts(_own(state))

    # -- positions

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """None: the pile is turned over, not shuffled."""
        return None

    def read_meld(self, words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """A meld of a position, also one with gaps."""
        return read_laid(words)

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return super().position(state) | own_keys(_own(state))

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> State:
        """The state of these fields and the keys of this game."""
        return read_own(position, fields)


def _own(state: State) -> BasicState:
    if not isinstance(state, BasicState):
        raise TypeError(f"a position of {state.variety} is none of basic rummy")
    return state


def _height(card: int) -> int:
    """How high a card is in the draw for the deal: 0 for a two, 12 for an ace."""
    return (cards.rank(card) - 1) % 13


def _check_draws(players: int, deck: Sequence[int]) -> None:
    if len(set(deck)) < len(deck) or not set(deck) <= set(range(52)):
        raise BadDeck("the deck of which cards are drawn for the deal holds each of the 52 cards at most once")
    if len(deck) < players:
        raise BadDeck(f"{players} players cannot draw one card each from {len(deck)}")


VARIETY: Final = Basic()
