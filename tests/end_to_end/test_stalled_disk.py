"""A real host whose database another program keeps to itself: what goes on meanwhile, and how it ends."""

import sqlite3
from pathlib import Path

import pytest

from rummynet_protocol.wire.messages import Create, Done, Message, Ping, Pong
from tests.support.callers import Caller
from tests.support.daemons import Daemon, Start
from tests.support.programs import PATIENCE

pytestmark = pytest.mark.drawn(1)


def hog(folder: Path) -> sqlite3.Connection:
    """Nobody else can write to the host's journal until this is rolled back."""
    held = sqlite3.connect(folder / "data" / "host" / "journal.sqlite3", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    return held


def hear(caller: Caller, kind: type[Message]) -> list[Message]:
    """All that comes until a message of this kind has come."""
    came: list[Message] = []
    while not any(isinstance(one, kind) for one in came):
        more = caller.hear()
        assert more, f"the host hung up; before that: {came}"
        came += more
    return came


def stalled(host: Daemon, folder: Path) -> tuple[sqlite3.Connection, Caller]:
    """A host that is writing and cannot: somebody has asked for a table and got no answer."""
    ann = Caller(host.port, "caller")
    held = hog(folder)
    ann.say(Create(1, "keilty", {}, "kitchen"))
    for _ in range(4):  # each is sent when the one before was answered: the host reads anew for each
        ann.say(Ping(0))
        assert not any(isinstance(one, Done) for one in hear(ann, Pong))
    return held, ann


def test_sigterm_waits_for_the_disk_no_longer_than_it_may(start: Start, tmp_path: Path) -> None:
    host = start()
    held, ann = stalled(host, tmp_path)
    assert host.stop() == 3
    errors = host.errors.read()
    assert "the disk did not take what had to be written" in errors and "Traceback" not in errors
    bye = ann.farewell()
    assert bye is not None and bye.code == "closing"
    held.execute("ROLLBACK")
    assert held.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    held.close()
    ann.close()


def test_sigterm_comes_while_something_is_written_and_all_of_it_is_kept_and_told(start: Start, tmp_path: Path) -> None:
    host = start()
    held, ann = stalled(host, tmp_path)
    host.process.terminate()
    host.until("closing")
    held.execute("ROLLBACK")
    assert Done(1, 1) in hear(ann, Done)
    ann.close()
    assert host.process.wait(PATIENCE) == 0
    assert held.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    held.close()
