"""The lobby and the seats: who may do what when, limits, bots, and trouble that stays at its own table."""

from typing import NoReturn

import pytest

from rummynet.table.api.effects import TimerId
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import BotFailed, BotStarted, TimerExpired
from rummynet.table.api.records import GameClosed, InputRecorded, TableClosed, TableOpened
from rummynet_protocol.wire.messages import (
    NAME,
    AskLog,
    AskView,
    Create,
    Done,
    Leave,
    LobbyShown,
    LogEntry,
    Ready,
    Refused,
    Said,
    Say,
    SeatBot,
    Sit,
    Stand,
    TableShown,
    View,
    Watch,
)
from tests.support.people import TableHarness, audited


def test_whoever_comes_is_shown_the_lobby() -> None:
    hall = TableHarness()
    ann = hall.person("Ann")
    assert ann.heard(LobbyShown) == [LobbyShown(())]


def test_a_table_is_created_with_every_option_and_told_to_all_after_a_moment() -> None:
    hall = TableHarness()
    ann, bob = hall.person("Ann"), hall.person("Bob")
    number = hall.done(ann, Create, "keilty", {"target": 100}, "kitchen").table
    assert number == 1
    assert len(bob.heard(LobbyShown)) == 1
    hall.advance(250)
    assert bob.heard(LobbyShown)[-1].tables == ((1, "kitchen", "keilty", "waiting", (), 6, 0, False, False),)
    hall.done(ann, Create, "keilty", {"deck": "sealed"}, "porch")
    hall.advance(250)
    assert bob.heard(LobbyShown)[-1].tables[1] == (2, "porch", "keilty", "waiting", (), 6, 0, False, True)
    opened = next(row for row in hall.rows if isinstance(row, TableOpened))
    assert opened.options["target"] == 100 and opened.options["cooldown_seconds"] == 3


def test_many_changes_of_the_lobby_are_told_at_once() -> None:
    hall = TableHarness()
    ann = hall.person("Ann")
    for _ in range(3):
        hall.done(ann, Create, "keilty", {}, "")
    hall.advance(250)
    assert [len(one.tables) for one in ann.heard(LobbyShown)] == [0, 3]


@pytest.mark.parametrize(
    ("variant", "options", "code"),
    [
        ("poker", {}, "option"),
        ("keilty", {"target": 0}, "option"),
        ("keilty", {"colour": 1}, "option"),
        ("keilty", {"target": "x"}, "option"),
        ("keilty", {"first_starter": 9}, "option"),
    ],
)
def test_what_cannot_be_played_cannot_be_created(variant: str, options: dict[str, object], code: str) -> None:
    hall = TableHarness()
    assert hall.refused(hall.person("Ann"), Create, variant, options, "x") == code


def test_tables_are_limited_in_all_and_per_person() -> None:
    hall = TableHarness(Limits(tables=3, tables_each=2))
    ann, bob = hall.person("Ann"), hall.person("Bob")
    for _ in range(2):
        hall.done(ann, Create, "keilty", {}, "")
    assert hall.refused(ann, Create, "keilty", {}, "") == "too_many_tables"
    hall.done(bob, Create, "keilty", {}, "")
    assert hall.refused(bob, Create, "keilty", {}, "") == "too_many_tables"


def test_numbers_of_tables_go_on_where_an_earlier_run_stopped() -> None:
    hall = TableHarness(first=8)
    assert hall.done(hall.person("Ann"), Create, "keilty", {}, "").table == 8


def test_names_and_chat_lose_control_characters_and_what_is_too_long() -> None:
    hall = TableHarness()
    ann = hall.person("Ann")
    hall.done(ann, Create, "keilty", {}, "\x1b[31mred\u202e" + "x" * 100)
    table = hall.lobby.tables[1]
    assert table.name == "[31mred" + "x" * (NAME - 7)
    hall.done(ann, Sit, 1, None)
    hall.done(ann, Say, 1, "hello\x1b]0;you\x07\n there" + "!" * 600)
    said = ann.heard(Said)[-1]
    assert said.text.startswith("hello]0;you there!") and len(said.text) == 500
    assert hall.refused(ann, Say, 1, "\x00\x1b \u200b") == "empty"


def test_a_nameless_table_is_named_after_its_maker() -> None:
    hall = TableHarness()
    hall.done(hall.person("Ann"), Create, "keilty", {}, "")
    assert hall.lobby.tables[1].name == "Ann's table"


def test_seats_are_taken_once_and_given_up() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    cid = hall.person("Cid")
    assert hall.refused(cid, Sit, number, 1) == "seat_taken"
    assert hall.refused(cid, Sit, number, 6) == "no_seat"
    assert hall.refused(cid, Sit, 7, None) == "no_table"
    assert hall.refused(ann, Sit, number, 3) == "seated"
    assert hall.refused(cid, Stand, number) == "not_seated"
    hall.done(bob, Stand, number)
    hall.done(cid, Sit, number, 1)
    assert [isinstance(row, InputRecorded) and row.table for row in hall.rows[-2:]] == [1, 1]
    shown = ann.heard(TableShown)[-1]
    assert [(seat, name) for seat, _, name, *_ in shown.seats] == [(0, "Ann"), (1, "Cid")]


def test_a_full_table_can_be_watched_only() -> None:
    hall = TableHarness()
    hall.table([f"P{n}" for n in range(6)])
    late = hall.person("Late")
    assert hall.refused(late, Sit, 1, None) == "seat_taken"
    hall.done(late, Watch, 1)


def test_one_alone_does_not_begin_and_readiness_can_be_taken_back() -> None:
    hall = TableHarness()
    number, (ann,) = hall.table(["Ann"])
    hall.ready(ann, number)
    bob = hall.person("Bob")
    hall.done(bob, Sit, number, None)
    hall.done(ann, Ready, number, None)
    hall.ready(bob, number)
    assert hall.lobby.tables[1].stage == "waiting"
    hall.ready(ann, number)
    assert hall.lobby.tables[1].stage == "playing"


def test_the_one_who_would_begin_an_impossible_game_is_refused() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"], first_starter=2)
    hall.ready(ann, number)
    assert hall.refuses(bob, bob.ready(number)).code == "option"
    cid = hall.person("Cid")
    hall.done(cid, Sit, number, None)
    for person in (ann, bob, cid):
        hall.ready(person, number)
    assert hall.lobby.tables[1].stage == "playing"


def test_a_departure_begins_no_game_and_asks_everybody_again() -> None:
    hall = TableHarness()
    number, (ann, bob, cid) = hall.table(["Ann", "Bob", "Cid"])
    for person in (ann, bob):
        hall.ready(person, number)
    hall.done(cid, Stand, number)
    assert hall.lobby.tables[1].stage == "waiting"
    assert [row[3] for row in ann.heard(TableShown)[-1].seats] == [False, False]
    assert "does not count any more" in ann.heard(Said)[-1].text


def test_a_bot_that_fails_begins_no_impossible_game_and_the_host_says_why() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"], first_starter=2)
    hall.done(ann, SeatBot, number, "add", "")
    for person in (ann, bob):
        hall.ready(person, number)
    hall.take(BotFailed(number, None))
    assert hall.lobby.tables[1].stage == "waiting"
    assert ann.heard(Said)[-1].text == "first_starter has to be one of the seats 0 to 1, not 2"


def test_during_a_game_nobody_sits_down_stands_up_or_changes_bots() -> None:
    hall = TableHarness(seed=3)
    _, (ann, _) = hall.game(["Ann", "Bob"])
    cid = hall.person("Cid")
    assert hall.refused(cid, Sit, 1, None) == "playing"
    assert hall.refused(ann, Stand, 1) == "playing"
    assert hall.refuses(ann, ann.ready(1)).code == "playing"
    assert hall.refused(ann, SeatBot, 1, "add", "simple") == "playing"


def test_strangers_hear_and_say_nothing_at_a_table() -> None:
    hall = TableHarness(seed=3)
    hall.game(["Ann", "Bob"])
    eve = hall.person("Eve")
    assert hall.refused(eve, Say, 1, "hi") == "not_at_table"
    assert hall.refused(eve, AskLog, 1, 0) == "not_at_table"
    assert hall.refused(eve, AskView, 1) == "not_at_table"
    assert hall.refused(eve, Leave, 1) == "not_at_table"
    assert not eve.heard(LogEntry)


def test_a_spectator_gets_the_log_from_its_beginning_and_leaves_again() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, acts=5)
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    assert eve.entries == people[0].entries
    assert people[0].heard(TableShown)[-1].spectators == ("Eve",)
    hall.done(eve, Leave, 1)
    before = len(eve.entries)
    hall.play(table, people, acts=1)
    assert len(eve.entries) == before


def test_spectators_are_limited() -> None:
    hall = TableHarness(Limits(watchers=1))
    hall.table(["Ann"])
    hall.done(hall.person("Eve"), Watch, 1)
    assert hall.refused(hall.person("Fay"), Watch, 1) == "full"


def test_chat_names_the_seat_and_reaches_spectators() -> None:
    hall = TableHarness()
    _, (_, bob) = hall.table(["Ann", "Bob"])
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    hall.done(bob, Say, 1, "well played")
    hall.done(eve, Say, 1, "indeed")
    assert eve.heard(Said) == [
        Said(1, "Bob", 1, "well played", "player"),
        Said(1, "Eve", None, "indeed", "watcher"),
    ]


def test_nobody_at_a_table_has_a_name_that_looks_like_another() -> None:
    """A crooked client takes the name of somebody who sits there, in other letters: it gets a number behind."""
    hall = TableHarness()
    hall.table(["anna", "Bob"])
    table = hall.lobby.tables[1]
    crooks = [hall.person(name) for name in ("\u0430nna", "ANNA", "B0b")]
    hall.done(crooks[0], Sit, 1, None)
    hall.done(crooks[1], Watch, 1)
    hall.done(crooks[2], Watch, 1)
    assert [seat.name for seat in table.seating.seats.values()] == ["anna", "Bob", "\u0430nna 2"]
    assert list(table.seating.watchers.values()) == ["ANNA 3", "B0b 2"]
    hall.done(crooks[1], Say, 1, "I am anna")
    assert crooks[0].heard(Said)[-1].name == "ANNA 3"


def test_whoever_watched_and_sits_down_keeps_the_name_and_frees_it_by_leaving() -> None:
    hall = TableHarness()
    hall.table(["Ann"])
    table = hall.lobby.tables[1]
    eve, other = hall.person("Eve"), hall.person("\u0415ve")
    hall.done(eve, Watch, 1)
    hall.done(eve, Sit, 1, None)
    hall.done(other, Watch, 1)
    assert table.seating.name_of(eve.key) == "Eve" and table.seating.name_of(other.key) == "\u0415ve 2"
    hall.done(eve, Stand, 1)
    hall.done(other, Leave, 1)
    hall.done(other, Watch, 1)
    assert table.seating.name_of(other.key) == "\u0415ve"


def test_a_lost_player_keeps_the_seat_for_a_while_before_the_game() -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.ready(bob, 1)
    hall.lose(bob)
    assert ann.heard(TableShown)[-1].seats[1][3:5] == (True, False)
    hall.advance(59_000)
    hall.back(bob)
    assert bob.heard(TableShown)[-1].seats[1][4] is True
    hall.lose(bob)
    hall.advance(60_000)
    assert list(hall.lobby.tables[1].seating.seats) == [0]


def test_a_seat_in_a_game_belongs_to_the_key_and_reconnecting_gives_back_everything() -> None:
    hall = TableHarness(seed=3)
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    hall.play(table, [ann, bob], acts=9)
    hall.lose(bob)
    hall.advance(3_600_000)
    fresh = hall.people[bob.key] = type(bob)("Bob", bob.now, b"anew....")
    hall.back(fresh)
    assert fresh.heard(TableShown)[-1].stage == "playing"
    hall.done(fresh, AskLog, 1, 0)
    assert audited(fresh).state == audited(bob).state
    hall.play(table, [ann, fresh])
    assert audited(fresh).finished


def test_the_log_can_be_asked_for_from_any_index() -> None:
    hall = TableHarness(seed=3)
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    hall.play(table, [ann, bob], acts=4)
    ann.told.clear()
    hall.done(ann, AskLog, 1, len(ann.entries) - 2)
    assert [one.index for one in ann.heard(LogEntry)] == [len(ann.entries) - 2, len(ann.entries) - 1]
    hall.done(ann, AskLog, 1, 2**31)


def test_a_view_shows_the_askers_hand_and_never_a_call() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], target=100_000)
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    for _ in range(60):
        hall.play(table, people, acts=1)
        for person in (*people, eve):
            answer = hall.ask(person, AskView(person.request(), 1))
            assert isinstance(answer, View)
            assert "rummy " not in answer.json and "claims" not in answer.json
            last = answer.json
    assert '"legal":[]' in last and '"seat":null' in last


def test_an_empty_table_is_closed_after_a_while_and_its_bots_with_it() -> None:
    hall = TableHarness()
    _, (ann, _) = hall.table(["Ann", "Bob"])
    hall.lose(ann)
    hall.lose(next(one for one in hall.people.values() if one.name == "Bob"))
    hall.advance(700_000)
    assert hall.lobby.tables == {}
    assert isinstance(hall.rows[-1], TableClosed)
    assert not [clock for clock in hall.clocks if clock.table == 1]


def test_a_table_that_nobody_ever_joined_is_closed() -> None:
    hall = TableHarness()
    hall.done(hall.person("Ann"), Create, "keilty", {}, "")
    hall.advance(59_999)
    assert list(hall.lobby.tables) == [1]
    hall.advance(1)
    assert hall.lobby.tables == {}


def test_a_table_whose_people_left_before_a_game_is_closed_soon_and_after_a_game_later() -> None:
    hall = TableHarness(seed=3)
    unused, (cid, *_) = hall.table(["Cid"])
    used, people = hall.game(["Ann", "Bob"], target=30)
    hall.play(used, people)
    assert used.stage == "waiting" and used.games == 1
    for person in (cid, *people):
        hall.lose(person)
    hall.advance(60_000)  # the seats are free by then as well
    hall.advance(60_000)
    assert unused not in hall.lobby.tables and used.number in hall.lobby.tables
    hall.advance(480_000)
    hall.advance(60_000)
    assert hall.lobby.tables == {}


def test_an_abandoned_game_is_called_off_after_a_day() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"])
    for person in people:
        hall.lose(person)
    hall.advance(86_399_000)
    assert 1 in hall.lobby.tables
    hall.advance(1_000)
    assert hall.lobby.tables == {}
    assert GameClosed(1, 1, played=False) in hall.rows


# -- bots


def test_a_bot_is_started_sits_down_and_is_marked_as_one() -> None:
    hall = TableHarness()
    _, (ann,) = hall.table(["Ann"])
    hall.done(ann, SeatBot, 1, "add", "")
    assert [one.strategy for one in hall.spawned] == ["simple"]
    bot = type(ann)("Robo")
    hall.people[bot.key] = bot
    hall.take(BotStarted(1, bot.key))
    hall.ready(ann, 1)
    hall.back(bot)
    hall.done(bot, Sit, 1, None)
    assert ann.heard(TableShown)[-1].seats[1][2:] == ("Robo", False, True, True)
    assert ann.heard(TableShown)[-1].seats[0][3] is False, "she had not agreed to play with the bot"
    for person in (bot, ann):
        hall.ready(person, 1)
    assert hall.lobby.tables[1].stage == "playing"


def test_a_game_waits_for_a_bot_on_its_way_and_goes_on_without_one_that_failed() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.table(["Ann", "Bob"])
    hall.done(people[0], SeatBot, 1, "add", "random")
    for person in people:
        hall.ready(person, 1)
    assert hall.lobby.tables[1].stage == "waiting"
    hall.take(BotFailed(1, None))
    assert hall.lobby.tables[1].stage == "playing"


def test_bots_have_seats_kept_for_them() -> None:
    hall = TableHarness()
    _, people = hall.table([f"P{n}" for n in range(5)])
    hall.done(people[0], SeatBot, 1, "add", "simple")
    assert hall.refused(hall.person("Late"), Sit, 1, None) == "seat_taken"
    assert hall.refused(people[0], SeatBot, 1, "add", "simple") == "seat_taken"


def test_a_bot_is_taken_away() -> None:
    hall = TableHarness()
    _, (ann,) = hall.table(["Ann"])
    assert hall.refused(ann, SeatBot, 1, "remove", "") == "no_bot"
    assert hall.refused(ann, SeatBot, 1, "add", "genius") == "strategy"
    assert hall.refused(hall.person("Eve"), SeatBot, 1, "add", "simple") == "not_at_table"
    hall.done(ann, SeatBot, 1, "add", "simple")
    bot = type(ann)("Robo")
    hall.people[bot.key] = bot
    hall.take(BotStarted(1, bot.key))
    hall.back(bot)
    hall.done(bot, Sit, 1, None)
    hall.done(ann, SeatBot, 1, "remove", "")
    assert hall.stopped == [bot.key]
    assert list(hall.lobby.tables[1].seating.seats) == [0]


def test_a_table_left_to_bots_is_closed() -> None:
    hall = TableHarness()
    _, (ann,) = hall.table(["Ann"])
    hall.done(ann, SeatBot, 1, "add", "simple")
    bot = type(ann)("Robo")
    hall.people[bot.key] = bot
    hall.take(BotStarted(1, bot.key))
    hall.back(bot)
    hall.done(bot, Sit, 1, None)
    hall.done(ann, Stand, 1)
    hall.advance(600_000)
    assert hall.lobby.tables == {} and hall.stopped == [bot.key]


# -- trouble


def test_a_table_in_trouble_is_closed_with_a_message_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    broken, (ann, bob) = hall.game(["Ann", "Bob"])
    sound, (cid, dot) = hall.game(["Cid", "Dot"])

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError("5 of hearts")

    assert broken.game is not None and broken.game.play is not None
    monkeypatch.setattr(broken.game.play, "apply_action", fail)
    turn = broken.game.play.full.turn
    answer = hall.act((ann, bob)[turn], "draw", 1)
    assert isinstance(answer, Refused) and answer.code == "trouble"
    assert "hearts" not in answer.says
    assert "closed" in bob.heard(Said)[-1].text
    assert list(hall.lobby.tables) == [2]
    assert [(report.table, type(report.error)) for report in hall.reports] == [(1, ZeroDivisionError)]
    hall.play(sound, [cid, dot])
    assert audited(cid).finished


def test_trouble_by_a_clock_closes_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=5)

    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError

    assert table.game is not None and table.game.play is not None
    monkeypatch.setattr(table.game.play, "apply_action", fail)
    hall.advance(5_000)
    assert hall.lobby.tables == {}
    assert hall.refused(people[0], Watch, 1) == "no_table"


def test_a_clock_of_a_table_that_is_no_more_is_ignored() -> None:
    hall = TableHarness()
    hall.take(TimerExpired(TimerId(9, "wait", 1)))
    hall.take(BotStarted(9, b"k" * 32))
    assert hall.reports == []


def test_every_request_is_answered_once() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"])
    hall.play(table, people, acts=30)
    for person in people:
        numbers = [one.n for one in person.answers if isinstance(one, Done | Refused)]
        assert sorted(numbers) == sorted(set(numbers)) and len(numbers) == person.number


def test_whoever_comes_hears_the_last_lines_that_were_said_and_hears_them_once() -> None:
    hall = TableHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"])
    for count in range(25):
        hall.done(ann, Say, number, f"line {count}")
    cid, dan = hall.person("Cid"), hall.person("Dan")
    hall.done(cid, Watch, number)
    assert [line.text for line in cid.heard(Said)] == [f"line {count}" for count in range(5, 25)]
    assert {(line.name, line.seat) for line in cid.heard(Said)} == {("Ann", 0)}
    hall.done(dan, Sit, number, None)
    assert len(dan.heard(Said)) == 20
    hall.done(cid, Watch, number)
    hall.done(cid, Sit, number, None)
    assert len(cid.heard(Said)) == 20
    assert len(bob.heard(Said)) == 25


def test_what_was_said_goes_with_the_table() -> None:
    hall = TableHarness()
    number, (ann,) = hall.table(["Ann"])
    hall.done(ann, Say, number, "anybody here?")
    assert hall.lobby.chat.lines(number)
    table = hall.lobby.tables[number]
    table.closing = "a test"
    hall.take(TimerExpired(TimerId(number, "grace")))
    assert number not in hall.lobby.tables and hall.lobby.chat.lines(number) == ()
