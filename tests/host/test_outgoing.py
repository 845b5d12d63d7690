"""Data that waits for slow readers: counted together with transports' buffers, bounded, the slowest cut off first."""

from pathlib import Path

from rummynet.host.net.outgoing import OVERHEAD, SendQueue, UnsentTotal
from rummynet.host.ops.host_settings import read_limits
from rummynet_protocol.wire.messages import Create, Done, Said, Say, Sit, Watch
from tests.support.host_harness import HostHarness


class Reader:
    """A slow reader with this many unsent bytes."""

    def __init__(self, total: UnsentTotal, size: int) -> None:
        self.queue = SendQueue(total)
        self.queue.pause(0)
        self.queue.add(bytes(size - OVERHEAD))
        self.is_cut = False

    @property
    def unsent(self) -> int:
        return self.queue.bytes

    def cut_off(self) -> None:
        self.is_cut = True
        self.queue.clear()


def test_the_slowest_are_cut_off_first_until_a_quarter_is_free() -> None:
    total = UnsentTotal(lambda: 1000)
    readers = [Reader(total, size) for size in (100, 300, 200, 250, 150)]
    assert total.bytes == 1000
    total.enforce(readers)
    assert not any(one.is_cut for one in readers), "as much as may"
    readers[0].queue.add(b"x")
    total.enforce(readers)
    assert [one.is_cut for one in readers] == [False, True, False, True, False]
    assert total.bytes == sum(one.unsent for one in readers) == 450 + OVERHEAD + 1


def test_a_queue_counts_what_waits_in_its_transport() -> None:
    total = UnsentTotal(lambda: 10**6)
    queue, written = SendQueue(total), list[bytes]()
    queue.pause(5000)
    queue.add(b"a")
    queue.add(b"b")
    assert queue.bytes == total.bytes == 5000 + 2 * (1 + OVERHEAD)
    queue.pause(5000)
    assert total.bytes == 5000 + 2 * (1 + OVERHEAD), "told twice, counted once"
    queue.resume(written.append)
    assert written == [b"a", b"b"] and queue.bytes == total.bytes == 0


def test_a_queue_stops_where_the_transport_stops_it() -> None:
    queue, written = SendQueue(UnsentTotal(lambda: 10**6)), list[bytes]()
    queue.pause(0)
    for data in (b"a", b"b", b"c"):
        queue.add(data)

    def write(data: bytes) -> None:
        written.append(data)
        if data == b"b":
            queue.pause(7)

    queue.resume(write)
    assert written == [b"a", b"b"] and queue.bytes == 7 + 1 + OVERHEAD
    queue.resume(write)
    assert written == [b"a", b"b", b"c"] and queue.bytes == 0


def test_a_host_cuts_off_the_slowest_when_too_much_waits_in_all(tmp_path: Path) -> None:
    limits = {
        "unread_bytes": 200_000,
        "unread_total_bytes": 65_536,
        "chat_per_minute": 10_000,
        "chat_per_minute_address": 100_000,
        "share_burst": 100_000,
        "burst": 100_000,
    }
    step = HostHarness(tmp_path, *read_limits(limits))
    ann, *deaf = [step.call(name) for name in ("Ann", "Bob", "Cid", "Dora", "Eve")]
    assert isinstance(step.asked(ann, Create, "keilty", {}, "t"), Done)
    assert isinstance(step.asked(ann, Sit, 1, None), Done)
    for number, one in enumerate(deaf):
        assert isinstance(step.asked(one, Watch, 1), Done)
        one.protocol.pause_writing()
        for _ in range(10 * number):
            step.asked(ann, Say, 1, "a line that all who do not read have to have kept for them")
    most = 0
    while not any(one.wire.aborted for one in deaf):
        assert isinstance(step.asked(ann, Say, 1, "x" * 500), Done)
        most = max(most, step.factory.unsent.bytes)
    assert most <= 65_536 and [one.wire.aborted for one in deaf] == [True, False, False, False]
    assert step.factory.unsent.bytes <= 0.75 * 65_536
    assert not ann.wire.closed and sum(isinstance(one, Said) for one in ann.told) > 60
    for one in deaf[1:]:
        one.protocol.resume_writing()
        assert not one.wire.closed
    assert step.factory.unsent.bytes == 0 and step.factory.too_slow == 1
    step.close()
