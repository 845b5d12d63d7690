"""What people should see of a position of Vegas rummy beside cards and points, in words."""

from collections.abc import Iterator

from rummynet.rules.vegas_lists import can_take
from rummynet.rules.vegas_money import aces_of, entry_terms
from rummynet.rules.vegas_state import VegasState, below
from rummynet.rules.wilds import ONLY_JOKERS
from rummynet.rules.wording import all_of, seats_named, several, times


def facts(state: VegasState) -> tuple[str, ...]:
    """One fact each."""
    return (*_wilds(state), *_decision(state), *_people(state), *_pick_up(state))


def _wilds(state: VegasState) -> Iterator[str]:
    if state.wild == ONLY_JOKERS:
        yield "only jokers are wild"
    else:
        yield f"{all_of(state.wild) if len(state.wild) == 1 else state.wild} and jokers are wild"
    if state.strict:
        yield "one wild card at most in a meld"
    if not state.options["solidarity"]:
        yield "real cards may be swapped for wild ones"


def _decision(state: VegasState) -> Iterator[str]:
    if state.phase == "aces" and state.aces is not None:
        yield f"seat {state.turn} says how many of its aces count 13, of {aces_of(state, state.turn)}"
    if state.phase == "buyin":
        total = max(state.scores[seat] for seat in below(state))
        chips = several(state.options["buy_in"], "chip")
        yield f"seat {state.turn} has expired: it buys in for {chips} and goes on with {total} points, or declines"


def _people(state: VegasState) -> Iterator[str]:
    yield f"players expire at {state.options['max_score']}"
    for seat, expiries in enumerate(state.expiries):
        if expiries:
            yield f"seat {seat} has expired {'once' if expiries == 1 else f'{expiries} times'}"
    sitting_out = [seat for seat, plays in enumerate(state.playing) if not plays]
    if sitting_out:
        yield f"{seats_named(sitting_out)} {'sits' if len(sitting_out) == 1 else 'sit'} out"
    yield f"pot {several(sum(state.paid), 'chip')}, paid by seat {' '.join(map(str, state.paid))}"
    if state.places is not None and state.payout is not None:
        places = [f"{place}. {seats_named(seats)}" for place, seats in enumerate(state.places, 1)]
        yield f"places: {', '.join(places)}; chips by seat: {' '.join(map(str, state.payout))}"
    else:
        chips, total = entry_terms(state)
        yield f"coming in before the next round: {several(chips, 'chip')}, from {total} points"


def _pick_up(state: VegasState) -> Iterator[str]:
    if state.phase not in ("pickup", "play"):
        return
    if state.phase == "pickup" and state.discard and not can_take(state):
        first = "the first pick-up of a round is a draw"
        yield first if state.first else f"{state.takes} turns in a row began with a take: somebody has to draw now"
    yield f"the pile can become the stock {times(state.options['reshuffle_limit'] - state.reshuffles)}"
