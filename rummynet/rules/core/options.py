"""Table options: named, typed, ranged, with a default; the same table serves checks, lobby, help and rules hash."""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from rummynet.rules.core.errors import BadOption
from rummynet_protocol.sentences import did_you_mean, sentence
from rummynet_protocol.values import Value, replace


class Options(Mapping[str, Any]):
    """Every option of a variety with its value: an immutable mapping, a value that hashes, copies and pickles.

    Values are whole numbers, booleans, text, None or tuples of whole numbers. *unwritten* are the defaults of options
    that are no part of the mapping, and of what is hashed, unless they have another value. ``[]`` and ``get`` read them
    all the same, as those of a ``collections.Counter`` do.
    """

    __slots__ = ("_hash", "_unwritten", "_values")
    _hash: int | None
    _values: dict[str, Any]
    _unwritten: dict[str, Any]

    def __init__(self, values: Mapping[str, Any] | None = None, unwritten: Mapping[str, Any] | None = None) -> None:
        defaults = dict(unwritten or {})
        written = {k: v for k, v in (values or {}).items() if k not in defaults or v != defaults[k]}
        # `__setattr__` refuses, also here.
        object.__setattr__(self, "_values", written)
        object.__setattr__(self, "_unwritten", defaults)
        object.__setattr__(self, "_hash", None)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - int, bool, text, None or a tuple of int
        try:
            return self._values[name]
        except KeyError:
            return self._unwritten[name]

    def __contains__(self, name: object) -> bool:
        # Mapping's own asks `[]`, which knows more names than iteration.
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        # Mapping's own equality builds two dictionaries.
        if isinstance(other, Options):
            return self._values == other._values
        return super().__eq__(other)

    def __hash__(self) -> int:
        # Kept, but never pickled: the hash of text differs from one process to the next.
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(frozenset(self._values.items())))
        return self._hash  # type: ignore[return-value]  # set above, past mypy

    def __repr__(self) -> str:
        return f"Options({self._values!r})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("options do not change; use with_values for others")

    def __reduce__(self) -> tuple[type["Options"], tuple[dict[str, Any], dict[str, Any]]]:
        return Options, (self._values, self._unwritten)

    def __copy__(self) -> "Options":
        return self

    def __deepcopy__(self, memo: object) -> "Options":
        return self

    def with_values(self, **changes: Any) -> "Options":  # noqa: ANN401
        """The same options with some values replaced, unchecked."""
        return Options({**self._values, **changes}, self._unwritten)


class Option(Value):
    """One option. Exactly one of ``low``/``high`` (whole numbers) and ``choices`` speaks, or neither for a yes or no.

    ``seat_or_draw`` options are ``"draw"`` or a seat number.
    """

    name: str
    default: Any
    says: str
    low: int | None = None
    high: int | None = None
    choices: tuple[Any, ...] = ()
    is_list: bool = False
    seat_or_draw: bool = False
    title: str = ""  # what it is called where a line has room for a few words; empty: as it is explained
    value_names: Mapping[Any, str] = {}  # what stands in place of some values
    presets: tuple[tuple[int, ...], ...] = ((),)
    """Lists that people step through in a menu beside the default; anything else is typed."""
    only_with: tuple[str, Any] | None = None  # another option and its value without which this one means nothing
    unwritten: bool = False
    """Whether it is named in logs and at tables only where it is not at its default. So is every option that comes to a
    game which people play already: what they agreed on and logged before keeps its hash, and its cards."""

    def applies(self, values: Mapping[str, Any]) -> bool:
        """Whether the option means something beside the others' *values*."""
        return self.only_with is None or values.get(self.only_with[0]) == self.only_with[1]

    def read(self, value: object) -> Any:  # noqa: ANN401 - int, bool, text, None or a list of int
        """*value* if it is one of this option's. Raises BadOption."""
        said = {"name": self.name, "value": _show(value)}
        if self.seat_or_draw:
            # 11 is the last seat of the largest game; `Variety.check` holds it against the seats that play.
            if value == "draw" or (_whole(value) and 0 <= value <= 11):  # type: ignore[operator]
                return value
            raise BadOption("{name} must be 'draw' or the number of a seat, not {value}", **said)
        if self.is_list:
            if isinstance(value, list | tuple) and len(value) <= 12 and all(self._in_range(item) for item in value):
                return tuple(value)
            raise BadOption("{name} must be a list of whole numbers {low} to {high}, not {value}", low=self.low,
                            high=self.high, **said)  # fmt: skip
        if self.choices and self.low is None:
            # The same type too: 1 == True, and the rules hash tells them apart.
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return value
            choices = ", ".join(map(_show, self.choices))
            raise BadOption("{name} must be one of {choices}, not {value}", choices=choices, **said)
        if self.low is None:
            if isinstance(value, bool):
                return value
            raise BadOption("{name} must be true or false, not {value}", **said)
        if self._in_range(value) or (self.choices and value in self.choices and not isinstance(value, bool)):
            return value
        # A choice outside of the range, such as 0 for "no limit", has to be named in the refusal.
        wanted = sentence("a whole number from {low} to {high}", low=self.low, high=self.high)
        if any(not self._in_range(choice) for choice in self.choices):
            wanted = sentence("{choices} or {wanted}", choices=", ".join(map(_show, self.choices)), wanted=wanted)
        raise BadOption("{name} must be {wanted}, not {value}", wanted=wanted, **said)

    def read_text(self, text: str) -> Any:  # noqa: ANN401
        """The value that *text* (``key=TEXT`` of a command line) names. Raises BadOption."""
        if self.is_list:
            return self.read([_number(part) for part in text.split(",") if part])
        # No option takes these words as its text: a new one that did could not be set on a command line.
        if text in ("true", "yes", "on"):
            return self.read(True)
        if text in ("false", "no", "off"):
            return self.read(False)
        if text in ("null", "none"):
            return self.read(None)
        return self.read(_number(text))

    def _in_range(self, value: object) -> bool:
        return _whole(value) and self.low <= value <= self.high  # type: ignore[operator]


def resolve(known: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """All options with their values, defaults filled in, in the order of *known*. Raises BadOption."""
    names = {option.name for option in known}
    for name in given:
        if name not in names:
            hint = did_you_mean(
                str(name)[:30], names, sentence("the options are: {names}", names=", ".join(sorted(names)))
            )
            raise BadOption("there is no option {name!r} here; {hint}", name=str(name)[:30], hint=hint)
    # In the order of *known*, whatever order was given: lobby and help show options as the game lists them.
    values = {o.name: o.read(given[o.name]) if o.name in given else o.default for o in known}
    return Options(values, {o.name: o.default for o in known if o.unwritten})


# fmt: off
TARGET = Option("target", 500, "points that end the game", 1, 100_000, title="Points that end the game")
TARGET_OR_DEALS = (
    replace(TARGET, says="points that end the game, unless it goes over a number of rounds"),
    Option("deals", 0, "rounds that end the game, 0 for a game to a number of points", 0, 100,
           title="Rounds that end the game", value_names={0: "to the target"}),
)
"""For people who have an hour, not a number of points, in mind."""
# A bound at all is what makes every round end (docs/rules, "Why every round ends").
RESHUFFLE_LIMIT = Option("reshuffle_limit", 10, "how often the pile may become the stock in a round", 0, 100,
                         title="New stocks in a round")
FIRST_DEALER = Option("first_dealer", "draw", "who deals round 1: draw, or a seat", seat_or_draw=True,
                      title="Who deals round 1")
HAND_BY_PLAYERS = Option("hand", 0, "cards dealt to each, 0 for 10, 7 or 6 by the number of players", 3, 13,
                         choices=(0,), title="Cards dealt to each", value_names={0: "10, 7 or 6"})
TURN_SECONDS = Option("turn_seconds", 0, "time for a turn, 0 for no limit", 5, 3600, choices=(0,),
                      title="Seconds for a turn", value_names={0: "no limit"})
"""At least 5: log time may lead a player's clock by 1 second and half a percent, by 2 more over a restart of a program.
Of 5 seconds at least a third is left for the turn then; shorter clocks could be all tolerance."""
RUMMY_HINTS = Option("rummy_hints", False, "tell players when a rummy can be called", title="Hints at a rummy")
HINTS = Option("hints", False, "players may ask for hints")
IDLE_STOCKS = Option("idle_stocks", 1, "a round ends after this many new stocks in a row without a lay, 0: it "
                                       "does not", 0, 10,
                     title="New stocks without a lay")
# Each void throws a deck away that the host has seen, so a few are all that a table grants; 20 is MOST_VOIDS, what a
# statement can answer for.
VOIDS = Option("voids", 3, "the game is called off after this many voided shuffles since a round was dealt", 1, 20,
               title="Voided shuffles that end it")
IDLE_SECONDS = Option("idle_seconds", 180, "how long a turn may go unused before the others go on", 30, 3600,
                      title="Seconds a turn may go unused")
"""By default as long as a phone call. At least 30: far above the second and half percent by which the clocks of
players and host may differ, and time to come back to the screen after the warning. At most an hour, as for a turn."""
# 0: the next round follows at once, as programs want it.
BREAK_SECONDS = Option("break_seconds", 30, "time to look at a round before the next is dealt", 0, 600,
                       title="Seconds to look at a round")
# Without a pause somebody could call each possible play in turn instead of seeing one.
COOLDOWN_SECONDS = Option("cooldown_seconds", 3, "pause after a false call", 0, 60, title="Pause after a false call")
DECK = Option("deck", "plain", "sealed: nobody sees a card before the rules show it, the host neither",
              choices=("plain", "sealed"), title="Deck",
              value_names={"plain": "host sees cards", "sealed": "nobody sees cards"})
ESCROW = Option("escrow", True, "with a sealed deck and three people or more (no bots): if a program is lost, all "
                                "others together can open its hand, and the round goes on. With two people it waits",
                title="3 people: go on if one is lost",
                only_with=("deck", "sealed"))
# fmt: on

OF_EVERY_TABLE = (TURN_SECONDS, VOIDS, IDLE_SECONDS, BREAK_SECONDS, HINTS, DECK, ESCROW)
"""What host and client ask of a game's options, whatever the game."""


def with_defaults(known: tuple[Option, ...], **defaults: Any) -> tuple[Option, ...]:  # noqa: ANN401
    """The same options, some with another default."""
    return tuple([replace(option, default=defaults.get(option.name, option.default)) for option in known])


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(text: str) -> object:
    digits = text.removeprefix("-")
    # Nine digits are above every range; `int` refuses text of thousands of digits with an error of its own.
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else text


def _show(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)[:40]  # a refusal names what was sent, of any length
