"""How a round of basic rummy ends: going out, the others' last melds, a block, the points."""

from typing import Final

from rummynet.rules.basic.state import BasicState
from rummynet.rules.shared import scoring
from rummynet.rules.shared.scoring import Scoring, highest_at_target
from rummynet_protocol import cards
from rummynet_protocol.events import Event, Passed, WentOut
from rummynet_protocol.values import replace

QUEEN_OF_SPADES: Final = cards.code("QS")
VALUES: Final = tuple(40 if code == QUEEN_OF_SPADES else worth for code, worth in enumerate(scoring.VALUES))
"""What a card costs in a hand, by code; on the table cards score nothing."""
# Docs/rules/basic.md, "Points": what going out brings beside the other hands.
BONUS: Final = 25
BasicStep = tuple[BasicState, tuple[Event, ...]]


def went_out(state: BasicState, seat: int, events: tuple[Event, ...]) -> BasicStep:
    """The seat is out: a declaration of one suit ends the game, else the others may lay once more."""
    # Counted when the seat is out, not when it declares: a declaration that is called is dead.
    is_one_suit = state.declared == seat and _one_suit(state, seat)
    out = replace(
        state, out=seat, wins_game=seat if is_one_suit else None, claims=(), thrown_by=None, taken=None, drawn=None
    )
    events = (*events, WentOut(seat))
    if is_one_suit or not state.options["final_melds"]:
        return _over(out, events)
    return replace(out, phase="final", turn=(seat + 1) % state.players), events


def _one_suit(state: BasicState, seat: int) -> bool:
    """Whether the melds of a declaration, the only ones with cards of the seat, are all of one suit."""
    return len({card // 13 for meld in state.melds if seat in meld.by for card in meld.cards}) == 1


def passed_final(state: BasicState, seat: int) -> BasicStep:
    """The seat has laid its last cards; after the last seat the round is over."""
    events = (Passed(seat, "pass"),)
    following = (seat + 1) % state.players
    if following == state.out:
        return _over(state, events)
    return replace(state, turn=following), events


def blocked(state: BasicState, events: tuple[Event, ...]) -> BasicStep:
    """The round ends and nobody is out."""
    return _over(replace(state, claims=(), thrown_by=None, taken=None, drawn=None), events)


def _over(state: BasicState, events: tuple[Event, ...]) -> BasicStep:
    over, ended = SCORING.score(replace(state, phase="over"))
    return over, (*events, *ended)


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
    return highest_at_target(state, points)


SCORING: Final[Scoring[BasicState]] = Scoring(round_points, winner_of, VALUES)
