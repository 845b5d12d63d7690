"""Parses a line of text into a command."""

from collections.abc import Mapping, Sequence
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
    verb, after = words[0].lower(), words[1:]
    # Actions first: their words are fixed by the protocol, so no command may ever have one of them.
    if verb in ACTIONS:
        return commands.PlayAction(notation.parse(in_notation(" ".join((verb, *after)))))
    plain = commands.PLAIN.get(verb)
    if plain is not None:
        if after:
            rest = " ".join(after)[:40]
            raise commands.BadCommand(_("{verb!r} takes nothing after it; leave out {rest!r}", verb=verb, rest=rest))
        return plain
    match verb, after:
        case "create", [game, *options]:
            return _create(game, options)
        case "sit", [table]:
            return commands.TakeSeat(_table(table), None)
        case "sit", [table, seat]:
            return commands.TakeSeat(_table(table), _seat(seat))
        case "watch", [table]:
            return commands.WatchTable(_table(table))
        # Only these: a consent must not come of a word that was meant otherwise.
        case "ready", [] | ["yes"]:
            return commands.BeReady(True)
        case "ready", ["no"]:
            return commands.BeReady(False)
        case "bot", ["add" | "remove" as do]:
            return commands.ChangeBots(do, "simple" if do == "add" else "")
        case "bot", ["add" | "remove" as do, level]:
            return commands.ChangeBots(do, level[:20])
        case "vote", [seat]:
            return commands.VoteFor(_seat(seat), True)
        case "vote", [seat, "no"]:
            return commands.VoteFor(_seat(seat), False)
        case "let", [_, *_]:
            return commands.LetIn(" ".join(after))
        case "seats", ["close" | "open" as do]:
            return commands.ManageTable(f"{do}-seats", None)
        case "owner", [seat]:
            return commands.ManageTable("hand-on", _seat(seat))
        case "remove" | "admit", [seat]:
            return commands.ManageTable(verb, _seat(seat))
        case "say", [_, *_]:
            # Cut here, so that the player sees in the log what the others see.
            return commands.SayAloud(" ".join(after)[:SAYING])
        case "review", _:
            return commands.ReviewRound(_round(after))
        case "coach", [word] if word.lower() == "game":
            return commands.AskTurningPoints()
        case "coach", _:
            return commands.AskCoach(_round(after))
        case "why", _:
            return commands.AskWhy(after[0].lower() if after else "")
        case "help", _:
            return commands.ShowHelp(after[0].lower() if after else "")
        case "set", []:
            return commands.ChangeSetting("", "")
        case "set", [key, value]:
            return commands.ChangeSetting(key, value)
        case "set", ["company" | "name" as key, *several] if several:
            return commands.ChangeSetting(key, " ".join(several))
        case "incidents", []:
            return commands.ShowIncidents()
        case "incidents", ["clear"]:
            return commands.ClearIncidents()
    if verb in _USAGE:
        raise commands.BadCommand(_(_USAGE[verb], verb=verb, games=", ".join(NAMES)))
    if verb in _MEANT:
        raise commands.BadCommand(_("{word!r} is not a command; you may mean {other!r}", word=verb, other=_MEANT[verb]))
    # Quoted words are cut, here and below: a text pasted by mistake would fill the screen.
    raise commands.BadCommand(_("{word!r} is not a command; 'help all' lists them", word=words[0][:20]))


_NOBODY: Final = N_("{word!r} is no seat, and nobody here, or more than one, is called so")
_WHOSE_SEAT: Final = N_("say who: '{verb} anna', or the number of the seat")
_USAGE: Final = {
    "create": N_("say which game, such as 'create keilty target=200'; the games are: {games}"),
    "sit": N_("say at which table, and in which seat if you like: 'sit 1' or 'sit 1 0'"),
    "watch": N_("say which table: 'watch 1'"),
    "ready": N_("say 'ready', or 'ready no'"),
    "bot": N_("say 'bot add', 'bot add simple' or 'bot remove'"),
    "vote": N_("say without whom the game should go on: 'vote anna', or 'vote anna no' to wait for them"),
    "let": N_("say who may sit down: 'let anna'; 'table' shows who asks"),
    "seats": N_("say 'seats close' or 'seats open'"),
    "owner": _WHOSE_SEAT,
    "remove": _WHOSE_SEAT,
    "admit": _WHOSE_SEAT,
    "say": N_("say what: 'say good evening'"),
    "set": N_("say which setting and how: 'set bell no'; 'set' lists them"),
    "incidents": N_("say 'incidents', or 'incidents clear' to put them away"),
}


_MEANT: Final = {
    **dict.fromkeys(("join", "play", "enter"), "sit"),
    **dict.fromkeys(("who", "players", "status", "melds", "pile"), "table"),
    **dict.fromkeys(("list", "ls", "lobby", "games"), "tables"),
    **dict.fromkeys(("kick", "ban"), "remove"),
    **dict.fromkeys(("leave", "unsit"), "stand"),
    **dict.fromkeys(("start", "begin", "yes"), "ready"),
    **dict.fromkeys(("discard", "drop"), "throw"),
    **dict.fromkeys(("chat", "tell"), "say"),
    **dict.fromkeys(("open", "new"), "create"),
    **dict.fromkeys(("score", "points"), "scores"),
    **dict.fromkeys(("pick", "pickup"), "take"),
    **dict.fromkeys(("cards", "show"), "hand"),
    **dict.fromkeys(("options", "settings"), "set"),
    "continue": "next",
    "unpause": "resume",
}
"""What people type who know it otherwise."""


def _create(game: str, words: Sequence[str]) -> commands.Command:
    known = {option.name: option for option in variety(game).options}
    options: dict[str, Any] = {}
    name = ""
    bots: tuple[str, ...] = ()
    closed = False
    for word in words:
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
                _("{game} has no option {option!r}; 'help {game}' lists them", game=game, option=key[:30])
            )
    return commands.OpenTable(game, options, name, bots, closed=closed)


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


def _round(words: Sequence[str]) -> int | None:
    return _number(words[0], 1, N_("{word!r} is not the number of a round")) if words else None


def _table(word: str) -> int:
    return _number(word, 1, N_("{word!r} is not the number of a table"))


def _seat(word: str) -> int:
    number = _number(word, 0, _NOBODY)
    # A higher one would be no message at all, and cost the connection.
    if number > LAST_SEAT:
        raise commands.BadCommand(_(_NOBODY, word=word[:20]))
    return number


def _number(word: str, least: int, no_number: str) -> int:
    # Nine digits stay below the 2,147,483,648 of PROTOCOL.md, and far below what int() refuses.
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least):
        raise commands.BadCommand(_(no_number, word=word[:20]))
    return int(word)


_ABOUT_SEATS: Final = frozenset({"vote", "owner", "remove", "admit"})
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
