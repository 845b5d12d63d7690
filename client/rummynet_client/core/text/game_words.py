"""What is said of games, their options and the levels of bots where one chooses among them: short, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.options import Option
from rummynet.rules.sealed_decks import LEAST_PEOPLE_WITH_ESCROW
from rummynet.rules.varieties import MODULES, variety
from rummynet_client.core.text.character_words import about
from rummynet_client.core.text.option_text import option_text
from rummynet_client.language import N_, _, translated

_OF_SOMEBODY: Final = N_("{name}'s table").format(name="")  # how a host ends the name of a table that nobody has named

LEVELS: Final[dict[str, str]] = {
    "random": N_("plays anything that is allowed"),
    "simple": N_("lays what it can, and minds the cards it sees"),
    "steady": N_("counts which cards can still come, and minds what a throw gives away"),
    "strong": N_("like steady, but tuned by many games against itself"),
    "expert": N_("learned from very many rounds against itself; rarely misses a rummy"),
    "master": N_("the strongest: like expert, and with two players it sees further in Keilty, joker and basic rummy"),
}
"""By level of a bot: how it plays."""


def game_words(name: str) -> list[str]:
    """What the game is like, in a few sentences; nothing of a game that this program does not know."""
    return [translated(says) for says in variety(name).summary] if name in MODULES else []


def melds_of(name: str) -> tuple[list[str], list[str], str]:
    """The cards of a set and of a run of this game, and what makes them."""
    if name not in MODULES:
        return [], [], ""
    examples = variety(name).examples
    return examples.of_set.split(), examples.of_run.split(), translated(examples.says)


def table_title(name: str) -> str:
    """The table's name; one that its host has made of a player's is said in the language in use."""
    owner = name.removesuffix(_OF_SOMEBODY)
    return _("{name}'s table", name=owner) if owner != name else name


def game_title(name: str) -> str:
    """The game as people call it."""
    # A newer host may have games that this program does not know: their name is all there is.
    return variety(name).title if name in MODULES else name


def level_words(level: str) -> str:
    """How a bot of this level, or this character, plays."""
    return _(LEVELS[level]) if level in LEVELS else about(level) or level


def option_title(option: Option) -> str:
    """The option in a few words."""
    return translated(option.title) if option.title else option_says(option)


def option_says(option: Option) -> str:
    """What the option means, with a capital at its start."""
    says = translated(option.says)
    return says[:1].upper() + says[1:]


def deck_words(options: Mapping[str, Any], seats: int, bots: Sequence[str]) -> list[str]:
    """What a sealed deck means at a table with so many *seats* taken, *bots* among them; nothing of a plain one."""
    if options.get("deck") != "sealed":
        return []
    says = [
        _("Sealed deck: nobody sees a card but its holder, the host neither. Every draw needs every player's program."),
        _("A player in a browser uses a program from the host: their cards are only as safe as the host is honest."),
    ]
    if not options.get("escrow") or seats - len(bots) < LEAST_PEOPLE_WITH_ESCROW:
        says.append(_("If a program is lost, the round stops until it is back."))
    else:
        says.append(
            _(
                "If a program is lost, all others and the host together can open its hand, so that the round goes on. "
                "Together they could look into any hand."
            )
        )
    if bots:
        says.append(_("The host knows the cards of its bots: {names}.", names=", ".join(bots)))
    return says


def value_words(option: Option, value: object) -> str:
    """A value of the option in words; numbers as themselves."""
    value = tuple(value) if isinstance(value, list) else value
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in option.value_names:
        return translated(option.value_names[value])
    if option.seat_or_draw:
        return _("drawn") if value == "draw" else _("number {place} at the table", place=int(str(value)) + 1)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else option_text(value)
