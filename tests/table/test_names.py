"""Another name than before is taken at the tables where a player sits; and how bots play is told to all there."""

import pytest

from rummynet.table.api.effects import Effects, SpawnBot
from rummynet.table.api.inputs import BotStarted, Connected
from rummynet.table.connections import handle_host_restarted
from rummynet.table.journal.checkpoint import pack_checkpoint, restore_checkpoint
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.table import Table
from rummynet_protocol import codec
from rummynet_protocol.wire.messages import Said, SeatBot, Sit, TableShown
from tests.support.people import TableHarness, signer


def names(hall: TableHarness, number: int = 1) -> list[str]:
    return [seat.name for seat in hall.lobby.tables[number].seating.seats.values()]


def test_who_comes_back_under_another_name_bears_it_and_everybody_is_asked_again() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.ready(bob, number)
    ann.name = "Anouk"
    hall.take(Connected(ann.key, "Anouk"))
    assert names(hall) == ["Anouk", "Bob"]
    assert "Ann is now called Anouk" in [said.text for said in bob.heard(Said) if isinstance(said.text, str)]
    shown = bob.heard(TableShown)[-1]
    assert [(row[2], row[3]) for row in shown.seats] == [("Anouk", False), ("Bob", False)]


def test_the_same_name_and_a_number_that_was_given_stay() -> None:
    hall = TableHarness()
    number, (ann, other) = hall.table(["Ann", "ann"])
    assert names(hall) == ["Ann", "ann 2"]
    hall.ready(ann, number)
    hall.take(Connected(other.key, "ann"))
    hall.take(Connected(ann.key, "Ann"))
    assert names(hall) == ["Ann", "ann 2"] and hall.lobby.tables[number].seating.seats[0].ready
    hall.take(Connected(other.key, "Bob"))
    assert names(hall) == ["Ann", "Bob"]
    hall.take(Connected(other.key, "Ann"))
    assert names(hall) == ["Ann", "Ann 2"], "nobody passes for another"


def test_names_stay_while_a_game_is_played() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    hall.lose(people[1])
    people[1].name = "Bert"
    hall.back(people[1])
    assert names(hall) == ["Ann", "Bob"] and table.stage == "playing"


def test_how_each_bot_plays_is_shown_to_all_at_the_table() -> None:
    hall = TableHarness()
    number, (ann, _bob) = hall.table(["Ann", "Bob"])
    for name, level in (("Ada", "steady"), ("Cleo", "expert")):
        hall.done(ann, SeatBot, number, "add", level)
        bot = hall.person(name)
        hall.take(BotStarted(number, signer(name).public))
        hall.done(bot, Sit, number, None)
    assert ann.heard(TableShown)[-1].levels == ((2, "steady"), (3, "expert"))
    hall.done(ann, SeatBot, number, "remove", "")
    assert ann.heard(TableShown)[-1].levels == ((2, "steady"),)


def test_a_checkpoint_that_an_earlier_version_wrote_is_read() -> None:
    """It knows of no levels: the bots that were asked for then play as usual."""
    hall = TableHarness()
    number, (ann, _bob) = hall.table(["Ann", "Bob"])
    hall.done(ann, SeatBot, number, "add", "steady")
    table = hall.lobby.tables[number]
    state, timers, game = codec.unpack(pack_checkpoint(table, {}))
    for path in ("bots.levels", "bots._asked_levels"):
        del state[path]
    fresh = Table(table.context, number, table.consents.id, table.name, table.variety, table.options, table.by)
    restore_checkpoint(fresh, codec.pack([state, timers, game]))
    assert fresh.bots.coming == 1 and fresh.bots.levels == {}
    effects = Effects(0, 0)
    handle_host_restarted(fresh, False, effects)
    assert [one.strategy for one in effects.items if isinstance(one, SpawnBot)] == ["simple"]
    fresh.bots.bot_started(signer("Ada").public, effects)
    assert fresh.bots.levels == {signer("Ada").public: "simple"}
    del state["seating.seats"]
    with pytest.raises(BadHistory):
        restore_checkpoint(fresh, codec.pack([state, timers, game]))
