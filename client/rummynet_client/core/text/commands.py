"""The commands of the client as values, the same for ``join --plain`` and the full screen."""

from dataclasses import dataclass
from typing import Any, Final

from rummynet_protocol.errors import Refusal


class BadCommand(Refusal):
    """A line is no command, or lacks something."""

    code = "command"


@dataclass(frozen=True, slots=True)
class ListTables:
    """Show the lobby."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table of this variant; the options given, read."""

    variant: str
    options: dict[str, Any]
    name: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at a table; None: in the first free seat."""

    table: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Follow a table from outside."""

    table: int


@dataclass(frozen=True, slots=True)
class BeReady:
    """Ready to begin, or not."""

    yes: bool


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the seat, or stop watching."""


@dataclass(frozen=True, slots=True)
class ChangeBots:
    """Have the host seat a bot, or take one away."""

    do: str
    strategy: str


@dataclass(frozen=True, slots=True)
class BeHere:
    """Show that one is there."""


@dataclass(frozen=True, slots=True)
class VoteFor:
    """Let the host play for an absent seat, or take that back."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ManageTable:
    """What the owner of a table may do: ``pause``, ``resume``; with a seat ``hand-on``, ``remove``, ``admit``."""

    do: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class SayAloud:
    """Chat."""

    text: str


@dataclass(frozen=True, slots=True)
class Do:
    """An action of the game, in the notation."""

    action: str


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the own cards."""


@dataclass(frozen=True, slots=True)
class ShowTable:
    """Show all that lies on the table."""


@dataclass(frozen=True, slots=True)
class ShowScores:
    """Show the scores, round by round."""


@dataclass(frozen=True, slots=True)
class ReviewRound:
    """Look at a finished round again; None: the last one."""

    round: int | None


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Explain the checks of fairness, or one of them."""

    check: str


@dataclass(frozen=True, slots=True)
class Set:
    """Change a setting of this client; without key and value: list them."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowIncidents:
    """Tell what is remembered of this host."""


@dataclass(frozen=True, slots=True)
class ClearIncidents:
    """Put away what is remembered of this host."""


@dataclass(frozen=True, slots=True)
class VerifySoFar:
    """Check the own transcript as far as it goes."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Explain the commands, one of them, a variant's options, or (``now``) the rule that matters at this moment."""

    topic: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave."""


Command = (
    ListTables
    | OpenTable
    | TakeSeat
    | WatchTable
    | BeReady
    | StandUp
    | ChangeBots
    | BeHere
    | VoteFor
    | ManageTable
    | SayAloud
    | Do
    | ShowHand
    | ShowTable
    | ShowScores
    | ReviewRound
    | AskWhy
    | Set
    | ShowIncidents
    | ClearIncidents
    | VerifySoFar
    | ShowHelp
    | Quit
)


def spell(command: Command) -> str:
    """The command as a person would name it in a sentence."""
    match command:
        case Do(action):
            return action
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
        case ManageTable(do, seat):
            return do if seat is None else f"{'owner' if do == 'hand-on' else do} {seat}"
        case ChangeBots(do):
            return f"bot {do}"
        case ShowHelp(topic):
            return f"help {topic}".rstrip()
        case AskWhy(check):
            return f"why {check}".rstrip()
        case Set(key, value):
            return f"set {key} {value}".rstrip()
    return _WORD[type(command)]


_WORD: Final[dict[type[Command], str]] = {
    ListTables: "tables",
    StandUp: "stand",
    BeHere: "here",
    SayAloud: "say",
    ShowHand: "hand",
    ShowTable: "table",
    ShowScores: "scores",
    ReviewRound: "review",
    ShowIncidents: "incidents",
    ClearIncidents: "incidents clear",
    VerifySoFar: "verify",
    Quit: "quit",
}
