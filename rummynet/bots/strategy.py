"""The interface of strategies.

A strategy sees its seat's view (``SeatView``), never more. Randomness and the budget of a decision are arguments; how
long a human would have taken is a result, for which the caller waits.
"""

from collections.abc import Callable, Sequence
from math import log2
from typing import Final, Protocol

from rummynet.bots.budget import Budget
from rummynet.bots.seat_view import SeatView
from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety
from rummynet_protocol.actions import Action, CallRummy, Take
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

# The times of docs/bots.md are for so many; from 5 to 10 bots would seem about as quick.
MIDDLING: Final = 7  # cards of a choice that is neither easy nor hard: as many as a hand has

# As in Vegas rummy, where the rules say so (docs/rules/vegas.md); basic rummy lets ten laps go by and blocks the round.
LAPS: Final = 2  # laps of top cards taken, with nothing drawn or laid, after which a bot does something else

Chance = Callable[[int], int]  # ``chance(m)`` is a uniform choice from 0 to m-1


class PlannedCall(Value):
    """A rummy to call after this many seconds, if it is still possible then."""

    action: CallRummy
    seconds: float


class Strategy(Protocol):
    """A way to play. Stateless: the same position and the same chance give the same answer."""

    name: str

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The seat's action now; the seat is due to act, or may answer early. Raises NothingToDo if it has none."""

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """Whether the seat notices one of these rummies, which have just become possible, and how fast."""

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """Seconds to think before an action in turn, with so many ``cards_in_question``."""


class NothingToDo(Refusal):
    """A strategy was asked for an action of a seat that has none."""

    code = "nothing_to_do"


def cards_in_question(state: State, seat: int) -> int:
    """How many cards the seat chooses among: those of its hand, and before it has picked up those of a spread pile.

    Everybody sees as many: how long a bot thinks says nothing of its hand, nor whether a rummy is there.
    """
    spread = state.phase == "pickup" and variety(state.variety).presentation.spread_pile
    return state.count(seat) + (len(state.discard) if spread else 0)


def hardness(cards: int) -> float:
    """How long a choice among so many cards takes, compared with one among ``MIDDLING``: by their logarithm."""
    # Choice takes people time by the logarithm of the alternatives (Hick 1952); half of it is there whatever the hand.
    return 0.5 + 0.5 * log2(1 + cards) / log2(1 + MIDDLING)


def choices(variety: Variety, state: State, seat: int) -> Sequence[Action]:
    """The seat's legal actions except calls, which a strategy notices instead. Raises NothingToDo if there are none.

    Without the top of the pile alone where it has gone round and somebody can draw.
    """
    actions = [action for action in variety.legal(state, seat) if not isinstance(action, CallRummy)]
    if not actions:
        raise NothingToDo(f"seat {seat} has nothing to do now")
    if isinstance(state, BasicState) and state.idle >= LAPS * state.players:
        drawing = [one for one in actions if not (isinstance(one, Take) and one.play is None)]
        return drawing or actions
    return actions
