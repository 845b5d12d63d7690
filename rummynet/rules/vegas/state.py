"""What a position of Vegas rummy holds beyond the common part, and the orders of seats in it."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared.faces import copies, faces_of
from rummynet_protocol.cards import FACE_OF, JOKERS, RANKS, mask
from rummynet_protocol.values import Value

ONLY_JOKERS: Final = "*"


class Wilds(Value):
    """The wild faces of a round."""

    order: tuple[int, ...]  # faces, the one to be used up first at the front
    faces: int  # the same as a mask of 54 bits

    def has(self, face: int) -> bool:
        """Whether cards of that face are wild."""
        return bool(self.faces >> face & 1)

    def held(self, hand: int) -> list[int]:
        """The face of every wild card in a mask of cards of any deck, in their order, equal ones repeated."""
        held = faces_of(hand) & self.faces
        return [face for face in self.order if held >> face & 1 for _ in range(copies(hand, face))]


@cache
def turned_up_wilds(wild: str) -> Wilds:
    """The jokers and what *wild* names: a rank ``7``, one face ``7H``, or ``*`` for nothing more."""
    # Order: ``*1``, ``*2``, then the wild rank by suit. Source: the page of Vegas rummy. Raises KeyError, ValueError.
    by_rank = [13 * suit + RANKS.index(wild) for suit in range(4)] if len(wild) == 1 and wild != ONLY_JOKERS else []
    order = (*JOKERS, *by_rank, *([FACE_OF[wild]] if len(wild) > 1 else []))
    return Wilds(order, mask(order))


class VegasState(State, kw_only=True):
    """A position of Vegas rummy. Seats that sit the round out hold no cards."""

    decks: int  # decks of this round, each with two jokers
    wild: str  # the rank or face that the turned-up card made wild, ``*`` if only jokers are
    first: bool = True  # nobody has picked up in this round
    takes: int = 0  # turns in a row that began with a take
    playing: tuple[bool, ...]  # by seat: plays this round; false from a decline on
    aces: tuple[int | None, ...] | None = None
    """By seat: how many of its aces count 13, None while awaited. None as a whole until play is over and every hand is
    known (phase ``aces`` with None here waits for the hands)."""
    expiries: tuple[int, ...]  # by seat: how often it has reached the maximum since it came in as a new player
    paid: tuple[int, ...]  # by seat: chips paid in the whole game
    places: tuple[tuple[int, ...], ...] | None = None  # the seats by place, best first, when the game is over
    payout: tuple[int, ...] | None = None  # chips by seat when the game is over

    @property
    def wilds(self) -> Wilds:
        """The wild faces of the round."""
        return turned_up_wilds(self.wild)

    @property
    def strict(self) -> bool:
        """Whether a meld holds one wild card at most."""
        return bool(self.options["strict"])


def clockwise(state: VegasState, start: int) -> Iterator[int]:
    """The seats that play this round, clockwise, beginning with *start* itself if it plays."""
    for step in range(state.players):
        seat = (start + step) % state.players
        if state.playing[seat]:
            yield seat


def settling_order(state: VegasState) -> tuple[int, ...]:
    """The order in which aces are counted and the expired decide: after the seat that went out, else the starter."""
    return tuple(clockwise(state, state.starter if state.out is None else state.out + 1))


def below(state: VegasState) -> list[int]:
    """The seats of the round whose total is below the maximum."""
    return [s for s in range(state.players) if state.playing[s] and state.scores[s] < state.options["max_score"]]


def expired(state: VegasState) -> list[int]:
    """The seats of the round at the maximum or above, in settling order."""
    return [seat for seat in settling_order(state) if state.scores[seat] >= state.options["max_score"]]
