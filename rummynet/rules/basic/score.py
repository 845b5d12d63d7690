"""How a round of basic rummy ends: going out, the others' last melds, a block, the points."""

from dataclasses import replace

from rummynet.rules.basic.state import BasicState, round_points, winner_of
from rummynet.rules.shared.rounds import booked
from rummynet_protocol.events import Event, Passed, WentOut

BasicStep = tuple[BasicState, tuple[Event, ...]]


def went_out(state: BasicState, seat: int, told: tuple[Event, ...]) -> BasicStep:
    """The seat is out: a declaration of one suit ends the game, else the others may lay once more."""
    is_one_suit = state.declared == seat and _one_suit(state, seat)
    out = replace(
        state, out=seat, wins_game=seat if is_one_suit else None, claims=(), thrown_by=None, taken=None, drawn=None
    )
    told = (*told, WentOut(seat))
    if is_one_suit or not state.options["final_melds"]:
        return _over(out, told)
    return replace(out, phase="final", turn=(seat + 1) % state.players), told


def _one_suit(state: BasicState, seat: int) -> bool:
    """Whether the melds of a declaration, the only ones with cards of the seat, are all of one suit."""
    return len({card // 13 for meld in state.melds if seat in meld.by for card in meld.cards}) == 1


def passed_final(state: BasicState, seat: int) -> BasicStep:
    """The seat lays no more; after the last one the round is over."""
    told = (Passed(seat, "pass"),)
    following = (seat + 1) % state.players
    if following == state.out:
        return _over(state, told)
    return replace(state, turn=following), told


def blocked(state: BasicState, told: tuple[Event, ...]) -> BasicStep:
    """The round ends and nobody is out."""
    return _over(replace(state, claims=(), thrown_by=None, taken=None, drawn=None), told)


def _over(state: BasicState, told: tuple[Event, ...]) -> BasicStep:
    over, ended = scored(replace(state, phase="over"))
    return over, (*told, *ended)


def scored(state: BasicState) -> BasicStep:
    """A round that is over with its points, if every hand is known."""
    if not state.all_known:
        return state, ()
    points = round_points(state)
    return booked(state, points, winner_of(state, points))
