"""Data that waits for slow readers: counted together with transports' buffers, bounded, the slowest cut off first."""

from collections.abc import Callable
from functools import partial

from rummynet.host.net.outgoing import OVERHEAD, SendQueue, UnsentTotal


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
    readers = [Reader(total, size) for size in (85, 315, 200, 250, 150)]
    assert total.bytes == 1000
    total.enforce(readers)
    assert not any(one.is_cut for one in readers), "as much as may"
    readers[0].queue.add(b"x")
    total.enforce(readers)
    assert [one.is_cut for one in readers] == [False, True, False, False, False]
    assert total.bytes == sum(one.unsent for one in readers) == 750
    readers[0].queue.add(bytes(190))
    total.enforce(readers)
    assert [one.is_cut for one in readers] == [True, True, False, False, False]


def test_what_a_paused_transport_holds_counts_until_it_has_gone() -> None:
    total, written = UnsentTotal(lambda: 1000), list[bytes]()
    queue = SendQueue(total)
    steps: list[Callable[[], None]] = [
        partial(queue.pause, 10), partial(queue.add, b"abc"), partial(queue.pause, 7), partial(queue.add, b"d"),
        partial(queue.resume, written.append), partial(queue.pause, 5), queue.clear, partial(queue.pause, 4),
    ]  # fmt: skip
    sizes = [10, 13 + OVERHEAD, 10 + OVERHEAD, 11 + 2 * OVERHEAD, 0, 5, 0, 4]
    for step, size in zip(steps, sizes, strict=True):
        step()
        assert (queue.bytes, total.bytes) == (size, size)
    assert written == [b"abc", b"d"]
