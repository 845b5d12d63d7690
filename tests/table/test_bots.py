"""Bots that people ask a host for: who may, how many, and when they rest or leave."""

import pytest

from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import BotFailed, BotStarted, HostRestarted
from rummynet_protocol.fairness.entries import HostCommit, Voided
from rummynet_protocol.wire.messages import Manage, SeatBot, Stand
from tests.support.people import Person, TableHarness, entries

REST = 60_000


def bots_and_one(hall: TableHarness, count: int = 2) -> tuple[int, Person, list[Person]]:
    """A table with one person and bots that they asked for."""
    number, (ann,) = hall.table(["Ann"])
    return number, ann, [hall.seats_bot(ann, number, f"{one} bot") for one in range(count)]


def playing(hall: TableHarness) -> tuple[int, Person, list[Person]]:
    """The same, and they play."""
    number, ann, bots = bots_and_one(hall)
    for one in (*bots, ann):
        hall.ready(one, number)
    assert hall.lobby.tables[number].stage == "playing"
    return number, ann, bots


# -- how many


def test_a_bot_counts_for_who_asked_until_it_has_left_and_whoever_owns_the_table_then() -> None:
    hall = TableHarness(Limits(bots_each=2))
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.seats_bot(ann, number, "bot 0")
    lost = hall.asks_for_bot(ann, number, "bot 1")
    hall.done(ann, Manage, number, "hand-on", 1)
    assert hall.refused(ann, SeatBot, number, "add", "") == "too_many_bots"
    hall.take(BotFailed(number, lost.key))
    hall.done(ann, SeatBot, number, "add", "")
    assert hall.refused(ann, SeatBot, number, "add", "") == "too_many_bots"
    hall.take(BotFailed(number, None))
    hall.done(bob, SeatBot, number, "remove", "")
    hall.done(ann, SeatBot, number, "add", "")
    hall.done(ann, SeatBot, number, "add", "")


# -- when they leave


def test_a_bot_that_the_host_had_begun_to_make_is_stopped_when_nobody_wants_it_any_more() -> None:
    hall = TableHarness()
    number, (ann,) = hall.table(["Ann"])
    hall.done(ann, SeatBot, number, "add", "")
    hall.done(ann, Stand, number)
    hall.take(BotStarted(number, b"b" * 32))
    assert hall.stopped == [b"b" * 32]
    hall.take(BotStarted(99, b"c" * 32))
    assert hall.stopped == [b"b" * 32, b"c" * 32]


# -- a game that everybody has left


def test_the_bots_of_a_game_that_all_people_have_left_rest_and_go_on_with_the_first_who_is_back() -> None:
    hall = TableHarness(Limits(lost_seconds=30), seed=3)
    number, ann, bots = playing(hall)
    hall.lose(ann)
    hall.advance(REST - 1)
    assert not hall.rested
    hall.advance(1)
    assert hall.rested == sorted(bot.key for bot in bots)
    assert hall.lobby.tables[number].ownership.owner is None, "no bot owns it meanwhile"
    for bot in bots:
        hall.lose(bot)
    hall.advance(10 * REST)
    assert not hall.recalled and not hall.stopped
    hall.back(ann)
    assert [(one.table, one.key) for one in hall.recalled] == [(number, key) for key in sorted(bot.key for bot in bots)]
    for bot in bots:
        hall.back(bot)
    assert len(hall.recalled) == len(bots)
    table = hall.lobby.tables[number]
    assert table.ownership.owner == ann.key
    assert all(seat.connected for seat in table.seating.seats.values())
    hall.play(table, [ann, *bots], acts=12)


def test_bots_that_rest_are_stopped_when_the_game_is_called_off() -> None:
    hall = TableHarness(seed=3)
    number, ann, bots = playing(hall)
    for one in (ann, *bots):
        hall.lose(one)
    hall.advance(86_400_000)
    assert number not in hall.lobby.tables
    assert hall.stopped == hall.rested == sorted(bot.key for bot in bots)


@pytest.mark.parametrize(
    ("has_moved", "silent", "seconds"), [(True, ["bot 1"], 10), (False, ["bot 1"], 30), (True, ["bot 1", "Ann"], 30)]
)
def test_a_shuffle_waits_for_bots_that_moved_to_another_host_no_longer_than_a_log_demands(
    has_moved: bool, silent: list[str], seconds: int
) -> None:
    """They cannot show what they had committed to; people have the usual time."""
    hall = TableHarness()
    number, ann, bots = bots_and_one(hall)
    for one, name in zip((ann, *bots), ("Ann", "bot 1", "bot 2"), strict=True):
        one.silent = {"reveal"} if name in silent else set()
    for one in (*bots, ann):
        hall.ready(one, number)
    hall.take(HostRestarted(number, has_moved))
    for one in (ann, *bots):
        hall.back(one)
    hall.advance(1000 * seconds - 1)
    assert not [one for one in entries(ann) if isinstance(one, Voided)]
    hall.advance(1)
    (voided,) = [one for one in entries(ann) if isinstance(one, Voided)]
    assert len(voided.silent) == len(silent)
    commits = [one for one in entries(ann) if isinstance(one, HostCommit)]
    assert len(commits) == (1 if "Ann" in silent else 2), "bots are asked again at once, a person has to be back"
