"""``rummynet replay`` on a whole terminal."""

import os

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output

from rummynet_client.language import _
from rummynet_client.letters import needs_ascii
from rummynet_client.terminal.style import FOUR_SUITS, colours
from rummynet_client.terminal.text import Line, Size, clipped, in_ascii
from rummynet_client.terminal.theatre import FOOT, Theatre, stage


class Projector:
    """Shows a game until the person has seen enough."""

    def __init__(self, scene: Theatre, *, input: Input | None = None, output: Output | None = None) -> None:
        self.scene = scene
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
        """The exit status."""
        return self.app.run(handle_sigint=False)

    def _text(self) -> StyleAndTextTuples:
        rows, columns = self.app.output.get_size()
        foot: Line = clipped([("class:head", f" {_(FOOT)}")], columns)
        found: StyleAndTextTuples = []
        for line in [*stage(self.scene, Size(columns, max(1, rows - 1))), foot]:
            found += [*(in_ascii(line) if self._ascii else line), ("", "\n")]
        return found[:-1]

    def _keys(self) -> KeyBindings:
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
        keys.add("q")(lambda event: self.app.exit(result=0))
        keys.add("c-d")(lambda event: self.app.exit(result=0))
        keys.add("c-c")(lambda event: self.app.exit(result=130))
        return keys

    def _go(self, scene: Theatre) -> None:
        self.scene = scene
