"""What is said of games, their options and the levels of bots where one chooses among them: short, in words."""

from typing import Final

from rummynet.rules.core.options import Option
from rummynet.rules.varieties import variety
from rummynet_client.core.text.character_words import about
from rummynet_client.core.text.option_text import option_text
from rummynet_client.language import N_, _, translated

GAMES: Final[dict[str, tuple[str, ...]]] = {
    "keilty": (
        N_("The pile lies open: take any card of it that you lay at once, and all above it come along."),
        N_("What anybody overlooks in the pile you may call, out of turn: Rummy!"),
        N_("Cards that you lay count for you, those left in your hand against you."),
    ),
    "basic": (
        N_("Melds bring nothing by themselves: whoever is out first gains what the others still hold."),
        N_("Lay the whole hand at once, and it counts double."),
        N_("A card thrown out that could have been laid may be called."),
    ),
    "vegas": (
        N_("For chips: jokers and one rank of each round are wild."),
        N_("What you are left with counts against you; at 100 you buy in again or leave the game."),
        N_("The last one below 100 takes most of the pot. Newcomers may come in between rounds."),
    ),
    "crummy": (
        N_("Seven rounds, and in each a contract of sets and runs that has to be laid first."),
        N_("Jokers and twos are wild; a card of the pile may be had out of turn."),
        N_("What you still hold counts against you; the lowest total wins."),
    ),
    "joker": (
        N_("Two jokers stand for any card you name, until somebody brings the real one in exchange."),
        N_("The pile lies open: take any card of it that you use at once, and all above it come along."),
        N_("Cards that you lay count for you, those left in your hand against you. Nothing out of turn."),
    ),
}
"""By name of the game: what it is like, in three sentences."""

MELDS: Final[dict[str, tuple[str, str, str]]] = {
    "keilty": (
        "9D 9H 9S",
        "4C 5C 6C 7C",
        N_("A set: three or four of a rank. A run: three or more of a suit in a row."),
    ),
    "basic": (
        "9D 9H 9S",
        "4C 5C 6C 7C",
        N_("A set: three or four of a rank. A run: three or more of a suit in a row."),
    ),
    "vegas": ("9D 9H 9S", "4C *1=5C 6C", N_("Sets and runs of three or more; ★ and the wild rank stand for any card.")),
    "crummy": (
        "9D 9D 9S",
        "5C *1=6C 7C 8C",
        N_("A set: three or more of a rank. A run: four or more of a suit in a row."),
    ),
    "joker": ("9D 9H 9S", "4C *1=5C 6C", N_("Sets and runs of three or more; ★ stands for the card that you name.")),
}
"""By game: a set and a run as examples, and what makes them."""

LEVELS: Final[dict[str, str]] = {
    "random": N_("plays anything that is allowed"),
    "simple": N_("lays what it can, and looks at what it sees"),
    "steady": N_("counts what can still come, and minds what a throw gives away"),
    "strong": N_("as steady, better weighed by much play against itself"),
    "expert": N_(
        "has learned from very many rounds against itself (Keilty, joker rummy between two; else as strong); "
        "rarely misses a rummy"
    ),
}
"""By level of a bot: how it plays."""

_TITLES: Final[dict[str, str]] = {
    "target": N_("Points that end the game"),
    "deals": N_("Rounds that end the game"),
    "hand": N_("Cards dealt to each"),
    "first_starter": N_("Who begins round 1"),
    "first_dealer": N_("Who deals round 1"),
    "reshuffle_limit": N_("New stocks in a round"),
    "idle_stocks": N_("New stocks without a lay"),
    "turn_seconds": N_("Seconds for a turn"),
    "voids": N_("Void shuffles that end it"),
    "break_seconds": N_("Seconds to look at a round"),
    "rummy_hints": N_("Hints at a rummy"),
    "cooldown_seconds": N_("Pause after a false call"),
    "discard_to_go_out": N_("Last card is thrown out"),
    "final_melds": N_("The others lay once more"),
    "turn_limit": N_("Pile turned over in a round"),
    "call_seconds": N_("Seconds to call a throw"),
    "buy_in": N_("Chips of a buy-in"),
    "max_score": N_("Points that put one out"),
    "handicaps": N_("Points to start with"),
    "solidarity": N_("Wild cards stay where laid"),
    "strict": N_("One wild card a meld"),
    "wild": N_("The card turned up makes wild"),
    "split": N_("Parts of the pot in percent"),
    "third_buy_in": N_("A buy-in for the third"),
    "decks": N_("Decks of 54 cards"),
    "ace_low": N_("A-2-3-4 counts as a run"),
    "move": N_("Wild cards that a swap moves"),
    "offer_seconds": N_("Seconds to want a card"),
}
"""By option: what it is called where a line has room for a few words."""

_VALUES: Final[dict[tuple[str, object], str]] = {
    ("turn_seconds", 0): N_("no limit"),
    ("hand", 0): N_("10, 7 or 6"),
    ("deals", 0): N_("to the target"),
    ("decks", None): N_("as many as needed"),
    ("first_starter", "draw"): N_("drawn"),
    ("first_dealer", "draw"): N_("drawn"),
    ("handicaps", ()): N_("none"),
    ("wild", "rank"): N_("its rank"),
    ("wild", "card"): N_("that card only"),
    ("move", "any"): N_("any of them"),
    ("move", "jokers"): N_("jokers"),
}
"""By option and value: what stands in place of the value."""


def game_words(name: str) -> list[str]:
    """What the game is like, in a few sentences."""
    return [_(says) for says in GAMES.get(name, ())]


def melds_of(name: str) -> tuple[list[str], list[str], str]:
    """The cards of a set and of a run of this game, and what makes them."""
    first, second, says = MELDS.get(name, ("", "", ""))
    return first.split(), second.split(), _(says) if says else ""


def game_title(name: str) -> str:
    """The game as people call it."""
    return variety(name).title if name in GAMES else name


def level_words(level: str) -> str:
    """How a bot of this level, or this character, plays."""
    return _(LEVELS[level]) if level in LEVELS else about(level) or level


def option_title(option: Option) -> str:
    """The option in a few words."""
    return _(_TITLES[option.name]) if option.name in _TITLES else option_says(option)


def option_says(option: Option) -> str:
    """What the option means, with a capital at its start."""
    says = translated(option.says)
    return says[:1].upper() + says[1:]


def value_words(option: Option, value: object) -> str:
    """A value of the option in words; numbers as themselves."""
    value = tuple(value) if isinstance(value, list) else value
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if (option.name, value) in _VALUES:
        return _(_VALUES[option.name, value])
    if option.seat_or_draw:
        return _("number {place} at the table", place=int(str(value)) + 1)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else option_text(value)
