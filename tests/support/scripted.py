"""What people do, line by line, and under each line all that the host did because of it.

A line at the margin is done; what is indented follows from it, in its order. With brackets around a line nothing is
told. Bytes are names of people, or ``~``; of a table that is shown there is what has changed since it was shown last.
"""

import os
import shlex
import textwrap
from abc import ABC, abstractmethod
from ast import literal_eval
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import Done, Message, TableShown


class Script(ABC):
    """Does lines; ``told`` are they with what came of them."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._shown = defaultdict[object, dict[str, str]](dict)

    @abstractmethod
    def do(self, word: str, *rest: str) -> None:
        """Do a line."""

    @abstractmethod
    def news(self) -> Iterator[str]:
        """What has come of it, a paragraph each."""

    @abstractmethod
    def name(self, key: bytes) -> str:
        """Whose key this is; ``~`` for any other bytes."""

    def run(self, lines: Sequence[str]) -> None:
        """All lines, of which the indented ones count for nothing."""
        for line in lines:
            if line and not line.startswith(" "):
                self.told.append(line)
                words = shlex.split(line.strip("()"), comments=True)
                if words:
                    self.do(*words)
                news = [*self.news()]  # also where nothing is told: a table is shown by what changes
                for one in () if line.startswith("(") else news:
                    self.told += textwrap.wrap(
                        one, 116, initial_indent="  ", subsequent_indent="    ", break_long_words=False,
                        break_on_hyphens=False,
                    )  # fmt: skip

    def follows(self, path: Path) -> None:
        """Do the lines of this file: what comes of them is what stands there, or is written there."""
        lines = path.read_text().splitlines()
        self.run(lines)
        if os.environ.get("RUMMYNET_REWRITE"):
            path.write_text("\n".join(self.told) + "\n")
        else:
            assert self.told == lines

    def message(self, message: Message, to: object = None) -> str:
        """A message; of a table what has changed since it was shown to them."""
        if not isinstance(message, TableShown):
            return f"{message.kind} {self.values(message, *('n', *(() if isinstance(message, Done) else ('table',))))}"
        seats = [
            f"{n} {name}{'!' * ready}{'?' * (not here)}{'*' * bot}" for n, _, name, ready, here, bot in message.seats
        ]
        fields = {name: self.text(getattr(message, name)) for name in message.__struct_fields__}
        fields |= {"seats": f"[{', '.join(seats)}]"}
        before, self._shown[to] = self._shown[to], fields
        return f"table {' '.join(f'{name}={value}' for name, value in fields.items() if before.get(name) != value)}"

    def values(self, value: Value, *without: str) -> str:
        """Its fields."""
        return " ".join(self.text(getattr(value, name)) for name in value.__struct_fields__ if name not in without)

    def text(self, value: object) -> str:
        """A field."""
        match value:
            case None:
                return "-"
            case bool() | int() | float() | str():
                return str(value)
            case bytes():
                return self.name(value)
            case dict():
                return "~"
            case tuple() | list():
                shown = [*map(self.text, value)]
                return "~" if shown and {*shown} == {"~"} else f"[{' '.join(shown)}]"
        assert isinstance(value, Value)
        return f"{type(value).__name__} {self.values(value)}"


def fields(words: Sequence[str]) -> dict[str, Any]:
    """Of words such as ``target=20``."""
    return {name: literal(value) for name, _, value in (word.partition("=") for word in words)}


def literal(word: str) -> object:
    """A number, None, a list; else the word itself."""
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError):
        return word
