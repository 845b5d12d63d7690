"""The commands of the client as values, shared by ``join --plain`` and the full screen."""

from typing import Any, Final

from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

# Characters of a word that cannot be read that its refusal repeats: a text pasted by mistake would fill the screen.
QUOTED: Final = 30
QUIT_WORDS: Final = ("quit", "q", "exit")
"""What leaves wherever lines are typed: the help names the first, people know the others from other programs."""


class BadCommand(Refusal):
    """A line is no command, or lacks an argument."""

    code = "command"


class Command(Value):
    """What a player wants."""


class Do(Command):
    """A verb of the table, and what is said behind it: numbers of tables, seats and rounds, and words."""

    verb: str
    after: tuple[Any, ...] = ()

    @property
    def first(self) -> Any:  # noqa: ANN401 - a number or a word
        """What is said first behind the verb; None if nothing is."""
        return next(iter(self.after), None)


class OpenTable(Command):
    """Open a table of this variant; ``options`` holds the given options, parsed."""

    variant: str
    options: dict[str, Any]
    name: str
    bots: tuple[str, ...] = ()  # the levels of the bots to ask for as soon as the player sits there
    sits: bool = False  # take a seat there at once; with ``bots`` that goes without saying
    closed: bool = False  # only people whom the player lets in can sit down


class BeReady(Command):
    """Consent to the next game, or withdraw."""

    yes: bool
    as_bot: bool = False  # a program agrees that does not mind being one of the host's bots, which have no vote


class PlayAction(Command):
    """An action of the game."""

    action: Action


def command_text(command: Command) -> str:
    """The command as it is written in sentences for the player."""
    match command:
        case Do("say"):  # what is said, and options, would fill the sentences in which a command is named
            return "say"
        case Do(verb, after):
            return " ".join([verb, *map(str, after)])
        case PlayAction(action):
            return notation.text(action)
        case OpenTable(variant):
            return f"create {variant}"
        case BeReady(yes):
            return "ready" if yes else "ready no"
    raise TypeError(type(command))  # only a fault of the program comes there


QUIT: Final = Do("quit")
