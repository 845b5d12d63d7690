"""Table updates are sent rarely, but never late: the newest state comes before whatever follows it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import Clock

from rummynet.host.net import outgoing
from rummynet.host.net.table_updates import PEERS_PER_TURN, TableUpdates
from rummynet.host.ops.host_settings import read_limits
from rummynet.table.lobby import lobby as lobby_module
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import (
    Create,
    Done,
    LobbyShown,
    LogEntry,
    Message,
    Ping,
    Pong,
    Ready,
    Redirect,
    Said,
    Say,
    Sit,
    Stand,
    TableShown,
    Watch,
)
from tests.support.host_harness import Caller, HostHarness


@pytest.fixture
def step(tmp_path: Path) -> Iterator[HostHarness]:
    made = HostHarness(tmp_path, *read_limits({"table_millis": 200, "share_burst": 10_000}))
    yield made
    made.close()


def at_table(step: HostHarness, *names: str) -> list[Caller]:
    """The first sits at a new table, the others watch it; all updates are sent."""
    callers = [step.call(name) for name in names]
    assert isinstance(step.asked(callers[0], Create, "keilty", {}, "t"), Done)
    assert isinstance(step.asked(callers[0], Sit, 1, None), Done)
    for one in callers[1:]:
        assert isinstance(step.asked(one, Watch, 1), Done)
    for _ in range(3):
        step.clock.advance(1)
    for one in callers:
        one.read()
        one.told.clear()
    return callers


def new_messages(caller: Caller) -> list[Message]:
    """Messages received since the last call, except the lobby and pings."""
    caller.read()
    found: list[Message] = [one for one in caller.told if not isinstance(one, LobbyShown | Ping)]
    caller.told.clear()
    return found


def test_many_changes_are_one_update_and_it_is_the_newest(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    for number in range(21):
        assert isinstance(step.ready(ann, 1, number % 2 == 0), Done)
    (first,) = new_messages(bob)
    assert isinstance(first, TableShown) and first.seats[0][3] is True
    assert len(step.dispatcher.updates) == 1
    step.clock.advance(0.2)
    (second,) = new_messages(bob)
    assert isinstance(second, TableShown) and second.seats[0][3] is True
    step.ready(ann, 1, False)
    assert new_messages(bob) == []
    step.clock.advance(0.2)
    (third,) = new_messages(bob)
    assert isinstance(third, TableShown) and third.seats[0][3] is False
    step.clock.advance(1)
    assert new_messages(bob) == [] and len(step.dispatcher.updates) == 0


def test_who_changes_a_table_is_shown_it_before_the_answer(step: HostHarness) -> None:
    ann, _ = at_table(step, "Ann", "Bob")
    for yes in (True, False, True):
        ann.ask(Ready, 1, step.consent(ann, 1) if yes else None)
        shown, done = new_messages(ann)
        assert isinstance(shown, TableShown) and shown.seats[0][3] is yes and isinstance(done, Done)


def test_a_ping_is_answered_behind_the_table_that_is_held_back(step: HostHarness) -> None:
    """A client that comes back misses a table that has not come by then, and doubts the host."""
    ann, bob = at_table(step, "Ann", "Bob")
    step.ready(ann, 1)
    step.ready(ann, 1, False)
    new_messages(bob)
    bob.send(Ping(1))
    shown, pong = new_messages(bob)
    assert isinstance(shown, TableShown) and pong == Pong(1)


def test_chat_is_sent_after_the_state_it_was_written_in(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    step.ready(ann, 1)
    step.ready(ann, 1, False)
    new_messages(bob)
    step.asked(ann, Say, 1, "not yet")
    shown, said = new_messages(bob)
    assert isinstance(shown, TableShown) and shown.seats[0][3] is False and isinstance(said, Said)
    step.clock.advance(1)
    assert new_messages(bob) == []


def test_a_log_begins_after_the_state_that_says_so(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    cid = step.call("Cid")
    step.asked(cid, Sit, 1, None)
    for one in (ann, cid):
        step.ready(one, 1)
    came = new_messages(bob)
    stages = [one.stage for one in came if isinstance(one, TableShown)]
    first = next(number for number, one in enumerate(came) if isinstance(one, LogEntry))
    assert stages == ["waiting", "playing"] and isinstance(came[first - 1], TableShown)


def test_a_peer_that_leaves_gets_that_state_and_nothing_later(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    step.ready(ann, 1)
    step.asked(ann, Stand, 1)
    assert isinstance(new_messages(ann)[-1], TableShown | Done)
    step.asked(bob, Sit, 1, None)
    step.clock.advance(1)
    assert new_messages(ann) == []


def test_who_reads_slowly_is_sent_only_the_newest_state(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    bob.protocol.pause_writing()
    for number in range(50):
        step.ready(ann, 1, number % 2 == 1)
        step.clock.advance(0.3)
    assert bob.protocol.unsent < 3000, "a lobby now and then, and no table"
    bob.protocol.resume_writing()
    step.clock.advance(0.2)
    shown = [one for one in new_messages(bob) if isinstance(one, TableShown)]
    assert len(shown) == 1 and shown[0].seats[0][3] is True


def test_one_who_is_gone_is_waited_for_no_longer(step: HostHarness) -> None:
    ann, bob = at_table(step, "Ann", "Bob")
    bob.protocol.pause_writing()
    step.ready(ann, 1)
    assert len(step.dispatcher.updates) == 1
    bob.hang_up()
    step.clock.advance(1)
    assert len(step.dispatcher.updates) == 0


def test_a_message_is_encoded_once_for_all(step: HostHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, *others = at_table(step, "Ann", *(f"w{number}" for number in range(20)))
    packed: list[str] = []

    def noting(message: Message) -> bytes:
        packed.append(message.kind)
        return pack_message(message)

    monkeypatch.setattr(outgoing, "pack_message", noting)
    step.asked(ann, Say, 1, "hello")
    step.ready(ann, 1)
    step.clock.advance(0.2)
    assert sorted(packed) == ["said", "table"]
    for one in others:
        kinds = [message.kind for message in new_messages(one)]
        assert kinds == ["said", "table"]


def test_the_lobby_waits_for_a_slow_reader_too_and_newcomers_get_it_at_once(step: HostHarness) -> None:
    ann, bob = step.call("Ann"), step.call("Bob")
    bob.protocol.pause_writing()
    for number in range(4):
        step.asked(ann, Create, "keilty", {}, f"t{number}")
        step.clock.advance(0.5)
    assert bob.protocol.unsent == 0
    assert [len(one.tables) for one in step.call("Cid").told if isinstance(one, LobbyShown)] == [4]
    bob.protocol.resume_writing()
    step.clock.advance(0.5)
    assert [len(one.tables) for one in bob.read() if isinstance(one, LobbyShown)] == [4]


def test_a_crowd_hears_of_the_lobby_more_seldom(step: HostHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "ROWS_PER_MILLI", 1)
    people = [step.call(f"p{number}") for number in range(60)]
    for number in range(10):
        assert isinstance(step.asked(people[number], Create, "keilty", {}, "t"), Done)
    step.clock.advance(1)
    people[-1].read()
    assert isinstance(step.asked(people[0], Sit, 1, None), Done)
    step.clock.advance(0.59)
    assert not any(isinstance(one, LobbyShown) for one in people[-1].read())
    step.clock.advance(0.02)
    assert sum(isinstance(one, LobbyShown) for one in people[-1].read()) == 1


class RecordingPeer:
    """A peer that records what it is sent."""

    is_behind = False

    def __init__(self) -> None:
        self.received: list[Message] = []

    def send(self, packed: outgoing.Packed) -> None:
        self.received.append(packed.message)

    def goodbye(self, code: str, says: str) -> None:
        raise AssertionError(says)

    def redirect(self, to: Redirect) -> None:
        raise AssertionError(to)


def test_a_crowd_is_updated_in_batches_each_peer_once_in_an_interval() -> None:
    clock, crowd = Clock(), [RecordingPeer() for _ in range(2 * PEERS_PER_TURN + 5)]
    updates = TableUpdates(clock, _send, lambda: 1.0)
    updates.offer(1, outgoing.Packed(Pong(1)), crowd)
    assert sum(len(one.received) for one in crowd) == PEERS_PER_TURN
    updates.release(crowd[-1:], 1)
    assert crowd[-1].received == [Pong(1)]
    updates.offer(1, outgoing.Packed(Pong(2)), crowd)
    clock.advance(0)
    clock.advance(0)
    assert [len(one.received) for one in crowd] == [1] * (len(crowd) - 1) + [2]
    assert [one.received[-1] for one in crowd] == [Pong(1)] * PEERS_PER_TURN + [Pong(2)] * (PEERS_PER_TURN + 5)
    assert len(updates) == PEERS_PER_TURN
    clock.advance(0.9)
    assert len(updates) == PEERS_PER_TURN, "the interval begins when the last one was told"
    clock.advance(0.1)
    assert len(updates) == 0 and all(one.received[-1] == Pong(2) for one in crowd)
    clock.advance(1)
    assert clock.getDelayedCalls() == []


def test_peers_that_left_meanwhile_are_sent_nothing() -> None:
    clock, crowd = Clock(), [RecordingPeer() for _ in range(PEERS_PER_TURN + 2)]
    updates = TableUpdates(clock, _send, lambda: 1.0)
    updates.offer(1, outgoing.Packed(Pong(1)), crowd)
    updates.remove(crowd[-1])
    clock.advance(0)
    assert crowd[-1].received == [] and crowd[-2].received == [Pong(1)]


def _send(peers: Iterable[Any], packed: outgoing.Packed) -> None:
    for peer in peers:
        peer.send(packed)
