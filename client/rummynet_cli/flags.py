"""A verb and its flags as values: what the table of commands is made of."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Final

from rummynet.rules.varieties import NAMES
from rummynet_cli.own_language import speak
from rummynet_client.language import N_, _

GAMES: Final = ", ".join(NAMES)
WITH_DEFAULT: Final = N_("{says} (default: {default})")


@dataclass(frozen=True, slots=True)
class Flag:
    """One argument: its name (``--port``, or ``ADDRESS`` where the place tells it), help, and argparse's settings."""

    name: str
    says: str  # what it means, without its default; in place of {games} stands the list of them
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def help(self) -> str:
        """What it means, in English, with its default where it has one."""
        says, default = self.says.format(games=GAMES), self.settings.get("default")
        return says if default is None else WITH_DEFAULT.format(says=says, default=default)

    @property
    def positional(self) -> bool:
        """Whether its place says what it is."""
        return not self.name.startswith("-")

    @property
    def is_switch(self) -> bool:
        """Whether it has no value."""
        return self.settings.get("action") == "store_true"

    @property
    def shown(self) -> str:
        """As written in the docs: ``--port PORT``, ``--json``, ``[ADDRESS]``."""
        if self.positional:
            return {"?": f"[{self.name}]", "*": f"[{self.name}…]"}.get(self.settings.get("nargs", ""), self.name)
        return self.name if self.is_switch else f"{self.name} {self.settings['metavar']}"


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its name, what it does, an example, its flags."""

    name: str
    summary: str
    description: str
    example: str
    flags: tuple[Flag, ...] = ()

    @property
    def module(self) -> str:
        """The name of the module that has its ``run(args)``."""
        return f"rummynet_cli.verbs.{self.name}"


def between(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: a whole number from *low* to *high*."""

    def read(text: str) -> int:
        # Python would also take underscores, blanks and other scripts' digits, and thousands of digits slowly.
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else low - 1
        if not low <= number <= high:
            # Only now, with something to say: to read the settings at each start would slow down every verb.
            speak()
            raise argparse.ArgumentTypeError(
                _("{text!r} is not a whole number from {low} to {high}", text=text[:20], low=low, high=high)
            )
        return number

    return read


def place(text: str) -> tuple[str, int]:
    """An argparse type: a port of this machine alone, or ``ADDR:PORT``, with an IPv6 address in brackets."""
    host, colon, port = text.rpartition(":")
    try:
        number = between(0, 65535)(port)
        found = str(ip_address(host.removeprefix("[").removesuffix("]"))) if colon else "127.0.0.1"
    except (ValueError, argparse.ArgumentTypeError):
        speak()
        raise argparse.ArgumentTypeError(
            _("{text!r} is no place for metrics; write a port, or an address and a port: 10.0.0.5:9100", text=text[:60])
        ) from None
    return found, number


def switch(name: str, help: str) -> Flag:
    """A flag without a value."""
    return Flag(name, help, {"action": "store_true"})


def value_flag(name: str, metavar: str, help: str, default: object = None, **more: Any) -> Flag:  # noqa: ANN401
    """A flag with a value; its help names the default where there is one."""
    return Flag(name, help, {"metavar": metavar, "default": default, **more})
