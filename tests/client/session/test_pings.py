"""Pings that the host answers in order: what was kept back, what was not read, and a host that does not answer."""

import pytest

from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.pings import PERIOD_MILLIS, SILENT_MILLIS, OrderedPings
from rummynet_client.core.text import news
from rummynet_protocol.wire.messages import (
    FAR_MILLIS,
    AskLog,
    Done,
    LogEntry,
    Message,
    Openings,
    Pong,
    Request,
    Submit,
    TableShown,
)
from tests.support.crooked import cheat, remembered
from tests.support.fake_host import FakeHost, Guest, HandClock, dealt, play


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


def release(host: FakeHost, guest: Guest, kept: list[Message]) -> None:
    guest.tamper = lambda message: [message]
    for message in kept:
        host.tell(guest.signer.public, message)
    host.settle()


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
    @pytest.mark.parametrize("seconds", [4, 10])
    def test_entries_that_come_together_behind_an_answer(self, seconds: int) -> None:
        host, mover, other = waiting()
        kept = hold(other, LogEntry, Openings)
        play(host, [mover], 1)
        tick(host, other, seconds)
        play(host, [mover], 1)
        tick(host, other, 3)
        assert remembered(other) == []
        release(host, other, kept)
        assert remembered(other) == ["withheld"] and cheat(other) is None
        (says,) = other.session.model.fairness.doubts
        assert f"by {seconds - 1} seconds or more" in says
        play(host, [mover, other], 6)
        assert remembered(other) == ["withheld"]

    def test_what_comes_late_again_is_told_again_and_kept_once(self) -> None:
        host, mover, other = waiting(names=("Flo", "Lea"))  # whose turns here are a draw and a throw
        for _ in range(2):
            told = len(other.session.game.lines) if other.session.game is not None else 0
            kept = hold(other, LogEntry, Openings)
            play(host, [mover], 1)
            tick(host, other, 10)
            play(host, [mover], 1)
            tick(host, other, 3)
            release(host, other, kept)
            assert other.session.game is not None
            assert any(
                "the host showed you late what happened" in line for line in list(other.session.game.lines)[told:]
            )
            play(host, [other], 2)
            tick(host, other, 3)
        assert remembered(other) == ["withheld"]

    def test_no_network_does_that_since_pongs_come_in_order(self) -> None:
        host, mover, other = waiting()
        kept = hold(other, LogEntry, Openings, Pong)
        play(host, [mover], 1)
        tick(host, other, 20)
        play(host, [mover], 1)
        release(host, other, kept)
        assert remembered(other) == []
        tick(host, other, 3)
        play(host, [mover, other], 6)
        assert remembered(other) == []

    def test_what_comes_again_over_another_connection_says_nothing(self) -> None:
        host, mover, other = waiting()
        hold(other, LogEntry, Openings, Pong)
        play(host, [mover], 1)
        tick(host, other, 10)
        host.lose(other)
        other.tamper = lambda message: [message]
        play(host, [mover], 1)
        host.pass_time(10_000)
        host.connect(other)
        play(host, [mover, other], 6)
        assert remembered(other) == []

    @pytest.mark.parametrize("breaks", [1, 2])
    def test_what_was_kept_until_the_connection_broke_was_made_behind_its_last_pong(self, breaks: int) -> None:
        host, mover, other = waiting()
        hold(other, LogEntry, Openings)
        play(host, [mover], 1)
        tick(host, other, 10)
        host.lose(other)
        other.tamper = lambda message: [message]
        play(host, [mover], 1)
        if breaks > 1:  # the second connection ends before it has shown the log
            hold(other, LogEntry, Openings, Done, Pong)
            host.connect(other)
            host.lose(other)
            other.tamper = lambda message: [message]
        host.connect(other)
        host.settle()
        assert remembered(other) == ["withheld"] and cheat(other) is None
        play(host, [mover, other], 6)
        assert remembered(other) == ["withheld"]

    def test_what_is_left_out_on_a_connection_that_stands_is_kept_back(self) -> None:
        host, mover, other = waiting()
        kept = hold(other, LogEntry, Openings)
        play(host, [mover], 1)
        assert kept
        other.tamper = lambda message: [message]
        play(host, [mover], 1)
        assert any(isinstance(request, AskLog) for guest, request in host.asked if guest is other)
        assert remembered(other) == ["withheld"] and cheat(other) is None
        (says,) = other.session.model.fairness.doubts
        assert says == "game 1: the host skipped some of what happened, and showed you what came after it"
        play(host, [mover, other], 6)
        assert remembered(other) == ["withheld"], "and the log that came then is whole"

    def test_the_log_comes_before_the_pong_of_a_ping_behind_the_request(self) -> None:
        host, mover, other = waiting()
        asked = list[Request]()

        def keeps(_guest: Guest, request: Request) -> bool:
            if isinstance(request, AskLog):
                asked.append(request)
            return isinstance(request, AskLog)

        host.ignores = keeps
        host.lose(other)
        kept = hold(other, Pong)
        host.connect(other)
        assert asked and remembered(other) == []
        host.ignores = lambda guest, request: False
        tick(host, other, 1)
        assert remembered(other) == [], "the network may be slow, and the pong did not come"
        release(host, other, kept)
        assert remembered(other) == ["unanswered"] and cheat(other) is None
        assert mover.session.model.fairness.doubts == ()

    def test_who_is_shown_no_table_asks_for_the_log_all_the_same(self) -> None:
        host, _mover, other = waiting()
        host.ignores = lambda guest, request: guest is other and isinstance(request, AskLog)
        host.lose(other)
        hold(other, TableShown)
        before = len(host.asked)
        host.connect(other)
        assert any(isinstance(request, AskLog) for guest, request in host.asked[before:] if guest is other)
        assert remembered(other) == ["unanswered"]

    def test_a_request_for_the_log_stops_no_watch(self) -> None:
        host, mover, other = waiting()
        host.ignores = lambda guest, request: guest is other and isinstance(request, AskLog)
        host.lose(other)
        host.connect(other)
        kept = hold(other, LogEntry, Openings)
        tick(host, other, 3)
        play(host, [mover], 1)
        tick(host, other, 10)
        play(host, [mover], 1)
        tick(host, other, 3)
        release(host, other, kept)
        assert remembered(other) == ["unanswered", "withheld"]

    def test_after_that_the_next_ping_counts(self) -> None:
        host, mover, other = waiting()
        host.lose(other)
        host.connect(other)
        tick(host, other, 3)
        kept = hold(other, LogEntry, Openings)
        play(host, [mover], 1)
        tick(host, other, 10)
        play(host, [mover], 1)
        tick(host, other, 3)
        release(host, other, kept)
        assert remembered(other) == ["withheld"]

    def test_a_clock_with_another_name_says_nothing_of_what_came_before(self) -> None:
        host, mover, other = waiting()
        kept = hold(other, LogEntry, Openings)
        play(host, [mover], 1)
        tick(host, other, 10)
        play(host, [mover], 1)
        first, *rest = kept
        host.tell(other.signer.public, Pong(0))
        release(host, other, [first])
        other.clock.renew()
        other.clock.ms -= 100_000
        release(host, other, rest)
        assert remembered(other) == []


@pytest.mark.parametrize(
    ("was_whole", "is_followed", "kept"),
    [(True, True, 9_000), (False, True, 0), (True, False, 0)],
    ids=["whole and followed", "not whole when the connection broke", "a game that was not followed"],
)
def test_the_last_pong_of_a_broken_connection(was_whole: bool, is_followed: bool, kept: int) -> None:
    clock = HandClock()
    ordered = OrderedPings(Outbox(), clock)
    ordered.handle_pong(ordered.send())
    ordered.connection_lost(was_whole=was_whole)
    ordered.log_is_behind(is_followed=is_followed)
    assert ordered.withheld_millis(1, 50_000) == 0
    clock.ms += 1_000
    found = ordered.withheld_millis(1, 60_000)
    assert (found > 0, abs(found - kept) < 1_100) == (kept > 0, True)


class TestUnread:
    def test_an_action_that_is_not_answered_before_the_ping_behind_it(self) -> None:
        host, mover, other = waiting()
        host.ignores = lambda guest, request: isinstance(request, Submit)
        host.do(mover, "draw")
        assert remembered(mover) == ["held-back"]
        assert any("read 'draw', but neither took nor refused it" in line for line in mover.lines)
        tick(host, mover, 120)
        assert remembered(mover) == ["held-back"] and len(mover.session.model.fairness.doubts) == 1
        host.ignores = lambda guest, request: False
        host.do(mover, "draw")
        play(host, [mover, other], 6)
        assert cheat(mover) is None

    def test_a_vote_too(self) -> None:
        host, guests = dealt("Ann", "Bob", "Cid")
        host.lose(guests[1])
        host.ignores = lambda guest, request: isinstance(request, Submit)
        host.do(guests[0], "vote 1")
        assert remembered(guests[0]) == ["held-back"]

    def test_not_while_the_host_answers_nothing(self) -> None:
        host, mover, _ = waiting()
        host.ignores = lambda guest, request: isinstance(request, Submit)
        host.keeps_pongs = lambda guest: True
        host.do(mover, "draw")
        tick(host, mover, 30)
        assert remembered(mover) == [] and mover.session.is_busy
        host.lose(mover)
        host.keeps_pongs, host.ignores = lambda guest: False, lambda guest, request: False
        host.connect(mover)
        assert remembered(mover) == [] and not mover.session.is_busy


class TestPings:
    def test_one_every_two_seconds_unless_one_waits(self) -> None:
        host, _, other = waiting()
        before = pings(other)
        tick(host, other, 10)
        assert pings(other) == before + 10_000 // PERIOD_MILLIS
        host.keeps_pongs = lambda guest: True
        tick(host, other, 20)
        assert pings(other) == before + 10_000 // PERIOD_MILLIS + 1

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

    def test_a_host_that_does_not_answer_is_shown_and_accused_of_nothing(self) -> None:
        host, _, other = waiting()
        host.keeps_pongs = lambda guest: True
        tick(host, other, (PERIOD_MILLIS + SILENT_MILLIS) // 1000)
        told = [one for one in other.news if isinstance(one, news.FairnessReported) and one.check == "silent"]
        assert other.session.model.silent and len(told) == 1 and not told[0].cheat
        tick(host, other, 60)
        host.keeps_pongs = lambda guest: False
        host.tell(other.signer.public, Pong(pings(other)))
        host.settle()
        told = [one for one in other.news if isinstance(one, news.FairnessReported) and one.check == "silent"]
        assert not other.session.model.silent and len(told) == 2 and "answers again" in told[1].says
        assert remembered(other) == []

    def test_the_hour_that_a_program_slept_is_no_silence(self) -> None:
        host, _, other = waiting()
        tick(host, other, 1)
        other.session.send_ping()
        host.keeps_pongs = lambda guest: True
        tick(host, other, 1)
        host.pass_time(3_600_000)
        other.session.tick()
        assert not other.session.is_silent

    def test_a_pong_that_nobody_asked_for_says_nothing(self) -> None:
        host, mover, other = waiting()
        host.tell(other.signer.public, Pong(1_000))
        host.settle()
        play(host, [mover, other], 4)
        assert remembered(other) == []
