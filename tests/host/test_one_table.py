"""What a guest sees and may do whose invitation is for one table; at the host's connections, without a network."""

import pytest

from rummynet.host.limits.bounds import WEIGHTS
from rummynet.host.net.outgoing import Packed
from rummynet_protocol.wire.messages import (
    AskLog,
    Create,
    Done,
    LobbyShown,
    Refused,
    Request,
    Said,
    Say,
    Sit,
    TableShown,
    Watch,
    Welcome,
)
from tests.support.cases import case
from tests.support.dialling import Building, Dialler


@pytest.fixture
def ann(building: Building) -> Dialler:
    """Has opened two tables."""
    ann = building.guest("Ann")
    for _ in range(2):
        assert isinstance(ann.ask(Create, "keilty", {}, ""), Done)
    return ann


def invited(bob: Dialler, table: int) -> Dialler:
    """Comes with an invitation to this table."""
    bob.protocol.connection_lost()  # it was the ordinary one
    protocol = bob.host.factory.build_protocol("far:7", table)
    assert protocol is not None
    bob.protocol = protocol
    protocol.connection_made(bob.wire)
    assert isinstance(bob.greet(), Welcome)
    return bob


def test_the_lobby_has_that_table_only_also_when_it_changes(building: Building, ann: Dialler) -> None:
    bob = invited(building.dial("Bob"), 2)
    ann.ask(Sit, 1, None)
    ann.ask(Sit, 2, None)
    building.settle(10)
    lobbies = bob.heard(LobbyShown)
    assert [[row[0] for row in one.tables] for one in lobbies] == [[2]] * len(lobbies)
    assert lobbies[-1].tables[0][4] == ("Ann",) and all(not one.more for one in lobbies)
    bob.protocol.send(Packed(LobbyShown((), 5, (1, 2))))
    bob.hear()
    assert bob.heard(LobbyShown)[-1] == LobbyShown((), 1, (2,)), "it may be among those that have no place"
    everything = ann.heard(LobbyShown)[-1]
    assert [row[0] for row in everything.tables] == [1, 2], "others are told of both"


def test_every_request_about_another_table_is_refused(building: Building, ann: Dialler) -> None:
    bob = invited(building.dial("Bob"), 2)
    requests: tuple[tuple[type[Request], tuple[object, ...]], ...] = (
        (Sit, (1, None)),
        (Watch, (1,)),
        (Say, (1, "hello")),
        (AskLog, (1, 0)),
        (Create, ("keilty", {}, "")),
    )
    for kind, fields in requests:
        with case(kind):
            left = bob.protocol.share_left
            answer = bob.ask(kind, *fields)
            assert left is not None and bob.protocol.share_left == left - WEIGHTS.get(kind, 1)
            assert isinstance(answer, Refused) and answer.code == "invited"
    assert isinstance(bob.ask(Sit, 2, None), Done)
    assert [one.table for one in bob.heard(TableShown)] == [2]


def test_who_has_a_seat_at_another_table_hears_nothing_of_it_through_such_an_invitation(
    building: Building, ann: Dialler
) -> None:
    bob = building.guest("Bob")
    for table in (1, 2):
        assert isinstance(bob.ask(Sit, table, None), Done)
        assert isinstance(ann.ask(Watch, table), Done)
    bob.hang_up()
    building.diallers.append(Dialler(building, bob.person))
    again = invited(building.diallers[-1], 2)
    for table in (1, 2):
        ann.ask(Say, table, f"to table {table}")
    building.settle(10)
    assert {one.table for one in again.heard(Said)} == {2}
    assert {one.table for one in again.heard(TableShown)} == {2}
