"""The list of hosts on the screen: live, one key joins. What is shown is a pure function of what is known."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import needs_ascii
from rummynet_client.core.views.host_list import ListedHost, host_line, table_line
from rummynet_client.core.views.host_registry import HostSeen
from rummynet_client.language import _
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.lines_window import LinesWindow, run_app
from rummynet_client.terminal.drawing.styled_text import (
    Line,
    Size,
    clipped,
    folded,
    footer_text,
    in_ascii,
    padded,
    titled,
)
from rummynet_client.terminal.drawing.theme import colours, style_of
from rummynet_protocol.values import Value, replace

# The list is drawn again though nothing was heard: a host that fell silent has to fade and go.
LOOK_SECONDS: Final = 1.0
_KEYS: Final = 9  # hosts that a digit chooses; those beyond are reached with the arrows


Place = tuple[str, str, int | None]


class HostChoice(Value):
    """A chosen host, and one of its tables or None; ``watch``: watch it instead of taking a seat."""

    host: HostSeen
    table: int | None = None
    watch: bool = False

    @property
    def place(self) -> "Place":
        """Which host and table it is, whatever else the announcement says."""
        return self.host.label, self.host.announcement.fingerprint, self.table


class HostRow(Value):
    """One line: its style, its text, and what choosing it means; None if it cannot be chosen."""

    style: str
    text: str
    picks: HostChoice | None = None
    is_host: bool = False  # it heads what belongs to a host


def host_rows(hosts: Sequence[ListedHost]) -> list[HostRow]:
    """The lines below the head: each host, its warning, and its tables."""
    result: list[HostRow] = []
    for listed in hosts:
        picks = HostChoice(listed.host) if listed.is_compatible else None
        result.append(HostRow("class:title", host_line(listed), picks, is_host=True))
        if listed.warning:
            result.append(HostRow("class:alarm" if listed.is_alarming else "class:refusal", listed.warning))
        for row in listed.rows():
            picks = HostChoice(listed.host, row["table"]) if listed.is_compatible else None
            result.append(HostRow("", f"  {table_line(row, is_own=listed.has_own_seat(row))}", picks))
        if listed.unlisted_tables:
            result.append(HostRow("", "  " + _("and {tables} more tables", tables=listed.unlisted_tables)))
        elif not listed.rows():
            result.append(HostRow("", "  " + _("no tables yet: join and open one")))
    return result


def host_choices(hosts: Sequence[ListedHost]) -> dict[Place, HostChoice]:
    """All that can be chosen, in the order of the list."""
    return {row.picks.place: row.picks for row in host_rows(hosts) if row.picks is not None}


def host_list_lines(
    hosts: Sequence[ListedHost], at: Place | None, size: Size, numbered: Sequence[Place], doubted: bool = False
) -> list[Line]:
    """The whole screen. *at* is the choice under the cursor, which is always visible; *numbered*: by the digits.

    *doubted*: a host whose key has changed was chosen once, and has to be chosen again.
    """
    head: list[Line] = [[("class:head", padded(" " + _("rummynet: hosts on this network"), size.width))], []]
    foot: list[Line] = [[]]
    if doubted:
        says = _("that host has a different key from before: choose it again to join it")
        foot += [[("class:alarm", part)] for part in ["", *_wrapped(says, size.width)]]
    foot.append(
        [("class:facts", footer_text(_("1-9 join · up/down and Enter too · w watches a table · q leave"), size.width))]
    )
    body, here = _body(hosts, at, size.width, numbered)
    room = max(1, size.height - len(head) - len(foot))
    # The cursor in the middle: one sees what comes before and behind it.
    first = max(0, min(here - room // 2, len(body) - room))
    return [*head, *body[first : first + room], *foot]


def _nobody() -> tuple[str, ...]:
    return (
        _("no host found yet, still listening …"),
        _("an address always works: rummynet join 192.168.1.20"),
        _("to see what may be wrong: rummynet doctor"),
    )


def _body(
    hosts: Sequence[ListedHost], at: Place | None, width: int, numbered: Sequence[Place]
) -> tuple[list[Line], int]:
    """All lines between head and foot, and the index of the cursor's line."""
    if not hosts:
        return [clipped([("", f"   {says}")], width) for says in _nobody()], 0
    lines: list[Line] = []
    here, digits = 0, {place: str(number) for number, place in enumerate(numbered[:_KEYS], 1)}
    for row in host_rows(hosts):
        lead, style = "   ", row.style
        if row.is_host and lines:
            lines.append([])
        if row.picks is not None:
            is_here = row.picks.place == at
            lead = f"{'▶' if is_here else ' '}{digits.get(row.picks.place, ' ')} "
            if is_here:
                style, here = f"{style} class:cursor".strip(), len(lines)
        if row.is_host:
            lines.append(clipped([(style, lead), *titled(row.text, width - get_cwidth(lead), style)], width))
            continue
        is_warning = row.style in ("class:alarm", "class:refusal")
        parts = _wrapped(row.text, width) if is_warning else [lead + row.text]
        lines += [clipped([(style, part)], width) for part in parts]
    return lines, here


_DEFAULTS: Final = Settings()


class HostList:
    """``hosts`` returns those present now; ``changed`` is set when one was heard."""

    def __init__(
        self,
        hosts: Callable[[], Sequence[ListedHost]],
        changed: asyncio.Event,
        keyboard: Input | None = None,
        output: Output | None = None,
        *,
        settings: Settings = _DEFAULTS,
    ) -> None:
        self._hosts, self._changed = hosts, changed
        # A key means what was drawn when it was pressed. So the cursor follows its row when the list changes, to
        # nowhere if that goes, and a digit stays with the row that it was drawn at.
        self._at: Place | None = None
        self._numbered: list[Place] = []
        self._chosen_once: Place | None = None
        self.app: Application[HostChoice | None] = Application(
            Layout(LinesWindow(self.lines, "class:table")),
            style=DynamicStyle(lambda: style_of(settings.theme, self.app.color_depth)),
            color_depth=colours(os.environ, settings.colours),
            key_bindings=self._keys(),
            full_screen=True,
            input=keyboard,
            output=output,
        )
        by_itself = needs_ascii(os.environ, self.app.output.encoding())
        self._ascii = by_itself if settings.ascii == "auto" else settings.ascii == "yes"

    async def run(self) -> HostChoice | None:
        """The choice; None if the player leaves. Raises KeyboardInterrupt."""
        following = asyncio.create_task(self._follow())
        try:
            return await run_app(self.app)
        finally:
            following.cancel()

    async def _follow(self) -> None:
        while True:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), LOOK_SECONDS)
            self.app.invalidate()

    def _is_doubtful(self, picked: HostChoice) -> bool:
        return any(
            HostChoice(one.host).place[:2] == picked.place[:2] and one.standing.kind == "changed"
            for one in self._hosts()
            for one in self._hosts()
        )

    def lines(self) -> list[Line]:
        """The list as it is drawn now."""
        high, wide = self.app.output.get_size()
        hosts = self._hosts()
        choices = host_choices(hosts)
        self._numbered += [place for place in choices if place not in self._numbered]
        if self._at is None and choices:
            # Enter pressed at once must not join a host whose key has changed.
            self._at = min(choices, key=lambda place: self._is_doubtful(choices[place]))
        lines = host_list_lines(hosts, self._at, Size(wide, high), self._numbered, self._chosen_once is not None)
        return [in_ascii(line) if self._ascii else line for line in lines]

    def move_cursor(self, step: int) -> None:
        """Move the cursor by *step* lines, round the ends."""
        places = list(host_choices(self._hosts()))
        if places:
            here = places.index(self._at) if self._at in places else min(0, -step)
            self._at, self._chosen_once = places[(here + step) % len(places)], None

    def _pick(self, place: Place | None, *, watch: bool = False) -> None:
        picked = host_choices(self._hosts()).get(place) if place is not None else None
        if picked is None or (watch and picked.table is None):
            return
        # Chosen twice on purpose: the first time shows the warning, which a quick key would not leave time to read.
        if self._is_doubtful(picked) and place != self._chosen_once:
            self._at = self._chosen_once = place
        elif not self.app.is_done:
            self.app.exit(result=replace(picked, watch=watch))

    def _pick_digit(self, digit: int) -> None:
        if digit <= len(self._numbered):
            self._pick(self._numbered[digit - 1])

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for name, step in (("up", -1), ("down", 1), ("k", -1), ("j", 1)):
            keys.add(name)(lambda event, step=step: self.move_cursor(step))
        for digit in range(1, _KEYS + 1):
            keys.add(str(digit))(lambda event, digit=digit: self._pick_digit(digit))
        keys.add("enter")(lambda event: self._pick(self._at))
        keys.add("w")(lambda event: self._pick(self._at, watch=True))
        keys.add("q")(lambda event: self.app.exit(result=None))
        keys.add("c-c")(lambda event: event.app.exit(exception=KeyboardInterrupt))
        return keys


def _wrapped(text: str, width: int) -> list[str]:
    """A warning is wrapped, never cut off."""
    return [f"     {part}" for part in folded(text, max(2, width - 5))]
