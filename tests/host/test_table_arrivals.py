"""Tables of the last run come while the host serves already."""

from pathlib import Path
from typing import Any

import pytest

from rummynet.host.dispatch import table_arrivals
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet.table.lobby.resume import resume_table
from rummynet_protocol.wire.messages import Create, Done, LobbyShown, Ping, Pong, Refused, Say, Sit, TableShown
from tests.support.dialling import Building, Dialler


def test_what_somebody_asks_for_comes_first_and_nothing_is_taken_for_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(tables=3)

    def fails(history: TableHistory, context: HostContext) -> Any:  # noqa: ANN401
        if history.opened.table == 2:
            raise BadHistory("it was written by another version")
        return resume_table(history, context)

    first = Building(tmp_path, limits=limits)
    for number in (1, 2, 3):
        seated = first.guest(f"player {number}")
        assert isinstance(seated.ask(Create, "keilty", {}, "kitchen"), Done)
        assert isinstance(seated.ask(Sit, number, None), Done)
    first.close()
    monkeypatch.setattr(table_arrivals, "resume_table", fails)
    again = Building(tmp_path, limits=limits, has_all=False)
    one, other = Dialler(again, seated.person), again.dial("Eve")
    again.diallers.append(one)
    for dialler in (one, other):
        dialler.greet()
    assert one.heard(LobbyShown)[-1] == LobbyShown((), 1), "tables may exist that it does not name"
    create, gone = other.request(Create, "keilty", {}, ""), other.request(Say, 2, "?")
    said = one.request(Say, 3, "hello")
    one.say(Ping(7))
    again.settle()
    assert not other.heard(Refused) and not one.heard(Done) and not one.heard(Pong)
    next(again.coming), next(again.coming)
    again.settle()
    assert [*again.lobby.tables] == [3], "2 cannot be made again, and nobody has asked for 1"
    assert one.heard(TableShown) and one.answer(said) == Done(said, None) and one.heard(Pong) == [Pong(7)]
    assert not other.heard(Refused) and len([*again.coming]) == 1
    again.settle(1)
    lobby = other.heard(LobbyShown)[-1]
    assert ([row[0] for row in lobby.tables], lobby.more) == ([1, 3, 4], 0), "a new one waits until all are counted"
    assert getattr(other.answer(gone), "code", "") == "no_table"
    assert other.answer(create) == Done(create, 4)
    assert again.log.getvalue().count("could not be resumed") == 1 and "resumed tables=2" in again.log.getvalue()
    again.close()
