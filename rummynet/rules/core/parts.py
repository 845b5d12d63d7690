"""The optional parts of a variety: what a caller asks of a part, whatever the game, and the answer where it has none.

Each part is an attribute of ``Variety``. The classes here do nothing; a game that has something of the kind derives its
own. ``PositionCodec`` alone has no default.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Event
from rummynet_protocol.sentences import said
from rummynet_protocol.values import Value

Step = tuple[State, tuple[Event, ...]]


class Contract(Value):
    """The melds that a seat lays at once before any other: runs of different suits, sets of different ranks."""

    runs: int
    sets: int
    length: int
    """Cards that each run has at least."""
    whole_hand: bool = False


class FirstStarter:
    """Who begins round 1: a seat that an option names, or one that is drawn."""

    def __init__(self, option: str | None = None, named_seat: Literal["deals", "begins"] = "deals") -> None:
        self.option = option
        """The option that names a seat or says draw; None: a seat is always drawn."""
        self.named_seat = named_seat
        """What the seat that is named or drawn does: it deals and the next one begins, or it begins itself."""

    def named(self, options: Options, players: int) -> int | None:
        """The starter if the option names a seat, None if it is drawn."""
        seat = "draw" if self.option is None else options[self.option]
        return None if seat == "draw" else self.from_seat(int(seat), players)

    def from_seat(self, seat: int, players: int) -> int:
        """The starter when *seat* is named, or was given by the public draw ``below(players)``."""
        return (seat + 1) % players if self.named_seat == "deals" else seat

    @property
    def draws_cards(self) -> bool:
        """Whether round 1's dealer is found by drawing cards (``from_cards``) instead of ``below(players)``."""
        return False

    def from_cards(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Find the first dealer from a deck shuffled in public, top first: all (seat, card) drawn, and the dealer."""
        raise IllegalAction(said("no cards are drawn for the deal in this game"))


class Offers:
    """What seats may do that are not on turn: calls, and answers to cards that are offered to them."""

    def out_of_turn(self, action: Action) -> bool:
        """Whether this kind of action may be aimed at an older state of the same round (a call, an answer)."""
        return False

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The cards of the pile that this action, aimed at an older position, would bring now.

        A call that would bring others than it would have brought where it was aimed is stale.
        """
        return ()

    def keeps_aim(self, action: Action) -> bool:
        """Whether what was aimed at the position before this action is still well aimed after it.

        Answers to an offer are: they change nothing that the player on turn plays with.
        """
        return False

    def offer_early(self, state: State) -> tuple[int, ...]:
        """Seats that may already give the answer for which they will be asked later, in the order of asking.

        Answers count in that order: the host keeps one secret until all that come before it are in.
        """
        return ()

    def early(self, state: State, seat: int) -> list[Action]:
        """What a seat from which nothing is due may do already: an answer ahead, or a play while others are asked.

        Sorted by notation; never anything for the seats of ``actors``.
        """
        return []

    def hurries(self, state: State, seat: int) -> int | None:
        """Seconds after the last change of the turn from which this seat need not wait for the answers of others.

        An action of it then makes the default answer (``timers``) of all that are still asked. None: it has to wait.
        """
        return None

    def holds(self, state: State) -> int:
        """For how many seconds after the last act the host holds back everything but calls; 0 as a rule.

        The wait must not show whether a call is possible.
        """
        return 0


class ChanceSteps:
    """What chance does after the deal: a new stock, cards put back."""

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The cards, ascending, that a draw now would need shuffled first; None if it would not."""
        return None

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order, top first. Raises IllegalAction, BadDeck."""
        raise IllegalAction(said("nothing is reshuffled in this game"))

    def insertions(self, state: State) -> int:
        """How many cards chance has to put back into the stock before play goes on."""
        return 0

    def insert(self, state: State, places: Sequence[int] | None) -> Step:
        """Put them back, each so that this many cards lie above it. Raises IllegalAction.

        None: the places are not known here, and the whole stock becomes HIDDEN.
        """
        raise IllegalAction(said("no cards are put back in this game"))


class Newcomers:
    """Late joins: new players between rounds."""

    @property
    def may_join(self) -> bool:
        """Whether new players may come in before each round (``next_round`` with ``join``)."""
        return False

    def outside(self, state: State) -> tuple[int, ...]:
        """The seats that sit out and may come in again as new players."""
        return ()


class Presentation:
    """What people and bots see of a game beside cards and totals."""

    def facts(self, state: State) -> tuple[str, ...]:
        """A contract, a wild rank, chips and the like, as sentences."""
        return ()

    def contract(self, state: State, seat: int) -> Contract | None:
        """What the seat has to lay first; None where nothing is asked, or when it lies."""
        return None

    def is_wild(self, state: State, card: int) -> bool:
        """Whether the card can stand for others."""
        return cards.is_joker(card)

    def rule_of_the_moment(self, state: State, seat: int | None, asked: bool) -> tuple[str, ...]:
        """What a player in the seat, a spectator (None), should know now, in one to three sentences.

        *asked*: something is wanted of the seat. The sentences here hold for any rummy.
        """
        if not asked:
            return (said("Others play."),)
        if state.phase == "pickup":
            return (said("Begin your turn by picking up a card."),)
        return (said("Lay what you like, then throw out."),)

    def points_on_table(self, state: State) -> tuple[int, ...]:
        """By seat: what lies on the table by it counts so much; empty where only hands count."""
        return ()


class PositionCodec(ABC):
    """Positions as JSON (CONTRACTS: ``rummynet engine``)."""

    @abstractmethod
    def write(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values, every key of the variety; hidden cards are None."""

    @abstractmethod
    def hand(self, state: State, seat: int) -> list[str | None]:
        """The hand as ``write`` has it, without the rest: its known cards, ascending, and None for each hidden one."""

    @abstractmethod
    def read(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked. Raises BadPosition, BadOption, BadSeats, BadCard."""
