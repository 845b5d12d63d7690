"""What a position of basic rummy holds beside what every position holds, and what follows from it at once."""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Aces, State

# docs/rules/basic.md, "The end of a round": without an end players could exchange top cards for ever.
LAPS: Final = 10  # laps of top cards taken, with nothing drawn or laid, that block a round in any case


class BasicState(State, kw_only=True):
    """A position of basic rummy."""

    uncompared: ClassVar[Mapping[str, None]] = {"drawn": None, "thrown_by": None}
    pickups: tuple[int, ...]  # by seat: how often it has picked up in this round
    taken: int | None = None  # the top card that was taken alone in this turn
    turned: int = 0  # how often the pile has been turned over
    idle: int = 0  # top cards taken alone since a card was drawn from the stock or laid
    declared: int | None = None  # the seat whose declaration stands, or waits for its throw-out not to be called
    wins_game: int | None = None  # the seat that is out by a declaration of one suit
    thrown_by: int | None = None
    """The seat that threw the top of the pile, as long as a call on it is possible in time; for the host's clock."""

    @property
    def aces(self) -> Aces:
        return aces_at(self.options)


def aces_at(options: Options) -> Aces:
    """Where an ace may lie in a run at this table."""
    return "around" if options["around_the_corner"] else "either"


def is_first_turn(state: BasicState, seat: int) -> bool:
    """Whether the turn that the seat is in, having picked up, is its first of the round."""
    # 1 after the first pick-up. Below 2 and not equal 1: a hand-made position has zeros.
    return state.pickups[seat] < 2


def can_turn(state: BasicState) -> bool:
    """Whether the pile can be turned over as the new stock."""
    limit: int = state.options["turn_limit"]
    return not state.stock and len(state.discard) > 1 and state.turned < limit


def is_stuck(state: BasicState) -> bool:
    """Whether a throw-out that does not go out ends the round: only top cards go round the table."""
    laps = state.idle // state.players
    # After one lap already where nothing new can come: no stock, and none to be made.
    return laps >= LAPS or (laps >= 1 and not state.stock and not can_turn(state))


def has_laid(state: State, seat: int) -> bool:
    """Whether a card of the seat lies on the table, by whatever play."""
    return any(seat in meld.by for meld in state.melds)


def penalties(state: State) -> list[Literal["draw", "pile"]]:
    """What the seat whose throw-out was called may pick up: ``draw``, ``pile``, either or neither."""
    # One card is a penalty only if there is no pile to choose instead (docs/rules/basic.md).
    from_stock = len(state.stock) > 1 or (bool(state.stock) and not state.discard)
    return [*(("draw",) if from_stock else ()), *(("pile",) if state.discard else ())]
