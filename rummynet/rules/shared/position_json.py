"""Positions as JSON: the keys of all games, how values are read and written, and what no position can be.

A game derives from ``Positions``, adds in ``keys`` what only it has, and looks in ``whole`` at what only its own rules
know. Every card is there at most once; a position may leave cards out (a hand-made one need not fill the stock).
A card that is hidden is null.
Source of the keys: the contract of ``rummynet engine``.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final, Literal, NamedTuple, cast

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, NOBODY, Claim, Meld, Phase, State, table_word
from rummynet.rules.core.variety import PositionCodec, S
from rummynet.rules.shared.calls import MOST_FALSE_CALLS, false_calls_cost
from rummynet.rules.shared.melds import SHAPES, allows
from rummynet.rules.shared.turn_game import TurnGame
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import BadNotation

# Bounds of what comes from outside, far above what any game reaches.
MOST_SCORE: Final = 10**9  # as in a `score` entry (FAIRNESS.md)
MOST_ROUNDS: Final = 100_000  # as in every entry

ReadMeld = tuple[tuple[int, ...], tuple[int, ...], bool]
"""A meld that was read: its codes, what they stand for, whether it is a run."""


def check(holds: object, says: str) -> None:
    """Raises BadPosition with this sentence where it does not hold."""
    if not holds:
        raise BadPosition(says)


def need(values: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401 - any JSON value, as everywhere below
    """The value of a key that must be there. Raises BadPosition."""
    check(key in values, f"the position has no {key!r}; a position has it always")
    return values[key]


class GivenPosition(NamedTuple):
    """A position that is read."""

    position: Mapping[str, Any]
    options: Options
    players: int
    decks: int = 1


class Key(NamedTuple):
    """The form of a key's value."""

    form: Literal["number", "seat", "flag", "card", "checked", "derived", "other"]
    """``checked`` is as ``Positions.seats`` has found it, ``derived`` follows from the state, ``other`` is read by
    ``whole``."""
    most: int = 0  # of numbers
    least: int = 0
    rows: Literal["one", "list", "seats"] = "one"
    missing: Any = None
    """The value, of each seat where there is one for each, that is meant where the position does not have the key; None
    may also be written as null. Without such a value: ``...``."""
    hides: bool = False  # whether cards may be hidden
    field: str = ""  # the field where it is called otherwise


SEAT: Final = Key("seat")
CARD: Final = Key("card")
OTHER: Final = Key("other")
FLAGS: Final = Key("flag", rows="seats", missing=False)


def number(most: int, least: int = 0) -> Key:
    """A whole number; the least is meant where it is missing."""
    return Key("number", most, least, missing=least)


def numbers(most: int, missing: int | None = 0, least: int = 0) -> Key:
    """A whole number for each seat."""
    return Key("number", most, least, "seats", missing)


def _common(options: Options, position: Mapping[str, Any]) -> dict[str, Key]:
    """The keys of every game behind ``variant``, ``options`` and ``players``, in the order of the contract."""
    return {
        "round": number(MOST_ROUNDS, 1),
        "starter": Key("seat", missing=0),
        "turn": Key("seat", missing=...),
        "phase": OTHER,
        "hands": OTHER,
        "stock": Key("card", rows="list", missing=..., hides=True),
        "discard": Key("card", rows="list", missing=...),
        "melds": OTHER,
        "claims": OTHER,
        "reshuffles": number(options.get("reshuffle_limit", 0)),
        "scores": numbers(MOST_SCORE, least=-MOST_SCORE),
        "round_scores": numbers(MOST_SCORE, None, -MOST_SCORE),
        "out": SEAT,
        "winner": SEAT,
        # A stock made since the last lay was made in this round.
        "stocks_since_lay": number(position.get("reshuffles", 0)),
    }


# -- single values
def integer(value: Any, key: str, low: int, high: int) -> int:  # noqa: ANN401
    """*value* if it is a whole number from *low* to *high*; *key* names it in the refusal. Raises BadPosition."""
    # In Python a bool is an int; in a position it is a mistake.
    fine = type(value) is int and low <= value <= high
    check(fine, f"{key} should be a whole number from {low} to {high}")
    return int(value)


def list_of(value: Any, key: str, size: int | None = None) -> list[Any]:  # noqa: ANN401
    """*value* if it is a list, of *size* items. Raises BadPosition."""
    check(isinstance(value, list | tuple), f"{key} should be a list")
    check(size in (None, len(value)), f"{key} should have {size} items, one for each seat, not {len(value)}")
    return list(value)


def _one(key: Key, value: Any, name: str, given: GivenPosition) -> Any:  # noqa: ANN401
    if key.form == "card":
        if value is None and key.hides:
            return HIDDEN
        check(isinstance(value, str), f"{name} should hold cards, such as 7H")
        return cards.code(value, given.decks)
    if key.form in ("seat", "number"):
        return integer(value, name, key.least, given.players - 1 if key.form == "seat" else key.most)
    check(key.form != "flag" or isinstance(value, bool), f"{name} should be true or false")
    return value


def read_value(key: Key, value: Any, name: str, given: GivenPosition) -> Any:  # noqa: ANN401
    """The field of a key's value. Raises BadPosition, BadCard."""
    if value is None and key.missing is None:
        return None
    if key.rows == "one":
        return _one(key, value, name, given)
    each, size = (f"each of {name}", given.players) if key.rows == "seats" else (name, None)
    return tuple([_one(key, item, each, given) for item in list_of(value, name, size)])


def written(key: Key, value: Any, decks: int) -> Any:  # noqa: ANN401
    """The value of a field."""
    if isinstance(value, tuple):
        return [written(key, item, decks) for item in value]
    return value if key.form != "card" or value is None else None if value == HIDDEN else cards.name(value, decks)


def read_claims(given: GivenPosition) -> tuple[Claim, ...] | None:
    """The claims as given, sorted; None if the position does not speak of them. Raises BadPosition."""
    if given.position.get("claims") is None:
        return None
    claims: dict[CallRummy, int] = {}
    for item in list_of(given.position["claims"], "claims"):
        text: Any = item.get("action") if isinstance(item, Mapping) else None
        check(isinstance(text, str), "each of claims should be an object with action and by")
        call: object = None
        with suppress(BadNotation):
            call = notation.parse(text)
        if not isinstance(call, CallRummy):
            raise BadPosition(f"the claim {text[:60]!r} is no call; write one such as 'rummy lay 4H on 2'")
        check(call not in claims, f"the claim {text[:60]!r} is there twice")
        by = read_value(SEAT, item.get("by"), "by of a claim", given)
        claims[call] = NOBODY if by is None else by
    # As `claims_after` sorts them: two positions with the same claims have to be equal.
    return tuple(Claim(call, claims[call]) for call in sorted(claims, key=notation.by_text))


def card_words(words: Sequence[str], given: GivenPosition) -> tuple[int, ...]:
    """The codes of the cards of a meld, of which wild ones say what they stand for. Raises BadPosition, BadCard."""
    codes = []
    for text in words:
        plain, mark, stands = text.partition("=")
        codes.append(cards.code(plain, given.decks))
        known = not mark or stands in cards.FACES[:52] or stands in [f"{rank}?" for rank in cards.RANKS]
        check(known, f"{stands[:12]!r} is nothing that a wild card could stand for; write such as 7H, or 7? in a set")
    return tuple(codes)


# -- the codec
class Positions(PositionCodec[S]):
    """Positions with the keys of all games and those of ``keys``; ``dealer`` where the seat named or drawn deals."""

    state: ClassVar[type[State]] = State
    phases: ClassVar[tuple[Phase, ...]] = ("pickup", "play", "over")

    game: TurnGame[S]

    # -- hooks
    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """The keys that only this game has, in their order."""
        return {}

    def seats(self, given: GivenPosition) -> GivenPosition:
        """The same with its decks, if the game can be played so. Raises BadPosition, BadOption, BadSeats."""
        self.game.check(given.options, given.players)
        return given

    def meld_word(self, code: int, stands: int, decks: int) -> str:
        """The word of a card of a meld; one that stands for its own face is written plain."""
        return table_word(code, stands, decks)

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld: codes, what they stand for, whether it is a run. Raises BadPosition, BadCard."""
        codes = tuple([cards.code(word) for word in words])
        shape, named = SHAPES.get(codes), " ".join(words)[:60]
        if shape is None or not allows(codes, self.game.aces, self.game.has_sets):
            raise BadPosition(f"{named} is no meld here, or not in order (a run in sequence, a set C D H S)")
        return codes, codes, shape.is_run

    def whole(self, state: S, given: GivenPosition) -> S:
        """The state with what is not read by keys; what cannot be is refused. Raises BadPosition, BadCard."""
        for seat in range(state.players):
            empty, is_out = not state.count(seat), state.phase == "over" and state.out == seat
            check(not empty or is_out, f"seat {seat} has no card: then it is out and the round is over")
            check(empty or state.out != seat, f"seat {seat} is said to be out, but holds cards")
        check(state.out is None or state.phase == "over", "out names a seat only when the round is over")
        self.game.scoring.check(state)
        return state

    # -- the codec
    def write(self, state: S) -> dict[str, Any]:
        options, decks = state.options, state.decks
        found: dict[str, Any] = {
            "variant": state.variety,
            "options": {name: list(one) if isinstance(one, tuple) else one for name, one in options.items()},
            "players": state.players,
        }
        for name, key in (_common(options, {}) | self._own(options, state.players)).items():
            found[name] = written(key, getattr(state, key.field or name, None), decks)
        found["hands"] = [self.hand(state, seat) for seat in range(state.players)]
        found["melds"] = []
        for meld in state.melds:
            words = [self.meld_word(*card, decks) for card in zip(meld.cards, meld.stands, strict=True)]
            found["melds"].append({"cards": words, "by": list(meld.by)})
        found["claims"] = [
            {"action": notation.text(one.action), "by": None if one.by == NOBODY else one.by} for one in state.claims
        ]
        return found

    def hand(self, state: S, seat: int) -> list[str | None]:
        known = [cards.name(code, state.decks) for code in cards.members(state.hands[seat])]
        return [*known, *[None] * state.hidden[seat]]

    def read(self, position: Mapping[str, Any]) -> S:
        given = self.seats(self._begun(position))
        options, players, decks = given.options, given.players, given.decks
        rows = list_of(need(position, "hands"), "hands", players)
        hands = [read_value(Key("card", rows="list", missing=..., hides=True), row, "hands", given) for row in rows]
        phase = need(position, "phase")
        check(phase in [*self.phases], f"phase should be one of {', '.join(sorted(self.phases))}")
        fields: dict[str, Any] = {}
        keys = _common(options, position) | self._own(options, players)
        for name, key in keys.items():
            if key.form not in ("derived", "other"):
                missing = [key.missing] * players if key.rows == "seats" and key.missing is not None else key.missing
                value = need(given.position, name) if missing is ... else position.get(name, missing)
                fields[key.field or name] = read_value(key, value, name, given)
        fields["melds"], fields["claims"] = self._melds(given), read_claims(given) or ()
        laid = [code for meld in fields["melds"] for code in meld.cards]
        there = [*(code for hand in hands for code in hand), *fields["stock"], *fields["discard"], *laid]
        there += fields.get("aside", ())
        deck, seen = self.game.codes(decks), set[int]()
        for code in filter(HIDDEN.__ne__, there):
            named = cards.name(code, decks)
            check(code in deck, f"{named} is not in the deck of this game")
            check(code not in seen, f"{named} is there twice; every card is in one place")
            seen.add(code)
        # Hidden cards have no code that could be there twice, so the number alone can be wrong.
        check(len(there) <= len(deck), f"there are {len(there)} cards, the deck has {len(deck)}")
        fine = not fields["claims"] or self.game.offers.out_of_turn(fields["claims"][0].action)
        check(fine, "claims are empty in this game: nobody calls")
        state = self.state(
            **fields, variety=self.game.name, options=options, players=players, phase=phase,
            hands=tuple([cards.mask(code for code in hand if code != HIDDEN) for hand in hands]),
            hidden=tuple([hand.count(HIDDEN) for hand in hands]), finished=fields["winner"] is not None,
        )  # fmt: skip
        whole = self.whole(cast(S, state), given)
        for name, key in keys.items():
            if key.form == "derived":
                right = written(key, getattr(whole, name), decks)
                # One that contradicts the rest is a mistake that would show rounds later.
                named = position.get(name, right if key.missing is ... else None)
                # By what is written: to Python True is 1.
                check(repr(named) == repr(right), f"{name} should be {right}")
        return whole

    def _begun(self, position: Any) -> GivenPosition:  # noqa: ANN401
        check(isinstance(position, Mapping), "a position is an object with keys such as hands, stock and discard")
        check(need(position, "variant") == self.game.name, f"the position is not one of {self.game.title}")
        check(isinstance(position.get("options", {}), Mapping), "options should be an object")
        options, seats = self.game.resolve(position.get("options", {})), self.game.seats
        return GivenPosition(position, options, integer(need(position, "players"), "players", seats[0], seats[-1]))

    def _melds(self, given: GivenPosition) -> tuple[Meld, ...]:
        melds = []
        for at, item in enumerate(list_of(given.position.get("melds", []), "melds")):
            check(isinstance(item, Mapping), "each of melds should be an object with cards and by")
            words = list_of(need(item, "cards"), f"cards of meld {at}")
            # Above the longest meld: a set of Crummy rummy with four decks, 16 natural cards and as many wild ones.
            fine = len(words) <= 60 and all(isinstance(word, str) for word in words)
            check(fine, f"cards of meld {at} should be cards, such as 7H")
            codes, stands, is_run = self.read_meld(words, given)
            by = list_of(need(item, "by"), f"by of meld {at}")
            check(len(by) == len(codes), f"by of meld {at} should name a seat for each of its {len(codes)} cards")
            melds.append(Meld(codes, stands, tuple([_one(SEAT, one, f"by of meld {at}", given) for one in by]), is_run))
        return tuple(melds)

    def _own(self, options: Options, players: int) -> dict[str, Key]:
        first = self.game.first_starter
        names_dealer = first.named_seat == "deals" and first.option is not None
        dealer = {"dealer": Key("derived", missing=...)} if names_dealer else {}
        false_calls = {"false_calls": numbers(MOST_FALSE_CALLS)} if false_calls_cost(options) else {}
        return {**dealer, **self.keys(options, players), **false_calls}
