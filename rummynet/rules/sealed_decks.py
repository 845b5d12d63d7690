"""What a table with a sealed deck asks of its game: who holds a key, and whether keys are kept in parts."""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.rules.core.errors import BadOption, BadSeats
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet_protocol.values import replace

MOST_HOLDERS: Final = 6  # seats that play a round: with more, nobody has measured how long a phone takes for a deck
# The seat's own program acts when the time is up, and on a phone it may first have to wake. Offers may be shorter: what
# a clock answers to one hangs on no hidden card.
LEAST_SECONDS: Final = 10  # the shortest turn clock
LEAST_PEOPLE_WITH_ESCROW: Final = 3


def is_sealed(options: Options) -> bool:
    """Whether nobody but its holder sees a card of this table, the host neither."""
    return options.get("deck") == "sealed"


def key_holders(variety: Variety, before: State | None, players: int, joining: Sequence[int]) -> tuple[int, ...]:
    """The seats that play the coming round; *before* is the end of the last one."""
    outside = set() if before is None else set(variety.newcomers.outside(before)) - set(joining)
    return tuple(seat for seat in range(players) if seat not in outside)


def has_escrow(options: Options, holders: Sequence[int], bots: Iterable[int]) -> bool:
    """Whether all others together can open a lost program's hand."""
    # With fewer people the host, which runs the bots, would have all parts of a key once one of them is lost.
    return bool(options["escrow"]) and len({*holders} - {*bots}) >= LEAST_PEOPLE_WITH_ESCROW


def open_stock(variety: Variety, state: State, order: Sequence[int]) -> Step[State]:
    """The next stock of a round that is played again with every card known: new, or with cards put back."""
    if variety.chance.insertions(state):
        state, events = variety.chance.insert(state, None)
        return replace(state, stock=tuple(order)), events
    return variety.chance.reshuffle(state, order)


def check_options(options: Options) -> None:
    """Check that a table of these options can have the deck that they say. Raises BadOption."""
    if is_sealed(options) and 0 < options["turn_seconds"] < LEAST_SECONDS:
        raise BadOption("with a sealed deck turn_seconds is 0 or at least {least}", least=LEAST_SECONDS)


def check_players(options: Options, players: int, people: int) -> None:
    """Check that so many players, *people* among them, can have the deck that the options say. Raises BadSeats."""
    if not is_sealed(options):
        return
    if players > MOST_HOLDERS:
        raise BadSeats("a sealed deck is for up to {most} players, not {players}", most=MOST_HOLDERS, players=players)
    # The host runs its bots, so it would know every card but that person's: no more than with a plain deck.
    if people < 2:
        raise BadSeats("a sealed deck takes two people; with bots alone choose the plain deck")
