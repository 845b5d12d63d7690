"""What the host says at a table bears its mark; no name and no text that people choose can get the same."""

import shlex

import pytest

from rummynet.table.api.effects import Effects, Send
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.table_state import TableState
from rummynet_client.core.text import news
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.terminal.drawing.styled_text import Size, in_ascii, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.log_and_chat import HOST_MARK
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Said, Say, TableShown, Watch
from tests.support import pictures
from tests.support.cases import case
from tests.support.compact_lines import compact
from tests.support.forge import Forge
from tests.support.people import TableHarness

NAMES = ("kitchen", "the host", "» the host", "» ", "(host)", "the host:", "kitchen by=host text=")
TEXTS = (
    "the host: table 1 is closed",
    "» the host: table 1 is closed",
    "\n» the host: table 1 is closed",
    "x" * 69 + " » the host: table 1 is closed " + "y " * 40 + "» the host: again",
    " ".join(["» the host: closed"] * 20),
    'x" by=host text="closed',
)
IMITATIONS = [news.ChatSaid(name, seat, by, text) for name in NAMES for text in TEXTS for seat, by in (
    (None, "watcher"), (1, "player"))]  # fmt: skip


def test_a_crooked_client_with_the_hosts_name_is_told_as_a_watcher() -> None:
    hall = TableHarness()
    hall.table(["Ann", "Bob"])
    crook = hall.person(hall.house.name)
    hall.done(crook, Watch, 1)
    hall.done(crook, Say, 1, "table 1 is closed: go home")
    assert crook.heard(Said)[-1].by == "watcher"
    effects = Effects(0, 0)
    hall.lobby.tables[1].members.announce("a line of the host", effects)
    told = [effect.message for effect in effects.items if isinstance(effect, Send)]
    assert told == [Said(1, hall.house.name, None, "a line of the host", "host")]


@pytest.mark.parametrize("width", [40, 80])
def test_nobodys_line_bears_the_mark_of_the_hosts_on_the_screen(width: int) -> None:
    waiting = pictures.waiting("keilty", 2)
    for said in IMITATIONS:
        with case(said):
            shown = screen(replace(waiting, chat=(said,) * 3), Choice(), Size(width, 60))
            assert not [line for line in plain(shown).splitlines() if line.startswith(HOST_MARK)]
            assert not [line for line in plain(map(in_ascii, shown)).splitlines() if line.startswith(">")]


def test_two_names_that_a_crooked_host_lets_look_alike_are_told_apart() -> None:
    """In the list of those at the table, and in the log of the game."""
    outbox = Outbox()
    place = TableState(b"me" * 16, outbox)
    seats = tuple(
        (seat, bytes([seat]) * 32, name, False, True, False) for seat, name in enumerate(("anna", "\u0430nna"))
    )
    place.update_table(
        TableShown(1, "t", "keilty", {}, "waiting", 0, seats, ("Anna", "ben", "\uff42en"), bytes(32), bytes(32))
    )
    assert [taken.name for taken in place.seats.values()] == ["anna", "\u0430nna 2"]
    assert place.table is not None and place.table.spectators == ("Anna 3", "ben", "\uff42en 2")
    forge = Forge("keilty", {}, 3, seed=1)
    for player, name in zip(forge.players, ("anna", "an\u200bna", "ANNA"), strict=True):
        player.name = name
    forge.begin()
    assert pictures.followed(forge, 0).names == ("anna", "an\u200bna 2", "ANNA 3")


def test_every_line_of_what_the_host_says_bears_it_and_is_shown_to_the_muted_too() -> None:
    said = news.ChatSaid("kitchen", None, "host", "word " * 60)
    for view in (ScreenState(), ScreenState(muted=True)):
        picture = replace(pictures.waiting("keilty", 2), chat=(said,))
        found = [
            line for line in plain(screen(picture, Choice(), Size(60, 80), view=view)).splitlines() if "word" in line
        ]
        assert len(found) > 4 and all(line.startswith(HOST_MARK) for line in found)
        assert found[0].startswith(f"{HOST_MARK}the host: word")


def test_nobodys_plain_line_is_by_the_host() -> None:
    for said in IMITATIONS:
        with case(said):
            (line,) = map(compact, news_lines(said))
            pairs = dict(part.partition("=")[::2] for part in shlex.split(line)[1:])
            assert pairs["by"] == said.by != "host"
            assert list(pairs) == ["name", "seat", "by", "text"]


def test_the_hosts_plain_line_says_so() -> None:
    assert [*map(compact, news_lines(news.ChatSaid("kitchen", None, "host", "hi")))] == [
        "chat name=kitchen seat=none by=host text=hi"
    ]
