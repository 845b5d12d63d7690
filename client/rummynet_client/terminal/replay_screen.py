"""``rummynet replay`` on a full terminal."""

import os
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import ConditionalKeyBindings, KeyBindings, KeyBindingsBase, merge_key_bindings
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import needs_ascii
from rummynet_client.core.text.commands import BadCommand
from rummynet_client.language import N_, _, sentence_of
from rummynet_client.terminal.replay import FOOT, Replay, stage
from rummynet_client.terminal.replay_commands import ENOUGH, cued
from rummynet_client.terminal.style import FOUR_SUITS, colours
from rummynet_client.terminal.styled_text import Line, Size, clipped, footer, in_ascii

TYPE: Final = N_("12, round 2, call, end, seat 0, everybody, nobody; enter goes there")
_LONGEST: Final = 30


class ReplayScreen:
    """Shows a game until the player leaves."""

    def __init__(self, scene: Replay, *, input: Input | None = None, output: Output | None = None) -> None:
        self.scene = scene
        self.typed: str | None = None
        """The text typed after a colon; None outside the command line."""
        self.told = ""
        """Why the last command failed, until the next key."""
        window = Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
        self.app: Application[int] = Application(
            layout=Layout(HSplit([window])),
            key_bindings=self._keys(),
            style=FOUR_SUITS,
            color_depth=colours(os.environ),
            full_screen=True,
            input=input,
            output=output,
        )
        self._ascii = needs_ascii(os.environ, self.app.output.encoding())

    def run(self) -> int:
        """Run; returns the exit status."""
        return self.app.run(handle_sigint=False)

    def _text(self) -> StyleAndTextTuples:
        rows, columns = self.app.output.get_size()
        found: StyleAndTextTuples = []
        for line in [*stage(self.scene, Size(columns, max(1, rows - 1))), clipped(self._foot(), columns)]:
            found += [*(in_ascii(line) if self._ascii else line), ("", "\n")]
        return found[:-1]

    def _foot(self) -> Line:
        columns = self.app.output.get_size().columns
        if self.typed is not None:
            line = f":{self.typed}"
            room = columns - get_cwidth(line) - 2
            return [("", line), ("class:cursor", " "), ("class:dim", " " + footer(_(TYPE), room))]
        if self.told:
            return [("class:refusal", footer(self.told, columns))]
        return [("class:head", footer(_(FOOT), columns))]

    def _enter(self) -> None:
        said, self.typed = self.typed or "", None
        if said.strip() in ENOUGH:
            self.app.exit(result=0)
        elif said.strip():
            try:
                self.scene = cued(self.scene, said)
            except BadCommand as problem:
                self.told = sentence_of(problem)

    def _keys(self) -> KeyBindingsBase:
        return merge_key_bindings(
            [
                ConditionalKeyBindings(self._moving(), Condition(lambda: self.typed is None)),
                ConditionalKeyBindings(self._typing(), Condition(lambda: self.typed is not None)),
                self._leaving(),
            ]
        )

    def _leaving(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("c-d")(lambda event: self.app.exit(result=0))
        keys.add("c-c")(lambda event: self.app.exit(result=130))
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

    def _moving(self) -> KeyBindings:
        keys = KeyBindings()
        steps = {"right": 1, "space": 1, "enter": 1, "left": -1, "f": 10, "b": -10, "home": -(10**9), "end": 10**9}
        for name, step in steps.items():
            keys.add(name)(lambda event, step=step: self._go(self.scene.moved(step)))
        for name, rounds in (("pagedown", 1), ("pageup", -1)):
            keys.add(name)(lambda event, rounds=rounds: self._go(self.scene.turned(rounds)))
        for seat in range(10):
            keys.add(str(seat))(lambda event, seat=seat: self._go(self.scene.seen_by(seat)))
        keys.add("r")(lambda event: self._go(self.scene.to_call()))
        keys.add("n")(lambda event: self._go(self.scene.seen_by("nobody")))
        keys.add("a")(lambda event: self._go(self.scene.seen_by("everybody")))
        keys.add(":")(lambda event: self._ask())
        keys.add("q")(lambda event: self.app.exit(result=0))
        return keys

    def _ask(self) -> None:
        self.typed, self.told = "", ""

    def _go(self, scene: Replay) -> None:
        self.scene, self.told = scene, ""
