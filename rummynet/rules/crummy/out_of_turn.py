"""Crummy rummy out of turn: the top of the pile is offered to the others, the nearest first."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Offers
from rummynet.rules.crummy.apply import answers
from rummynet.rules.crummy.legal import listed
from rummynet.rules.crummy.state import asked_next, own
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Waive, Want
from rummynet_protocol.values import replace

_LEAST_OFFER: Final = 2
"""Seconds that a card is offered at least."""


class CrummyOffers(Offers):
    """Whoever draws leaves the top of the pile to the others, who answer in their order."""

    def offer_early(self, state: State) -> tuple[int, ...]:
        """The seats that are asked after the one whose answer is due, nearest first."""
        return asked_next(own(state))

    def early(self, state: State, seat: int) -> list[Action]:
        """Answers of those who will be asked; and what the player on turn may do once the offer is over."""
        crummy = own(state)
        if seat in self.offer_early(state):
            return answers(crummy)
        if crummy.asked is None or seat != state.turn:
            return []
        return sorted(listed(replace(crummy, phase="play", asked=None), seat), key=notation.text)

    def hurries(self, state: State, seat: int) -> int | None:
        """The player on turn may play on two seconds after the draw; who has not answered then has waived."""
        return _LEAST_OFFER if own(state).asked is not None and seat == state.turn else None

    def out_of_turn(self, action: Action) -> bool:
        """An answer to an offer may be aimed at an older state."""
        return isinstance(action, Want | Waive)

    def keeps_aim(self, action: Action) -> bool:
        """Answers leave the player on turn where it was."""
        return isinstance(action, Want | Waive)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """Who wants the card that is offered gets the top of the pile."""
        return state.discard[-1:] if isinstance(action, Want) else ()
