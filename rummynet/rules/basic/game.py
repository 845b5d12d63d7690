"""Basic rummy, as the rest of the house asks for it. The rules for players are in docs/rules/basic.md."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rummynet.rules.basic import apply
from rummynet.rules.basic.messages import BasicPresentation
from rummynet.rules.basic.out_of_turn import BasicCalls
from rummynet.rules.basic.position import BasicPositions
from rummynet.rules.basic.score import SCORING
from rummynet.rules.basic.starter import SEATS, LowestCardDeals
from rummynet.rules.basic.state import BasicState, own
from rummynet.rules.core.options import (
    BREAK_SECONDS,
    COOLDOWN_SECONDS,
    HINTS,
    IDLE_SECONDS,
    RUMMY_HINTS,
    TURN_SECONDS,
    VOIDS,
    Option,
)
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import ChanceSteps, Step, Timer
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.plain_actions import THROWS
from rummynet_protocol.actions import Action, CloseCall, ThrowOut


class Basic(OneDeckGame):
    """Meld or save up, throw out what nobody can use; who is out gains what the others hold."""

    name = "basic"
    title = "basic rummy"
    seats = SEATS
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
        IDLE_SECONDS,
        BREAK_SECONDS,
        HINTS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )
    scoring = SCORING
    first_starter = LowestCardDeals("first_dealer")
    offers = BasicCalls()
    chance = ChanceSteps()
    presentation = BasicPresentation()
    codec = BasicPositions
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150, "call_seconds": 0}

    def first_position(self, **fields: Any) -> State:  # noqa: ANN401 - the fields of State
        """The position of these fields, nobody having picked up."""
        return BasicState(**fields, pickups=(0,) * fields["players"])

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        return apply.legal(own(state), seat)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(own(state), seat, action)

    def timers(self, state: State) -> list[Timer]:
        """The end of the wait for calls on a last card, which always runs; else the turn clock, if there is a limit."""
        if state.phase == "call":
            return [Timer(state.turn, CloseCall(), state.options["call_seconds"], "rule")]
        return super().timers(state)

    def clock_kinds(self, state: State) -> tuple[type[Action], ...]:
        """A card of the hand is thrown out."""
        return (ThrowOut,)

    def left_to_the_clock(self, state: State) -> Action | None:
        """What is done for the seat on turn; throwing out as in any game, the rest by phase."""
        return super().left_to_the_clock(state) if state.phase == "play" else apply.left_to_the_clock(own(state))

    def least_harm(self, state: State) -> Action:
        """Throws out the card that costs least of those that may be thrown; if there is none, the first action."""
        basic = own(state)
        free = basic.hands[basic.turn] & ~(0 if basic.taken is None else 1 << basic.taken)
        return THROWS[SCORING.cheapest(free)] if free else self.legal(state, state.turn)[0]


VARIETY: Final = Basic()
