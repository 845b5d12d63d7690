"""Pings that the host answers in order: what was kept back, what was not read, and a host that does not answer."""

import pytest

from rummynet_client.core.text import news
from rummynet_protocol.wire.messages import FAR_MILLIS, AskLog, Message, Pong, TableShown
from tests.support.crooked import remembered
from tests.support.fake_host import FakeHost, Guest, dealt, play


def pings(guest: Guest) -> int:
    """How many pings have gone out, those of number 0 aside."""
    return sum(b"\xa4ping\xa6number" in data and not data.endswith(b"\x00") for data in guest.sent)


def hold(guest: Guest, *kinds: type[Message]) -> list[Message]:
    """Keep messages of these kinds from somebody; returns what is kept."""
    kept: list[Message] = []

    def keeps(message: Message) -> list[Message]:
        if isinstance(message, kinds):
            kept.append(message)
            return []
        return [message]

    guest.tamper = keeps
    return kept


def tick(host: FakeHost, guest: Guest, seconds: int) -> None:
    """Seconds pass, and what somebody sends in one is answered in it."""
    for _ in range(seconds):
        host.tick(guest, 1)


def waiting(names: tuple[str, str] = ("Ann", "Bob")) -> tuple[FakeHost, Guest, Guest]:
    """A host, who is on turn, and the other one, who has been there for a while."""
    host, guests = dealt(*names)
    mover, other = sorted(guests, key=lambda guest: not guest.session.model.my_turn)
    tick(host, other, 5)
    return host, mover, other


@pytest.mark.parametrize("delay", [10, 80])
def test_a_long_line_is_told_once_where_rummies_are_called(delay: int) -> None:
    host, _, other = waiting()

    def late(message: Message) -> list[Message]:
        other.clock.ms += delay if isinstance(message, Pong) else 0
        return [message]

    other.tamper = late
    tick(host, other, 30)
    said = [one.says for one in other.news if isinstance(one, news.FairnessReported) and one.check == "delay"]
    assert len(said) == (delay >= FAR_MILLIS)
    # A millisecond more, as the clock of a program goes on while it reads.
    assert all("81 ms" in one for one in said)
    assert remembered(other) == []


class TestWithheld:
    def test_who_is_shown_no_table_asks_for_the_log_all_the_same(self) -> None:
        host, _mover, other = waiting()
        host.ignores = lambda guest, request: guest is other and isinstance(request, AskLog)
        host.lose(other)
        hold(other, TableShown)
        before = len(host.asked)
        host.connect(other)
        assert any(isinstance(request, AskLog) for guest, request in host.asked[before:] if guest is other)
        assert remembered(other) == ["unanswered"]


class TestPings:
    def test_none_by_who_only_watches_nor_when_the_game_is_over(self) -> None:
        host, guests = dealt("Ann", "Bob", options="target=20")
        cid = Guest("Cid")
        host.connect(cid)
        host.do(cid, "watch 1")
        tick(host, cid, 10)
        assert pings(cid) == 0 and cid.session.game is not None
        play(host, guests)
        before = pings(guests[0])
        tick(host, guests[0], 10)
        assert pings(guests[0]) == before

    def test_the_hour_that_a_program_slept_is_no_silence(self) -> None:
        host, _, other = waiting()
        tick(host, other, 1)
        other.session.send_ping()
        host.keeps_pongs = lambda guest: True
        tick(host, other, 1)
        host.pass_time(3_600_000)
        other.session.tick()
        assert not other.session.is_silent
