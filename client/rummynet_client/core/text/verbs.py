"""The table of verbs: what a player can type, what it makes, what it does, and when it serves.

The parser, completion, the help and the sentences about what cannot be read are made from it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rummynet.bots.characters import ANYBODY, CHARACTERS, COMPANY
from rummynet.bots.levels import NAMES as LEVELS
from rummynet.rules.varieties import MODULES, NAMES, variety
from rummynet_client.core.text.card_names import Melds, with_meld_numbers
from rummynet_client.core.text.commands import (
    QUIT_WORDS,
    QUOTED,
    BadCommand,
    BeReady,
    Command,
    Do,
    OpenTable,
    PlayAction,
)
from rummynet_client.core.text.option_text import option_text
from rummynet_client.core.text.table_wish import MATCH
from rummynet_client.language import N_, _, translated
from rummynet_protocol import notation
from rummynet_protocol.sentences import did_you_mean, sentence
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import LAST_SEAT, NAME, SAYING

ACTION: Final = "action"  # an action of the game, in its notation
LOBBY: Final = "lobby"  # where no table is
BEFORE: Final = "before"  # at a table where no game is played
OWNER: Final = "owner"  # at an own table
TABLE: Final = "table"
ANYWHERE: Final = "anywhere"


Made = Command | tuple[Any, ...] | None
"""What words behind a verb make: a command, or what stands behind the verb in one; None where it takes no such."""


class VerbRow(Value):
    """A row of the table: syntax, effect, when it serves, and what the words behind it make.

    ``make`` gives None for words that it cannot take; ``usage`` then says what it takes. Without ``make`` a verb takes
    no words. ``words`` complete it. On the screen ``key`` says it, which the footer calls ``short``.
    """

    how: str
    does: str
    when: str = TABLE
    make: Callable[[Sequence[str]], Made] | None = None
    usage: str = ""
    words: tuple[str, ...] = ()
    key: str = ""
    short: str = ""


def _sit(words: Sequence[str]) -> Made:
    no_seat = N_("{word!r} is not the number of a seat")
    return (_table(words[0]), *(_seat(word, no_seat) for word in words[1:])) if len(words) in (1, 2) else None


def _ready(words: Sequence[str]) -> Made:
    # Only these: a consent must not come of a word that was meant otherwise.
    return {(): BeReady(True), ("yes",): BeReady(True), ("no",): BeReady(False)}.get(tuple(words))


def _bot(words: Sequence[str]) -> Made:
    if len(words) not in (1, 2) or words[0] not in ("add", "remove"):
        return None
    do, *which = words
    return (do, *(word[:20] for word in which or (["simple"] if do == "add" else [])))


def _vote(words: Sequence[str]) -> Made:
    return (_seat(words[0]), *words[1:]) if words and words[1:] in ([], ["no"]) else None


def _set(words: Sequence[str]) -> Made:
    if (len(words) > 2 and words[0] not in ("company", "name")) or len(words) == 1:
        return None
    return (words[0], " ".join(words[1:])) if words else ()


def _whose(words: Sequence[str]) -> Made:
    return (_seat(words[0]),) if len(words) == 1 else None


def _word(words: Sequence[str]) -> Made:
    return tuple(word.lower() for word in words[:1])


def _round(words: Sequence[str]) -> Made:
    return (_number(words[0], N_("{word!r} is not the number of a round"), 1),) if words else ()


def _coach(words: Sequence[str]) -> Made:
    return ("game",) if [word.lower() for word in words] == ["game"] else _round(words)


_WHOSE_SEAT: Final = N_("say who: '{verb} anna'")
VERBS: Final[dict[str, VerbRow]] = {
    "tables": VerbRow("tables", N_("lists the tables of this host"), LOBBY),
    "create": VerbRow(
        "create VARIANT [key=value …]",
        sentence("opens a table; variants: {games}; help VARIANT: its options; bots=simple,steady adds bots",
           games=", ".join(NAMES)), LOBBY, lambda words: _create(words[0], words[1:]) if words else None,
        N_("say which game, such as 'create keilty target=200'; the games are: {games}"), NAMES, key="n",
        short=N_("new table"),
    ),
    "sit": VerbRow(
        "sit TABLE [SEAT]", N_("takes a seat, the first free one if you name none"), LOBBY, _sit,
        N_("say at which table, and in which seat if you like: 'sit 1' or 'sit 1 0'"), key="s", short=N_("sit down"),
    ),
    "watch": VerbRow(
        "watch TABLE", N_("watches a table without playing"), LOBBY,
        lambda words: (_table(words[0]),) if len(words) == 1 else None, N_("say which table: 'watch 1'"),
        key="w", short=N_("watch"),
    ),
    "ready": VerbRow(
        "ready [no]",
        N_("agrees to the game that the table shows now; it begins when everybody at the table has agreed"), BEFORE,
        _ready, N_("say 'ready', or 'ready no'"), ("no",), key="p", short=N_("ready"),
    ),
    "stand": VerbRow("stand", N_("leaves the seat, or stops watching"), key="l", short=N_("leave")),
    "bot": VerbRow(
        "bot add|remove [STRATEGY]",
        sentence("adds one of the host's bots, or removes one; strategies: {levels}; characters: {characters}; "
           "{anybody} is one of them", levels=", ".join(LEVELS), characters=", ".join(CHARACTERS), anybody=ANYBODY),
        BEFORE, _bot, N_("say 'bot add', 'bot add simple' or 'bot remove'"), ("add", "remove"), key="a",
        short=N_("add a bot"),
    ),
    "invite": VerbRow(
        "invite", N_("gives a code by which somebody in another home joins (in 'rummynet play')"), key="f",
        short=N_("invite"),
    ),
    # Cut here, so that the player sees in the log what the others see.
    "say": VerbRow(
        "say TEXT", N_("chats with the table"), TABLE,
        lambda words: (" ".join(words)[:SAYING],) if words else None, N_("say what: 'say good evening'"),
        key="c", short=N_("chat"),
    ),
    "here": VerbRow(
        "here", N_("says that you are there: nobody goes on without you, and your turn gets its full time again"),
    ),
    "next": VerbRow("next", N_("goes on to the next round; otherwise it begins when the table's break is over")),
    "vote": VerbRow(
        "vote NAME [no]",
        N_("wants the game to go on without somebody who keeps it waiting, or to wait for them: if enough want it and "
           "the table's time is over, the host plays safely for them, their sealed hand is opened, or the game ends"),
        TABLE, _vote, N_("say without whom the game should go on: 'vote anna', or 'vote anna no' to wait for them"),
        key="v", short=N_("stop waiting"),
    ),
    "pause": VerbRow(
        "pause", N_("pauses the table and its clocks (only its owner)"), OWNER, key="P", short=N_("pause"),
    ),
    "resume": VerbRow(
        "resume", N_("lets the table go on (its owner, or after a long pause most of the others)"), key="P",
        short=N_("go on"),
    ),
    "owner": VerbRow(
        "owner NAME", N_("hands the table over to that person (only its owner)"), OWNER, _whose,
        _WHOSE_SEAT, key="H", short=N_("hand over"),
    ),
    "remove": VerbRow(
        "remove NAME", N_("frees the seat of that person before the game begins (only the table's owner)"), OWNER,
        _whose, _WHOSE_SEAT, key="x", short=N_("remove"),
    ),
    "admit": VerbRow(
        "admit NAME", N_("lets that newcomer in before the next round (only the table's owner)"), OWNER,
        _whose, _WHOSE_SEAT, key="a", short=N_("let in"),
    ),
    "seats": VerbRow(
        "seats close|open", N_("closes the seats to new players, or opens them again (only the table's owner)"), OWNER,
        lambda words: tuple(words) if words in (["close"], ["open"]) else None,
        N_("say 'seats close' or 'seats open'"), ("close", "open"), key="C", short=N_("close seats"),
    ),
    "let": VerbRow(
        "let NAME", N_("lets somebody who asks for a seat sit down (only the table's owner)"), OWNER,
        lambda words: (" ".join(words),) if words else None,
        N_("say who may sit down: 'let anna'; 'table' shows who asks"), key="i", short=N_("let in"),
    ),
    "draw": VerbRow("draw", N_("takes the top card of the stock"), ACTION, key="d", short=N_("draw")),
    "take": VerbRow(
        "take CARD [meld CARDS | lay CARDS on MELD]",
        N_("takes CARD and all cards above it from the pile; in some games you have to lay CARD at once"), ACTION,
    ),
    "meld": VerbRow("meld CARDS", N_("lays a new set or run: meld 5S 6S 7S"), ACTION),
    "lay": VerbRow("lay CARDS on MELD", N_("adds cards to a meld, named by a card of it: lay 4H on 3H"), ACTION),
    "throw": VerbRow("throw CARD", N_("throws a card out and ends the turn"), ACTION, key="t", short=N_("throw")),
    "rummy": VerbRow(
        "rummy meld CARDS | rummy lay CARDS on MELD", N_("calls a rummy with cards from the pile"), ACTION, key="r",
        short="RUMMY",
    ),
    "pass": VerbRow("pass", N_("passes when you can do nothing else"), ACTION),
    "turn": VerbRow("turn", N_("turns the pile over as the new stock (basic rummy)"), ACTION),
    "declare": VerbRow(
        "declare meld CARDS meld CARDS [throw CARD]", N_("lays your whole hand at once (basic rummy)"), ACTION,
    ),
    "penalty": VerbRow(
        "penalty draw|pile", N_("chooses what to pick up after somebody called your throw-out (basic rummy)"), ACTION,
    ),
    "out": VerbRow("out", N_("ends the time to call the last card (the host does this)"), ACTION),
    "trade": VerbRow("trade CARD for JOKER", N_("puts the real card in a joker's place"), ACTION),
    "swap": VerbRow("swap CARD on MELD [lay CARD on MELD]", N_("puts a card in the place of a wild card"), ACTION),
    "contract": VerbRow("contract CARDS / CARDS", N_("lays the contract of the round (crummy rummy)"), ACTION),
    "want": VerbRow("want CARD", N_("takes the offered card out of turn (crummy rummy)"), ACTION),
    "waive": VerbRow("waive", N_("lets the offered card go (crummy rummy)"), ACTION),
    "aces": VerbRow("aces N", N_("says how many of your aces count high (Vegas rummy)"), ACTION),
    "buy": VerbRow("buy", N_("pays to go on (Vegas rummy)"), ACTION),
    "decline": VerbRow("decline", N_("sits out instead (Vegas rummy)"), ACTION),
    "hand": VerbRow("hand", N_("shows your cards")),
    "table": VerbRow(
        "table", N_("shows the pile, the melds and how many cards each player holds"), key="m", short=N_("melds"),
    ),
    "scores": VerbRow("scores", N_("shows the scores, round by round"), key="g", short=N_("points")),
    "log": VerbRow(
        "log [all]", N_("tells what has happened of late, or in the whole game"), TABLE,
        lambda words: tuple(words) if words in ([], ["all"]) else None, N_("say 'log', or 'log all'"), ("all",),
    ),
    "review": VerbRow(
        "review [ROUND]", N_("shows who scored what with which cards, and which rummies nobody called"), TABLE,
        _round, key="e", short=N_("last round"),
    ),
    "hint": VerbRow(
        "hint", N_("says what a good player would do now, and why (at tables with hints)"), key="h", short=N_("hint"),
    ),
    "coach": VerbRow(
        "coach [ROUND|game]",
        N_("shows your most costly plays in a round or in the whole game, with better ones (at tables with hints)"),
        TABLE, _coach,
    ),
    "why": VerbRow(
        "why [CHECK]", N_("explains the fairness checks, or one of them"), ANYWHERE,
        _word, key="w", short=N_("why fair"),
    ),
    "set": VerbRow(
        "set [KEY VALUE]", N_("lists the settings of this client, or changes one"), ANYWHERE, _set,
        N_("say which setting and how: 'set bell no'; 'set' lists them"),
    ),
    "incidents": VerbRow(
        "incidents [clear]", N_("shows what is recorded about this host: cheats, games dropped, shuffles voided"),
        ANYWHERE, lambda words: tuple(words) if words in ([], ["clear"]) else None,
        N_("say 'incidents', or 'incidents clear' to put them away"), ("clear",),
    ),
    "verify": VerbRow(
        "verify", N_("checks your own transcript of this game as far as it goes"), key="v", short=N_("verify"),
    ),
    "what": VerbRow(
        "what [all]", N_("says what you can do now"), ANYWHERE,
        lambda words: Do("help", ("now",)) if words in ([], ["all"]) else None, N_("say 'what', or 'what all'"),
        ("all",),
    ),
    "help": VerbRow(
        "help [all|COMMAND|VARIANT|now]",
        N_("explains what you can say now, all commands, one, the options of a variant, or the rule that matters now"),
        ANYWHERE, _word, key="?", short=N_("help"),
    ),
    "quit": VerbRow("quit", N_("leaves; you keep your seat"), ANYWHERE, key="q", short=N_("quit")),
}  # fmt: skip
"""By first word, in the order of the help."""

ACTIONS: Final = frozenset(word for word, verb in VERBS.items() if verb.when == ACTION)
"""The first words that are game actions in notation."""
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


def parse_command(line: str, melds: Melds = ()) -> Command:
    """The command in *line*, where these *melds* lie. Raises BadCommand, BadNotation, BadOption, with sentences."""
    # Twice a statement (1,024 bytes, PROTOCOL.md, "Limits"): no action is as long, and chat is cut further down.
    words = clean(line, 2000).split(" ")
    # Phones begin a line with a capital.
    typed, after = words[0].lower(), words[1:]
    word = "quit" if typed in QUIT_WORDS else typed
    # What only shows something is done at once; what does something is asked for by its name.
    word = _MEANT[word] if _MEANT.get(word) in ("table", "tables", "hand", "scores") else word
    verb = VERBS.get(word)
    if verb is None:
        if word in _MEANT:
            raise BadCommand(_("{word!r} is not a command; you may mean {other!r}", word=word, other=_MEANT[word]))
        hint = did_you_mean(word, VERBS, sentence("'help all' lists them"))
        raise BadCommand(_("{word!r} is not a command; {hint}", word=words[0][:QUOTED], hint=hint))
    if verb.when == ACTION:
        return PlayAction(notation.parse(with_meld_numbers(" ".join((word, *after)), melds)))
    if verb.make is None:
        if after:
            rest = " ".join(after)[:QUOTED]
            raise BadCommand(_("{verb!r} takes nothing after it; leave out {rest!r}", verb=typed, rest=rest))
        return Do(word)
    made = verb.make(after)
    if made is None:
        raise BadCommand(_(verb.usage, verb=word, games=", ".join(NAMES)))
    return made if isinstance(made, Command) else Do(word, made)


def footer_keys(*words: str) -> tuple[tuple[str, str], ...]:
    """The keys of these verbs, and what the footer calls them."""
    return tuple((VERBS[word].key, VERBS[word].short) for word in words)


def said_now(actions: Sequence[str] | None, *, is_at_table: bool, is_owner: bool) -> list[str]:
    """The first words that serve now, those of the game first, those of the table's owner last.

    *actions* are those of the game that can be done; None where none is played.
    """
    serve = {ANYWHERE, TABLE} if is_at_table else {ANYWHERE, LOBBY}
    if is_at_table:
        serve |= ({OWNER} if is_owner else set()) | ({BEFORE} if actions is None else set())
    doing = {action.split(" ")[0] for action in actions or ()} if is_at_table else ()
    others = [word for word, verb in VERBS.items() if verb.when in serve]
    return [*(word for word in VERBS if word in doing), *sorted(others, key=lambda word: VERBS[word].when == OWNER)]


# What a table needs; the rest is told when it matters, and by ``help all``.
COMMON: Final = frozenset("tables create sit watch ready bot stand say what hand table scores help quit".split())


def complete(line: str, actions: Sequence[str] = (), now: Sequence[str] = tuple(VERBS)) -> list[str]:
    """Completions of *line*, as whole lines; *actions* are legal and no calls, *now* are the words that serve."""
    word, space, rest = line.partition(" ")
    if not space:
        return [f"{one} " if _takes_more(one) else one for one in now if one.startswith(word)]
    if word in ACTIONS:
        typed = line.casefold()
        return [action for action in actions if action.casefold().startswith(typed) and action.casefold() != typed]
    words = ("all", "now", *VERBS, *NAMES) if word == "help" else VERBS[word].words if word in VERBS else ()
    return [f"{word} {one}" for one in words if one.startswith(rest) and one != rest]


def explain(topic: str) -> list[tuple[str, str]]:
    """(syntax, effect) of every command, of one, or of a variant's options. Raises BadCommand."""
    if topic == "all" or topic in VERBS:
        found = VERBS.values() if topic == "all" else (VERBS[topic],)
        return [(verb.how, translated(verb.does)) for verb in found]
    if topic in MODULES:
        return [(f"{one.name}={option_text(one.default)}", translated(one.says)) for one in variety(topic).options]
    raise BadCommand(
        _(
            "there is no help for {topic!r}; 'help all' lists the commands, 'help keilty' its options",
            topic=topic[:QUOTED],
        )
    )


def _takes_more(word: str) -> bool:
    how = VERBS[word].how
    return " " in how and "[" not in how.split(" ")[1]


def _create(game: str, words: Sequence[str]) -> Command:
    known = {option.name: option for option in variety(game).options}
    options: dict[str, Any] = {}
    name = ""
    bots: tuple[str, ...] = ()
    closed = False
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadCommand(_("{word!r} is not an option; write key=value, such as target=200", word=word[:QUOTED]))
        if key == "seats" and value == "closed":
            closed = True
        elif key == "name":  # cut like a host would cut it, not refused: a long name is no reason to type all again
            name = value[:NAME]
        elif key == "bots":
            bots = _levels(value)
        elif key in known:
            options[key] = known[key].read_text(value)
        else:
            hint = did_you_mean(
                key[:QUOTED], (*known, "bots", "seats", "name"), sentence("'help {game}' lists them", game=game)
            )
            raise BadCommand(_("{game} has no option {option!r}; {hint}", game=game, option=key[:QUOTED], hint=hint))
    return OpenTable(game, options, name, bots, closed=closed)


def _levels(text: str) -> tuple[str, ...]:
    """The levels of bots, a comma between each. Raises BadCommand."""
    levels = tuple(word for word in text.split(",") if word)
    for level in levels:
        if level not in (*COMPANY, MATCH):
            hint = did_you_mean(
                level[:QUOTED], COMPANY, sentence("the levels are: {levels}", levels=", ".join(COMPANY))
            )
            raise BadCommand(_("there is no bot level {level!r}; {hint}", level=level[:QUOTED], hint=hint))
    return levels


def _table(word: str) -> int:
    return _number(word, N_("{word!r} is not the number of a table"), 1)


_NOBODY: Final = N_("nobody here, or more than one, is called {word!r}; 'table' names who is here")


def _seat(word: str, no_number: str = _NOBODY) -> int:
    number = _number(word, no_number)
    # A higher one would be no message at all, and cost the connection.
    if number > LAST_SEAT:
        raise BadCommand(_(no_number, word=word))
    return number


def _number(word: str, no_number: str, least: int = 0) -> int:
    # Nine digits stay below the 2,147,483,648 of PROTOCOL.md, and far below what int() refuses.
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least):
        raise BadCommand(_(no_number, word=word[:QUOTED]))
    return int(word)


def with_seats(line: str, names: Mapping[int, str]) -> str:
    """The command with the seat's number in place of a player's name, or of the beginning that one name alone has.

    A number stays a number, and a name that nobody has stays for the parser to refuse.
    """
    verb, _, rest = line.strip().partition(" ")
    if verb.lower() not in ("vote", "owner", "remove", "admit"):
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
