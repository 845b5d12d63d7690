"""What a host of a cluster says of tables that it does not have."""

import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from rummynet.host.cluster import cluster_host
from rummynet.host.cluster.cluster_host import ClusterHost
from rummynet.host.cluster.database_thread import HostStanding
from rummynet.host.cluster.membership import HostRecord, Neighbours, RemoteTable
from rummynet.host.cluster.takeover import Adopted
from rummynet.table.api.inputs import HostRestarted
from rummynet_protocol.values import replace

pytestmark = pytest.mark.drawn(2)


def test_a_host_that_has_not_read_the_others_tables_says_of_none_that_it_does_not_exist() -> None:
    """Its players would hold it against the host that their game has no end."""
    part = MagicMock()
    part.moves.complete_rows.return_value = ({}, False)
    host = ClusterHost(part, part, part, part, Path("bots"), part)
    assert host.addresses_of(1) == ()  # nobody has it as far as is known, so a request for it waits
    other = HostRecord(2, "club", ("127.0.0.1:7867",), silent=1.0, draining=False, room=9, tables=1)
    for _ in range(2):
        host.neighbours_read(Neighbours({2: other}, {1: RemoteTable(2, None, frozenset([b"ann"]))}))
    part.send_on.assert_called_once_with(1, [b"ann"])
    host.person_came(b"bob")
    host.person_came(b"ann")
    part.callLater.assert_called_once()
    assert host.addresses_of(1) == ("127.0.0.1:7867",)
    assert host.addresses_of(3) is None


def test_a_host_that_ends_adopts_no_table() -> None:
    part = MagicMock()
    part.takes_inputs = False
    host = ClusterHost(part, part, part, part, Path("bots"), part)
    table = MagicMock(ms=5, timers={"clock": 8})
    host.adopt(Adopted(1, 7, table))
    assert host.takeovers == 0 and not part.lobby.adopt_table.called
    part.takes_inputs = True
    host.adopt(Adopted(1, 7, None, "it cannot be read"))
    part.moves.complete_rows.return_value = ({}, False)
    host.neighbours_read(Neighbours({}, dict.fromkeys((1, 3), RemoteTable(2, None, frozenset()))))
    part.moves.complete_rows.assert_called_once_with({3: None})
    assert host.takeovers == 0 and not part.lobby.adopt_table.called
    number = table.table.number
    part.ms, part.lobby.tables = 3, {number: table}
    host.adopt(Adopted(1, 7, table))
    assert host.takeovers == 1 and part.lobby.welcome_back.called
    part.give_up_table.assert_called_once_with(number)
    part.lobby.adopt_table.assert_called_once_with(table.table, table.journal, 2)
    part.take_input.assert_called_once_with(HostRestarted(number, has_moved=True))
    part.timers.start.assert_called_once_with("clock", 3)
    part.reset_mock()
    part.tokens, part.lobby.tables = {1: 7, 2: 7}, {2: table}
    host.renewed({}, {1: 7, 2: 7}, 0.0)
    part.warn.assert_called_once_with("another host has taken a table over", table=2)
    assert part.give_up_table.call_count == 2


class Giving:
    """A host with some tables, of which the lower ones are played at, and what it does to give tables away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tables: int, playing: int) -> None:
        self.standing = HostStanding(sure_until=time.monotonic() + 1000)
        monkeypatch.setattr(cluster_host, "HostStanding", lambda: self.standing)
        stages = ["playing"] * playing + ["waiting"] * (tables - playing)
        self.tables = {number: SimpleNamespace(stage=stage, seating=MagicMock()) for number, stage in enumerate(stages)}
        dispatcher = MagicMock()
        dispatcher.moves.complete_rows.return_value = ({}, False)
        dispatcher.lobby.tables = self.tables
        dispatcher.tokens = dict.fromkeys(self.tables, 7)
        dispatcher.give_up_table = self.tables.pop
        reactor = SimpleNamespace(callFromThread=lambda do, *given: do(*given))
        part = MagicMock()
        self.host = ClusterHost(part, dispatcher, reactor, part, Path("bots"), part)
        self.given: list[tuple[int, int]] = []
        """Table, and the host that got it."""

    def hand_over(self, table: int, token: int, to: int) -> bool:
        self.given.append((table, to))
        return token == 7

    def read(self, *others: HostRecord) -> None:
        """A reading of the other hosts, with what they were given; then the database's thread does its work."""
        got = {one.id: one.tables + sum(to == one.id for _, to in self.given) for one in others}
        for _ in range(2):  # the second one comes before a table has gone
            self.host.neighbours_read(Neighbours({one.id: replace(one, tables=got[one.id]) for one in others}, {}))
        base = MagicMock()
        base.hand_over = self.hand_over
        while self.standing.work:
            self.standing.work.popleft()(base)


def other(id: int, tables: int = 0, silent: float = 1.0, draining: bool = False, room: int = 9) -> HostRecord:
    return HostRecord(id, f"host {id}", (f"192.0.2.{id}:7866",), silent, draining, room, tables)


def test_a_host_that_has_come_gets_tables_one_by_one_until_it_has_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Giving(monkeypatch, tables=9, playing=5)
    one.read(other(2, tables=0))
    assert one.given == [], "it was there before"
    for turn in range(1, 9):
        one.read(other(2), other(3))
        assert len(one.given) == min(turn, 3)
    assert one.given == [(5, 3), (6, 3), (7, 3)], "waiting tables first; nine are six and three then"


def test_an_operator_has_tables_shared_out_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Giving(monkeypatch, tables=9, playing=9)
    hosts = other(2, room=1), other(3, tables=4), other(4, silent=3.0), other(5, draining=True), other(6, room=0)
    one.read(*hosts)
    one.host.rebalance()
    for _ in range(9):
        one.read(*hosts)
    assert [to for _, to in one.given] == [2, 2, 2]


def test_a_host_that_is_unsure_of_its_tables_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Giving(monkeypatch, tables=9, playing=0)
    one.read()
    one.standing.sure_until = float("-inf")
    one.read(other(3))
    assert one.given == []
