"""The commands of the client as values, shared by ``join --plain`` and the full screen."""

from dataclasses import dataclass
from typing import Any, Final

from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal


class BadCommand(Refusal):
    """A line is no command, or lacks an argument."""

    code = "command"


@dataclass(frozen=True, slots=True)
class ListTables:
    """Show the lobby."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table of this variant; ``options`` holds the given options, parsed."""

    variant: str
    options: dict[str, Any]
    name: str
    bots: tuple[str, ...] = ()
    """The levels of the bots to ask for as soon as the player sits there."""
    sits: bool = False
    """Take a seat there at once; with ``bots`` that goes without saying."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a seat at a table; with None the first free one."""

    table: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Watch a table without a seat."""

    table: int


@dataclass(frozen=True, slots=True)
class BeReady:
    """Consent to the next game, or withdraw."""

    yes: bool


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave the seat, or stop watching."""


@dataclass(frozen=True, slots=True)
class ChangeBots:
    """Ask the host to seat a bot (``add``) or to remove one (``remove``)."""

    do: str
    strategy: str


@dataclass(frozen=True, slots=True)
class BeHere:
    """Confirm presence, which restarts a turn clock."""


@dataclass(frozen=True, slots=True)
class VoteFor:
    """Vote for the host playing for an absent seat, or withdraw the vote."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ManageTable:
    """An owner's command: ``pause``, ``resume``; with a seat ``hand-on``, ``remove``, ``admit``."""

    do: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on to the next round."""


@dataclass(frozen=True, slots=True)
class SayAloud:
    """Send a line of chat."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayAction:
    """An action of the game."""

    action: Action


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the own hand."""


@dataclass(frozen=True, slots=True)
class ShowTable:
    """Show everything on the table."""


@dataclass(frozen=True, slots=True)
class ShowScores:
    """Show the scores, round by round."""


@dataclass(frozen=True, slots=True)
class ReviewRound:
    """Review a finished round; with None the last one."""

    round: int | None


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask what a good player would do now. The frontend answers it, beside its event loop."""


@dataclass(frozen=True, slots=True)
class AskCoach:
    """Ask what cost most in a finished round; with None the last one. The frontend answers it."""

    round: int | None


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Explain the fairness checks, or one of them."""

    check: str


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Change a setting of this client; with empty key and value, list them."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowIncidents:
    """List the incidents of this host."""


@dataclass(frozen=True, slots=True)
class ClearIncidents:
    """Clear the incidents of this host."""


@dataclass(frozen=True, slots=True)
class VerifySoFar:
    """Verify the own transcript as far as it goes."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Explain the commands, one of them, a variant's options, or (``now``) the rule that applies at the moment."""

    topic: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Quit."""


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
    | GoOn
    | ManageTable
    | SayAloud
    | PlayAction
    | ShowHand
    | ShowTable
    | ShowScores
    | ReviewRound
    | AskHint
    | AskCoach
    | AskWhy
    | ChangeSetting
    | ShowIncidents
    | ClearIncidents
    | VerifySoFar
    | ShowHelp
    | Quit
)


def command_text(command: Command) -> str:
    """The command as it is written in sentences for the player."""
    match command:
        case PlayAction(action):
            return notation.text(action)
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
        case ChangeBots(do, strategy):
            return f"bot {do} {strategy}" if do == "add" else f"bot {do}"
        case ShowHelp(topic):
            return f"help {topic}".rstrip()
        case AskWhy(check):
            return f"why {check}".rstrip()
        case ChangeSetting(key, value):
            return f"set {key} {value}".rstrip()
    return _WORD[type(command)]


_WORD: Final[dict[type[Command], str]] = {
    ListTables: "tables",
    StandUp: "stand",
    BeHere: "here",
    GoOn: "next",
    SayAloud: "say",
    ShowHand: "hand",
    ShowTable: "table",
    ShowScores: "scores",
    ReviewRound: "review",
    AskHint: "hint",
    AskCoach: "coach",
    ShowIncidents: "incidents",
    ClearIncidents: "incidents clear",
    VerifySoFar: "verify",
    Quit: "quit",
}
