"""Another name than before is taken at the tables where a player sits; and how bots play is told to all there."""

import pytest

from rummynet.table.api.effects import Effects, SpawnBot
from rummynet.table.connections import handle_host_restarted
from rummynet.table.journal.checkpoint import pack_checkpoint, restore_checkpoint
from rummynet.table.journal.table_history import BadHistory, read_input
from rummynet.table.table import Table
from rummynet_protocol import codec
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import Done, SeatBot
from tests.support.errors import raises
from tests.support.people import TableHarness, signer


def test_a_checkpoint_that_an_earlier_version_wrote_is_read() -> None:
    """It knows of no levels: the bots that were asked for then play as usual."""
    hall = TableHarness()
    number, (ann, _bob) = hall.table(["Ann", "Bob"])
    hall.done(ann, SeatBot, number, "add", "steady")
    table = hall.lobby.tables[number]
    same = Table(table.context, number, table.consents.id, table.name, table.variety, table.options, table.by)
    restore_checkpoint(same, pack_checkpoint(table, {}))
    effects = Effects(0, 0)
    handle_host_restarted(same, False, effects)
    assert [one.strategy for one in effects.items if isinstance(one, SpawnBot)] == ["steady"]
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


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (codec.pack(["of a later version"]), "is of a kind"),
        (b"\xc1", "cannot be read"),
        (codec.pack(["asked", b"k", "Ann", pack_message(Done(1, None))]), "a done is no request"),
    ],
)
def test_an_input_that_this_program_cannot_read_is_said_to_be_one(body: bytes, says: str) -> None:
    with raises(BadHistory, "history", says):
        read_input(body)
