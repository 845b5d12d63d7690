"""A position: one round in the middle of a game, as an immutable value.

The same type serves the host, who may know every card, and everybody else: a hand is a set of known cards plus a
count of hidden ones, and a stock may hold HIDDEN in place of codes. The rules never ask who is looking.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from msgspec import Struct

from rummynet.rules.core.options import Options
from rummynet_protocol import cards
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.values import PlainValue, replace

Phase = Literal["pickup", "play", "call", "penalty", "final", "offer", "turnup", "aces", "buyin", "over"]

Aces = Literal["low", "high", "either", "around"]
"""Where an ace lies in a run: below the two, above the king, at either place, or between the two as well."""

# Negative, as no face is, and not -1, which is HIDDEN; open suits of other ranks go down from here.
OPEN: Final = -2  # what a wild card in a set stands for while its suit is left open

NOBODY: Final = -1  # in place of the seat that made a call possible


def spell(stands: int) -> str:
    """What a card stands for: ``7H``, or ``7?`` with the suit open."""
    return f"{cards.RANKS[OPEN - stands]}?" if stands <= OPEN else cards.FACES[stands]


def table_word(code: int, stands: int, decks: int) -> str:
    """The word of a card on the table; one that stands for its own face is written plain."""
    plain = cards.name(code, decks)
    return plain if code % cards.PER_DECK == stands else f"{plain}={spell(stands)}"


# Tables are looked up by their melds, which stay the same from one action to the next.
class Meld(PlainValue, cache_hash=True):
    """A set or run on the table. All three tuples run in parallel, in the order of the cards on the table."""

    cards: tuple[int, ...]  # codes of the cards that lie there
    stands: tuple[int, ...]
    """The face (0 to 51) each card stands for; a natural card's own face; OPEN while the suit is open (OPEN less the
    rank in games with several decks, see ``faces.open_suit``)."""
    by: tuple[int, ...]  # the seat that laid each card
    is_run: bool

    def words(self, decks: int) -> tuple[str, ...]:
        """The words of its cards, a wild card with what it stands for."""
        return tuple([table_word(code, stands, decks) for code, stands in zip(self.cards, self.stands, strict=True)])


class Claim(PlainValue):
    """A call that is possible now, and the seat whose action made it so (which may not make it)."""

    # ``by`` is NOBODY where a position from outside does not say.

    action: CallRummy
    by: int


class State(PlainValue, kw_only=True):
    """A position. A variety that needs more keeps a subclass with more fields."""

    # A mapping rather than a list: `replace` takes it as it is, at each comparison.
    uncompared: ClassVar[Mapping[str, None]] = {"drawn": None}
    """What a host's clocks alone need: positions that differ in it are equal."""

    variety: str  # the name of the game
    options: Options  # every option with its value
    players: int  # seats, including any that sit this round out
    round: int  # from 1
    starter: int  # the seat that begins the round
    turn: int
    phase: Phase  # the part of the turn, or of the round's end
    hands: tuple[int, ...]  # by seat: the known cards as a mask, bit c for code c
    hidden: tuple[int, ...]  # by seat: how many cards more it holds that are not known here
    stock: tuple[int, ...]  # top first; HIDDEN for a card that is not known here
    discard: tuple[int, ...]  # oldest first; always known
    melds: tuple[Meld, ...] = ()  # what lies on the table, in the order laid
    claims: tuple[Claim, ...] = ()  # calls that are possible now
    reshuffles: int = 0  # how often the pile has become the stock in this round
    stocks_since_lay: int = 0  # how often of these since anything was laid
    takes_in_a_row: int = 0
    """How often the top of the pile was taken since anybody drew or laid, where a game counts that."""
    false_calls: tuple[int, ...] = ()
    """By seat: how many false calls it has paid for in this round; empty where they cost nothing."""
    scores: tuple[int, ...]  # game totals by seat; raised when the round is over and every hand is known
    round_scores: tuple[int, ...] | None = None  # by seat; None until the round is over and every hand is known
    out: int | None = None  # the seat that went out
    winner: int | None = None  # the seat that has won the game
    drawn: int | None = None
    """The card of the stock that the seat on turn drew in this turn (HIDDEN if not known here), for the turn clock
    only: no part of the position's JSON or of equality. None after a take and at the start of a turn."""
    finished: bool = False
    """The game is over (set together with the scores; with shared first places ``winner`` may stay None)."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        # Positions from a file or another program do not have these fields, and are the same positions.
        return Struct.__eq__(replace(self, **self.uncompared), replace(other, **self.uncompared))

    def __hash__(self) -> int:
        return Struct.__hash__(replace(self, **self.uncompared))

    def count(self, seat: int) -> int:
        """How many cards the seat holds."""
        return self.hands[seat].bit_count() + self.hidden[seat]

    def __str__(self) -> str:
        """The position in lines for people: turn, hands, stock, pile, melds, totals."""
        hands = [
            " ".join([*(cards.name(code, self.decks) for code in cards.members(hand)), *["??"] * unknown])
            for hand, unknown in zip(self.hands, self.hidden, strict=True)
        ]
        pile = " ".join(cards.name(code, self.decks) for code in self.discard)
        melds = [" ".join(meld.words(self.decks)) for meld in self.melds]
        return "\n".join(
            [
                f"{self.variety}, round {self.round}, {self.phase}, seat {self.turn}",
                *(f"seat {seat} ({self.scores[seat]}): {hand}" for seat, hand in enumerate(hands)),
                f"stock: {len(self.stock)} cards",
                f"pile: {pile}",
                *(f"meld {number}: {laid}" for number, laid in enumerate(melds)),
            ]
        )

    @property
    def decks(self) -> int:
        """How many decks the names of cards tell apart."""
        return 1

    @property
    def dealer(self) -> int:
        """The seat before the starter, which deals."""
        return (self.starter - 1) % self.players

    @property
    def all_known(self) -> bool:
        """Whether every hand is fully known here."""
        return not any(self.hidden)


__all__ = ["HIDDEN", "NOBODY", "OPEN", "Aces", "Claim", "Meld", "Phase", "State"]
