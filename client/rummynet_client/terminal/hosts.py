"""The list of hosts on the screen: live, and one key joins. What is shown is a pure function of what is known."""

import asyncio
import os
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.roster import Listed, host_line, table_line
from rummynet_client.core.sightings import HostSeen
from rummynet_client.language import _
from rummynet_client.terminal.style import STYLE, colours

LOOK_SECONDS: Final = 1.0
"""How often the list is drawn anew, so that hosts fade also when nothing is heard."""
_KEYS: Final = 9

Picked = tuple[HostSeen, int | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its style, its text, and what choosing it means, if it can be chosen."""

    style: str
    text: str
    picks: Picked | None = None


def rows(hosts: Sequence[Listed]) -> list[Row]:
    """The lines under the head: each host, a warning if there is one, and its tables."""
    made: list[Row] = []
    for one in hosts:
        made.append(Row("class:title", host_line(one), (one.host, None) if one.speaks else None))
        if one.warning:
            made.append(Row("class:alarm", one.warning))
        for row in one.rows():
            made.append(Row("", f"  {table_line(row)}", (one.host, row["table"]) if one.speaks else None))
        if one.unseen:
            made.append(Row("", "  " + _("and {tables} more tables", tables=one.unseen)))
        elif not one.rows():
            made.append(Row("", "  " + _("no tables yet: join and open one")))
    return made


def shown(hosts: Sequence[Listed], at: int, width: int, doubted: bool = False) -> StyleAndTextTuples:
    """The whole screen, *at* being the number (from 0) of the choice under the cursor.

    *doubted*: a host with another key than before was chosen once; only the second time counts.
    """
    text: StyleAndTextTuples = [
        ("class:head", _cut(" " + _("rummynet: hosts on this network"), width, fill=True)),
        ("", "\n\n"),
    ]
    number = 0
    for row in rows(hosts):
        lead = "   "
        style = row.style
        if row.picks is not None:
            lead = f"{'>' if number == at else ' '}{number + 1 if number < _KEYS else ' '} "
            style += " class:cursor" if number == at else ""
            number += 1
        parts = _wrapped(row.text, width) if row.style == "class:alarm" else [_cut(lead + row.text, width)]
        for part in parts:
            text += [(style, part), ("", "\n")]
    if not hosts:
        text += [("", "   " + _("nobody heard yet, still listening …") + "\n"),
                 ("", "   " + _("an address always works: rummynet join 192.168.1.20") + "\n"),
                 ("", "   " + _("what may be in the way: rummynet doctor") + "\n")]  # fmt: skip
    if doubted:
        says = _("that host has another key than before: choose it again to join it")
        text += [("class:alarm", "\n" + "\n".join(_wrapped(says, width))), ("", "\n")]
    text += [("", "\n"), ("class:facts", _cut(_("1-9 join · up/down and Enter too · q leave"), width))]
    return text


class HostList:
    """``hosts`` says who is there now; ``changed`` is set when somebody was heard."""

    def __init__(
        self,
        hosts: Callable[[], Sequence[Listed]],
        changed: asyncio.Event,
        keyboard: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._hosts, self._changed = hosts, changed
        self._at: Picked | None = None
        """What the cursor is on: it stays there when the list moves."""
        self._doubted: Picked | None = None
        control = FormattedTextControl(self._draw, focusable=True, show_cursor=False)
        self.app: Application[Picked | None] = Application(
            Layout(Window(control, always_hide_cursor=True)),
            style=STYLE,
            color_depth=colours(os.environ),
            key_bindings=self._keys(),
            full_screen=True,
            input=keyboard,
            output=output,
        )

    async def run(self) -> Picked | None:
        """What was chosen; None if the person leaves. Raises KeyboardInterrupt."""
        following = asyncio.create_task(self._follow())
        try:
            return await self.app.run_async()
        finally:
            following.cancel()

    async def _follow(self) -> None:
        while True:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), LOOK_SECONDS)
            self.app.invalidate()

    def _choices(self) -> list[Picked]:
        return [row.picks for row in rows(self._hosts()) if row.picks is not None]

    def _place(self, choices: Sequence[Picked]) -> int:
        """Where the cursor is now: on the same host and table as before; at first on one that is not in doubt."""
        places = [place for place, choice in enumerate(choices) if self._at and _same(choice, self._at)]
        if not places:
            places = [place for place, choice in enumerate(choices) if not self._is_doubtful(choice)]
        return places[0] if places else 0

    def _is_doubtful(self, picked: Picked) -> bool:
        return any(one.host.label == picked[0].label and one.standing.kind == "changed" for one in self._hosts())

    def _draw(self) -> StyleAndTextTuples:
        width = self.app.output.get_size().columns
        return shown(self._hosts(), self._place(self._choices()), width, self._doubted is not None)

    def _move(self, step: int) -> None:
        choices = self._choices()
        if choices:
            self._at, self._doubted = choices[(self._place(choices) + step) % len(choices)], None

    def _pick(self, number: int | None) -> None:
        choices = self._choices()
        place = self._place(choices) if number is None else number
        if place >= len(choices):
            return
        picked, before = choices[place], self._doubted
        if self._is_doubtful(picked) and not (before and _same(picked, before)):
            self._at = self._doubted = picked
        elif not self.app.is_done:
            self.app.exit(result=picked)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for name, step in (("up", -1), ("down", 1), ("k", -1), ("j", 1)):
            keys.add(name)(lambda event, step=step: self._move(step))
        for digit in range(1, _KEYS + 1):
            keys.add(str(digit))(lambda event, digit=digit: self._pick(digit - 1))
        keys.add("enter")(lambda event: self._pick(None))
        keys.add("q")(lambda event: self.app.exit(result=None))
        keys.add("c-c")(_interrupt)
        return keys


def _same(one: Picked, other: Picked) -> bool:
    """The same host and table, whatever they have announced meanwhile."""
    return (one[0].label, one[1]) == (other[0].label, other[1])


def _interrupt(event: KeyPressEvent) -> None:
    event.app.exit(exception=KeyboardInterrupt)


def _cut(text: str, width: int, *, fill: bool = False) -> str:
    """At most *width* columns of *text*."""
    while get_cwidth(text) > width:
        text = text[:-1]
    return text + " " * (width - get_cwidth(text)) if fill else text


def _wrapped(text: str, width: int) -> list[str]:
    """A warning is never cut off."""
    return textwrap.wrap(text, width, initial_indent="     ", subsequent_indent="     ")
