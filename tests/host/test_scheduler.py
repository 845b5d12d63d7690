"""The order in which connections' messages are handled, and how much is read before they are."""

import pytest
from twisted.internet.task import Clock

from rummynet.host.connections import host_protocol
from rummynet.host.connections.host_protocol import INBOX_FULL
from rummynet.host.connections.scheduler import AT_ONCE, SPARE_BURST, MessageScheduler
from rummynet_protocol.wire.framing import FrameReader, frame
from rummynet_protocol.wire.messages import AskLog, Create, Done, Ping, Pong, Sit, Watch
from tests.support.dialling import Doorstep, Start


class Reader:
    """A connection with some messages of this cost; *order* records whose turn it is."""

    def __init__(self, name: str, waiting: int, cost: int, order: list[str], share_left: float | None = 100) -> None:
        self.name, self.waiting, self.cost, self.order, self.share_left = name, waiting, cost, order, share_left

    @property
    def has_message(self) -> bool:
        return self.waiting > 0

    def handle_message(self) -> int:
        self.waiting -= 1
        self.order.append(self.name)
        return self.cost


def test_each_has_one_message_handled_in_turn() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    for name in "abc":
        scheduler.add(Reader(name, 3, 1, order))
    assert order == [] and len(scheduler) == 3
    clock.advance(0)
    assert order == list("abcabcabc") and len(scheduler) == 0


def test_no_more_than_a_few_are_handled_before_sockets_are_looked_at() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    scheduler.add(Reader("a", 20, 1, order))
    scheduler.add(Reader("of no cost", 1000, 0, order))
    clock.callLater(0, order.append, "the reactor")
    clock.advance(0)
    assert order.index("the reactor") == 40


def test_who_asks_much_waits_for_all_others_and_gets_what_is_left() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    greedy = [Reader(f"greedy {number}", 10_000, 5, order, share_left=None) for number in range(3)]
    for one in greedy:
        scheduler.add(one)
    scheduler.add(Reader("modest", 1, 1, order))
    clock.advance(0)
    assert order[0] == "modest", "though it came last"
    assert len(order) == 1 + 10
    order.clear()
    for _ in range(100):
        clock.advance(0.1)
        scheduler.add(Reader("modest", 1, 1, []))
        clock.advance(0)
    assert 10 * 100 // 5 - 1 <= len(order) <= 10 * 100 // 5 + 1
    assert {order.count(one.name) for one in greedy} <= {len(order) // 3, len(order) // 3 + 1}
    order.clear()
    scheduler.add(Reader("modest", 3, 1, order))
    clock.advance(0)
    assert order[:3] == ["modest"] * 3, "it does not wait until the others have something left"


def test_where_nobody_else_has_anything_to_say_those_who_ask_much_are_not_held_up() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    scheduler.add(Reader("greedy", 10_000, 5, order, share_left=None))
    clock.advance(0)
    clock.advance(0.99)
    assert len(order) == 20
    clock.advance(0.01)
    assert len(order) == 10_000, "a second without a modest message"
    scheduler.add(Reader("greedy", 10_000, 5, order, share_left=None))
    scheduler.add(Reader("modest", 1, 1, order))
    for _ in range(90):
        clock.advance(0.01)
    assert order[10_000] == "modest"
    assert len(order) - 10_001 == 90 // 5 + 1, "nothing is owed for what disturbed nobody"


def test_of_the_modest_the_one_with_the_most_left_comes_first() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    for name, left in (("a", 5.0), ("b", 100.0), ("c", 50.0), ("d", 100.0)):
        reader = Reader(name, 1, 1, order)
        reader.share_left = left
        scheduler.add(reader)
    clock.advance(0)
    assert order == list("bdca")


def test_a_second_of_waiting_counts_as_much_as_ten_units_left() -> None:
    clock, order = Clock(), list[str]()
    scheduler = MessageScheduler(clock, lambda: 100, lambda: None)
    scheduler.add(Reader("poor", 1, AT_ONCE, order, share_left=90))
    clock.rightNow += 1  # nobody has had a turn
    scheduler.add(Reader("rich", 1, AT_ONCE, order, share_left=99.5))
    scheduler.add(Reader("richer", 1, AT_ONCE, order, share_left=101))
    clock.advance(0)
    clock.advance(0)
    clock.advance(0)
    assert order == ["richer", "poor", "rich"]


# -- inboxes


def test_an_inbox_hands_out_whole_frames_whatever_the_pieces() -> None:
    waiting, data = FrameReader(100), frame(b"one") + frame(b"") + frame(b"three")
    found = []
    for byte in data:
        waiting.add(bytes([byte]))
        while waiting.has_frame:
            found.append(waiting.next_body())
    assert found == [b"one", b"", b"three"] and len(waiting) == 0
    waiting.add(data)
    assert [waiting.next_body(), waiting.next_body(), waiting.next_body(), waiting.has_frame] == [*found, False]
    waiting.add(data)
    waiting.clear()
    assert not waiting.has_frame and len(waiting) == 0


# -- connections


@pytest.fixture
def step(start: Start) -> Doorstep:
    return start(spare_per_second=100, share_burst=50, share_per_second=1)


def test_a_flood_stays_in_the_socket_and_costs_others_nothing(step: Doorstep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_protocol, "INBOX_FULL", 16_000)
    flood, ann = step.call("flood"), step.call("Ann")
    flood.say(*(Ping(number) for number in range(1200)))
    assert not flood.wire.reading and flood.wire.value() == b""
    ann.say(Ping(7))
    step.clock.advance(0)
    assert [one for one in ann.hear() if isinstance(one, Pong)] == [Pong(7)]
    before = len([one for one in flood.hear() if isinstance(one, Pong)])
    assert before <= 50 + SPARE_BURST + 1
    for tenth in range(100):
        if tenth % 9 == 0:
            ann.say(Ping(tenth))
        step.clock.advance(0.1)
    assert flood.wire.reading, "little is left"
    answered = len([one for one in flood.told if isinstance(one, Pong)]) + len(flood.hear()) - before
    assert answered <= 10 * 100 + 10 * 1 + 50


def test_a_long_frame_may_come_in_small_pieces(step: Doorstep) -> None:
    caller = step.call("Ann")
    long = frame(b"\xc4" * 65_536)
    for start in range(0, len(long) - 1, 1000):
        caller.raw(long[start : min(start + 1000, len(long) - 1)])
        assert caller.wire.reading, "more than an inbox likes, but no message yet"
    assert len(long) > INBOX_FULL
    caller.raw(long[-1:])
    assert [bye.code for bye in caller.goodbyes()] == ["remote_protocol"]


def test_from_one_who_does_not_read_nothing_more_is_read(step: Doorstep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_protocol, "UNREAD_LIMIT", 400)
    ann = step.call("Ann")
    assert isinstance(ann.ask(Create, "keilty", {}, "t"), Done)
    assert isinstance(ann.ask(Sit, 1, None), Done)
    ann.protocol.pause_writing()
    for _ in range(10):
        ann.request(Watch, 1)
        step.clock.advance(1)
    assert 400 <= ann.protocol.unsent < 1200 and ann.wire.value() == b""
    waits = ann.protocol.unsent
    for _ in range(5):
        step.clock.advance(1)
    assert ann.protocol.unsent == waits
    ann.protocol.resume_writing()
    for _ in range(100):
        step.clock.advance(0.1)
    assert len([one for one in ann.hear() if isinstance(one, Done)]) == 10 and ann.protocol.unsent == 0
    assert isinstance(ann.ask(AskLog, 1, 0), Done)


def test_one_who_neither_reads_nor_says_anything_is_not_kept(step: Doorstep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_protocol, "UNREAD_LIMIT", 1)
    caller = step.call("Ann")
    caller.protocol.pause_writing()
    caller.say(Ping(1), Ping(2))
    for _ in range(70):
        step.clock.advance(1)
    assert caller.wire.aborted


def test_a_share_that_was_used_up_counts_again_when_half_of_it_is_back(step: Doorstep) -> None:
    ann = step.call("Ann")
    ann.say(*(Ping(number) for number in range(60)))
    step.clock.advance(0)
    assert ann.protocol.share_left is None
    while ann.protocol.share_left is None:
        step.clock.advance(1)
    assert ann.protocol.share_left == 25
