"""Positions as JSON: what all varieties write alike, and the checks of what comes from outside.

A variety writes ``write_common(state, …) | {its own keys}`` and reads with ``read_seats`` and ``read_common``, whose
answer are the arguments of ``State``; then it looks at what only its own rules know. Every card is there at most once;
a position may leave cards out (a hand-made one need not fill the stock). A card that is hidden is null.
Source of the keys: the contract of ``rummynet engine``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, NOBODY, Claim, Meld, State
from rummynet.rules.core.variety import Variety
from rummynet.rules.shared.faces import spell
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import BadNotation

MOST_SCORE: Final = 10**9
MOST_ROUNDS: Final = 100_000

ReadMeld = Callable[[Sequence[str]], tuple[tuple[int, ...], tuple[int, ...], bool]]
"""From the words of a meld to its codes, what they stand for, and whether it is a run. Raises BadPosition, BadCard."""
MeldWords = Callable[[Meld], list[str]]
"""From a meld to the words of its cards."""


# -- writing


def meld_words(meld: Meld, decks: int = 1) -> list[str]:
    """The words of a meld where a card that stands for its own face is written plain."""
    return [
        cards.name(code, decks) + ("" if code % cards.PER_DECK == stands else f"={spell(stands)}")
        for code, stands in zip(meld.cards, meld.stands, strict=True)
    ]


def names(codes: Sequence[int], decks: int = 1) -> list[str | None]:
    """The names of cards in their order; None for one that is hidden."""
    return [None if code == HIDDEN else cards.name(code, decks) for code in codes]


def hand_names(state: State, seat: int, decks: int = 1) -> list[str | None]:
    """The known cards of a hand, ascending, then None for each one that is not known."""
    return [*names(tuple(cards.members(state.hands[seat])), decks), *[None] * state.hidden[seat]]


def write_common(state: State, decks: int = 1, words: MeldWords | None = None) -> dict[str, Any]:
    """The keys that every variety has, in the order of the contract."""
    spell = words or (lambda meld: meld_words(meld, decks))
    return {
        "variant": state.variety,
        "options": {k: list(v) if isinstance(v, tuple) else v for k, v in state.options.items()},
        "players": state.players,
        "round": state.round,
        "starter": state.starter,
        "turn": state.turn,
        "phase": state.phase,
        "hands": [hand_names(state, seat, decks) for seat in range(state.players)],
        "stock": names(state.stock, decks),
        "discard": names(state.discard, decks),
        "melds": [{"cards": spell(meld), "by": list(meld.by)} for meld in state.melds],
        "claims": [{"action": notation.text(c.action), "by": None if c.by == NOBODY else c.by} for c in state.claims],
        "reshuffles": state.reshuffles,
        "scores": list(state.scores),
        "round_scores": None if state.round_scores is None else list(state.round_scores),
        "out": state.out,
        "winner": state.winner,
        "stocks_since_lay": state.stocks_since_lay,
    }


# -- reading: single values


def need(position: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value of a key that must be there. Raises BadPosition."""
    if key not in position:
        raise BadPosition(f"the position has no {key!r}; a position has it always")
    return position[key]


def whole(value: object, key: str, low: int, high: int) -> int:
    """*value* if it is a whole number from *low* to *high*; *key* names it in the refusal. Raises BadPosition."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(f"{key} should be a whole number from {low} to {high}")
    return value


def yes_no(value: object, key: str) -> bool:
    """*value* if it is true or false. Raises BadPosition."""
    if not isinstance(value, bool):
        raise BadPosition(f"{key} should be true or false")
    return value


def seat_or_null(value: object, key: str, players: int) -> int | None:
    """*value* if it is a seat or null. Raises BadPosition."""
    return None if value is None else whole(value, key, 0, players - 1)


def listed(value: object, key: str, size: int | None = None) -> list[Any]:
    """*value* if it is a list (of *size* items). Raises BadPosition."""
    if not isinstance(value, list | tuple):
        raise BadPosition(f"{key} should be a list")
    if size is not None and len(value) != size:
        raise BadPosition(f"{key} should have {size} items, one for each seat, not {len(value)}")
    return list(value)


def per_seat(value: object, key: str, players: int, low: int, high: int) -> tuple[int, ...]:
    """A whole number for each seat. Raises BadPosition."""
    return tuple(whole(item, f"each of {key}", low, high) for item in listed(value, key, players))


def card(value: object, key: str, decks: int = 1) -> int:
    """The code of a card's full name. Raises BadPosition, BadCard."""
    if not isinstance(value, str):
        raise BadPosition(f"{key} should hold cards, such as 7H")
    return cards.code(value, decks)


def card_or_null(value: object, key: str, decks: int = 1) -> int | None:
    """A card's code, or None. Raises BadPosition, BadCard."""
    return None if value is None else card(value, key, decks)


def card_list(value: object, key: str, decks: int = 1) -> tuple[int, ...]:
    """The codes of a list of known cards. Raises BadPosition, BadCard."""
    return tuple(card(item, key, decks) for item in listed(value, key))


def hidden_card_list(value: object, key: str, decks: int = 1) -> tuple[int, ...]:
    """The codes of a list of cards in which null is HIDDEN. Raises BadPosition, BadCard."""
    return tuple(HIDDEN if item is None else card(item, key, decks) for item in listed(value, key))


# -- reading: a position


def read_seats(variety: Variety, position: object) -> tuple[Options, int]:
    """The options and the number of seats, which can be played. Raises BadPosition, BadOption, BadSeats."""
    options, players = read_options(variety, position)
    variety.check(options, players)
    return options, players


def read_options(variety: Variety, position: object) -> tuple[Options, int]:
    """The options, all of them, and the number of seats. Raises BadPosition, BadOption."""
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object with keys such as hands, stock and discard")
    if need(position, "variant") != variety.name:
        raise BadPosition(f"the position is not one of {variety.title}")
    given = position.get("options", {})
    if not isinstance(given, Mapping):
        raise BadPosition("options should be an object")
    options = variety.resolve(given)
    players = whole(need(position, "players"), "players", variety.seats[0], variety.seats[-1])
    return options, players


def read_common(
    variety: Variety,
    position: Mapping[str, Any],
    options: Options,
    players: int,
    *,
    phases: Collection[str],
    deck: Collection[int],
    read_meld: ReadMeld,
    decks: int = 1,
    most_reshuffles: int = 1000,
) -> dict[str, Any]:
    """The arguments of State that all varieties share, checked one by one and every card against *deck*.

    ``claims`` is given as read, () if the key is not there (``read_claims`` tells these apart); ``out``, ``winner``,
    ``reshuffles``, ``stocks_since_lay`` and ``round_scores`` may be left out. ``finished`` and ``drawn`` are the
    variety's to set.
    Raises BadPosition, BadCard.
    """
    hands = [hidden_card_list(h, "hands", decks) for h in listed(need(position, "hands"), "hands", players)]
    phase = need(position, "phase")
    if not isinstance(phase, str) or phase not in phases:
        raise BadPosition(f"phase should be one of {', '.join(sorted(phases))}")
    common: dict[str, Any] = {
        "variety": variety.name,
        "options": options,
        "players": players,
        "round": whole(position.get("round", 1), "round", 1, MOST_ROUNDS),
        "starter": whole(position.get("starter", 0), "starter", 0, players - 1),
        "turn": whole(need(position, "turn"), "turn", 0, players - 1),
        "phase": phase,
        "stock": hidden_card_list(need(position, "stock"), "stock", decks),
        "discard": card_list(need(position, "discard"), "discard", decks),
        "melds": read_melds(position, players, read_meld),
        "claims": read_claims(position, players) or (),
        "reshuffles": whole(position.get("reshuffles", 0), "reshuffles", 0, most_reshuffles),
        "scores": per_seat(position.get("scores", [0] * players), "scores", players, -MOST_SCORE, MOST_SCORE),
        "round_scores": _scores_or_null(position.get("round_scores"), players),
        "out": seat_or_null(position.get("out"), "out", players),
        "winner": seat_or_null(position.get("winner"), "winner", players),
    }
    # A stock made since the last lay was made in this round.
    since = whole(position.get("stocks_since_lay", 0), "stocks_since_lay", 0, common["reshuffles"])
    common["stocks_since_lay"] = since
    laid = [code for meld in common["melds"] for code in meld.cards]
    check_cards([*(c for hand in hands for c in hand), *common["stock"], *common["discard"], *laid], deck, decks)
    common["hands"] = tuple(cards.mask(c for c in hand if c != HIDDEN) for hand in hands)
    common["hidden"] = tuple(hand.count(HIDDEN) for hand in hands)
    return common


def check_cards(found: Sequence[int], deck: Collection[int], decks: int) -> None:
    """Refuse a card that is there twice, one that is not in *deck*, and more cards than it has. Raises BadPosition."""
    seen = set()
    for code in found:
        if code == HIDDEN:
            continue
        if code not in deck:
            raise BadPosition(f"{cards.name(code, decks)} is not in the deck of this game")
        if code in seen:
            raise BadPosition(f"{cards.name(code, decks)} is there twice; every card is in one place")
        seen.add(code)
    if len(found) > len(deck):
        raise BadPosition(f"there are {len(found)} cards, the deck has {len(deck)}")


def read_melds(position: Mapping[str, Any], players: int, read_meld: ReadMeld) -> tuple[Meld, ...]:
    """The melds on the table (none if the key is not there). Raises BadPosition, BadCard."""
    melds = []
    for number, given in enumerate(listed(position.get("melds", []), "melds")):
        if not isinstance(given, Mapping):
            raise BadPosition("each of melds should be an object with cards and by")
        words = listed(need(given, "cards"), f"cards of meld {number}")
        if len(words) > 60 or not all(isinstance(word, str) for word in words):
            raise BadPosition(f"cards of meld {number} should be cards, such as 7H")
        codes, stands, is_run = read_meld(words)
        by = listed(need(given, "by"), f"by of meld {number}")
        if len(by) != len(codes):
            raise BadPosition(f"by of meld {number} should name a seat for each of its {len(codes)} cards")
        seats = tuple(whole(seat, f"by of meld {number}", 0, players - 1) for seat in by)
        melds.append(Meld(codes, stands, seats, is_run))
    return tuple(melds)


def read_claims(position: Mapping[str, Any], players: int) -> tuple[Claim, ...] | None:
    """The claims as given, sorted; None if the position does not speak of them. Raises BadPosition."""
    if position.get("claims") is None:
        return None
    claims: dict[CallRummy, int] = {}
    for given in listed(position["claims"], "claims"):
        if not isinstance(given, Mapping) or not isinstance(given.get("action"), str):
            raise BadPosition("each of claims should be an object with action and by")
        call = _read_call(given["action"])
        if call in claims:
            raise BadPosition(f"the claim {given['action'][:60]!r} is there twice")
        by = seat_or_null(given.get("by"), "by of a claim", players)
        claims[call] = NOBODY if by is None else by
    return tuple(Claim(call, claims[call]) for call in sorted(claims, key=notation.text))


def _read_call(text: str) -> CallRummy:
    """The call written as *text*. Raises BadPosition."""
    with suppress(BadNotation):
        call = notation.parse(text)
        if isinstance(call, CallRummy):
            return call
    raise BadPosition(f"the claim {text[:60]!r} is no call; write one such as 'rummy lay 4H on 2'")


def _scores_or_null(value: object, players: int) -> tuple[int, ...] | None:
    return None if value is None else per_seat(value, "round_scores", players, -MOST_SCORE, MOST_SCORE)
