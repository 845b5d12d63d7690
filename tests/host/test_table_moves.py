"""Who is sent where when tables go to other hosts and come back."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rummynet.host.dispatch import table_moves
from rummynet.host.dispatch.table_moves import READINGS_UNTIL_KNOWN, TableMoves
from rummynet.host.net.outgoing import Packed
from rummynet.table.lobby.lobby import TableNumbers
from rummynet.table.lobby.lobby_rows import LobbyRows
from rummynet_protocol.wire.message_codec import TableRow
from rummynet_protocol.wire.messages import Create, Ping, Redirect, Stand

KEY = bytes(32)
STAND, CREATE = Stand(1, 7), Create(1, "keilty", {}, "")


class Person:
    """A peer that keeps where it was sent."""

    def __init__(self) -> None:
        self.sent: list[Redirect] = []
        self.goodbyes: list[str] = []

    is_behind = False

    def send(self, packed: Packed) -> None: ...

    def goodbye(self, code: str, says: str) -> None:
        self.goodbyes.append(code)

    def redirect(self, to: Redirect) -> None:
        self.sent.append(to)


class Others:
    """A ``Cluster``: ``where`` has the addresses of tables, ``room`` those for a new one."""

    def __init__(self) -> None:
        self.where: dict[int, tuple[str, ...]] = {}
        self.room: tuple[str, ...] = ()

    def is_unsure(self) -> bool:
        return False

    def addresses_of(self, table: int) -> tuple[str, ...] | None:
        return self.where.get(table)

    def addresses_here(self) -> tuple[str, ...]:
        return ("here:1",)

    def other_addresses(self) -> tuple[str, ...]:
        return ("there:1",)

    def place_for_new_table(self) -> tuple[str, ...]:
        return self.room

    def person_came(self, key: bytes) -> None: ...

    def bot_made(self, table: int, key: bytes) -> None: ...


class Step:
    """Moves with a lobby and other hosts by hand."""

    def __init__(self) -> None:
        self.lobby = cast(Any, SimpleNamespace(tables={}, rows=LobbyRows(), numbers=TableNumbers()))
        self.moves, self.others = TableMoves(self.lobby), Others()
        self.moves.cluster = self.others

    def asks(self, person: Any, request: Any = STAND) -> bool:  # noqa: ANN401
        return self.moves.is_elsewhere(KEY, request, person, b"")


@pytest.fixture
def step() -> Step:
    return Step()


def row(table: int) -> TableRow:
    return table, "t", "keilty", "open", (), 2, 0, False, False


def test_who_asks_for_a_table_of_another_host_is_sent_there(step: Step) -> None:
    ann = Person()
    step.others.where[7] = ("there:2",)
    assert step.asks(ann) and ann.sent == [Redirect(7, ("there:2",))]
    step.lobby.tables[7] = object()
    assert not step.asks(ann)


def test_that_a_table_does_not_exist_is_said_once_the_others_would_have_shown_it(step: Step) -> None:
    ann = Person()
    for _ in range(READINGS_UNTIL_KNOWN):
        assert step.asks(ann), "it may be newer than what was read"
        step.moves.complete_rows({})
        assert step.moves.retry() == [(KEY, STAND, ann, b"")]
    assert not step.asks(ann), "it is answered here"
    step.moves.complete_rows({})
    assert step.asks(ann), "some time later there may be one"


def test_held_requests_are_bounded_whatever_tables_they_are_for(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_moves, "MOST_HELD", 3)
    step.lobby.numbers = TableNumbers(0)
    ann = Person()
    for request in (STAND, Stand(2, 8), CREATE):
        assert step.asks(ann, request) and ann.goodbyes == []
    for request in (Stand(3, 9), CREATE):
        assert step.asks(ann, request)
    assert ann.goodbyes == ["too_fast"] * 2 and len(step.moves.retry()) == 3


def test_a_new_table_is_opened_where_there_is_room(step: Step) -> None:
    ann = Person()
    assert not step.asks(ann, CREATE)
    step.others.room = ("there:2",)
    assert step.asks(ann, CREATE) and ann.sent == [Redirect(None, ("there:2",))]


def test_a_ping_waits_behind_what_its_sender_has_asked(step: Step) -> None:
    ann, bob = Person(), Person()
    step.others.where[7] = ()
    assert step.asks(ann) and step.asks(ann, Ping(3)) and not step.asks(bob, Ping(3)) and not step.asks(ann, CREATE)
    assert step.moves.arrived(7) == [(KEY, STAND, ann, b""), (KEY, Ping(3), ann, b"")]
    step.moves.add_strays(7, [bob])
    assert step.moves.is_stray(bob) and not step.moves.is_stray(ann)


def test_people_follow_their_table_as_soon_as_it_is_known_where_it_is(step: Step) -> None:
    ann, bob, cid = Person(), Person(), Person()
    step.moves.departed(7)
    step.moves.add_strays(7, [cid])
    step.moves.send_on(7, [ann, bob])
    step.moves.disconnected(bob)
    assert step.asks(ann), "it went from here: what is asked of it is not answered here"
    assert step.moves.has_strays and not ann.sent
    step.others.where[7] = ("there:2",)
    step.moves.retry()
    assert ann.sent == cid.sent == [Redirect(7, ("there:2",))] and bob.sent == [] and not step.moves.has_strays


@pytest.mark.parametrize("by_itself", [False, True])
def test_people_whose_table_comes_back_ask_again(step: Step, by_itself: bool) -> None:
    ann = Person()
    step.moves.departed(7)
    step.moves.send_on(7, [ann])
    step.lobby.tables[7] = object()
    if by_itself:
        step.moves.send_on(7)
    else:
        assert step.moves.arrived(7) == []
    assert ann.sent == [Redirect(7, ("here:1",))] and not step.moves.has_strays


def test_the_row_of_a_table_that_went_stays_until_others_must_know_it(step: Step) -> None:
    step.lobby.rows.elsewhere = {7: row(7)}
    step.moves.departed(7)
    for left in range(READINGS_UNTIL_KNOWN - 1, -1, -1):
        assert step.moves.complete_rows({8: row(8)}) == ({7: row(7), 8: row(8)}, left > 0)
    assert step.moves.complete_rows({8: row(8)}) == ({8: row(8)}, False)
