"""How the library finds the variety of a name or a position, and its questions that take more than one call."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
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


def listed_all(state: State, seat: int) -> Iterator[Action]:
    """Every legal action: those of the variety's module ``all_legal``; where it has none the short list is all."""
    module = part_of(state.variety, "all_legal")
    yield from variety_of(state).legal(state, seat) if module is None else module.all_legal(state, seat)


def parsed(action: Action | str) -> Action:
    """The action, from its notation if it is text. Raises BadNotation."""
    return notation.parse(action) if isinstance(action, str) else action


def variety_of(state: State) -> Variety:
    """The variety of a position."""
    return variety_called(state.variety)
