"""What can be done on the full screen can be done line by line, and the other way round: every capability in both."""

import re
from dataclasses import dataclass

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_client.core import commands
from rummynet_client.settings import SAYS
from rummynet_client.terminal.help import KEYS
from rummynet_client.terminal.pages import PAGES


@dataclass(frozen=True)
class Able:
    """A capability: the key on the screen (empty: after a colon), and the command line by line."""

    what: str
    key: str
    command: str


ABILITIES = [
    Able("see the tables", "", "tables"),
    Able("open a table with options", "", "create keilty target=200"),
    Able("sit down", "", "sit 1 0"),
    Able("watch", "", "watch 1"),
    Able("be ready", "", "ready"),
    Able("play again", "p", "ready"),
    Able("leave the table", "", "stand"),
    Able("have bots", "", "bot add simple"),
    Able("chat", "c", "say hello"),
    Able("mute chat", "", "set mute yes"),
    Able("draw", "d", "draw"),
    Able("take from the pile", "enter", "take 9C meld 9C 9D 9H"),
    Able("lay melds", "enter", "meld 5S 6S 7S"),
    Able("lay off", "1 to 9", "lay 8S on 0"),
    Able("throw out", "t", "throw 2C"),
    Able("call a rummy", "r", "rummy lay 8S on 0"),
    Able("see the own hand", "s", "hand"),
    Able("see pile, melds, counts, what the game has besides", "m", "table"),
    Able("see the scores", "g", "scores"),
    Able("look at a round again, with missed rummies", "e", "review"),
    Able("hear why the deck is fair", "w", "why root"),
    Able("verify from inside", "v", "verify"),
    Able("get help", "?", "help"),
    Able("be told the rule that matters now", "?", "help now"),
    Able("change settings", "", "set bell no"),
    Able("leave", ":quit", "quit"),
]
_ONLY_A_PICTURE = {"left, right", "tab, up, down", "space", "u, escape", "pageup, pagedown", ":"}
"""Keys that move about on the screen; line by line there is nothing to move."""


@pytest.mark.parametrize("able", ABILITIES, ids=lambda able: able.what)
def test_it_can_be_done_in_both(able: Able) -> None:
    assert commands.parse(able.command) is not None
    keys = {part.strip() for listed, _ in KEYS for part in listed.split(",")}
    assert able.key == "" or able.key in keys


def test_no_key_does_what_no_command_does() -> None:
    used = {able.key for able in ABILITIES}
    left = [keys for keys, _ in KEYS if keys not in _ONLY_A_PICTURE and not used & set(re.split(r",\s*", keys))]
    assert left == []


def test_no_command_is_left_out_of_the_list() -> None:
    listed = {able.command.split(" ")[0] for able in ABILITIES}
    of_other_games = commands.ACTIONS - {"draw", "take", "meld", "lay", "throw", "rummy"}
    of_the_table = {"here", "pause", "resume", "vote", "owner", "remove"}  # typed after a colon on the screen
    assert set(commands.HELP) - listed - of_other_games <= of_the_table
    assert NAMES and SAYS


def test_every_page_of_the_screen_has_its_command() -> None:
    by_page = {"help": "help", "melds": "table", "rounds": "scores", "review": "review", "why": "why"}
    assert by_page.keys() == PAGES.keys()
    assert all(commands.parse(command) is not None for command in by_page.values())
