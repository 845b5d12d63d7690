"""The menu of a new table: a line for the game, the bots, each bot's level and each option. Pure.

The arrows go from line to line and change what stands there; digits type a number or a list of them.
"""

from collections.abc import Sequence
from typing import Literal

from rummynet.rules.core.options import ESCROW, Option
from rummynet_client.core.text.table_wish import ALONE, TableWish
from rummynet_client.language import sentence_of
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value, replace

_LONGEST = 40  # typed digits and commas of one value: the longest list of an option fits, and the row does not wrap


class MenuRow(Value):
    """One line of the menu: ``at`` is the number of the bot, ``option`` the option."""

    kind: Literal["game", "bots", "level", "far", "seats", "option"]
    at: int = 0
    option: Option | None = None


class TableMenu(Value):
    """The wish as far as it is made, the line under the cursor, and what is being typed there."""

    wish: TableWish = TableWish()
    at: int = 0
    typed: str = ""
    problem: str = ""  # why the last thing typed, or the whole wish, will not do
    is_company: bool = False  # for a game against bots alone: there is one at least, and nobody else will come
    servers: str = ""
    """Which servers are contacted if somebody from another home is to play too; "" where nobody is asked that."""
    lacks: str = ""  # why nobody from another home can; "" if somebody can
    is_far: bool = False  # somebody from another home is to play too

    @property
    def rows(self) -> Sequence[MenuRow]:
        """The lines from top to bottom."""
        levels = [MenuRow("level", at) for at in range(len(self.wish.bots))]
        # Nobody keeps a key in parts with somebody who plays with bots alone.
        settled = {*ALONE, ESCROW.name} if self.is_company else {}
        options = [MenuRow("option", option=option) for option in self.wish.options if option.name not in settled]
        seats = [] if self.is_company else [MenuRow("seats")]
        far = [MenuRow("far")] if self.servers else []
        return [MenuRow("game"), MenuRow("bots"), *levels, *far, *seats, *options]

    @property
    def row(self) -> MenuRow:
        """The line under the cursor."""
        rows = self.rows
        return rows[min(self.at, len(rows) - 1)]

    @property
    def least_bots(self) -> int:
        """How few bots there may be."""
        return 1 if self.is_alone else 0

    @property
    def is_alone(self) -> bool:
        """Whether nobody will play but bots and one person."""
        return self.is_company and not self.is_far

    # -- keys

    def moved(self, step: int) -> "TableMenu":
        """The cursor on another line, round the ends."""
        menu = self.accept_typed()
        return replace(menu, at=(menu.at + step) % len(menu.rows))

    def pointed(self, at: int) -> "TableMenu":
        """The cursor on this line."""
        menu = self.accept_typed()
        return replace(menu, at=min(max(0, at), len(menu.rows) - 1))

    def turned(self, lines: int) -> "TableMenu":
        """The cursor so many lines on, up to the ends."""
        return self.pointed(self.at + lines)

    def changed(self, step: int) -> "TableMenu":
        """The next value of the line under the cursor, or the one before it."""
        menu = self.accept_typed()
        row, wish = menu.row, menu.wish
        match row.kind:
            case "game":
                wish = wish.with_game(step).with_bots(len(wish.bots), self.least_bots) if step else wish
            case "bots":
                wish = wish.with_bots(len(wish.bots) + step, self.least_bots)
            case "level":
                wish = wish.with_level(row.at, step, alone=self.is_company)
            case "far":
                return menu.with_far(not self.is_far)
            case "seats":
                wish = replace(wish, closed=not wish.closed)
            case "option" if row.option is not None:
                wish = wish.stepped(row.option, step)
        return replace(menu, wish=wish, problem="")

    def with_far(self, is_far: bool) -> "TableMenu":
        """With somebody from another home or not, if that can be; without them there is a bot."""
        menu = replace(self, is_far=is_far and not self.lacks, problem=self.lacks)
        return replace(menu, wish=self.wish.with_bots(len(self.wish.bots), menu.least_bots))

    def with_typed(self, char: str) -> "TableMenu":
        """A digit or a comma is added to what is being typed, where numbers are wanted."""
        row = self.row
        is_number = row.kind == "bots" or (row.option is not None and row.option.high is not None)
        is_list = row.option is not None and row.option.is_list
        if not is_number or (char == "," and not is_list) or len(self.typed) >= _LONGEST:
            return self
        return replace(self, typed=self.typed + char, problem="")

    def rubbed_out(self) -> "TableMenu":
        """Without the last digit; where nothing is being typed the usual value again."""
        if self.typed:
            return replace(self, typed=self.typed[:-1], problem="")
        option = self.row.option
        return self if option is None else replace(self, wish=self.wish.with_value(option, option.default), problem="")

    def accept_typed(self) -> "TableMenu":
        """What was typed becomes the value, or the menu says why not."""
        row, text = self.row, self.typed
        if not text:
            return self
        menu = replace(self, typed="", problem="")
        if row.option is None:
            # Three digits are more bots than any table seats; ``with_bots`` brings them into range.
            return replace(menu, wish=self.wish.with_bots(int(text[:3].replace(",", "") or "0"), self.least_bots))
        try:
            return replace(menu, wish=self.wish.with_value(row.option, row.option.read_text(text)))
        except Refusal as refusal:
            return replace(menu, problem=sentence_of(refusal))

    def checked(self) -> "TableMenu":
        """The menu with what the rules have against the wish."""
        menu = self.accept_typed()
        if self.typed and menu.problem:
            return menu
        return replace(menu, problem=menu.wish.objection(alone=self.is_alone))
