"""What one seat knows of a round: all that a strategy sees.

``SeatView`` refuses a card that is hidden from its seat: of the cards in other hands and in the stock it holds those
alone that everybody saw in this round.
"""

from rummynet.rules.core.sight import RoundLog, seen_by
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.library.game_state import hide_cards
from rummynet.rules.varieties import variety_of
from rummynet_protocol import cards
from rummynet_protocol.values import Value, field


class SeatView(Value):
    """A position as one seat knows it, with what has happened in the round. Equal views lead to equal choices.

    Raises ValueError for a position with a card that the seat cannot know.
    """

    seat: int
    position: State  # its own hand is known; other hands and the stock as far as everybody knows them
    log: RoundLog = field(default=RoundLog())

    def __post_init__(self) -> None:
        position = self.position
        known = cards.mask(code for code in position.stock if code != HIDDEN)
        for seat, hand in enumerate(position.hands):
            if seat != self.seat:
                known |= hand
        # Here, where every strategy gets its view, and not in tests alone: a bot that sees more would be a cheat.
        if known & ~self.log.shown and not variety_of(position).hands_are_shown(position):
            raise ValueError("a seat's view holds no card of another hand or of the stock that nobody has shown")

    @property
    def hand(self) -> int:
        """The seat's own cards, as a mask."""
        return self.position.hands[self.seat]


def view_of(public: State, full: State, seat: int, log: RoundLog) -> SeatView:
    """The view that *seat* has of *full*, of which everybody knows *public*."""
    return SeatView(seat, seen_by(public, full, seat), log)


def view_without_log(state: State, seat: int) -> SeatView:
    """The view of a position that nobody has seen coming about: of other hands and the stock the size alone."""
    return SeatView(seat, seen_by(hide_cards(state), state, seat))
