"""Values of requests to the engine, read and checked: seats, decks, seeds, starters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rummynet.rules.core.errors import BadDeck
from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.hashing import H, u32
from rummynet_protocol.fairness.shuffle import Drbg, shuffle

Request = Mapping[str, Any]


class BadRequest(Refusal):
    """The line is no request, or a value in it is not what the request needs."""

    code = "request"


def text(request: Request, key: str) -> str:
    """The text under a key. Raises BadRequest."""
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key} should be there, as text")
    return value


def integer(request: Request, key: str, low: int, high: int) -> int:
    """The whole number under a key, from *low* to *high*. Raises BadRequest."""
    value = request.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRequest(f"{key} should be a whole number from {low} to {high}")
    return value


def wholes(request: Request, key: str, default: list[int] | None) -> list[int]:
    """The list of whole numbers under a key; *default* where there is none. Raises BadRequest."""
    value = request.get(key, default)
    if not isinstance(value, list) or not all(isinstance(one, int) and not isinstance(one, bool) for one in value):
        raise BadRequest(f"{key} should be a list of whole numbers")
    return value


def mapping(request: Request, key: str) -> Mapping[str, Any]:
    """The object under a key; options may be left out. Raises BadRequest."""
    value = request.get(key, {} if key == "options" else None)
    if not isinstance(value, Mapping):
        raise BadRequest(f"{key} should be an object")
    return value


def codes(request: Request, key: str, decks: int) -> list[int]:
    """The cards under a key as codes; with several decks their names say which. Raises BadRequest, BadCard."""
    value = request.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadRequest(f'{key} should be a list of cards, such as ["7H", "TD"]')
    return [cards.code(one, decks) for one in value]


def _count_decks(whole: Iterable[int]) -> int:
    return max(whole) // cards.PER_DECK + 1


def deck(request: Request, whole: Sequence[int], number: int) -> list[int]:
    """The deck as given, else from the seed. Raises BadRequest, BadCard, BadDeck."""
    if request.get("deck") is None:
        return shuffle(whole, seed_key(request, "deck", number))
    given = codes(request, "deck", _count_decks(whole))
    if sorted(given) != sorted(whole):
        # Empty where a card is there twice and none is missing.
        wrong = set(whole).symmetric_difference(given)
        named = cards.name(min(wrong), _count_decks(whole)) if wrong else "a card"
        raise BadDeck(f"deck should hold each of its {len(whole)} cards once; look at {named}")
    return given


def seed_key(request: Request, purpose: str, number: int) -> bytes:
    """A key that follows from the request's seed, another for each purpose and round. Raises BadRequest."""
    if request.get("seed") is None:
        raise BadRequest("give a deck, all its cards from the top, or a seed, a whole number")
    # What every language can send as a whole number.
    seed = integer(request, "seed", -(2**63), 2**63 - 1)
    return H("engine-seed", str(seed).encode(), purpose.encode(), u32(number))


def starter(game: Variety, options: Options, players: int, request: Request) -> int:
    """The starter as given; else as the options say; else by the seed; else seat 0."""
    if request.get("starter") is not None:
        return integer(request, "starter", 0, players - 1)
    named = game.first_starter.named(options, players)
    if named is not None:
        return named
    if request.get("seed") is None:
        return 0
    if game.first_starter.draws_cards:
        drawn = shuffle(game.deck(options, None, players), seed_key(request, "draw", 1))
        return game.first_starter.from_seat(game.first_starter.from_cards(players, drawn)[1], players)
    return game.first_starter.from_seat(Drbg(seed_key(request, "starter", 1)).below(players), players)
