"""A host killed after any input: the tables made again from the journal are the tables that were."""

import random
from typing import Any

import pytest

from rummynet.table.api.effects import RETURN_MILLIS, TimerId
from rummynet.table.api.inputs import BotStarted, HostRestarted
from rummynet.table.api.records import EntryLogged, InputRecorded
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.journal.table_journal import MOST_GIVEN_BACK
from rummynet.table.lobby.resume import resume_table
from rummynet_protocol import notation
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import AskLog, Done, Manage, SeatBot, Sit, TableShown
from tests.support.errors import raises
from tests.support.games import EVERY
from tests.support.journal import again, anatomy, stories
from tests.support.people import Person, TableHarness, audited, entries, only_drawing, quietly


def check(hall: TableHarness) -> None:
    """Every open table comes back from the rows as it is, with the same clocks."""
    came_back = again(hall.rows, hall.house)
    assert [one.table.number for one in came_back] == sorted(hall.lobby.tables)
    for one in came_back:
        table = hall.lobby.tables[one.table.number]
        assert anatomy(one.table) == anatomy(table)
        assert one.timers == {clock: due for clock, due in hall.clocks.items() if clock.table == table.number}


def restart(hall: TableHarness) -> None:
    """Kill the host and start it again on the same journal; nobody is connected."""
    came_back = again(hall.rows, hall.house)
    hall.deaf |= set(hall.people)
    hall.lobby = type(hall.lobby)(hall.house, max((row.table for row in hall.rows), default=0) + 1)
    hall.clocks.clear()
    for one in came_back:
        hall.lobby.adopt_table(one.table, one.journal)
        one.journal.extend_timers(hall.ms)
        hall.clocks |= one.timers
        hall.take(HostRestarted(one.table.number))


@pytest.mark.drawn(3)
@pytest.mark.parametrize("variant", EVERY)
def test_after_every_action_of_a_game_the_table_comes_back_as_it_was(variant: str) -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob", "Cid"], variant)
    for number in range(60):
        if table.stage != "playing":
            break
        hall.play(table, people, 1, quietly)
        held = hall.clocks.get(TimerId(table.number, "hold"))
        if number % 6 == 0 or held:
            check(hall)
        if held:
            hall.advance(held - hall.ms)
    check(hall)


def test_at_every_input_of_a_ceremony_the_table_comes_back_as_it_was() -> None:
    hall = TableHarness()
    take = hall.lobby.take_input

    def checking(*came: Any) -> Any:  # noqa: ANN401
        effects = take(*came)
        rows = hall.rows + [effect.row for effect in effects if hasattr(effect, "row")]
        for one in again(rows, hall.house):
            assert anatomy(one.table) == anatomy(hall.lobby.tables[one.table.number])
        return effects

    hall.lobby.take_input = checking  # type: ignore[method-assign, assignment]
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, 12, only_drawing)
    assert table.stage == "playing"


def test_a_host_killed_again_and_again_plays_whole_games_that_verify() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"], target=30)
    chance, games = random.Random(5), 0
    while games < 2:
        number = table.number
        restart(hall)
        for person in people:
            hall.back(person)
            hall.done(person, AskLog, number, person.auditor.index)
        table = hall.lobby.tables[number]
        hall.play(table, people, chance.randrange(1, 9), quietly)
        if table.stage == "waiting":
            games += 1
            assert all(audited(person).finished for person in people)
            for person in people:
                hall.ready(person, number)
    assert table.games == 3


def test_a_deal_is_resumed_and_never_committed_anew() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    bob.silent.add("reveal")
    hall.ready(ann, number)
    hall.ready(bob, number)
    before = [row for row in hall.rows if isinstance(row, EntryLogged)]
    restart(hall)
    bob.silent.clear()
    hall.back(ann)
    hall.back(bob)
    for person in (ann, bob):
        hall.done(person, AskLog, number, person.auditor.index)
    for request in bob.owed(number):
        assert isinstance(hall.ask(bob, request), Done)
    after = [row for row in hall.rows if isinstance(row, EntryLogged)]
    assert after[: len(before)] == before
    assert hall.lobby.tables[number].game.play is not None  # type: ignore[union-attr]
    assert audited(ann).voided == 0


def test_what_was_sent_before_and_not_acknowledged_takes_effect_once() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    play = table.game.play  # type: ignore[union-attr]
    assert play is not None
    seat, action = quietly(play.variety, play.full, hall.chance)
    actor = next(one for one in people if one.key == table.game.keys[seat])  # type: ignore[union-attr]
    submit = actor.submit(table.number, actor.acting(notation.text(action)))
    assert isinstance(hall.ask(actor, submit), Done)
    logged = table.game.game_log.newest  # type: ignore[union-attr]
    restart(hall)
    hall.back(actor)
    assert isinstance(hall.ask(actor, submit), Done)
    game = hall.lobby.tables[table.number].game
    assert game is not None and game.game_log.newest == logged


def come_back(hall: TableHarness, *people: Person, table: int = 1) -> None:
    for person in people:
        hall.back(person)
        hall.done(person, AskLog, table, person.auditor.index)


def test_a_paused_table_is_paused_when_the_host_is_back_and_goes_on_with_the_time_that_was_left() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"], turn_seconds=30, first_starter=1)
    ann = people[0]
    hall.advance(20_000)
    hall.done(ann, Manage, 1, "pause", None)
    logged = len(ann.entries)
    restart(hall)
    assert not [clock for clock in hall.clocks if clock.kind in ("wait", "warn", "hold")]
    hall.advance(60_000)
    come_back(hall, *people)
    assert [one.paused for one in ann.heard(TableShown)][-1] is True
    hall.advance(60_000)
    assert hall.refused(ann, Manage, 1, "pause", None) == "not_paused"
    assert len(ann.entries) == logged
    hall.done(ann, Manage, 1, "resume", None)
    hall.advance(9_999)
    assert len(ann.entries) == logged + 1, "the end of the pause"
    hall.advance(1)
    assert len(ann.entries) == logged + 3
    assert all(audited(one) for one in people)


def test_votes_stand_when_the_host_is_back() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"])
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    others = [one for one in people if one is not people[seat]]
    hall.lose(people[seat])
    assert isinstance(hall.vote(others[0], seat), Done)
    restart(hall)
    come_back(hall, *others)
    assert isinstance(hall.vote(others[1], seat), Done)
    hall.advance(175_000)
    restart(hall)
    hall.advance(RETURN_MILLIS - 1)
    come_back(hall, *others)
    assert [one for one in entries(others[0]) if isinstance(one, Acted)] == []
    hall.advance(1)
    assert [one.why for one in entries(others[0]) if isinstance(one, Acted)] == ["vote", "vote"]
    come_back(hall, people[seat])
    assert all(audited(one).passed["clock"] == 2 for one in people)
    assert hall.lobby.tables[1].game.play.full.turn != seat  # type: ignore[union-attr]


def test_bots_come_back_under_their_keys() -> None:
    hall = TableHarness()
    number, (ann,) = hall.table(["Ann"])
    hall.done(ann, SeatBot, number, "add", "simple")
    bot = hall.person("Bot")
    hall.take(BotStarted(number, bot.key))
    hall.done(bot, Sit, number, None)
    restart(hall)
    assert hall.lobby.bots == (bot.key,)
    assert [(one.table, one.key) for one in hall.recalled] == [(number, bot.key)]


def test_a_journal_that_does_not_lead_to_its_logs_is_not_resumed() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, 3, quietly)
    rows = list(hall.rows)
    del rows[next(n for n, row in enumerate(rows) if isinstance(row, InputRecorded) and n > 20)]
    with pytest.raises(BadHistory):
        again(rows, hall.house)
    (story,) = stories(hall.rows)
    for other in (replace(story, checkpoint=replace(story.checkpoint, games=1)), replace(story, signed=bytes(64))):
        with raises(BadHistory, BadHistory.code, "contradicts"):
            resume_table(other, hall.house)


def test_an_action_that_waits_is_done_in_half_a_minute_however_often_the_host_was_away() -> None:
    """People get time to come back each time; but its player counts the time, and it must not become an alarm."""
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], "basic")
    assert table.game is not None and table.game.play is not None
    hall.play(table, people, acts=1)
    state = table.game.play.full
    while not (table.variety.offers.holds(state) and state.phase == "pickup"):
        hall.advance(1000 * table.variety.offers.holds(state))
        hall.play(table, people, acts=1)
        state = table.game.play.full
    seat, began = state.turn, hall.ms
    count = len(entries(people[seat]))
    assert isinstance(hall.act(people[seat], "draw"), Done)
    for _ in range(12):
        restart(hall)
        come_back(hall, *people)
        assert len(entries(people[seat])) == count and hall.ms - began < 3_000 + MOST_GIVEN_BACK
        hall.advance(2_500)
    hall.advance(3_000 + MOST_GIVEN_BACK - (hall.ms - began))
    last = entries(people[seat])[-1]
    assert isinstance(last, Acted) and (last.seat, last.do) == (seat, "draw")
