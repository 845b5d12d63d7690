"""Parses a line of text into a command."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rummynet.bots.characters import COMPANY
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.text import commands
from rummynet_client.core.text.card_names import in_notation
from rummynet_client.core.text.handbook import ACTIONS
from rummynet_client.core.text.table_wish import MATCH
from rummynet_client.language import N_, _
from rummynet_protocol import notation
from rummynet_protocol.text import clean
from rummynet_protocol.wire.messages import LAST_SEAT, NAME, SAYING


def parse_command(line: str) -> commands.Command:
    """The command in *line*. Raises BadCommand, BadNotation, BadOption, each with a sentence for the player."""
    # Twice a statement (1,024 bytes, PROTOCOL.md, "Limits"): no action is as long, and chat is cut further down.
    words = clean(line, 2000).split(" ")
    # Phones begin a line with a capital.
    verb = words[0].lower()
    # Actions first: their words are fixed by the protocol, so no command may ever have one of them.
    if verb in ACTIONS:
        return commands.PlayAction(notation.parse(in_notation(" ".join((verb, *words[1:])))))
    read = _READ.get(verb)
    if read is None:
        # Quoted words are cut, here and below: a text pasted by mistake would fill the screen.
        raise commands.BadCommand(_("{word!r} is not a command; 'help' lists them all", word=words[0][:20]))
    return read(words[1:])


def _alone(command: commands.Command, verb: str) -> Callable[[Sequence[str]], commands.Command]:
    def read(words: Sequence[str]) -> commands.Command:
        if words:
            raise commands.BadCommand(
                _("{verb!r} takes nothing after it; leave out {rest!r}", verb=verb, rest=" ".join(words)[:40])
            )
        return command

    return read


def _create(words: Sequence[str]) -> commands.Command:
    if not words:
        raise commands.BadCommand(
            _("say which game, such as 'create keilty target=200'; the games are: {games}", games=", ".join(NAMES))
        )
    known = {option.name: option for option in variety(words[0]).options}
    options: dict[str, Any] = {}
    name = ""
    bots: tuple[str, ...] = ()
    closed = False
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise commands.BadCommand(
                _("{word!r} is not an option; write key=value, such as target=200", word=word[:30])
            )
        if key == "seats" and value == "closed":
            closed = True
        elif key == "name":  # cut like a host would cut it, not refused: a long name is no reason to type all again
            name = value[:NAME]
        elif key == "bots":
            bots = _levels(value)
        elif key in known:
            options[key] = known[key].read_text(value)
        else:
            raise commands.BadCommand(
                _("{game} has no option {option!r}; 'help {game}' lists them", game=words[0], option=key[:30])
            )
    return commands.OpenTable(words[0], options, name, bots, closed=closed)


def _levels(text: str) -> tuple[str, ...]:
    """The levels of bots, a comma between each. Raises BadCommand."""
    levels = tuple(word for word in text.split(",") if word)
    for level in levels:
        if level not in (*COMPANY, MATCH):
            raise commands.BadCommand(
                _(
                    "there is no bot level {level!r}; the levels are: {levels}",
                    level=level[:20],
                    levels=", ".join(COMPANY),
                )
            )
    return levels


def _sit(words: Sequence[str]) -> commands.Command:
    if not 1 <= len(words) <= 2:
        raise commands.BadCommand(_("say at which table, and in which seat if you like: 'sit 1' or 'sit 1 0'"))
    return commands.TakeSeat(_table(words[0]), _seat(words[1]) if len(words) == 2 else None)


def _watch(words: Sequence[str]) -> commands.Command:
    if len(words) != 1:
        raise commands.BadCommand(_("say which table: 'watch 1'"))
    return commands.WatchTable(_table(words[0]))


def _ready(words: Sequence[str]) -> commands.Command:
    if list(words) not in ([], ["no"], ["yes"]):
        raise commands.BadCommand(_("say 'ready', or 'ready no'"))
    # Only these three: a consent must not come of a word that was meant otherwise.
    return commands.BeReady(list(words) != ["no"])


def _bot(words: Sequence[str]) -> commands.Command:
    if not 1 <= len(words) <= 2 or words[0] not in ("add", "remove"):
        raise commands.BadCommand(_("say 'bot add', 'bot add simple' or 'bot remove'"))
    return commands.ChangeBots(words[0], words[1][:20] if len(words) == 2 else "simple")


def _vote(words: Sequence[str]) -> commands.Command:
    if not words or list(words[1:]) not in ([], ["no"]):
        raise commands.BadCommand(_("say for whom the host should play: 'vote 1', or 'vote 1 no' to take it back"))
    return commands.VoteFor(_seat(words[0]), len(words) == 1)


def _end(words: Sequence[str]) -> commands.Command:
    if len(words) != 1:
        raise commands.BadCommand(_("say who has kept you waiting too long: 'end 1'"))
    return commands.EndGame(_seat(words[0]))


def _giveup(words: Sequence[str]) -> commands.Command:
    if len(words) != 1:
        raise commands.BadCommand(_("say whose program to give up: 'giveup 1'"))
    return commands.GiveUp(_seat(words[0]))


def _let(words: Sequence[str]) -> commands.Command:
    if not words:
        raise commands.BadCommand(_("say who may sit down: 'let anna'; 'table' shows who asks"))
    return commands.LetIn(" ".join(words))


def _seats(words: Sequence[str]) -> commands.Command:
    if list(words) not in (["close"], ["open"]):
        raise commands.BadCommand(_("say 'seats close' or 'seats open'"))
    return commands.ManageTable(f"{words[0]}-seats", None)


def _to_seat(do: str, verb: str) -> Callable[[Sequence[str]], commands.Command]:
    def read(words: Sequence[str]) -> commands.Command:
        if len(words) != 1:
            raise commands.BadCommand(_("say whose seat: '{verb} 1'", verb=verb))
        return commands.ManageTable(do, _seat(words[0]))

    return read


def _say(words: Sequence[str]) -> commands.Command:
    # Cut here, so that the player sees in the log what the others see.
    text = " ".join(words)[:SAYING]
    if not text:
        raise commands.BadCommand(_("say what: 'say good evening'"))
    return commands.SayAloud(text)


def _review(words: Sequence[str]) -> commands.Command:
    return commands.ReviewRound(_round(words))


def _coach(words: Sequence[str]) -> commands.Command:
    if [word.lower() for word in words] == ["game"]:
        return commands.AskTurningPoints()
    return commands.AskCoach(_round(words))


def _round(words: Sequence[str]) -> int | None:
    return _number(words[0], 1, N_("{word!r} is not the number of a round")) if words else None


def _why(words: Sequence[str]) -> commands.Command:
    return commands.AskWhy(words[0].lower() if words else "")


def _set(words: Sequence[str]) -> commands.Command:
    # Only the company has a value of several words.
    if len(words) == 1 or (len(words) > 2 and words[0] != "company"):
        raise commands.BadCommand(_("say which setting and how: 'set bell no'; 'set' lists them"))
    return commands.ChangeSetting(words[0], " ".join(words[1:])) if words else commands.ChangeSetting("", "")


def _incidents(words: Sequence[str]) -> commands.Command:
    if list(words) not in ([], ["clear"]):
        raise commands.BadCommand(_("say 'incidents', or 'incidents clear' to put them away"))
    return commands.ClearIncidents() if words else commands.ShowIncidents()


def _help(words: Sequence[str]) -> commands.Command:
    return commands.ShowHelp(words[0].lower() if words else "")


def _table(word: str) -> int:
    return _number(word, 1, N_("{word!r} is not the number of a table"))


def _seat(word: str) -> int:
    number = _number(word, 0, N_("{word!r} is not the number of a seat"))
    # A higher one would be no message at all, and cost the connection.
    if number > LAST_SEAT:
        raise commands.BadCommand(_("{word!r} is not the number of a seat", word=word[:20]))
    return number


def _number(word: str, least: int, no_number: str) -> int:
    # Nine digits stay below the 2,147,483,648 of PROTOCOL.md, and far below what int() refuses.
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least):
        raise commands.BadCommand(_(no_number, word=word[:20]))
    return int(word)


_READ: Final[dict[str, Callable[[Sequence[str]], commands.Command]]] = {
    "tables": _alone(commands.ListTables(), "tables"),
    "create": _create,
    "sit": _sit,
    "watch": _watch,
    "ready": _ready,
    "stand": _alone(commands.StandUp(), "stand"),
    "bot": _bot,
    "invite": _alone(commands.AskInvite(), "invite"),
    "say": _say,
    "here": _alone(commands.BeHere(), "here"),
    "next": _alone(commands.GoOn(), "next"),
    "vote": _vote,
    "end": _end,
    "giveup": _giveup,
    "let": _let,
    "seats": _seats,
    "pause": _alone(commands.ManageTable("pause", None), "pause"),
    "resume": _alone(commands.ManageTable("resume", None), "resume"),
    "owner": _to_seat("hand-on", "owner"),
    "remove": _to_seat("remove", "remove"),
    "admit": _to_seat("admit", "admit"),
    "hand": _alone(commands.ShowHand(), "hand"),
    "table": _alone(commands.ShowTable(), "table"),
    "scores": _alone(commands.ShowScores(), "scores"),
    "review": _review,
    "hint": _alone(commands.AskHint(), "hint"),
    "coach": _coach,
    "why": _why,
    "set": _set,
    "incidents": _incidents,
    "verify": _alone(commands.VerifySoFar(), "verify"),
    "help": _help,
    **{word: _alone(commands.Quit(), word) for word in commands.QUIT_WORDS},
}


_ABOUT_SEATS: Final = frozenset({"vote", "end", "giveup", "owner", "remove", "admit"})
"""Commands whose first value is a seat."""


def with_seats(line: str, names: Mapping[int, str]) -> str:
    """The command with the seat's number in place of a player's name, or of the beginning that one name alone has.

    A number stays a number, and a name that nobody has stays for the parser to refuse.
    """
    verb, _, rest = line.strip().partition(" ")
    if verb.lower() not in _ABOUT_SEATS:
        return line
    said, takes_back = rest.strip().casefold(), ""
    # Before the name is looked for: with a player called "anna no" the number of the seat still serves.
    if verb.lower() == "vote" and said.endswith(" no"):
        said, takes_back = said.removesuffix("no").strip(), " no"
    if not said or said.isdigit():
        return line
    # A whole name before beginnings: with anna and annabel there, ``anna`` must mean one of them.
    whole = [seat for seat, name in names.items() if name.casefold() == said]
    found = whole or [seat for seat, name in names.items() if name.casefold().startswith(said)]
    return f"{verb} {found[0]}{takes_back}" if len(found) == 1 else line


def seat_word(seat: int, name: str) -> str:
    """What to type for a seat: the name, or the number where the name is one itself."""
    # A name of figures would be read as a seat, and could be another player's.
    return str(seat) if name.strip().isdigit() else name
