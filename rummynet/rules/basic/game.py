"""Basic rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/basic.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.basic import turn
from rummynet.rules.basic.melds import claims_on
from rummynet.rules.basic.messages import BasicPresentation
from rummynet.rules.basic.position import BasicPositions
from rummynet.rules.basic.score import SCORING
from rummynet.rules.basic.state import BasicState, aces_at
from rummynet.rules.core.errors import BadDeck
from rummynet.rules.core.options import (
    COOLDOWN_SECONDS,
    FIRST_DEALER,
    HAND_BY_PLAYERS,
    OF_EVERY_TABLE,
    RUMMY_HINTS,
    TARGET_OR_DEALS,
    Option,
    Options,
)
from rummynet.rules.core.state import Aces
from rummynet.rules.core.variety import ChanceSteps, FirstStarter, Step, Timer, check_seats, of_any_state
from rummynet.rules.shared.calls import FALSE_CALL_COSTS, RummyCalls, pay_false_call, with_false_calls
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.turn import THROWS
from rummynet.rules.shared.turn_game import WHILE_PLAYED, Kinds
from rummynet_protocol import cards
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    CallRummy,
    CloseCall,
    Declare,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Take,
    ThrowOut,
    TurnOver,
)

SEATS: Final = range(2, 7)  # how many can play


class LowestCardDeals(FirstStarter):
    """Everybody draws a card; the lowest deals."""

    @property
    def draws_cards(self) -> bool:
        """The lowest card drawn deals."""
        return True

    def from_cards(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Everybody draws a card, seat 0 first; two is low, the ace high; who tie for lowest draw again.

        Where the cards do not suffice for that, the lowest seat of those deals. Raises BadSeats, BadDeck.
        """
        check_seats("basic rummy", SEATS, players)
        _check_draws(players, deck)
        draws: list[tuple[int, int]] = []
        seats = list(range(players))
        # The deck can run out when few cards were given; then the lowest seat of those who tie deals.
        while len(seats) > 1 and len(draws) + len(seats) <= len(deck):
            drawn = list(zip(seats, deck[len(draws) :], strict=False))
            draws += drawn
            low = min(_height(card) for _, card in drawn)
            seats = [seat for seat, card in drawn if _height(card) == low]
        return draws, seats[0]


def _height(card: int) -> int:
    """How high a card is in the draw for the deal: 0 for a two, 12 for an ace."""
    # The ace has rank 0 and is high here: -1 modulo 13 is 12.
    return (cards.rank(card) - 1) % 13


def _check_draws(players: int, deck: Sequence[int]) -> None:
    if len(set(deck)) < len(deck) or not set(deck) <= set(range(52)):
        raise BadDeck("the deck of which cards are drawn for the deal holds each of the 52 cards at most once")
    if len(deck) < players:
        raise BadDeck(f"{players} players cannot draw one card each from {len(deck)}")


class BasicCalls(RummyCalls[BasicState]):
    """A throw-out that fits a meld can be called until the next pick-up."""

    hold_option = "call_seconds"

    def lying(self, state: BasicState) -> Sequence[CallRummy]:
        """The top of the pile, onto each meld that it fits."""
        claims = claims_on(state.melds, state.discard[-1], state.turn, state.aces) if state.discard else ()
        return [claim.action for claim in claims]

    def may_cost(self, state: BasicState, seat: int) -> bool:
        """While a throw-out can be called; not of who threw the last card, who holds none and waits for the others."""
        return state.phase == "pickup" or (state.phase == "call" and seat != state.turn)

    def call_brings(self, state: BasicState, action: Action) -> tuple[int, ...]:
        """The top of the pile, if that is the card called."""
        if not isinstance(action, CallRummy) or not isinstance(action.play, LayOff) or not state.discard:
            return ()
        return state.discard[-1:] if action.play.cards == (cards.face(state.discard[-1]),) else ()

    def holds(self, state: BasicState) -> int:
        """While a throw-out can be called, what is not a call waits: a pick-up if anything lies on the table."""
        # By what everybody sees, not by whether a call is possible: else the wait would tell (docs/rules/basic.md).
        thrown = state.thrown_by is not None
        waits = state.phase == "call" or (state.phase == "pickup" and thrown and bool(state.melds))
        return int(state.options["call_seconds"]) if waits else 0


class Basic(OneDeckGame[BasicState]):
    """Meld or save up, throw out what nobody can use; who is out gains what the others hold."""

    name = "basic"
    title = "basic rummy"
    summary = (
        "Melds bring nothing by themselves: the first player out gains what the others still hold.",
        "Lay your whole hand at once, and it counts double.",
        "If somebody throws out a card that could have been laid, call it.",
    )
    counting = (
        "In your hand 2 to 9 cost 5, ten to king 10, an ace 15, the queen of spades 40.",
        "The round ends when somebody is out: that player gains what all others hold and 25 more, twice what they hold after a declaration. The others lose what they hold.",
        "If a card you threw out is called, you pick up the rest of the pile or two cards of the stock.",
        "The game ends after a round in which somebody reaches the target, and the highest total wins.",
    )
    seats = SEATS
    # fmt: off
    options = (
        *TARGET_OR_DEALS,
        HAND_BY_PLAYERS,
        Option("discard_to_go_out", False, "the last card must be thrown out", title="Last card is thrown out"),
        Option("final_melds", True, "the others may lay once more when somebody is out",
               title="The others lay once more"),
        Option("turn_limit", 3, "how often the pile may be turned over in a round", 0, 20,
               title="Pile turned over in a round"),
        Option("call_seconds", 3, "how long a throw-out can be called before play goes on", 0, 30,
               title="Seconds to call a throw"),
        FIRST_DEALER,
        Option("around_the_corner", False, "a run may go on past its ace: K-A-2",
               title="K-A-2 counts as a run", unwritten=True),
        *OF_EVERY_TABLE, RUMMY_HINTS, COOLDOWN_SECONDS, *FALSE_CALL_COSTS,
    )
    # fmt: on
    kinds: ClassVar[Kinds] = {
        Draw: ("pickup",),
        Take: ("pickup",),
        TurnOver: ("pickup",),
        Pass: ("pickup", "final"),
        LayDown: ("play", "final"),
        LayOff: ("play", "final"),
        ThrowOut: ("play",),
        Declare: ("play",),
        CloseCall: ("call",),
        AcceptPenalty: ("penalty",),
        CallRummy: WHILE_PLAYED,
    }
    scoring = SCORING
    first_starter = LowestCardDeals("first_dealer")
    offers = BasicCalls()
    # Nothing to do after the deal: an empty stock is the pile turned over, unshuffled.
    chance = ChanceSteps()
    presentation = BasicPresentation()
    codec = BasicPositions
    # as the others', and nothing waits for calls, of which a test makes none
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150, "call_seconds": 0}

    def aces_at(self, options: Options) -> Aces:
        """Between king and two as well, if the table plays so."""
        return aces_at(options)

    @property
    def bot_points(self) -> Sequence[int] | None:
        """As in most games."""
        # The queen of spades too: the weights of its bots were fitted with that.
        return None

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> BasicState:  # noqa: ANN401 - the fields of State
        """The position of these fields, nobody having picked up or called."""
        return BasicState(**with_false_calls(fields), pickups=(0,) * fields["players"])

    def legal(self, state: BasicState, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        return turn.legal(state, seat)

    def pickups(self, state: BasicState) -> list[Action]:
        """Draws, takes, turning the pile over."""
        return turn.pickups(state)

    def plays(self, state: BasicState, seat: int) -> list[Action]:
        """What the phase asks of the seat on turn."""
        return turn.due(state)

    def seat_of(self, state: BasicState, action: Action) -> int | None:
        """Calls are everybody's."""
        return None if type(action) is CallRummy else state.turn

    def do(self, state: BasicState, seat: int, action: Action) -> Step[BasicState]:
        """What the action does; to pass a turn, only where there is nothing to pick up."""
        if type(action) is Pass and state.phase == "pickup":
            self.refuse_pass(state)
        if type(action) is CallRummy and self.offers.is_false_call(state, seat, action):
            return pay_false_call(state, seat, action)
        return turn.do(state, seat, action)

    def on_clock(self, state: BasicState) -> tuple[int, ...]:
        """Nobody while a last card may be called."""
        return () if state.phase == "call" else super().on_clock(state)

    def timers(self, state: BasicState) -> list[Timer]:
        """The end of the wait for calls on a last card, which always runs; else the turn clock, if there is a limit."""
        if state.phase == "call":
            return [Timer(state.turn, CloseCall(), state.options["call_seconds"], "rule")]
        return super().timers(state)

    def clock_kinds(self, state: BasicState) -> tuple[type[Action], ...]:
        """A card of the hand is thrown out."""
        return (ThrowOut,)

    def left_to_the_clock(self, state: BasicState) -> Action | None:
        """What is done for the seat on turn; throwing out as in any game, the rest by phase."""
        return super().left_to_the_clock(state) if state.phase == "play" else turn.left_to_the_clock(state)

    def least_harm(self, state: BasicState) -> Action:
        """Throws out the card that costs least of those that may be thrown; if there is none, the first action."""
        # A card taken alone may not be thrown out in the same turn; `legal` has another way if it is the last.
        free = state.hands[state.turn] & ~(0 if state.taken is None else 1 << state.taken)
        return THROWS[SCORING.cheapest(free)] if free else self.legal(state, state.turn)[0]


VARIETY: Final = of_any_state(Basic())
