"""What a client makes of a table with bots: who came as anybody, and what bots say."""

from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.table_state import TableState
from rummynet_client.language import use_catalogue
from rummynet_client.language.catalogues import catalogue
from rummynet_protocol.wire.messages import LobbyShown, Said, TableShown

ME, OTHER, BOT = (bytes([number]) * 32 for number in (1, 2, 3))


def state(level: str = "anybody", name: str = "Rosa (bot)", delay: int = 0) -> TableState:
    """A table at which we sit with a person and a bot of the host."""
    found = TableState(ME, Outbox())
    seats = ((0, ME, "anna", True, True, False), (1, OTHER, "ben", True, True, False), (2, BOT, name, True, True, True))
    zeros = bytes(32)
    delays = ((1, delay),) if delay else ()
    found.update_table(
        TableShown(1, "x", "keilty", {}, "waiting", 0, seats, (), zeros, zeros, levels=((2, level),), delays=delays)
    )
    return found


def test_who_is_far_is_known_by_the_seat_and_by_the_table() -> None:
    assert [one.delay for one in state(delay=120).seats.values()] == [0, 120, 0]
    assert [one.delay for one in state().seats.values()] == [0, 0, 0]
    lobby = state()
    rows = tuple((number, "x", "keilty", "waiting", ("ben",), 6, 0, False, False) for number in (1, 2))
    lobby.update_lobby(LobbyShown(rows, far=(2,)))
    assert [(one.table, one.far) for one in lobby.lobby] == [(1, False), (2, True)]


def test_who_came_as_anybody_is_known_by_the_name() -> None:
    assert state().seats[2].level == "rosa"
    assert state("simple").seats[2].level == "simple"
    assert state("anybody", "Ada (bot)").seats[2].level == "anybody"


def test_what_a_bot_says_is_shown_in_the_players_language_and_what_a_person_says_as_it_is() -> None:
    use_catalogue(catalogue("de"))
    table = state()
    for seat, name, by in ((2, "Rosa (bot)", "player"), (1, "ben", "player"), (None, "cleo", "watcher")):
        table.add_chat(Said(1, name, seat, "Well spotted!", by))
    assert [(line.by, line.text) for line in table.chat] == [
        ("bot", "Gut gesehen!"),
        ("player", "Well spotted!"),
        ("watcher", "Well spotted!"),
    ]
