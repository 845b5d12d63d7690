"""What a round of Vegas rummy costs: points, aces, expiry, buying in, joining, and how the pot is divided."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rummynet.rules.core.variety import Step
from rummynet.rules.shared.scoring import totals_with
from rummynet.rules.vegas.state import VegasState, Wilds, below, clockwise, expired, settling_order
from rummynet_protocol.cards import PER_DECK, members
from rummynet_protocol.events import Chose, GameEnded, Passed, RoundEnded
from rummynet_protocol.values import replace

WILD_POINTS: Final = 25  # docs/rules/vegas.md, as in the next two
HIGH_ACE_POINTS: Final = 13
# An ace counts 1 here; what a player makes it count more is added (docs/rules/vegas.md).
_POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def points(code: int, wilds: Wilds) -> int:
    """What a card in hand costs; an ace that is not wild counts 1."""
    number = code % PER_DECK
    return WILD_POINTS if wilds.has(number) else _POINTS[number % 13]


def counted(state: VegasState, aces: Sequence[int | None]) -> tuple[int, ...]:
    """By seat: what its hand costs with so many of its aces counted 13."""
    hands = [sum(points(code, state.wilds) for code in members(hand)) for hand in state.hands]
    return tuple([held + (HIGH_ACE_POINTS - 1) * (high or 0) for held, high in zip(hands, aces, strict=True)])


def aces_of(state: VegasState, seat: int) -> int:
    """How many aces of its hand, those that are not wild, a seat has a choice for."""
    numbers = [code % PER_DECK for code in members(state.hands[seat])]
    return sum(number < 52 and number % 13 == 0 and not state.wilds.has(number) for number in numbers)


# -- the end of play
def end_play(state: VegasState, out: int | None) -> Step[VegasState]:
    """Play is over, *out* has gone out (None: blocked). With hidden cards in hands it waits until these are known."""
    over = replace(state, phase="aces", out=out, drawn=None)
    return begin_settling(over) if over.all_known else (over, ())


def begin_settling(state: VegasState) -> Step[VegasState]:
    """Every hand is known: ask for the aces, or score at once where nobody has a choice."""
    may_ask = state.options["aces"] == "ask"
    asks = [may_ask and plays and aces_of(state, seat) > 0 for seat, plays in enumerate(state.playing)]
    return settle(state, tuple([None if one else 0 for one in asks]))


def settle(state: VegasState, aces: tuple[int | None, ...]) -> Step[VegasState]:
    """The next seat is asked for its aces, or all are counted."""
    waiting = [seat for seat in settling_order(state) if aces[seat] is None]
    if waiting:
        return replace(state, aces=aces, turn=waiting[0]), ()
    gained = counted(state, aces)
    scored = replace(state, aces=aces, scores=totals_with(state, gained), round_scores=gained)
    gone = expired(scored)
    expiries = tuple(n + (seat in gone) for seat, n in enumerate(state.expiries))
    scored = replace(scored, expiries=expiries, phase="buyin" if gone else "over", turn=[*gone, state.turn][0])
    ended = RoundEnded(state.out, gained, scored.scores)
    # Before anybody is asked to buy in: the last one below the maximum has won at once.
    if len(below(scored)) > 1:
        return scored, (ended,)
    over = finished(replace(scored, phase="over", turn=state.turn))
    return over, (ended, GameEnded(over.winner))


# -- expiring and joining
def buy(state: VegasState, seat: int) -> Step[VegasState]:
    """The seat pays and goes on with the highest total of those who did not expire."""
    # Who has bought in before in this settling is below by now and has the same total.
    total, price = max(state.scores[other] for other in below(state)), state.options["buy_in"]
    scores = tuple(total if s == seat else score for s, score in enumerate(state.scores))
    paid = tuple(chips + price * (s == seat) for s, chips in enumerate(state.paid))
    return _next_decision(replace(state, scores=scores, paid=paid)), (Chose(seat, "buy"),)


def decline(state: VegasState, seat: int) -> Step[VegasState]:
    """The seat sits out from now on."""
    playing = tuple(plays and s != seat for s, plays in enumerate(state.playing))
    return _next_decision(replace(state, playing=playing)), (Passed(seat, "decline"),)


def _next_decision(state: VegasState) -> VegasState:
    waiting = expired(state)
    return replace(state, turn=waiting[0]) if waiting else replace(state, phase="over")


def entry_terms(state: VegasState) -> tuple[int, int]:
    """What a new player pays and the total it begins at, from those who play on after *state*."""
    playing = [seat for seat in range(state.players) if state.playing[seat]]
    most = max(state.expiries[seat] for seat in playing)
    total = max(state.scores[seat] for seat in playing if state.expiries[seat] == most)
    # As often as the worst of those who play on has paid, so that nobody gains by coming late.
    return state.options["buy_in"] * max(1, most), total


# -- the end of the game
def finished(state: VegasState) -> VegasState:
    """The game is over: places by lower total, then those who sat out; equal totals share. The pot is divided."""

    def rank(seat: int) -> tuple[bool, int]:
        return not state.playing[seat], state.scores[seat]

    places = tuple(tuple(group) for _, group in groupby(sorted(range(state.players), key=rank), key=rank))
    winner = places[0][0] if len(places[0]) == 1 else None
    return replace(state, finished=True, winner=winner, places=places, payout=payout(state, places))


def payout(state: VegasState, places: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The chips of each seat: shared places share their parts evenly, the winners get all the rest."""
    pot, split, players = sum(state.paid), state.options["split"], state.players
    # By place, rounded down: the rest goes to the winner, so no chip is made or lost.
    chips = [pot * percent // 100 for percent in split] + [0] * max(0, players - len(split))
    if state.options["third_buy_in"] and players >= 3:
        moved = min(state.options["buy_in"], chips[1])
        chips[1] -= moved
        chips[2] += moved
    given, first = [0] * players, len(places[0])
    for group in places[1:]:
        for seat in group:
            given[seat] = sum(chips[first:players][: len(group)]) // len(group)
        first += len(group)
    each, odd = divmod(pot - sum(given), len(places[0]))
    for number, seat in enumerate(seat for seat in clockwise(state, state.starter) if seat in places[0]):
        given[seat] = each + (number < odd)
    return tuple(given)
