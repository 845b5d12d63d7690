"""What goes wrong inside stays where it went wrong."""

import pytest

from rummynet.table.api.effects import TimerId
from rummynet.table.api.records import GameClosed
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.entries import Ended, Voided
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from rummynet_protocol.wire.messages import AskLog, Create, Done, Said, Say, Sit
from tests.support.dialling import Doorstep
from tests.support.people import TableHarness, entries


def test_a_send_that_fails_does_not_keep_others_from_theirs(step: Doorstep, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cid = (step.call(name) for name in ("Ann", "Bob", "Cid"))
    assert isinstance(ann.ask(Create, "keilty", {}, "t"), Done)
    for one in (ann, bob, cid):
        one.ask(Sit, 1, None)

    def fails(message: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(bob.protocol, "send", fails)
    assert isinstance(ann.ask(Say, 1, "hello"), Done)
    cid.hear()
    assert any(isinstance(one, Said) and one.text == "hello" for one in cid.told)
    assert "a message could not be sent" in step.log.getvalue()
    assert [bye.code for bye in bob.goodbyes()] == ["trouble"]
    assert step.failures == []


def test_one_effect_that_fails_does_not_keep_the_others_from_being_done(
    step: Doorstep, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = step.call("Ann")

    def fails(clock: TimerId, millis: int) -> None:
        raise RuntimeError("no clock")

    monkeypatch.setattr(step.dispatcher.timers, "start", fails)
    monkeypatch.setattr(step.dispatcher.timers, "stop", lambda clock: fails(clock, 0))
    assert isinstance(ann.ask(Create, "keilty", {}, "t"), Done)
    assert "an effect could not be done" in step.log.getvalue()


@pytest.mark.parametrize("most", [1, 3, 20])
def test_shuffles_voided_without_end_end_the_game_and_not_the_table(most: int) -> None:
    """A seat that is there and never commits: after so many voids the game is called off, and its log still holds."""
    hall = TableHarness()
    ann, bob = hall.stuck("commit", voids=most)
    number, table = 1, hall.lobby.tables[1]
    for _ in range(200):
        if table.stage != "playing":
            break
        hall.advance(31_000)
        hall.done(bob, AskLog, number, 10_000)
    assert table.stage == "waiting"
    assert hall.lobby.tables[number] is table
    assert hall.reports == []
    voids = [entry for entry in entries(ann) if isinstance(entry, Voided)]
    assert len(voids) == most
    assert isinstance(entries(ann)[-1], Ended) and isinstance(entries(ann)[-2], Voided), "at once"
    assert hall.rows and any(row == GameClosed(number, 1, played=False) for row in hall.rows)
    assert [one.text for one in ann.heard(Said)][-1].startswith("the game was called off: this table's limit")
    written = HEADER + b"".join(pack_entry_record(*row) for row in ann.entries)
    report = check(written, partial=True)
    assert report.auditor.voided == most and report.auditor.ended == "voids" and report.check is None
    bob.silent.clear()
    for person in (ann, bob):
        hall.ready(person, number)
    assert table.stage == "playing"
    hall.play(table, [ann, bob], acts=4)
