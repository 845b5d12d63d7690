"""Positions as JSON: what all varieties write alike, and the checks of what comes from outside.

A game derives from ``Positions``, declares in ``keys`` what only it has, and looks in ``read_own`` at what only its own
rules know. Every card is there at most once; a position may leave cards out (a hand-made one need not fill the stock).
A card that is hidden is null.
Source of the keys: the contract of ``rummynet engine``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final, cast

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, NOBODY, Claim, Meld, Phase, State
from rummynet.rules.core.variety import PositionCodec, S, Variety
from rummynet.rules.shared.faces import spell
from rummynet.rules.shared.melds import read_natural
from rummynet.rules.shared.rounds import check_hands
from rummynet.rules.shared.turn_game import TurnGame
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.values import Value

# Bounds of what comes from outside, far above what any game reaches.
MOST_SCORE: Final = 10**9  # as in a `score` entry (FAIRNESS.md)
MOST_ROUNDS: Final = 100_000  # as in every entry

ReadMeld = tuple[tuple[int, ...], tuple[int, ...], bool]
"""A meld that was read: its codes, what they stand for, whether it is a run."""
MeldWords = Callable[[Meld], list[str]]


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


def integer(value: object, key: str, low: int, high: int) -> int:
    """*value* if it is a whole number from *low* to *high*; *key* names it in the refusal. Raises BadPosition."""
    # In Python a bool is an int; in a position it is a mistake.
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
    return None if value is None else integer(value, key, 0, players - 1)


def list_of(value: object, key: str, size: int | None = None) -> list[Any]:
    """*value* if it is a list (of *size* items). Raises BadPosition."""
    if not isinstance(value, list | tuple):
        raise BadPosition(f"{key} should be a list")
    if size is not None and len(value) != size:
        raise BadPosition(f"{key} should have {size} items, one for each seat, not {len(value)}")
    return list(value)


def per_seat(value: object, key: str, players: int, low: int, high: int) -> tuple[int, ...]:
    """A whole number for each seat. Raises BadPosition."""
    return tuple(integer(item, f"each of {key}", low, high) for item in list_of(value, key, players))


def card(value: object, key: str, decks: int = 1) -> int:
    """The code of a card's full name. Raises BadPosition, BadCard."""
    if not isinstance(value, str):
        raise BadPosition(f"{key} should hold cards, such as 7H")
    return cards.code(value, decks)


def card_list(value: object, key: str, decks: int = 1) -> tuple[int, ...]:
    """The codes of a list of known cards. Raises BadPosition, BadCard."""
    return tuple(card(item, key, decks) for item in list_of(value, key))


def hidden_card_list(value: object, key: str, decks: int = 1) -> tuple[int, ...]:
    """The codes of a list of cards in which null is HIDDEN. Raises BadPosition, BadCard."""
    return tuple(HIDDEN if item is None else card(item, key, decks) for item in list_of(value, key))


# -- reading: a position


def read_seats(variety: Variety[Any], position: object) -> tuple[Options, int]:
    """The options and the number of seats, which can be played. Raises BadPosition, BadOption, BadSeats."""
    options, players = read_options(variety, position)
    variety.check(options, players)
    return options, players


def read_options(variety: Variety[Any], position: object) -> tuple[Options, int]:
    """The options, all of them, and the number of seats. Raises BadPosition, BadOption."""
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object with keys such as hands, stock and discard")
    if need(position, "variant") != variety.name:
        raise BadPosition(f"the position is not one of {variety.title}")
    given = position.get("options", {})
    if not isinstance(given, Mapping):
        raise BadPosition("options should be an object")
    options = variety.resolve(given)
    players = integer(need(position, "players"), "players", variety.seats[0], variety.seats[-1])
    return options, players


def read_common(
    variety: Variety[Any],
    position: Mapping[str, Any],
    options: Options,
    players: int,
    *,
    phases: Collection[str],
    deck: Collection[int],
    read_meld: Callable[[Sequence[str]], ReadMeld],
    decks: int = 1,
    most_reshuffles: int = 1000,
) -> dict[str, Any]:
    """The arguments of State that all varieties share, checked one by one and every card against *deck*.

    ``claims`` is given as read, () if the key is not there (``read_claims`` tells these apart); ``out``, ``winner``,
    ``reshuffles``, ``stocks_since_lay`` and ``round_scores`` may be left out. ``finished`` and ``drawn`` are the
    variety's to set.
    Raises BadPosition, BadCard.
    """
    hands = [hidden_card_list(h, "hands", decks) for h in list_of(need(position, "hands"), "hands", players)]
    phase = need(position, "phase")
    if not isinstance(phase, str) or phase not in phases:
        raise BadPosition(f"phase should be one of {', '.join(sorted(phases))}")
    common: dict[str, Any] = {
        "variety": variety.name,
        "options": options,
        "players": players,
        # What a hand-made position can do without has a default; `need` asks for the rest.
        "round": integer(position.get("round", 1), "round", 1, MOST_ROUNDS),
        "starter": integer(position.get("starter", 0), "starter", 0, players - 1),
        "turn": integer(need(position, "turn"), "turn", 0, players - 1),
        "phase": phase,
        "stock": hidden_card_list(need(position, "stock"), "stock", decks),
        "discard": card_list(need(position, "discard"), "discard", decks),
        "melds": read_melds(position, players, read_meld),
        "claims": read_claims(position, players) or (),
        "reshuffles": integer(position.get("reshuffles", 0), "reshuffles", 0, most_reshuffles),
        "scores": per_seat(position.get("scores", [0] * players), "scores", players, -MOST_SCORE, MOST_SCORE),
        "round_scores": _scores_or_null(position.get("round_scores"), players),
        "out": seat_or_null(position.get("out"), "out", players),
        "winner": seat_or_null(position.get("winner"), "winner", players),
    }
    # A stock made since the last lay was made in this round.
    since = integer(position.get("stocks_since_lay", 0), "stocks_since_lay", 0, common["reshuffles"])
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
    # Hidden cards have no code that could be there twice, so the number alone can be wrong.
    if len(found) > len(deck):
        raise BadPosition(f"there are {len(found)} cards, the deck has {len(deck)}")


def read_melds(
    position: Mapping[str, Any], players: int, read_meld: Callable[[Sequence[str]], ReadMeld]
) -> tuple[Meld, ...]:
    """The melds on the table (none if the key is not there). Raises BadPosition, BadCard."""
    melds = []
    for number, given in enumerate(list_of(position.get("melds", []), "melds")):
        if not isinstance(given, Mapping):
            raise BadPosition("each of melds should be an object with cards and by")
        words = list_of(need(given, "cards"), f"cards of meld {number}")
        # Above the longest meld: a set of Crummy rummy with four decks, 16 natural cards and as many wild ones.
        if len(words) > 60 or not all(isinstance(word, str) for word in words):
            raise BadPosition(f"cards of meld {number} should be cards, such as 7H")
        codes, stands, is_run = read_meld(words)
        by = list_of(need(given, "by"), f"by of meld {number}")
        if len(by) != len(codes):
            raise BadPosition(f"by of meld {number} should name a seat for each of its {len(codes)} cards")
        seats = tuple(integer(seat, f"by of meld {number}", 0, players - 1) for seat in by)
        melds.append(Meld(codes, stands, seats, is_run))
    return tuple(melds)


def read_claims(position: Mapping[str, Any], players: int) -> tuple[Claim, ...] | None:
    """The claims as given, sorted; None if the position does not speak of them. Raises BadPosition."""
    if position.get("claims") is None:
        return None
    claims: dict[CallRummy, int] = {}
    for given in list_of(position["claims"], "claims"):
        if not isinstance(given, Mapping) or not isinstance(given.get("action"), str):
            raise BadPosition("each of claims should be an object with action and by")
        call = _read_call(given["action"])
        if call in claims:
            raise BadPosition(f"the claim {given['action'][:60]!r} is there twice")
        by = seat_or_null(given.get("by"), "by of a claim", players)
        claims[call] = NOBODY if by is None else by
    # As `claims_after` sorts them: two positions with the same claims have to be equal.
    return tuple(Claim(call, claims[call]) for call in sorted(claims, key=notation.by_text))


def _read_call(text: str) -> CallRummy:
    """The call written as *text*. Raises BadPosition."""
    with suppress(BadNotation):
        call = notation.parse(text)
        if isinstance(call, CallRummy):
            return call
    raise BadPosition(f"the claim {text[:60]!r} is no call; write one such as 'rummy lay 4H on 2'")


def _scores_or_null(value: object, players: int) -> tuple[int, ...] | None:
    return None if value is None else per_seat(value, "round_scores", players, -MOST_SCORE, MOST_SCORE)


# -- the keys of one game, and the codec


class Key(Value):
    """A key that one game has beside the common ones: how it is read and written."""

    read: Callable[[Any, str, int, int], Any] | None = None
    """The field from value, key, seats and decks. Raises BadPosition, BadCard. None: the game reads it itself."""
    write: Callable[[Any, int], Any] = lambda value, decks: list(value) if isinstance(value, tuple) else value
    """The value from the field and the decks."""
    missing: Any = None  # the value where the position does not have the key
    by_seat: bool = False  # ``missing`` is that of each seat
    field: str = ""  # the field where it is called otherwise


SEAT: Final = Key(lambda value, key, players, decks: seat_or_null(value, key, players))
CARD: Final = Key(
    lambda value, key, players, decks: None if value is None else card(value, key, decks),
    lambda code, decks: None if code is None else cards.name(code, decks),
)
CARDS: Final = Key(lambda value, key, players, decks: card_list(value, key, decks), names, missing=())
YES_NO: Final = Key(lambda value, key, players, decks: yes_no(value, key), missing=False)
FLAGS: Final = Key(
    lambda value, key, players, decks: tuple(yes_no(item, f"each of {key}") for item in list_of(value, key, players)),
    missing=False,
    by_seat=True,
)
"""True or false for each seat."""


def number(most: int) -> Key:
    """A whole number from 0, which is meant where it is missing."""
    return Key(lambda value, key, players, decks: integer(value, key, 0, most), missing=0)


def numbers(most: int, missing: int = 0) -> Key:
    """A whole number for each seat."""
    return Key(lambda value, key, players, decks: per_seat(value, key, players, 0, most), missing=missing, by_seat=True)


class Positions(PositionCodec[S]):
    """Positions with the keys of all games and those of ``keys``; ``dealer`` where the seat named or drawn deals."""

    phases: ClassVar[tuple[Phase, ...]] = ("pickup", "play", "over")

    def __init__(self, game: TurnGame[S]) -> None:
        self.game = game

    # -- hooks

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """The keys that only this game has, in their order."""
        return {}

    def read_seats(self, position: Mapping[str, Any]) -> tuple[Options, int, int]:
        """The options, seats and decks, which can be played. Raises BadPosition, BadOption, BadSeats."""
        return *read_seats(self.game, position), 1

    def meld_words(self, meld: Meld, decks: int) -> list[str]:
        """The words of a meld."""
        return meld_words(meld, decks)

    def read_meld(self, words: Sequence[str], decks: int, options: Options, position: Mapping[str, Any]) -> ReadMeld:
        """A meld: codes, what they stand for, whether it is a run. Raises BadPosition, BadCard."""
        return read_natural(words, self.game.aces, self.game.has_sets)

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> S:
        """The state of these fields, checked. Raises BadPosition, BadCard."""
        state = cast(S, State(**fields))
        check_hands(state)
        return state

    def check_scores(self, state: S) -> None:
        """Refuse points and a winner that the rules do not give. Raises BadPosition."""
        self.game.scoring.check(state)

    # -- the codec

    def write(self, state: S) -> dict[str, Any]:
        """The position as JSON-able values."""
        decks = state.decks
        written = write_common(state, decks, lambda meld: self.meld_words(meld, decks))
        if self._names_dealer():
            written["dealer"] = dealer(state)
        for name, key in self.keys(state.options, state.players).items():
            written[name] = key.write(getattr(state, key.field or name), decks)
        return written

    def hand(self, state: S, seat: int) -> list[str | None]:
        """The hand as ``write`` has it."""
        return hand_names(state, seat, state.decks)

    def read(self, position: Mapping[str, Any]) -> S:
        """The state that *position* describes, checked."""
        options, players, decks = self.read_seats(position)
        common = read_common(
            self.game, position, options, players, phases=self.phases, deck=self.game.codes(decks), decks=decks,
            read_meld=lambda words: self.read_meld(words, decks, options, position),
            most_reshuffles=options.get("reshuffle_limit", 0),
        )  # fmt: skip
        if self._names_dealer():
            right = (common["starter"] - 1) % players
            # It follows from the starter; one that contradicts it is a mistake that would show rounds later.
            if integer(position.get("dealer", right), "dealer", 0, players - 1) != right:
                raise BadPosition(f"dealer should be seat {right}, the one before the starter")
        if common["claims"] and not self.game.offers.out_of_turn(common["claims"][0].action):
            raise BadPosition("claims are empty in this game: nobody calls")
        own = {
            key.field or name: key.read(
                position.get(name, [key.missing] * players if key.by_seat else key.missing), name, players, decks
            )
            for name, key in self.keys(options, players).items()
            if key.read is not None
        }
        state = self.read_own(position, common | own | {"finished": common["winner"] is not None})
        self.check_scores(state)
        return state

    def _names_dealer(self) -> bool:
        return self.game.first_starter.named_seat == "deals" and self.game.first_starter.option is not None


def dealer(state: State) -> int:
    """The seat before the starter, which deals."""
    return (state.starter - 1) % state.players
