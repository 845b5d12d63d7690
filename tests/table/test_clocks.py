"""The turn clock and the waits of the rules: what is shown, what is done, and what stops them."""

import pytest

from rummynet.table.api.effects import TimerId
from rummynet.table.game.dealt_cards import Play
from rummynet_protocol import notation
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import AskLog, ClockShown, Done, Here, Manage, Refused, Say
from tests.support.people import TableHarness, audited, entries, only_drawing, quietly

TURN = 30


def acts(hall: TableHarness, seat: int) -> list[tuple[str, str | None]]:
    person = next(iter(hall.people.values()))
    return [(one.do, one.why) for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


def test_no_clock_runs_where_the_table_has_none() -> None:
    hall = TableHarness(seed=3)
    hall.game(["Ann", "Bob"])
    assert not [clock for clock in hall.clocks if clock.kind == "wait"]


def test_the_clock_draws_and_throws_the_card_drawn() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    drawn = table.game.play.full.stock[0]
    hall.advance(TURN * 1000 - 1)
    assert acts(hall, seat) == []
    hall.advance(1)
    name = table.variety.positions.write(table.game.play.full)["discard"][-1]
    assert acts(hall, seat) == [("draw", "turn"), (f"throw {name}", "turn")]
    assert table.game.play.full.discard[-1] == drawn
    assert table.game.play.full.turn == 1 - seat
    assert all(audited(person).passed["clock"] == 2 for person in people)


def test_a_turn_has_one_clock_over_all_its_actions_and_who_is_there_has_the_time_once_more() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.advance(20_000)
    assert isinstance(hall.act(people[seat], "draw"), Done)
    hall.advance(TURN * 1000 - 1)
    assert len(acts(hall, seat)) == 1
    hall.advance(1)
    assert [why for _, why in acts(hall, seat)] == [None, "turn"]


def test_any_input_counts_as_presence_but_no_turn_lasts_longer_than_twice_its_time() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.done(people[1 - seat], Here, 1)
    hall.advance(29_000)
    hall.done(people[seat], Say, 1, "let me think")
    assert people[1 - seat].heard(ClockShown)[-1].millis == TURN * 1000
    hall.advance(29_000)
    hall.done(people[seat], Here, 1)
    hall.advance(999)
    assert acts(hall, seat) == []
    hall.advance(1)
    assert [why for _, why in acts(hall, seat)] == ["turn", "turn"]


def test_what_a_program_asks_by_itself_is_nobodys_presence() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.advance(29_000)
    hall.done(people[seat], AskLog, 1, 0)
    hall.advance(1_000)
    assert len(acts(hall, seat)) == 2


def test_a_vote_about_another_is_presence() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], turn_seconds=TURN, idle_seconds=60)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    other = 2 if seat != 2 else 1  # the acts are read from the log of the first person, who has to be there
    hall.lose(people[other])
    hall.advance(29_000)
    assert isinstance(hall.vote(people[seat], other), Done)
    hall.advance(1_000)
    assert acts(hall, seat) == []


@pytest.mark.parametrize("rests", [False, True])
def test_an_objection_begins_the_clock_again_once_a_turn(rests: bool) -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.advance(29_000)
    if rests:
        hall.done(people[0], Manage, 1, "pause", None)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    if rests:
        hall.advance(60_000)
        hall.done(people[0], Manage, 1, "resume", None)
    hall.advance(29_000)
    assert isinstance(hall.act(people[seat], "draw"), Done)
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    was_present = rests and seat == 0  # who asks for a pause is there too, which counts once
    hall.advance((1_000 if was_present else TURN * 1000) - 1)
    assert len(acts(hall, seat)) == 1
    hall.advance(1)
    assert [why for _, why in acts(hall, seat)] == [None, "turn"]
    assert all(audited(person).passed["clock"] for person in people)


def test_who_objected_and_has_gone_since_is_left_the_idle_time_by_votes() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob", "Cid"], idle_seconds=60)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    others = [person for person in people if person is not people[seat]]
    hall.lose(people[seat])
    for person in others:
        assert isinstance(hall.vote(person, seat), Done)
    hall.back(people[seat])
    assert isinstance(hall.vote(people[seat], seat, yes=False), Done)
    hall.lose(people[seat])
    hall.advance(59_999)
    assert [one for one in entries(others[0]) if isinstance(one, Acted)] == []
    hall.advance(1)
    assert [one.why for one in entries(others[0]) if isinstance(one, Acted)] == ["vote", "vote"]
    audited(others[0])


def test_a_turn_is_warned_of_to_all_before_its_end() -> None:
    hall = TableHarness(seed=3)
    _, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    hall.advance(19_999)
    assert all(person.heard(ClockShown)[-1].stage == "running" for person in people)
    hall.advance(1)
    assert all(person.heard(ClockShown)[-1].stage == "warning" for person in people)
    assert all(person.heard(ClockShown)[-1].millis == 10_000 for person in people)


def test_a_lost_network_is_not_absence_but_a_longer_time_that_all_see() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.advance(25_000)
    hall.lose(people[seat])
    told = people[1 - seat].heard(ClockShown)[-1]
    assert (told.seat, told.millis, told.stage) == (seat, 120_000, "lost")
    hall.advance(100_000)
    hall.back(people[seat])
    told = people[1 - seat].heard(ClockShown)[-1]
    assert (told.millis, told.stage) == (5_000, "running")
    assert table.game.play.full.turn == seat
    hall.lose(people[seat])
    hall.advance(120_000)
    assert table.game.play.full.turn == 1 - seat
    assert table.stage == "playing" and len(table.seating.seats) == 2
    assert not audited(people[1 - seat]).cheat


def test_every_turn_has_its_own_time() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    for _ in range(6):
        hall.advance(25_000)
        turn = table.game.play.full.turn
        while table.game.play.full.turn == turn:
            hall.play(table, people, acts=1, choose=only_drawing)
    assert all(why is None for seat in (0, 1) for _, why in acts(hall, seat))


def test_the_clock_is_shown_to_all_and_names_the_action_to_its_seat_alone() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    assert isinstance(hall.act(people[seat], "draw"), Done)
    mine, other = (person.heard(ClockShown)[-1] for person in (people[seat], people[1 - seat]))
    assert mine.seat == other.seat == seat and mine.millis == other.millis == TURN * 1000
    assert notation.parse(mine.action)
    assert other.action == "throw"


def test_the_clock_stops_while_cards_are_shuffled_and_goes_on_after_it() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    game = table.game
    assert game is not None and isinstance(game.play, Play)
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, people, acts=1, choose=only_drawing)
    seat = game.play.full.turn
    other = people[1 - seat]
    hall.advance(10_000)
    other.silent = {"reveal"}
    assert isinstance(hall.act(people[seat], "draw"), Done)
    assert not [clock for clock in hall.clocks if clock.kind == "wait"]
    hall.advance(25_000)
    other.silent = set()
    hall.done(other, AskLog, 1, 0)
    (owed,) = other.owed(1)
    assert isinstance(hall.ask(other, owed), Done)
    assert not game.dealer.busy
    left = hall.clocks[TimerId(1, "wait", seat)] - hall.ms
    assert left == TURN * 1000, "the draw has shown that they are there"


def test_a_draw_by_the_clock_is_shuffled_for_like_any_other() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    game = table.game
    assert game is not None and isinstance(game.play, Play)
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, people, acts=1, choose=only_drawing)
    before = len(game.play.decks)
    hall.advance(TURN * 1000)
    assert len(game.play.decks) == before + 1
    assert all(audited(person).passed["clock"] >= 2 for person in people)


def test_a_slow_shuffle_takes_nothing_of_the_time_of_who_objects_to_votes() -> None:
    """The host counts as the verifier does: what it plays for a seat that has objected is never too early."""
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN, idle_seconds=60)
    game = table.game
    assert game is not None and isinstance(game.play, Play)
    while game.play.full.stock or game.play.full.phase != "pickup":
        hall.play(table, people, acts=1, choose=only_drawing)
    seat = game.play.full.turn
    people[1 - seat].silent = {"reveal"}
    hall.advance(TURN * 1000)
    hall.advance(25_000)
    assert game.dealer.busy
    people[1 - seat].silent = set()
    hall.done(people[1 - seat], AskLog, 1, 0)
    (owed,) = people[1 - seat].owed(1)
    assert isinstance(hall.ask(people[1 - seat], owed), Done)
    assert not game.dealer.busy and game.play.full.turn == seat
    refused = hall.close(people[1 - seat], seat)
    assert isinstance(refused, Refused)
    assert str(refused.says) == f"{people[seat].name} has {60 - TURN} seconds left to use the turn"
    auditor = audited(people[seat])
    assert auditor.waits_since(seat) == auditor.clock - TURN * 1000


def test_a_whole_game_by_the_clock_alone_satisfies_the_auditors() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=5, reshuffle_limit=0, target=1)
    for _ in range(4000):
        if table.stage == "waiting":
            break
        hall.advance(5_000)
        hall.play(table, people, acts=hall.chance.randrange(2), choose=quietly)
    assert all(audited(person).finished for person in people)


def test_a_reconnecting_player_is_shown_the_running_clock() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], turn_seconds=TURN)
    hall.advance(12_000)
    hall.lose(people[0])
    hall.back(people[0])
    hall.done(people[0], AskLog, 1, 0)
    assert people[0].heard(ClockShown)[-1].millis == 18_000
    assert table.stage == "playing"


@pytest.mark.parametrize("seed", range(3))
def test_offers_of_crummy_rummy_are_waived_by_their_clock_and_kept_secret_until_their_turn(seed: int) -> None:
    hall = TableHarness(seed=seed)
    table, people = hall.game(["Ann", "Bob", "Cid"], "crummy")
    game = table.game
    assert game is not None and game.play is not None
    turn = game.play.full.turn
    assert isinstance(hall.act(people[turn], "draw"), Done)
    while game.play.full.phase != "offer":
        hall.play(table, people, acts=1)
    turn = game.play.full.turn
    near, far = people[(turn + 1) % 3], people[(turn + 2) % 3]
    before = len(entries(near))
    assert isinstance(hall.act(far, "waive"), Done)
    assert len(entries(near)) == before, "the farther answer is kept secret"
    hall.advance(8_000)
    log = [(one.seat, one.do, one.why) for one in entries(near)[before:] if isinstance(one, Acted)]
    assert log == [((turn + 1) % 3, "waive", "rule"), ((turn + 2) % 3, "waive", None)]
    assert all(audited(person) for person in people)
