"""``rummynet replay`` on a full terminal."""

import asyncio
import os
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import ConditionalKeyBindings, KeyBindings, KeyBindingsBase, merge_key_bindings
from prompt_toolkit.layout import HSplit, Layout
from prompt_toolkit.output import Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import needs_ascii
from rummynet_client.core.text.commands import QUIT_WORDS, BadCommand
from rummynet_client.language import N_, _, sentence_of
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.card_art import written
from rummynet_client.terminal.drawing.lines_window import LinesWindow, run_app
from rummynet_client.terminal.drawing.styled_text import Line, Size, clipped, footer_text
from rummynet_client.terminal.drawing.theme import colours, style_of
from rummynet_client.terminal.replay.replay import FOOT, Replay, replay_lines, run_replay_command

TYPE: Final = N_("12, round 2, call, end, seat 0, everybody, nobody; enter goes there")
_LONGEST: Final = 30  # characters of where to go: more than any of these answers has, and the prompt stays on its line
_DEFAULTS: Final = Settings()


class ReplayScreen:
    """Shows a game until the player leaves."""

    def __init__(
        self,
        replay: Replay,
        *,
        settings: Settings = _DEFAULTS,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.replay = replay
        self._settings = settings
        self.typed: str | None = None  # the text typed after a colon; None outside the command line
        self.refusal_text = ""  # why the last command failed, until the next key
        window = LinesWindow(self._lines, "class:table")
        self.app: Application[int] = Application(
            layout=Layout(HSplit([window])),
            key_bindings=self._keys(),
            style=DynamicStyle(self._style),
            color_depth=colours(os.environ, settings.colours),
            full_screen=True,
            input=input,
            output=output,
        )
        by_itself = needs_ascii(os.environ, self.app.output.encoding())
        self._ascii = by_itself if settings.ascii == "auto" else settings.ascii == "yes"

    def _style(self) -> BaseStyle:
        return style_of(self._settings.theme, self.app.color_depth, self._settings.suits == "four")

    def run(self) -> int:
        """Run; returns the exit status."""
        return asyncio.run(run_app(self.app))

    def _lines(self) -> list[Line]:
        rows, columns = self.app.output.get_size()
        lines = [*replay_lines(self.replay, Size(columns, max(1, rows - 1))), clipped(self.footer(), columns)]
        return [written(line, is_ascii=self._ascii, signs=self._settings.signs != "no") for line in lines]

    def footer(self) -> Line:
        """The last line as it is drawn now: what is typed, why it was refused, or the keys."""
        columns = self.app.output.get_size().columns
        if self.typed is not None:
            line = f":{self.typed}"
            room = columns - get_cwidth(line) - 2
            return [("", line), ("class:cursor", " "), ("class:dim", " " + footer_text(_(TYPE), room))]
        if self.refusal_text:
            return [("class:refusal", footer_text(self.refusal_text, columns))]
        return [("class:keys", footer_text(_(FOOT), columns))]

    def _enter(self) -> None:
        text, self.typed = self.typed or "", None
        if text.strip() in QUIT_WORDS:
            self.app.exit(result=0)
        elif text.strip():
            try:
                self.replay = run_replay_command(self.replay, text)
            except BadCommand as problem:
                self.refusal_text = sentence_of(problem)

    def _keys(self) -> KeyBindingsBase:
        return merge_key_bindings(
            [
                ConditionalKeyBindings(self.moving_keys(), Condition(lambda: self.typed is None)),
                ConditionalKeyBindings(self._typing(), Condition(lambda: self.typed is not None)),
                self._leaving(),
            ]
        )

    def _leaving(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("c-d")(lambda event: self.app.exit(result=0))
        keys.add("c-c")(lambda event: self.app.exit(result=130))  # as ``keys.INTERRUPTED``
        return keys

    def _typing(self) -> KeyBindings:
        keys = KeyBindings()

        def put(text: str | None) -> None:
            self.typed = text

        keys.add("<any>")(
            lambda event: put(f"{self.typed}{event.data}"[:_LONGEST] if event.data.isprintable() else self.typed)
        )
        keys.add("backspace")(lambda event: put((self.typed or "")[:-1]))
        keys.add("escape", eager=True)(lambda event: put(None))
        keys.add("enter")(lambda event: self._enter())
        return keys

    def moving_keys(self) -> KeyBindings:
        """The keys that move through the game, while nothing is typed."""
        keys = KeyBindings()
        # 10**9: more steps than any game has; ``moved_by`` stops at the ends.
        steps = {"right": 1, "space": 1, "enter": 1, "left": -1, "f": 10, "b": -10, "home": -(10**9), "end": 10**9}
        for name, step in steps.items():
            keys.add(name)(lambda event, step=step: self._show(self.replay.moved_by(step)))
        for name, rounds in (("pagedown", 1), ("pageup", -1)):
            keys.add(name)(lambda event, rounds=rounds: self._show(self.replay.to_round(rounds)))
        # Seats 10 and 11 have no digit; ``:seat 10`` reaches them.
        for seat in range(10):
            keys.add(str(seat))(lambda event, seat=seat: self._show(self.replay.with_viewpoint(seat)))
        keys.add("r")(lambda event: self._show(self.replay.to_next_call()))
        keys.add("n")(lambda event: self._show(self.replay.with_viewpoint("nobody")))
        keys.add("a")(lambda event: self._show(self.replay.with_viewpoint("everybody")))
        keys.add(":")(lambda event: self._open_prompt())
        keys.add("q")(lambda event: self.app.exit(result=0))
        return keys

    def _open_prompt(self) -> None:
        self.typed, self.refusal_text = "", ""

    def _show(self, replay: Replay) -> None:
        self.replay, self.refusal_text = replay, ""
