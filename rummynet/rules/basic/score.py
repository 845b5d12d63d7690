"""How a round of basic rummy ends: going out, the others' last melds, a block, the points."""

from typing import Final

from rummynet.rules.basic.state import BasicState
from rummynet.rules.shared import scoring
from rummynet.rules.shared.scoring import Scoring, highest_at_target
from rummynet_protocol import cards
from rummynet_protocol.events import Event, WentOut
from rummynet_protocol.values import replace

QUEEN_OF_SPADES: Final = cards.code("QS")
VALUES: Final = tuple(40 if code == QUEEN_OF_SPADES else worth for code, worth in enumerate(scoring.VALUES))
"""What a card costs in a hand, by code; on the table cards score nothing."""
# Docs/rules/basic.md, "Points": what going out brings beside the other hands.
BONUS: Final = 25
BasicStep = tuple[BasicState, tuple[Event, ...]]


def went_out(state: BasicState, seat: int, events: tuple[Event, ...]) -> BasicStep:
    """The seat is out: a declaration of one suit ends the game, else the others may lay once more."""
    # Counted when the seat is out, not when it declares: a declaration that is called is dead. Its melds are the only
    # ones with cards of the seat.
    suits = {card // 13 for meld in state.melds if seat in meld.by for card in meld.cards}
    wins = state.declared == seat and len(suits) == 1
    out, events = replace(_quiet(state), out=seat, wins_game=seat if wins else None), (*events, WentOut(seat))
    if wins or not state.options["final_melds"]:
        return _over(out, events)
    return replace(out, phase="final", turn=(seat + 1) % state.players), events


def passed_final(state: BasicState, events: tuple[Event, ...]) -> BasicStep:
    """The seat on turn has laid its last cards; after the last seat the round is over."""
    following = (state.turn + 1) % state.players
    return _over(state, events) if following == state.out else (replace(state, turn=following), events)


def blocked(state: BasicState, events: tuple[Event, ...]) -> BasicStep:
    """The round ends and nobody is out."""
    return _over(_quiet(state), events)


def _quiet(state: BasicState) -> BasicState:
    return replace(state, claims=(), thrown_by=None, taken=None, drawn=None)


def _over(state: BasicState, events: tuple[Event, ...]) -> BasicStep:
    over, ended = SCORING.score(replace(state, phase="over"))
    return over, (*events, *ended)


# -- points


def _points(state: BasicState) -> tuple[int, ...]:
    """By seat: who is out gains all other hands, twice after a declaration, and the bonus; the others lose theirs."""
    held = [scoring.in_hand(hand, VALUES.__getitem__) for hand in state.hands]
    points = [-worth for worth in held]
    if state.out is not None:
        others = sum(held) - held[state.out]
        points[state.out] = others * (2 if state.declared == state.out else 1) + BONUS
    return tuple(points)


def _winner(state: BasicState, points: tuple[int, ...]) -> int | None:
    return highest_at_target(state, points) if state.wins_game is None else state.wins_game


SCORING: Final[Scoring[BasicState]] = Scoring(_points, _winner, VALUES)
