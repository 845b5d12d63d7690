"""Reasons for an action, as values: each states a fact of the position or a figure of the search, never an opinion."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.events import with_underscores
from rummynet_protocol.values import Value


class Reason(Value):
    """Why an action is good, or not; ``code`` is its kind in lower case with underscores."""

    code: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.code = with_underscores(cls.__name__)


class OnlyChoice(Reason):
    """Nothing else is legal."""


class Brings(Reason):
    """The action brings so many cards from pile and stock."""

    cards: int


class Lays(Reason):
    """The action lays points on the table, in games in which they count there."""

    points: int
    turn: int = 0  # all that is laid in this turn, where ``expert`` goes on to lay more


class Sheds(Reason):
    """The action rids the hand of so many cards, in games in which only held cards count."""

    cards: int


class GoesOut(Reason):
    """The action ends the round: the seat has no card left."""


class GetsWild(Reason):
    """The action brings a wild card into the hand."""

    card: str


class ThenThrow(Reason):
    """How the turn can go on: a card that is thrown out in the end, and that nobody can lay."""

    card: str


class NothingInPile(Reason):
    """No card of the pile can be taken."""


class GoesWithNothing(Reason):
    """In the hand there is no card of the same rank, where sets are laid, and none of the suit within two places."""

    card: str


class GoesWith(Reason):
    """Cards of the hand that have the rank of a card, or its suit within two places."""

    card: str
    cards: tuple[str, ...]


class WouldBring(Reason):
    """The best way to take from the pile would bring so many cards beside the one that is used at once."""

    card: str
    cards: int


class Safe(Reason):
    """Nobody can lay the card: what goes with it lies, or is in the own hand, or out of reach."""


class NeedsTwo(Reason):
    """To lay the card another player needs two cards that nobody has seen."""


class FitsMeld(Reason):
    """The card that is thrown out fits a meld on the table, given by its number."""

    meld: int


class Dearest(Reason):
    """No card of the hand costs more points if it stays there."""

    points: int


class NearOut(Reason):
    """Another seat holds few cards."""

    seat: int
    cards: int


class StaysIn(Reason):
    """A player who does not pay sits out."""


class BreaksMeld(Reason):
    """The card that is thrown out is taken out of a meld that lies ready in the hand."""

    cards: tuple[str, ...]


class TakesBack(Reason):
    """The card that is thrown out can be taken from the pile again, to be laid with what is left in the hand."""


class OpensTo(Reason):
    """Cards within reach of the others that could be laid off on what another action would lay."""

    cards: tuple[str, ...]


class Better(Reason):
    """By the search the action is worth so many points more than another."""

    than: Action
    points: int
    error: int = 0  # half the 95 % interval, where rounds were played to their end; 0 for a value of ``expert`` alone


class Close(Reason):
    """By the search the action and the next best are worth the same, within the error of it."""

    to: Action


_KINDS: Final[Mapping[str, type[Reason]]] = {kind.code: kind for kind in Reason.__subclasses__()}
_ACTIONS: Final = ("than", "to")  # figures that are actions


def reason_values(reason: Reason) -> dict[str, Any]:
    """The code of a reason and its figures."""
    figures = {name: getattr(reason, name) for name in reason.__struct_fields__}
    texts = {name: notation.text(figures[name]) for name in figures if name in _ACTIONS}
    return {"reason": reason.code, **figures, **texts}


def read_reason(values: Mapping[str, Any]) -> Reason:
    """The reason that ``reason_values`` wrote. Raises LookupError, TypeError, BadNotation for what is none."""
    figures: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
    figures |= {name: notation.parse(figures[name]) for name in _ACTIONS if name in figures}
    return _KINDS[figures.pop("reason")](**figures)
