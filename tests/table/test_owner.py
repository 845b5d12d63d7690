"""What the owner of a table may do, who else may not, and to whom it passes."""

import pytest

from rummynet.table.api.inputs import BotStarted
from rummynet.table.table import Table
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import (
    ClockShown,
    Create,
    Here,
    Leave,
    Manage,
    Refused,
    Said,
    SeatBot,
    Sit,
    Stand,
    TableShown,
    Watch,
)
from tests.support.people import Person, TableHarness, audited, entries, only_drawing

TURN = 30


def owner(person: Person) -> bytes | None:
    found: bytes | None = person.heard(TableShown)[-1].owner
    return found


def turn(table: Table) -> int:
    assert table.game is not None and table.game.play is not None
    return table.game.play.full.turn


def test_whoever_opens_a_table_owns_it_and_all_see_whose_it_is() -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.table(["Ann", "Bob"])
    assert owner(bob) == ann.key
    for do in ("pause", "resume", "hand-on", "remove"):
        assert hall.refused(bob, Manage, 1, do, 0) == "not_owner"


def test_the_owner_hands_the_table_on() -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.done(ann, Manage, 1, "hand-on", 1)
    assert owner(ann) == bob.key
    assert hall.refused(ann, Manage, 1, "remove", 1) == "not_owner"
    hall.done(bob, Manage, 1, "hand-on", 0)
    assert owner(ann) == ann.key


@pytest.mark.parametrize("seat", [None, 2, 11])
def test_a_table_is_handed_to_a_person_in_a_seat_alone(seat: int | None) -> None:
    hall = TableHarness()
    _, (ann, _) = hall.table(["Ann", "Bob"])
    assert hall.refused(ann, Manage, 1, "hand-on", seat) == "no_seat"
    assert hall.refused(ann, Manage, 1, "remove", seat) == "no_seat"


def test_before_the_game_the_owner_frees_a_seat_and_both_are_told() -> None:
    hall = TableHarness()
    table, (ann, bob) = hall.table(["Ann", "Bob"])
    hall.done(ann, Manage, 1, "remove", 1)
    assert list(hall.lobby.tables[table].seating.seats) == [0]
    assert bob.heard(Said)[-1].text == "the owner of the table has freed your seat"
    assert all(key != bob.key for _, key, *_ in bob.heard(TableShown)[-1].seats)


def test_nobody_is_removed_from_a_game() -> None:
    hall = TableHarness()
    table, (ann, _) = hall.game(["Ann", "Bob"])
    assert hall.refused(ann, Manage, 1, "remove", 1) == "playing"
    assert len(table.seating.seats) == 2


def test_the_owners_leaving_hands_the_table_on() -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.table(["Ann", "Bob"])
    cid = hall.person("Cid")
    hall.done(cid, Watch, 1)
    hall.done(ann, Stand, 1)
    assert owner(bob) == bob.key
    hall.done(bob, Stand, 1)
    assert owner(cid) == cid.key
    hall.done(cid, Leave, 1)
    assert hall.lobby.tables[1].ownership.owner is None
    hall.done(ann, Sit, 1, None)
    assert owner(ann) == ann.key


def test_one_who_opened_a_table_and_went_away_without_sitting_down_has_left_it() -> None:
    hall = TableHarness()
    ann, bob = hall.person("Ann"), hall.person("Bob")
    hall.done(ann, Create, "keilty", {}, "")
    hall.done(bob, Sit, 1, None)
    assert owner(bob) == ann.key
    hall.lose(ann)
    assert hall.lobby.tables[1].ownership.owner == bob.key


def test_an_owner_who_is_long_gone_from_a_game_has_left_the_table_too_and_keeps_the_seat() -> None:
    hall = TableHarness()
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    hall.done(ann, Manage, 1, "pause", None)
    hall.lose(ann)
    hall.advance(119_999)
    assert owner(bob) == ann.key
    hall.advance(1)
    assert owner(bob) == bob.key
    hall.done(bob, Manage, 1, "resume", None)
    hall.back(ann)
    assert owner(ann) == bob.key
    assert table.seating.seat_of(ann.key) == 0


def test_an_owner_who_comes_back_in_time_keeps_the_table() -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.game(["Ann", "Bob"])
    hall.lose(ann)
    hall.advance(60_000)
    hall.back(ann)
    hall.advance(600_000)
    assert owner(bob) == ann.key


def test_bots_do_not_get_a_table() -> None:
    hall = TableHarness()
    _, (ann,) = hall.table(["Ann"])
    hall.done(ann, SeatBot, 1, "add", "simple")
    bot = Person("bot")
    hall.people[bot.key] = bot
    hall.take(BotStarted(1, bot.key))
    hall.back(bot)
    hall.done(bot, Sit, 1, None)
    assert hall.refused(ann, Manage, 1, "hand-on", 1) == "no_seat"
    hall.done(ann, Manage, 1, "remove", 1)
    assert hall.stopped == [bot.key]


def test_while_a_table_is_paused_no_clock_runs_and_nobody_acts() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    seat = turn(table)
    boss = people[1 - seat]
    hall.done(people[0], Manage, 1, "hand-on", 1 - seat)
    hall.advance(12_000)
    hall.done(boss, Manage, 1, "pause", None)
    assert people[1].heard(TableShown)[-1].paused
    assert people[1].heard(ClockShown)[-1].millis == 0
    assert hall.refused(boss, Manage, 1, "pause", None) == "not_paused"
    before = len(entries(people[0]))
    hall.advance(3_600_000)
    answer = hall.act(people[seat], "draw")
    assert isinstance(answer, Refused) and answer.code == "paused"
    assert len(entries(people[0])) == before
    hall.done(boss, Manage, 1, "resume", None)
    assert not people[1].heard(TableShown)[-1].paused
    assert people[1].heard(ClockShown)[-1].millis == 18_000
    assert hall.refused(boss, Manage, 1, "resume", None) == "not_paused"
    hall.advance(18_000)
    assert [one.why for one in entries(people[0])[before:] if isinstance(one, Acted)] == ["turn", "turn"]
    assert all(audited(person).passed["clock"] == 2 for person in people)


def test_a_ceremony_goes_on_while_a_table_is_paused_and_the_game_rests_after_it() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    game = table.game
    assert game is not None and game.play is not None
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, people, acts=1, choose=only_drawing)
    seat = turn(table)
    people[1 - seat].silent = {"reveal"}
    hall.act(people[seat], "draw")
    hall.done(people[0], Manage, 1, "pause", None)
    people[1 - seat].silent = set()
    (owed,) = people[1 - seat].owed(1)
    hall.ask(people[1 - seat], owed)
    assert not game.dealer.busy
    assert not [clock for clock in hall.clocks if clock.kind == "wait"]
    hall.done(people[0], Manage, 1, "resume", None)
    assert [clock.seat for clock in hall.clocks if clock.kind == "wait"] == [seat]
    hall.play(table, people, acts=4, choose=only_drawing)


def test_a_table_without_a_game_cannot_be_paused_and_a_game_begins_unpaused() -> None:
    hall = TableHarness()
    _, people = hall.table(["Ann", "Bob"])
    assert hall.refused(people[0], Manage, 1, "pause", None) == "no_game"
    for person in people:
        hall.ready(person, 1)
    assert not people[0].heard(TableShown)[-1].paused


def test_strangers_are_not_here() -> None:
    hall = TableHarness()
    hall.table(["Ann"])
    assert hall.refused(hall.person("Eve"), Here, 1) == "not_at_table"


# -- an owner who pauses and leaves


def paused_and_gone(
    names: list[str], bots: int = 0, variant: str = "keilty", **options: object
) -> tuple[TableHarness, Table, list[Person]]:
    """A game that its owner, the first of these, has paused before losing the connection."""
    hall = TableHarness(seed=3)
    number, people = hall.table(names, variant, **options)
    everybody = [*people, *(hall.seats_bot(people[0], number, f"{one} bot") for one in range(bots))]
    for one in everybody:
        hall.ready(one, number)
    table = hall.lobby.tables[number]
    assert table.stage == "playing"
    hall.done(people[0], Manage, 1, "pause", None)
    hall.lose(people[0])
    return hall, table, people


def rests(person: Person) -> bool:
    found: bool = person.heard(TableShown)[-1].paused
    return found


def test_a_majority_of_those_who_are_there_goes_on_without_the_owner() -> None:
    hall, table, (_, bob, cid, dot) = paused_and_gone(["Ann", "Bob", "Cid", "Dot"], turn_seconds=TURN)
    hall.done(bob, Manage, 1, "resume", None)
    assert rests(bob) and "Bob wants to go on" in dot.heard(Said)[-1].text
    hall.done(dot, Manage, 1, "resume", None)
    assert not rests(cid) and table.game is not None and not table.game.paused
    assert [clock for clock in hall.clocks if clock.kind == "wait"]
    assert hall.refused(bob, Manage, 1, "resume", None) == "not_paused"


def test_one_who_asks_again_and_again_counts_once() -> None:
    hall, _, (_, bob, cid, _) = paused_and_gone(["Ann", "Bob", "Cid", "Dot"])
    for _ in range(5):
        hall.done(bob, Manage, 1, "resume", None)
    assert rests(bob)
    assert sum("Bob wants" in line.text for line in cid.heard(Said)) == 1


def test_one_of_two_who_are_there_is_no_majority_and_the_one_who_is_alone_is() -> None:
    hall, _, (_, bob, cid) = paused_and_gone(["Ann", "Bob", "Cid"])
    hall.done(bob, Manage, 1, "resume", None)
    assert rests(bob)
    hall.lose(cid)
    assert not rests(bob), "Bob's wish is that of all who are there now"


def test_bots_neither_ask_nor_count() -> None:
    hall, table, (_, bob) = paused_and_gone(["Ann", "Bob"], bots=3)
    bot = next(hall.people[key] for key in table.bots.keys)
    assert hall.refused(bot, Manage, 1, "resume", None) == "not_owner"
    hall.done(bob, Manage, 1, "resume", None)
    assert not rests(bob)


def test_only_those_who_play_may_ask_to_go_on() -> None:
    hall, _, people = paused_and_gone(["Ann", "Bob", "Cid"], variant="vegas")
    eve, fay = hall.person("Eve"), hall.person("Fay")
    hall.done(eve, Watch, 1)
    hall.done(fay, Sit, 1, None)
    for stranger in (eve, fay, hall.person("Guy")):
        assert hall.refused(stranger, Manage, 1, "resume", None) == "not_owner"
    hall.done(people[1], Manage, 1, "resume", None)
    hall.done(people[2], Manage, 1, "resume", None)
    assert not rests(people[1]), "strangers who sit or watch are not counted either"


def test_while_the_owner_is_there_nobody_else_goes_on_and_never_does_anybody_else_pause() -> None:
    hall = TableHarness(seed=3)
    _, (ann, bob, cid) = hall.game(["Ann", "Bob", "Cid"])
    hall.done(ann, Manage, 1, "pause", None)
    for person in (bob, cid):
        assert hall.refused(person, Manage, 1, "resume", None) == "not_owner"
    hall.done(ann, Manage, 1, "resume", None)
    hall.lose(ann)
    for person in (bob, cid):
        assert hall.refused(person, Manage, 1, "pause", None) == "not_owner"
        assert hall.refused(person, Manage, 1, "resume", None) == "not_paused"


@pytest.mark.parametrize("how", ["back", "handed on", "rested again"])
def test_wishes_are_forgotten(how: str) -> None:
    hall, _, (ann, bob, cid, dot) = paused_and_gone(["Ann", "Bob", "Cid", "Dot"])
    hall.done(bob, Manage, 1, "resume", None)
    match how:
        case "back":
            hall.back(ann)
            hall.lose(ann)
        case "handed on":
            hall.advance(120_000)
            hall.done(bob, Manage, 1, "hand-on", 0)
        case _:
            hall.done(cid, Manage, 1, "resume", None)
            hall.back(ann)
            hall.done(ann, Manage, 1, "pause", None)
            hall.lose(ann)
    hall.done(dot, Manage, 1, "resume", None)
    assert rests(dot)
    hall.done(cid, Manage, 1, "resume", None)
    assert not rests(dot)


# -- no game becomes a stranger's


def test_a_stranger_who_comes_when_all_players_are_gone_does_not_get_their_game() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"])
    for person in people:
        hall.lose(person)
    eve = hall.person("Eve")
    hall.done(eve, Watch, 1)
    hall.advance(120_000)
    assert table.ownership.owner is None
    assert hall.refused(eve, Manage, 1, "pause", None) == "not_owner"
    hall.back(people[1])
    assert table.ownership.owner == people[1].key


def test_a_game_among_bots_goes_to_whoever_watches_it() -> None:
    hall = TableHarness(seed=3)
    number, (ann,) = hall.table(["Ann"])
    bots = [hall.seats_bot(ann, number, f"{one} bot") for one in range(2)]
    bob = hall.person("Bob")
    hall.done(bob, Watch, number)
    hall.done(ann, Stand, number)
    hall.done(ann, Watch, number)
    for bot in bots:
        hall.ready(bot, number)
    table = hall.lobby.tables[number]
    assert table.stage == "playing" and table.ownership.owner == bob.key
    hall.done(bob, Leave, number)
    assert table.ownership.owner == ann.key
