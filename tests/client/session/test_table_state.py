"""What a client makes of a table with bots: who came as anybody, and what bots say."""

from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.table_state import TableState
from rummynet_client.language import use_catalogue
from rummynet_client.language.catalogues import catalogue
from rummynet_protocol.wire.messages import Said, TableShown

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
    for game, told in ((1, 5), (2, 3)):
        table.add_chat(Said(1, "ben", 1, "And now?", "player"), game, told)
    assert table.chat_since(2, 10) == (10, 10, 10, 10, 7), "what was said before this game stands above all of it"
