"""What a process of ``--processes`` without a database says of the others. No reactor runs."""

import io
from pathlib import Path

import pytest

from rummynet.host.cluster.process_neighbours import ProcessNeighbours, SharedLobby, prepare
from rummynet.host.dispatch.table_moves import READINGS_UNTIL_KNOWN
from rummynet.host.ops.logbook import Logbook
from rummynet.table.lobby.lobby import TableNumbers
from rummynet.table.lobby.lobby_rows import lobby_row
from rummynet_protocol import codec
from rummynet_protocol.wire.messages import Create, Done, Redirect, Refused, Sit, Welcome
from tests.support.dialling import Building
from tests.support.disk import write_synchronously


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """The file of two processes."""
    found = prepare(tmp_path / "data", 2)
    assert found is not None
    return found


@pytest.fixture
def first(building: Building, shared: Path, stream: io.StringIO) -> ProcessNeighbours:
    """The first process, without the second one."""
    made = ProcessNeighbours(building.dispatcher, building.clock, Logbook(stream), write_synchronously, shared, 1, 2)
    made.start(["192.0.2.1:7866/process-1"])
    return made


def test_the_greeting_names_the_other_processes_also_one_that_has_not_begun(
    building: Building, first: ProcessNeighbours
) -> None:
    assert first.addresses_here() == ("192.0.2.1:7866/process-1",)
    welcome = building.dial("Ann").greet()
    assert isinstance(welcome, Welcome)
    assert welcome.addresses == ("192.0.2.1:7866/process-2",), "else a client takes this one for the whole host"


def test_no_table_is_denied_before_all_processes_have_shown_theirs(
    building: Building, first: ProcessNeighbours, shared: Path
) -> None:
    ann = building.guest("Ann")
    ann.say(Sit(ann.person.request(), 7, None))
    building.settle(1)
    assert not ann.heard(Refused) and not ann.heard(Redirect)
    second = SharedLobby(shared, 2)
    second.publish("192.0.2.1:7866/process-2", 5, 0, {})
    second.close()
    for _ in range(READINGS_UNTIL_KNOWN + 1):
        building.settle(1)
    assert [one.code for one in ann.heard(Refused)] == ["no_table"]


def test_a_table_that_its_process_has_not_shown_yet_is_where_its_number_was_reserved(
    building: Building, first: ProcessNeighbours, shared: Path
) -> None:
    second = SharedLobby(shared, 2)
    second.publish("192.0.2.1:7866/process-2", 5, 0, {})
    building.settle(1)
    number = second.reserve(2) + 1
    ann = building.guest("Ann")
    ann.say(Sit(ann.person.request(), number, None))
    building.settle(1)
    assert ann.heard(Redirect) == [Redirect(number, ("192.0.2.1:7866/process-2",))] and not ann.heard(Refused)
    second.close()


def test_the_third_new_table_at_once_waits_for_a_number(building: Building, shared: Path, stream: io.StringIO) -> None:
    building.dispatcher.lobby.numbers = TableNumbers(0)
    made = ProcessNeighbours(building.dispatcher, building.clock, Logbook(stream), write_synchronously, shared, 1, 2)
    made.start(["192.0.2.1:7866/process-1"])
    ann = building.guest("Ann")
    for _ in range(3):
        ann.say(Create(ann.person.request(), "keilty", {}, "one"))
    building.settle()
    assert [one.table for one in ann.heard(Done)] == [1, 2] and not ann.heard(Refused)
    building.settle(1)
    assert [one.table for one in ann.heard(Done)] == [1, 2, 3] and not ann.heard(Refused)


def test_it_is_known_where_a_table_of_another_process_is(
    building: Building, first: ProcessNeighbours, shared: Path
) -> None:
    second = SharedLobby(shared, 2)
    building.guest("Ann").ask(Create, "keilty", {}, "one")
    row = codec.pack(lobby_row(building.dispatcher.lobby.tables[1])), codec.pack([])
    second.publish("192.0.2.1:7866/process-2", 5, 1, {7: row})
    building.settle(1)
    assert first.open_elsewhere() == {7: "192.0.2.1:7866/process-2"}
    second.publish("192.0.2.1:7866/process-2", 5, 0, {7: None})
    building.settle(1)
    assert first.open_elsewhere() == {}
    second.close()
