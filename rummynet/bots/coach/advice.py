"""What a good player would do in the place of a seat, by what that seat sees."""

from rummynet.bots.budget import Budget
from rummynet.bots.coach.explaining import Explainer
from rummynet.bots.coach.findings import Advice
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import STRATEGY
from rummynet.bots.strategy import Chance
from rummynet.rules.core.variety import Variety, once_answered
from rummynet.rules.library.randomness import Seeded
from rummynet_protocol.values import replace


def advise(variety: Variety, view: SeatView, budget: Budget) -> Advice:
    """What the strongest strategy does in this view. Equal views lead to equal advice. Raises NothingToDo.

    That is for a budget in steps; one in time may let a search go further on one machine than on another. A rummy is
    never advised, as none is ever listed: seeing it is the game.
    """
    ranked = STRATEGY.rank(variety, view, chance_for(view), budget)
    state = replace(once_answered(variety, view.position, view.seat), claims=())
    action = ranked[0][1]
    return Advice(action, Explainer(variety, SeatView(view.seat, state, view.log), ranked).reasons(action))


def chance_for(view: SeatView) -> Chance:
    """The randomness of a search, which follows from what the seat sees: asked again, it finds the same."""
    return Seeded(seed_of(view)).randrange


def seed_of(view: SeatView) -> int:
    """A seed for what is drawn for a view."""
    # 16 bits for the events of a round: no round has 65,536.
    return view.hand << 16 | len(view.log.events)
