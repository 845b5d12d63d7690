"""Syntax and effect of each command; the source of help and completion."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.characters import ANYBODY, CHARACTERS
from rummynet.bots.levels import NAMES as LEVELS
from rummynet.rules.varieties import MODULES, NAMES, variety
from rummynet_client.core.text.commands import BadCommand
from rummynet_client.core.text.option_text import option_text
from rummynet_client.language import N_, _, translated
from rummynet_protocol.sentences import sentence

HELP: Final[dict[str, tuple[str, str]]] = {
    "tables": ("tables", N_("lists the tables of this host")),
    "create": (
        "create VARIANT [key=value …]",
        sentence(
            "opens a table; variants: {games}; help VARIANT: its options; bots=simple,steady adds bots",
            games=", ".join(NAMES),
        ),
    ),
    "sit": ("sit TABLE [SEAT]", N_("takes a seat, the first free one if you name none")),
    "watch": ("watch TABLE", N_("watches a table without playing")),
    "ready": (
        "ready [no]",
        N_("agrees to the game that the table shows now; it begins when everybody at the table has agreed"),
    ),
    "stand": ("stand", N_("leaves the seat, or stops watching")),
    "bot": (
        "bot add|remove [STRATEGY]",
        sentence(
            "adds one of the host's bots, or removes one; strategies: {levels}; characters: {characters}; "
            "{anybody} is one of them",
            levels=", ".join(LEVELS),
            characters=", ".join(CHARACTERS),
            anybody=ANYBODY,
        ),
    ),
    "invite": ("invite", N_("gives a code by which somebody in another home joins (in 'rummynet play')")),
    "say": ("say TEXT", N_("chats with the table")),
    "here": ("here", N_("says that you are there: nobody goes on without you, and your turn gets its full time again")),
    "next": ("next", N_("goes on to the next round; otherwise it begins when the table's break is over")),
    "vote": (
        "vote NAME [no]",
        N_(
            "wants the game to go on without somebody who keeps it waiting, or to wait for them: if enough want it and "
            "the table's time is over, the host plays safely for them, their sealed hand is opened, or the game ends"
        ),
    ),
    "pause": ("pause", N_("pauses the table and its clocks (only its owner)")),
    "resume": ("resume", N_("lets the table go on (its owner, or after a long pause most of the others)")),
    "owner": ("owner NAME", N_("hands the table over to that person (only its owner)")),
    "remove": ("remove NAME", N_("frees the seat of that person before the game begins (only the table's owner)")),
    "admit": ("admit NAME", N_("lets that newcomer in before the next round (only the table's owner)")),
    "seats": ("seats close|open", N_("closes the seats to new players, or opens them again (only the table's owner)")),
    "let": ("let NAME", N_("lets somebody who asks for a seat sit down (only the table's owner)")),
    "draw": ("draw", N_("takes the top card of the stock")),
    "take": (
        "take CARD [meld CARDS | lay CARDS on N]",
        N_("takes CARD and all cards above it from the pile; in some games you have to lay CARD at once"),
    ),
    "meld": ("meld CARDS", N_("lays a new set or run: meld 5S 6S 7S")),
    "lay": ("lay CARDS on N", N_("adds cards to meld N on the table: lay 4H on 2")),
    "throw": ("throw CARD", N_("throws a card out and ends the turn")),
    "rummy": ("rummy meld CARDS | rummy lay CARDS on N", N_("calls a rummy with cards from the pile")),
    "pass": ("pass", N_("passes when you can do nothing else")),
    "turn": ("turn", N_("turns the pile over as the new stock (basic rummy)")),
    "declare": ("declare meld CARDS meld CARDS [throw CARD]", N_("lays your whole hand at once (basic rummy)")),
    "penalty": ("penalty draw|pile", N_("chooses what to pick up after somebody called your throw-out (basic rummy)")),
    "out": ("out", N_("ends the time to call the last card (the host does this)")),
    "trade": ("trade CARD for JOKER", N_("puts the real card in a joker's place")),
    "swap": ("swap CARD on N [lay CARD on M]", N_("puts a card in the place of a wild card")),
    "contract": ("contract CARDS / CARDS", N_("lays the contract of the round (crummy rummy)")),
    "want": ("want CARD", N_("takes the offered card out of turn (crummy rummy)")),
    "waive": ("waive", N_("lets the offered card go (crummy rummy)")),
    "aces": ("aces N", N_("says how many of your aces count high (Vegas rummy)")),
    "buy": ("buy", N_("pays to go on (Vegas rummy)")),
    "decline": ("decline", N_("sits out instead (Vegas rummy)")),
    "hand": ("hand", N_("shows your cards")),
    "table": ("table", N_("shows the pile, the melds and how many cards each player holds")),
    "scores": ("scores", N_("shows the scores, round by round")),
    "review": ("review [ROUND]", N_("shows who scored what with which cards, and which rummies nobody called")),
    "hint": ("hint", N_("says what a good player would do now, and why (at tables with hints)")),
    "coach": (
        "coach [ROUND|game]",
        N_("shows your most costly plays in a round or in the whole game, with better ones (at tables with hints)"),
    ),
    "why": ("why [CHECK]", N_("explains the fairness checks, or one of them")),
    "set": ("set [KEY VALUE]", N_("lists the settings of this client, or changes one")),
    "incidents": (
        "incidents [clear]",
        N_("shows what is recorded about this host: cheats, games dropped, shuffles voided"),
    ),
    "verify": ("verify", N_("checks your own transcript of this game as far as it goes")),
    "help": (
        "help [all|COMMAND|VARIANT|now]",
        N_("explains what you can say now, all commands, one, the options of a variant, or the rule that matters now"),
    ),
    "quit": ("quit", N_("leaves; you keep your seat")),
}
"""First word to (syntax, effect)."""

ACTIONS: Final = frozenset(HELP) - {
    *("tables", "create", "sit", "watch", "ready", "stand", "bot", "invite", "say"),
    *("here", "next", "vote", "seats", "let", "pause", "resume", "owner", "remove", "admit"),
    *("hand", "table", "scores", "review", "hint", "coach", "why", "set", "incidents", "verify", "help", "quit"),
}
"""The first words that are game actions in notation."""
_LOBBY: Final = frozenset({"tables", "create", "sit", "watch"})
_BEFORE_A_GAME: Final = frozenset({"ready", "bot"})
_ANYWHERE: Final = frozenset({"set", "why", "incidents", "help", "quit"})
_OWNERS: Final = frozenset({"pause", "owner", "remove", "admit", "seats", "let"})


def said_now(actions: Sequence[str] | None, *, is_at_table: bool, is_owner: bool) -> list[str]:
    """The first words that serve now. *actions* are those of the game that can be done; None where none is played."""
    if not is_at_table:
        return [word for word in HELP if word in _LOBBY | _ANYWHERE]
    doing = {action.split(" ")[0] for action in actions or ()}
    idle = (ACTIONS - doing) | _LOBBY | (frozenset() if is_owner else _OWNERS)
    if actions is not None:
        idle |= _BEFORE_A_GAME
    return [word for word in HELP if word not in idle]


def complete(line: str, actions: Sequence[str] = (), variants: Sequence[str] = NAMES) -> list[str]:
    """Completions of *line*, as whole lines; *actions* are the legal ones, without calls."""
    verb, space, rest = line.partition(" ")
    if not space:
        return [f"{word} " if _takes_more(word) else word for word in HELP if word.startswith(verb)]
    if verb in ACTIONS:
        return [action for action in actions if action.startswith(line) and action != line]
    words = {
        "create": variants,
        "bot": ("add", "remove"),
        "help": ("all", "now", *HELP, *variants),
        "ready": ("no",),
        "incidents": ("clear",),
    }.get(verb, ())
    return [f"{verb} {word}" for word in words if word.startswith(rest) and word != rest]


def explain(topic: str) -> list[tuple[str, str]]:
    """(syntax, effect) of every command, of one, or of a variant's options. Raises BadCommand."""
    if topic == "all":
        return [(how, translated(does)) for how, does in HELP.values()]
    if topic in HELP:
        how, does = HELP[topic]
        return [(how, translated(does))]
    if topic in MODULES:
        game = variety(topic)
        return [(f"{one.name}={option_text(one.default)}", translated(one.says)) for one in game.options]
    raise BadCommand(
        _("there is no help for {topic!r}; 'help all' lists the commands, 'help keilty' its options", topic=topic[:20])
    )


def _takes_more(word: str) -> bool:
    return " " in HELP[word][0] and "[" not in HELP[word][0].split(" ")[1]
