"""Positions of Keilty rummy: which calls are possible follows from the cards."""

from collections.abc import Mapping
from typing import Any

from rummynet.rules.core.state import Claim, State
from rummynet.rules.keilty.apply import pile_mask
from rummynet.rules.keilty.claims import possible, tracked
from rummynet.rules.shared.one_deck_parts import OneDeckPositions
from rummynet.rules.shared.rounds import check_hands
from rummynet_protocol.values import replace


class KeiltyPositions(OneDeckPositions):
    """Positions with claims."""

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> State:
        """The state with its claims, which follow from the cards.

        Only who made them possible is read; one that is not listed counts as made by who acted last.
        """
        state = State(**fields)
        check_hands(state)
        return replace(state, claims=_true_claims(state))


def _true_claims(state: State) -> tuple[Claim, ...]:
    """Every claim that is possible here; those of *state* keep who made them possible.

    What is given and not possible is left out: which claims there are follows from the cards, only ``by`` does not.
    """
    calls = [] if state.phase == "over" else possible(state.melds, pile_mask(state))
    last = state.turn if state.phase == "play" else (state.turn - 1) % state.players
    return tracked(state.claims, calls, last)
