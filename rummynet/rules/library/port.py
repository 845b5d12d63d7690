"""What the library asks of a ``Variety``: the one module of the library that calls its methods."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rummynet.rules.core.options import Options
from rummynet.rules.core.sight import view
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.varieties import variety as find_variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action


@cache
def variety_called(name: str) -> Variety:
    """The variety. Raises BadOption."""
    return find_variety(name)


@cache
def part_of(name: str, module: str) -> Any:  # noqa: ANN401 - a module
    """The module of that name beside the variety's ``game``, None if it has none."""
    place = f"{type(variety_called(name)).__module__.rpartition('.')[0]}.{module}"
    return None if find_spec(place) is None else import_module(place)


def resolved(name: str, given: Mapping[str, object]) -> Options:
    """Every option of the variety, defaults filled in. Raises BadOption."""
    return variety_called(name).resolve(given)


def title(name: str) -> str:
    """The variety's name for people."""
    return variety_called(name).title


def seats(name: str) -> range:
    """How many can play."""
    return variety_called(name).seats


def highest_wins(name: str) -> bool:
    """Whether points are gained; else they are what a seat has lost."""
    return variety_called(name).highest_wins


def deck(name: str, options: Options, players: int, before: State | None = None, joining: int = 0) -> list[int]:
    """The codes of the coming round's cards, ascending. Raises BadOption, BadSeats."""
    game = variety_called(name)
    if before is None:
        game.check(options, players)
    return game.deck(options, before, players, joining)


def first_deal(name: str, options: Options, players: int, starter: int | None, order: Sequence[int]) -> Step:
    """Round 1; the starter not given is the one that the options name, else seat 0. Raises Refusal."""
    game = variety_called(name)
    if starter is None:
        starter = game.first_starter.named(options, players) or 0
    return game.deal(options, players, starter, order)


def next_deal(before: State, order: Sequence[int], join: Sequence[int]) -> Step:
    """The round after *before*. Raises Refusal."""
    return _of(before).next_round(before, order, join)


def unseen(order: Sequence[int], dealt: State) -> list[int]:
    """The deck as everybody knows it once it has been dealt: HIDDEN but for the cards turned up."""
    shown = {*dealt.discard, *getattr(dealt, "aside", ())}
    return [card if card in shown else HIDDEN for card in order]


def actor(state: State) -> int | None:
    """The seat that acts next; None if nobody has to."""
    due = _of(state).actors(state)
    return due[0] if due else None


def listed(state: State, seat: int) -> list[Action]:
    """The short list of legal actions."""
    return _of(state).legal(state, seat)


def listed_all(state: State, seat: int) -> Iterator[Action]:
    """Every legal action: those of the variety's module ``all_legal``; where it has none the short list is all."""
    module = part_of(state.variety, "all_legal")
    yield from listed(state, seat) if module is None else module.all_legal(state, seat)


def is_accepted(state: State, seat: int, action: Action) -> bool:
    """Whether ``apply`` accepts the action, if need be after a shuffle."""
    return _of(state).is_legal(state, seat, action)


def applied(state: State, seat: int, action: Action) -> Step:
    """The position after the action. Raises IllegalAction, NeedsShuffle among them."""
    return _of(state).apply(state, seat, action)


def explicit(state: State, seat: int, action: Action) -> Action:
    """The action with a deck in the name of every card that could be mistaken. Raises IllegalAction."""
    return _of(state).explicit(state, seat, action)


def is_wild(state: State, card: int) -> bool:
    """Whether the card can stand for others."""
    return _of(state).presentation.is_wild(state, card)


def hands_are_shown(state: State) -> bool:
    """Whether nothing has to be hidden any more in this round."""
    return _of(state).hands_are_shown(state)


def to_reshuffle(state: State) -> list[int]:
    """The cards that the stock is to be made of, ascending; none if it need not be."""
    return _of(state).chance.reshuffle_cards(state) or []


def reshuffled(state: State, order: Sequence[int]) -> Step:
    """The position with the new stock."""
    return _of(state).chance.reshuffle(state, order)


def insertions(state: State) -> int:
    """How many cards chance has to put back into the stock."""
    return _of(state).chance.insertions(state)


def inserted(state: State, places: Sequence[int] | None) -> State:
    """The position with them put back; None for places that are not known."""
    return _of(state).chance.insert(state, places)[0]


def written(state: State) -> dict[str, Any]:
    """The position as JSON-able values."""
    return _of(state).positions.write(state)


def read(name: str, position: Mapping[str, Any]) -> State:
    """The position that JSON-able values describe. Raises Refusal."""
    return variety_called(name).positions.read(position)


def viewed(state: State, seat: int | None) -> dict[str, Any]:
    """What the seat sees of a position cut down to it, as JSON-able values."""
    return view(_of(state), state, seat)


def parsed(action: Action | str) -> Action:
    """The action, from its notation if it is text. Raises BadNotation."""
    return notation.parse(action) if isinstance(action, str) else action


def spelled(action: Action) -> str:
    """The action in the notation."""
    return notation.text(action)


def _of(state: State) -> Variety:
    return variety_called(state.variety)
