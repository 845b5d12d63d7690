"""What a position of basic rummy holds beside what every position holds, and what follows from it at once."""

from dataclasses import dataclass, field
from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared import scoring
from rummynet.rules.shared.rounds import totals_with
from rummynet_protocol import cards

QUEEN_OF_SPADES: Final = cards.code("QS")
VALUES: Final = tuple(40 if code == QUEEN_OF_SPADES else worth for code, worth in enumerate(scoring.VALUES))
"""What a card costs in a hand, by code; on the table cards score nothing."""
BONUS: Final = 25
LAPS: Final = 10
"""Laps of top cards taken, with nothing drawn or laid, that block a round in any case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicState(State):
    """A position of basic rummy."""

    pickups: tuple[int, ...]
    """By seat: how often it has picked up in this round."""
    taken: int | None = None
    """The top card that was taken alone in this turn."""
    turned: int = 0
    """How often the pile has been turned over."""
    idle: int = 0
    """Top cards taken alone since a card was drawn from the stock or laid."""
    declared: int | None = None
    """The seat whose declaration stands, or waits for its throw-out not to be called."""
    wins_game: int | None = None
    """The seat that is out by a declaration of one suit."""
    thrown_by: int | None = field(default=None, compare=False)
    """The seat that threw the top of the pile, as long as a call on it is possible in time; for the host's clock."""


def hand_size(state: State) -> int:
    """How many cards each seat was dealt."""
    return dealt(state.options["hand"], state.players)


def dealt(hand: int, players: int) -> int:
    """How many cards each seat is dealt where the option says *hand*."""
    return hand or (10 if players == 2 else 7 if players < 5 else 6)


def is_first_turn(state: BasicState, seat: int) -> bool:
    """Whether the turn that the seat is in, having picked up, is its first of the round."""
    return state.pickups[seat] < 2


def can_turn(state: BasicState) -> bool:
    """Whether the pile can be turned over as the new stock."""
    limit: int = state.options["turn_limit"]
    return not state.stock and len(state.discard) > 1 and state.turned < limit


def is_stuck(state: BasicState) -> bool:
    """Whether a throw-out that does not go out ends the round: only top cards go round the table."""
    laps = state.idle // state.players
    return laps >= LAPS or (laps >= 1 and not state.stock and not can_turn(state))


def has_laid(state: State, seat: int) -> bool:
    """Whether a card of the seat lies on the table, by whatever play."""
    return any(seat in meld.by for meld in state.melds)


def penalties(state: State) -> list[str]:
    """What the seat whose throw-out was called may pick up: ``draw``, ``pile``, either or neither."""
    from_stock = len(state.stock) > 1 or (bool(state.stock) and not state.discard)
    return ["draw"] * from_stock + ["pile"] * bool(state.discard)


# -- points


def round_points(state: BasicState) -> tuple[int, ...]:
    """By seat: who is out gains all other hands, twice after a declaration, and the bonus; the others lose theirs."""
    held = [scoring.in_hand(hand, VALUES.__getitem__) for hand in state.hands]
    points = [-worth for worth in held]
    if state.out is not None:
        others = sum(held) - held[state.out]
        points[state.out] = others * (2 if state.declared == state.out else 1) + BONUS
    return tuple(points)


def winner_of(state: BasicState, points: tuple[int, ...]) -> int | None:
    """Who wins the game with these points of the round, the totals of *state* being those before it."""
    if state.wins_game is not None:
        return state.wins_game
    totals, deals = totals_with(state, points), state.options["deals"]
    if deals:
        return scoring.winner(state.scores, totals, max(totals)) if state.round >= deals else None
    return scoring.winner(state.scores, totals, state.options["target"])
