"""Table updates are sent rarely, but never late: the newest state comes before whatever follows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.host.ops.host_settings import read_limits
from rummynet_protocol.wire.messages import (
    Create,
    Done,
    LobbyShown,
    Message,
    Ping,
    Said,
    Say,
    Sit,
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
