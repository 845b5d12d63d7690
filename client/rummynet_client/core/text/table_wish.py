"""The wish for a new table: game, options and bots, changed step by step; what is asked of the host in the end.

Pure. A value is changed by steps, or typed. The rules say what is wrong with a wish; such a wish is not sent.
"""

from collections.abc import Mapping
from typing import Any, Final

from rummynet.bots.characters import COMPANY
from rummynet.rules.core.options import BREAK_SECONDS, Option
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.option_text import option_text
from rummynet_client.language import sentence_of
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value, field, replace

USUAL_LEVEL: Final = "simple"
MATCH: Final = "match"
ALONE: Final[Mapping[str, Any]] = {"hints": True, BREAK_SECONDS.name: BREAK_SECONDS.high, "offer_seconds": 60}
"""Options of a game against bots alone, which asks for none of them: bots have time, so a person may look and think for
the longest that the rules allow, and a hint is unfair to nobody."""
"""In place of a level, for a game against bots alone: about as strong as the player, by results."""
# By option how much one step changes; any other number changes by one. By one, a target would take a hundred presses.
_STEPS: Final = {"target": 50, "max_score": 10, "turn_seconds": 15}


class TableWish(Value):
    """A table that somebody would like to open. ``values`` are the options that differ from the game's own."""

    game: str = NAMES[0]
    bots: tuple[str, ...] = ()  # the level of each bot
    values: Mapping[str, Any] = field(default_factory=dict)
    closed: bool = False  # only people whom the owner lets in sit down

    @property
    def variety(self) -> Variety:
        """The game."""
        return variety(self.game)

    @property
    def options(self) -> list[Option]:
        """The game's options that mean something beside the other values."""
        return [option for option in self.variety.options if option.applies(self.values)]

    @property
    def most_bots(self) -> int:
        """How many bots have a seat beside the person."""
        return self.variety.seats[-1] - 1

    def value(self, option: Option) -> Any:  # noqa: ANN401 - int, bool, text, None or a tuple of int
        """The option's value, the default if nothing else was chosen."""
        return self.values.get(option.name, option.default)

    # -- changes

    def with_game(self, step: int) -> "TableWish":
        """The next game in the list, with its own options; too many bots go."""
        game = NAMES[(NAMES.index(self.game) + step) % len(NAMES)]
        return TableWish(game, self.bots[: variety(game).seats[-1] - 1], closed=self.closed)

    def with_bots(self, count: int, least: int = 0) -> "TableWish":
        """So many bots; a further one is of the level of the one before it."""
        count = min(max(count, least), self.most_bots)
        # Most tables have bots of one strength; another one is a step away.
        level = self.bots[-1] if self.bots else USUAL_LEVEL
        return replace(self, bots=(*self.bots[:count], *[level] * (count - len(self.bots))))

    def with_level(self, bot: int, step: int, *, alone: bool = False) -> "TableWish":
        """The next level for one of the bots. *alone*: nobody plays but the bots and one person."""
        level = next_level(self.bots[bot], step, alone=alone)
        return replace(self, bots=(*self.bots[:bot], level, *self.bots[bot + 1 :]))

    def with_value(self, option: Option, value: object) -> "TableWish":
        """The option at a value."""
        values = {name: kept for name, kept in self.values.items() if name != option.name}
        if value != option.default:
            values[option.name] = value
        # A value that nobody sees any more is not asked for.
        meant = {one.name for one in self.variety.options if one.applies(values)}
        return replace(self, values={name: kept for name, kept in values.items() if name in meant})

    def stepped(self, option: Option, step: int) -> "TableWish":
        """The option's next value, or the one before it."""
        return self.with_value(option, next_value(option, self.value(option), step, self.most_bots + 1))

    # -- what comes of it

    def objection(self, *, alone: bool = False) -> str:
        """Why this cannot be played; "" if it can. *alone*: nobody plays but the bots and one person."""
        game, problem = self.variety, ""
        # People may still come, so one number of players that works is enough; a game against bots alone has one.
        numbers = [players for players in game.seats if players > len(self.bots)]
        for players in numbers[:1] if alone else numbers:
            try:
                game.check(game.resolve(self.values), players)
            except Refusal as refusal:
                problem = problem or sentence_of(refusal)
            else:
                return ""
        return problem

    @property
    def command(self) -> str:
        """The command that opens this table."""
        return " ".join(["create", self.words])

    @property
    def opening(self) -> OpenTable:
        """The same as a value."""
        return OpenTable(self.game, dict(self.values), "", self.bots, closed=self.closed)

    @property
    def words(self) -> str:
        """The same without its verb: as it is kept."""
        options = [f"{name}={option_text(value)}" for name, value in self.values.items()]
        seats = ["seats=closed"] if self.closed else []
        return " ".join([self.game, *options, *([f"bots={','.join(self.bots)}"] if self.bots else []), *seats])


def wish_of(command: OpenTable) -> TableWish:
    """The wish that a command expresses."""
    known = {option.name: option for option in variety(command.variant).options}
    values = {name: value for name, value in command.options.items() if value != known[name].default}
    return TableWish(command.variant, command.bots, values, command.closed)


def next_level(level: str, step: int, *, alone: bool = False) -> str:
    """The level or the character of bots after this one, or before it. *alone*: nobody plays but one person."""
    known = (*COMPANY, MATCH) if alone else COMPANY
    return known[((known.index(level) if level in known else known.index(USUAL_LEVEL)) + step) % len(known)]


def next_value(option: Option, value: object, step: int, seats: int) -> object:
    """The value after this one, or before it; what has an end stays there, what has none goes round."""
    if option.is_list:
        return _next([option.default, *(one for one in option.presets if one != option.default)], value, step)
    if option.seat_or_draw:
        return _next(["draw", *range(seats)], value, step)
    if option.low is None or option.high is None:
        return _next(list(option.choices), value, step) if option.choices else not value
    # Few values go round, words among them. Many stop at their ends: a step too far would lead back to the start.
    if option.high - option.low <= 20 and option.choices:
        return _next([*option.choices, *range(option.low, option.high + 1)], value, step)
    width = _STEPS.get(option.name, 1)
    number = int(str(value))
    # From a number typed in between, a step leads to the next round one.
    at = number // width * width if number % width and step < 0 else (number // width + step) * width
    return min(max(at, option.low), option.high)


def _next(choices: list[Any], value: object, step: int) -> object:
    at = choices.index(value) if value in choices else -1 if step > 0 else 0
    return choices[(at + step) % len(choices)]
