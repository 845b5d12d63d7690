"""Keilty rummy, as the rest of the house asks for it. The rules for players are in docs/rules/keilty.md."""

from bisect import bisect
from typing import Final

from rummynet.rules.core.options import (
    BREAK_SECONDS,
    COOLDOWN_SECONDS,
    HINTS,
    IDLE_SECONDS,
    IDLE_STOCKS,
    RUMMY_HINTS,
    TURN_SECONDS,
    VOIDS,
    Option,
)
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import FirstStarter, Step
from rummynet.rules.keilty import apply
from rummynet.rules.keilty.legal import turn_texts
from rummynet.rules.keilty.messages import KeiltyPresentation
from rummynet.rules.keilty.out_of_turn import KeiltyCalls
from rummynet.rules.keilty.position import KeiltyPositions
from rummynet.rules.keilty.score import SCORING
from rummynet.rules.keilty.stock import KeiltyStock
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.rounds import lays_noted
from rummynet_protocol.actions import Action
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
        IDLE_STOCKS,
        TURN_SECONDS,
        VOIDS,
        IDLE_SECONDS,
        BREAK_SECONDS,
        HINTS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )
    start_moves = "counter-clockwise"
    scoring = SCORING
    first_starter = FirstStarter("first_starter", "begins")
    offers = KeiltyCalls()
    chance = KeiltyStock()
    presentation = KeiltyPresentation()
    codec = KeiltyPositions

    def legal(self, state: State, seat: int) -> list[Action]:
        """What the seat may do now, calls included; sorted by their notation.

        Lean: cards of the hand are laid off one at a time here, though several at once are legal.
        """
        calls = [claim.action for claim in state.claims if claim.by != seat]
        if seat != state.turn:
            return [*calls]
        texts = sorted(turn_texts(state))
        at = bisect(texts, "rummy")  # claims are sorted, and their notation begins so
        return [*[_ACTIONS[text] for text in texts[:at]], *calls, *[_ACTIONS[text] for text in texts[at:]]]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return lays_noted(state, apply.apply(state, seat, action))

    def pickup_without_stock(self, state: State) -> Action:
        """The first of what the seat may do but for calls."""
        return _ACTIONS[min(turn_texts(state))]


VARIETY: Final = Keilty()
