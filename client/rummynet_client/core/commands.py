"""The commands of the client, the same for ``join --plain`` and the full screen: text to value, help, completion."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummynet.rules.varieties import NAMES, variety
from rummynet_client.language import N_, _, translated
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean
from rummynet_protocol.wire.messages import LAST_SEAT, NAME, SAYING


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
    """What the owner of a table may do: ``pause``, ``resume``, ``hand-on`` and ``remove`` with a seat."""

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
    | VerifySoFar
    | ShowHelp
    | Quit
)

HELP: Final[dict[str, tuple[str, str]]] = {
    "tables": ("tables", N_("lists the tables of this host")),
    "create": (
        "create VARIANT [key=value …]",
        said("opens a table; variants: {games}; help VARIANT: its options", games=", ".join(NAMES)),
    ),
    "sit": ("sit TABLE [SEAT]", N_("takes a seat, the first free one if none is named")),
    "watch": ("watch TABLE", N_("follows a table from outside")),
    "ready": ("ready [no]", N_("ready to begin; the game begins when all who sit are ready")),
    "stand": ("stand", N_("leaves the seat, or stops watching")),
    "bot": ("bot add|remove [STRATEGY]", N_("seats a bot of the host, or takes one away; strategies: random, simple")),
    "say": ("say TEXT", N_("chats with the table")),
    "here": ("here", N_("shows that you are there: with a turn clock, your turn has its whole time once more")),
    "vote": ("vote SEAT [no]", N_("wants the host to do what is safe for an absent player until they are back")),
    "pause": ("pause", N_("lets the table rest, its clocks too (its owner alone)")),
    "resume": ("resume", N_("lets the table go on (its owner alone)")),
    "owner": ("owner SEAT", N_("hands the table on to the person in that seat (its owner alone)")),
    "remove": ("remove SEAT", N_("frees a seat before the game begins (the table's owner alone)")),
    "draw": ("draw", N_("takes the top card of the stock")),
    "take": (
        "take CARD meld CARDS | take CARD lay CARDS on N",
        N_("takes CARD of the pile and all above it and plays it at once"),
    ),
    "meld": ("meld CARDS", N_("lays a new set or run: meld 5S 6S 7S")),
    "lay": ("lay CARDS on N", N_("lays off on meld N of the table: lay 4H on 2")),
    "throw": ("throw CARD", N_("throws a card out and ends the turn")),
    "rummy": ("rummy meld CARDS | rummy lay CARDS on N", N_("calls a rummy with cards of the pile")),
    "pass": ("pass", N_("where nothing else can be done")),
    "turn": ("turn", N_("turns the pile over as the new stock (basic rummy)")),
    "declare": ("declare meld CARDS meld CARDS [throw CARD]", N_("lays the whole hand at once (basic rummy)")),
    "penalty": ("penalty draw|pile", N_("chooses what to pick up after one's throw-out was called (basic rummy)")),
    "out": ("out", N_("closes the call for the last card (made by the host)")),
    "trade": ("trade CARD for JOKER", N_("puts the real card in a joker's place")),
    "swap": ("swap CARD on N [lay CARD on M]", N_("puts a card in the place of a wild card")),
    "contract": ("contract CARDS / CARDS", N_("lays the contract of the round (crummy rummy)")),
    "want": ("want CARD", N_("takes the offered card out of turn (crummy rummy)")),
    "waive": ("waive", N_("lets the offered card go (crummy rummy)")),
    "aces": ("aces N", N_("says how many of one's aces count high (Vegas rummy)")),
    "buy": ("buy", N_("pays to go on (Vegas rummy)")),
    "decline": ("decline", N_("sits out instead (Vegas rummy)")),
    "hand": ("hand", N_("shows your cards")),
    "table": ("table", N_("shows the pile, the melds and how many cards everybody holds")),
    "scores": ("scores", N_("shows the scores, round by round")),
    "review": ("review [ROUND]", N_("tells who scored what with which cards, and which rummies nobody called")),
    "why": ("why [CHECK]", N_("explains the checks of fairness, or one of them")),
    "set": ("set [KEY VALUE]", N_("lists the settings of this client, or changes one")),
    "verify": ("verify", N_("checks your own transcript of this game as far as it goes")),
    "help": (
        "help [COMMAND|VARIANT|now]",
        N_("explains the commands, one of them, the options of a variant, or the rule that matters now"),
    ),
    "quit": ("quit", N_("leaves; the seat stays yours")),
}
"""By first word: how a command is written, and what it does."""

ACTIONS: Final = frozenset(HELP) - {
    *("tables", "create", "sit", "watch", "ready", "stand", "bot", "say"),
    *("here", "vote", "pause", "resume", "owner", "remove"),
    *("hand", "table", "scores", "review", "why", "set", "verify", "help", "quit"),
}
"""The first words that are actions of the notation."""


def parse(line: str) -> Command:
    """The command in *line*. Raises BadCommand, BadNotation, BadOption: one sentence each."""
    words = clean(line, 2000).split(" ")
    verb = words[0].lower()
    if verb in ACTIONS:
        return Do(notation.text(notation.parse(" ".join((verb, *words[1:])))))
    read = _READ.get(verb)
    if read is None:
        raise BadCommand(_("{word!r} is no command; 'help' lists them all", word=words[0][:20]))
    return read(words[1:])


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


def complete(line: str, actions: Sequence[str] = (), variants: Sequence[str] = NAMES) -> list[str]:
    """Whole lines that *line* could become; *actions* are those that are legal now (without calls)."""
    verb, space, rest = line.partition(" ")
    if not space:
        return [f"{word} " if _takes_more(word) else word for word in HELP if word.startswith(verb)]
    if verb in ACTIONS:
        return [action for action in actions if action.startswith(line) and action != line]
    words = {"create": variants, "bot": ("add", "remove"), "help": ("now", *HELP, *variants), "ready": ("no",)}.get(
        verb, ()
    )
    return [f"{verb} {word}" for word in words if word.startswith(rest) and word != rest]


def explain(topic: str) -> list[tuple[str, str]]:
    """(how it is written, what it does) of every command, of one, or of a variant's options. Raises BadCommand."""
    if not topic:
        return [(how, translated(does)) for how, does in HELP.values()]
    if topic in HELP:
        how, does = HELP[topic]
        return [(how, translated(does))]
    if topic in NAMES:
        game = variety(topic)
        return [(f"{one.name}={_default(one.default)}", translated(one.says)) for one in game.options]
    raise BadCommand(
        _("there is no help for {topic!r}; 'help' lists the commands, 'help keilty' its options", topic=topic[:20])
    )


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else "none" if value is None else str(value)


def _takes_more(word: str) -> bool:
    return " " in HELP[word][0] and "[" not in HELP[word][0].split(" ")[1]


def _alone(command: Command, verb: str) -> Callable[[Sequence[str]], Command]:
    def read(words: Sequence[str]) -> Command:
        if words:
            raise BadCommand(_("{verb!r} stands alone; leave out {rest!r}", verb=verb, rest=" ".join(words)[:40]))
        return command

    return read


def _create(words: Sequence[str]) -> Command:
    if not words:
        raise BadCommand(
            _("say which game, such as 'create keilty target=200'; there are: {games}", games=", ".join(NAMES))
        )
    known = {option.name: option for option in variety(words[0]).options}
    options: dict[str, Any] = {}
    name = ""
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadCommand(_("{word!r} is no option; write key=value, such as target=200", word=word[:30]))
        if key == "name":
            name = value[:NAME]
        elif key in known:
            options[key] = known[key].read_text(value)
        else:
            raise BadCommand(
                _("{game} has no option {option!r}; 'help {game}' lists them", game=words[0], option=key[:30])
            )
    return OpenTable(words[0], options, name)


def _sit(words: Sequence[str]) -> Command:
    if not 1 <= len(words) <= 2:
        raise BadCommand(_("say at which table, and in which seat if you like: 'sit 1' or 'sit 1 0'"))
    return TakeSeat(_table(words[0]), _seat(words[1]) if len(words) == 2 else None)


def _watch(words: Sequence[str]) -> Command:
    if len(words) != 1:
        raise BadCommand(_("say which table: 'watch 1'"))
    return WatchTable(_table(words[0]))


def _ready(words: Sequence[str]) -> Command:
    if list(words) not in ([], ["no"], ["yes"]):
        raise BadCommand(_("say 'ready', or 'ready no'"))
    return BeReady(list(words) != ["no"])


def _bot(words: Sequence[str]) -> Command:
    if not 1 <= len(words) <= 2 or words[0] not in ("add", "remove"):
        raise BadCommand(_("say 'bot add', 'bot add simple' or 'bot remove'"))
    return ChangeBots(words[0], words[1][:20] if len(words) == 2 else "simple")


def _vote(words: Sequence[str]) -> Command:
    if not words or list(words[1:]) not in ([], ["no"]):
        raise BadCommand(_("say whose turns are to be played: 'vote 1', or 'vote 1 no' to take it back"))
    return VoteFor(_seat(words[0]), len(words) == 1)


def _to_seat(do: str, verb: str) -> Callable[[Sequence[str]], Command]:
    def read(words: Sequence[str]) -> Command:
        if len(words) != 1:
            raise BadCommand(_("say whose seat: '{verb} 1'", verb=verb))
        return ManageTable(do, _seat(words[0]))

    return read


def _say(words: Sequence[str]) -> Command:
    text = " ".join(words)[:SAYING]
    if not text:
        raise BadCommand(_("say what: 'say good evening'"))
    return SayAloud(text)


def _review(words: Sequence[str]) -> Command:
    return ReviewRound(_number(words[0], 1, N_("{word!r} is no number of a round")) if words else None)


def _why(words: Sequence[str]) -> Command:
    return AskWhy(words[0].lower() if words else "")


def _set(words: Sequence[str]) -> Command:
    if len(words) not in (0, 2):
        raise BadCommand(_("say which setting and how: 'set bell no'; 'set' lists them"))
    return Set(*words) if words else Set("", "")


def _help(words: Sequence[str]) -> Command:
    return ShowHelp(words[0].lower() if words else "")


def _table(word: str) -> int:
    return _number(word, 1, N_("{word!r} is no number of a table"))


def _seat(word: str) -> int:
    number = _number(word, 0, N_("{word!r} is no number of a seat"))
    if number > LAST_SEAT:
        raise BadCommand(_("{word!r} is no number of a seat", word=word[:20]))
    return number


def _number(word: str, least: int, no_number: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least):
        raise BadCommand(_(no_number, word=word[:20]))
    return int(word)


_READ: Final[dict[str, Callable[[Sequence[str]], Command]]] = {
    "tables": _alone(ListTables(), "tables"),
    "create": _create,
    "sit": _sit,
    "watch": _watch,
    "ready": _ready,
    "stand": _alone(StandUp(), "stand"),
    "bot": _bot,
    "say": _say,
    "here": _alone(BeHere(), "here"),
    "vote": _vote,
    "pause": _alone(ManageTable("pause", None), "pause"),
    "resume": _alone(ManageTable("resume", None), "resume"),
    "owner": _to_seat("hand-on", "owner"),
    "remove": _to_seat("remove", "remove"),
    "hand": _alone(ShowHand(), "hand"),
    "table": _alone(ShowTable(), "table"),
    "scores": _alone(ShowScores(), "scores"),
    "review": _review,
    "why": _why,
    "set": _set,
    "verify": _alone(VerifySoFar(), "verify"),
    "help": _help,
    "quit": _alone(Quit(), "quit"),
}
_WORD: Final[dict[type[Command], str]] = {
    ListTables: "tables",
    BeReady: "ready",
    StandUp: "stand",
    BeHere: "here",
    SayAloud: "say",
    ShowHand: "hand",
    ShowTable: "table",
    ShowScores: "scores",
    ReviewRound: "review",
    VerifySoFar: "verify",
    Quit: "quit",
}
