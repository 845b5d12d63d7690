"""Keilty rummy, as the rest of the house asks for it. The rules for players are in docs/rules/keilty.md."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rummynet.rules.core.options import COOLDOWN_SECONDS, RUMMY_HINTS, TURN_SECONDS, VOIDS, Option
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Step
from rummynet.rules.keilty import apply
from rummynet.rules.keilty.claims import possible, tracked
from rummynet.rules.keilty.legal import turn_texts
from rummynet.rules.keilty.score import SCORING
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.rounds import check_hands
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.notation import parse


class _Interned(dict[str, Action]):
    """Actions by their notation, each made once."""

    def __missing__(self, text: str) -> Action:
        action = self[text] = parse(text)
        return action


_ACTIONS: Final = _Interned()


class Keilty(OneDeckGame):
    """Draw or take what you use at once, lay and lay off for points, throw out; and call what the pile offers."""

    name = "keilty"
    title = "Keilty rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game", 1, 100_000),
        Option("hand", 0, "cards dealt to each, 0 for 10, 7 or 6 by the number of players", 3, 13, choices=(0,)),
        Option("first_starter", "draw", "who begins round 1: draw, or a seat", seat_or_draw=True),
        Option("reshuffle_limit", 10, "how often the pile may become the stock in a round", 0, 100),
        TURN_SECONDS,
        VOIDS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )
    seat_option = "first_starter"
    named_seat = "begins"
    start_moves = "counter-clockwise"
    scoring = SCORING

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        texts = turn_texts(state) if seat == state.turn else []
        texts += [claim.action for claim in state.claims if claim.by != seat]
        texts.sort()
        return [_ACTIONS[text] for text in texts]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(state, seat, action)

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The pile from the lowest card of the play up; nothing if the play's cards do not all lie there."""
        return apply.taken_by_call(state, action) if isinstance(action, CallRummy) else ()

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order; what could be called in it cannot be any more."""
        after, happened = super().reshuffle(state, order)
        return apply.watched(after, state.turn), happened

    def pickup_without_stock(self, state: State) -> str:
        """The first of what the seat may do but for calls."""
        return min(turn_texts(state))

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
    texts = [] if state.phase == "over" else possible(state.melds, apply.pile_mask(state))
    last = state.turn if state.phase == "play" else (state.turn - 1) % state.players
    return tracked(state.claims, texts, last)


VARIETY: Final = Keilty()
