"""The commands of the client as values, shared by ``join --plain`` and the full screen."""

from typing import Any, Final

from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

QUIT_WORDS: Final = ("quit", "q", "exit")
"""What leaves wherever lines are typed: the help names the first, people know the others from other programs."""


class BadCommand(Refusal):
    """A line is no command, or lacks an argument."""

    code = "command"


class Command(Value):
    """What a player wants."""


class Do(Command):
    """A command of words alone: one that takes nothing after it, ``incidents clear``, ``coach game``."""

    words: str


class OpenTable(Command):
    """Open a table of this variant; ``options`` holds the given options, parsed."""

    variant: str
    options: dict[str, Any]
    name: str
    bots: tuple[str, ...] = ()  # the levels of the bots to ask for as soon as the player sits there
    sits: bool = False  # take a seat there at once; with ``bots`` that goes without saying
    closed: bool = False  # only people whom the player lets in can sit down


class TakeSeat(Command):
    """Take a seat at a table; with None the first free one."""

    table: int
    seat: int | None


class WatchTable(Command):
    """Watch a table without a seat."""

    table: int


class BeReady(Command):
    """Consent to the next game, or withdraw."""

    yes: bool
    as_bot: bool = False  # a program agrees that does not mind being one of the host's bots, which have no vote


class ChangeBots(Command):
    """Ask the host to seat a bot (``add``) or to remove one (``remove``)."""

    do: str
    strategy: str


class VoteFor(Command):
    """Vote for going on without a seat, or for waiting."""

    seat: int
    yes: bool


class LetIn(Command):
    """An owner's command: let a person sit down who has asked for a seat, named by the beginning of their name."""

    who: str


class ManageTable(Command):
    """An owner's command.

    ``pause``, ``resume``, ``close-seats``, ``open-seats``; with a seat ``hand-on``, ``remove``, ``admit``.
    """

    do: str
    seat: int | None


class SayAloud(Command):
    """Send a line of chat."""

    text: str


class PlayAction(Command):
    """An action of the game."""

    action: Action


class ReviewRound(Command):
    """Review a finished round; with None the last one."""

    round: int | None


class AskCoach(Command):
    """Ask what cost most in a finished round; with None the last one. The frontend answers it."""

    round: int | None


class AskWhy(Command):
    """Explain the fairness checks, or one of them."""

    check: str


class ChangeSetting(Command):
    """Change a setting of this client; with empty key and value, list them."""

    key: str
    value: str


class ShowHelp(Command):
    """Explain the commands, one of them, a variant's options, or (``now``) the rule that applies at the moment."""

    topic: str


def command_text(command: Command) -> str:
    """The command as it is written in sentences for the player."""
    match command:
        case Do(words):
            return words
        case PlayAction(action):
            return notation.text(action)
        # Without options: it is named in sentences, which they would fill.
        case OpenTable(variant):
            return f"create {variant}"
        case TakeSeat(table):
            return f"sit {table}"
        case WatchTable(table):
            return f"watch {table}"
        case BeReady(yes):
            return "ready" if yes else "ready no"
        case VoteFor(number, yes):
            return f"vote {number}" if yes else f"vote {number} no"
        case LetIn(who):
            return f"let {who}"
        case ManageTable("close-seats" | "open-seats" as do):
            return f"seats {do.removesuffix('-seats')}"
        case ManageTable(do, seat):
            return do if seat is None else f"{'owner' if do == 'hand-on' else do} {seat}"
        case ChangeBots(do, strategy):
            return f"bot {do} {strategy}".rstrip()
        case ShowHelp(topic):
            return f"help {topic}".rstrip()
        case AskWhy(check):
            return f"why {check}".rstrip()
        case ChangeSetting(key, value):
            return f"set {key} {value}".rstrip()
        case SayAloud():
            return "say"
        case ReviewRound():
            return "review"
        case AskCoach():
            return "coach"
    raise TypeError(type(command))  # only a fault of the program comes there


QUIT: Final = Do("quit")
