"""What comes before its time: answers kept secret, plays and pick-ups held back, and the safe end of every wait."""

import pytest

from rummynet.rules.core.state import State
from rummynet.table.table import Table
from rummynet_protocol import cards, notation
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import Acted, Wanted
from rummynet_protocol.wire.messages import Done, Refused
from tests.support.people import Person, TableHarness, audited, entries, quietly


def full(table: Table) -> State:
    assert table.game is not None and table.game.play is not None
    return table.game.play.full


def log(person: Person, start: int) -> list[tuple[int, str, str | None]]:
    return [(one.seat, one.do, one.why) for one in entries(person)[start:] if isinstance(one, Acted)]


def offered(seed: int = 0, count: int = 4, **options: object) -> tuple[TableHarness, Table, list[Person], int]:
    """A table at which the player on turn has just drawn and the others are asked."""
    hall = TableHarness(seed=seed)
    table, people = hall.game([f"P{n}" for n in range(count)], "crummy", **options)
    turn = full(table).turn
    assert isinstance(hall.act(people[turn], "draw"), Done)
    assert full(table).phase == "offer"
    return hall, table, people, turn


def a_throw(table: Table, seat: int) -> str:
    state = full(table)
    plain = next(one for one in table.variety.offers.early(state, seat) if notation.text(one).startswith("throw"))
    return notation.text(table.variety.explicit(state, seat, plain))


class TestOffers:
    def test_all_who_will_be_asked_may_answer_and_the_nearest_who_wants_it_gets_it(self) -> None:
        hall, table, people, turn = offered()
        near, middle, far = ((turn + step) % 4 for step in (1, 2, 3))
        start, top = len(entries(people[0])), cards.face(full(table).discard[-1])
        for seat in (far, middle):
            assert [notation.text(one) for one in table.variety.offers.early(full(table), seat)] == [
                "waive",
                f"want {top}",
            ]
        assert isinstance(hall.act(people[far], f"want {top}"), Done)
        assert isinstance(hall.act(people[middle], f"want {top}"), Done)
        assert log(people[0], start) == [], "answers are secret until the nearer ones are in"
        assert isinstance(hall.act(people[near], "waive"), Done)
        assert log(people[0], start) == [(near, "waive", None), (middle, f"want {top}", None)]
        assert full(table).phase == "play" and full(table).turn == turn
        assert all(audited(person) for person in people)

    def test_a_second_other_answer_is_refused(self) -> None:
        hall, table, people, turn = offered()
        far = people[(turn + 3) % 4]
        assert isinstance(hall.act(far, "waive"), Done)
        top = cards.face(full(table).discard[-1])
        assert isinstance(hall.act(far, "waive"), Done | Refused)
        answer = hall.refuses(far, far.submit(1, far.acting(f"want {top}")))
        assert "already answered" in answer.says

    def test_a_play_of_the_player_on_turn_is_held_two_seconds_and_waives_for_the_silent(self) -> None:
        hall, table, people, turn = offered()
        start, throw = len(entries(people[0])), a_throw(table, turn)
        hall.advance(500)
        assert isinstance(hall.act(people[turn], throw), Done)
        hall.advance(1_499)
        assert log(people[0], start) == []
        hall.advance(1)
        waived = [((turn + step) % 4, "waive", "rule") for step in (1, 2, 3)]
        assert log(people[0], start) == [*waived, (turn, throw, None)]
        assert all(audited(person).passed["stale-action"] for person in people)

    def test_a_held_play_lets_answers_count_that_came_in_time(self) -> None:
        hall, table, people, turn = offered()
        start, throw, top = len(entries(people[0])), a_throw(table, turn), cards.face(full(table).discard[-1])
        assert isinstance(hall.act(people[turn], throw), Done)
        assert isinstance(hall.act(people[(turn + 2) % 4], f"want {top}"), Done)
        hall.advance(2_000)
        near, middle = (turn + 1) % 4, (turn + 2) % 4
        assert log(people[0], start) == [(near, "waive", "rule"), (middle, f"want {top}", None), (turn, throw, None)]

    def test_answers_in_time_do_not_hurry_a_held_play(self) -> None:
        hall, table, people, turn = offered(count=2)
        start, throw = len(entries(people[0])), a_throw(table, turn)
        assert isinstance(hall.act(people[turn], throw), Done)
        assert isinstance(hall.act(people[1 - turn], "waive"), Done)
        assert log(people[0], start) == [(1 - turn, "waive", None)], "two seconds have not gone by"
        hall.advance(2_000)
        assert log(people[0], start)[1:] == [(turn, throw, None)]

    def test_after_two_seconds_a_play_ends_the_offer_at_once(self) -> None:
        hall, table, people, turn = offered()
        start, throw = len(entries(people[0])), a_throw(table, turn)
        hall.advance(3_000)
        assert isinstance(hall.act(people[turn], throw), Done)
        hall.advance(0)
        assert log(people[0], start)[-1] == (turn, throw, None)

    def test_a_play_that_could_not_be_made_is_refused_at_once(self) -> None:
        hall, table, people, turn = offered()
        missing = next(cards.name(code, 2) for code in range(108) if not full(table).hands[turn] >> code & 1)
        assert hall.refuses(people[turn], people[turn].submit(1, people[turn].acting(f"throw {missing}")))
        assert hall.refuses(people[turn], people[turn].submit(1, people[turn].acting("draw")))

    @pytest.mark.parametrize("seconds", [1, 8, 60])
    def test_silence_is_waiving_after_the_seconds_of_the_option(self, seconds: int) -> None:
        hall, _table, people, turn = offered(offer_seconds=seconds)
        start = len(entries(people[0]))
        hall.advance(1000 * seconds - 1)
        assert log(people[0], start) == []
        hall.advance(1)
        assert log(people[0], start) == [((turn + step) % 4, "waive", "rule") for step in (1, 2, 3)]

    def test_a_card_wanted_when_the_stock_is_empty_is_shuffled_for_and_the_held_play_is_refused_after_all(self) -> None:
        hall, table, people = _offer_without_stock()
        start, turn = len(entries(people[0])), full(table).turn
        held = people[turn].submit(1, people[turn].acting(throw := a_throw(table, turn)))
        assert isinstance(hall.ask(people[turn], held), Done)
        top = cards.face(full(table).discard[-1])
        assert isinstance(hall.act(people[1 - turn], f"want {top}"), Done)
        (dropped,) = people[turn].dropped
        assert (dropped.code, dropped.statement) == ("stale", statement_hash("action", held.payload))
        log = entries(people[0])[start:]
        assert [type(one).__name__ for one in log[:2]] == ["Wanted", "Shuffle"]
        wanted, last = log[0], log[-1]
        assert isinstance(wanted, Wanted) and isinstance(last, Acted)
        assert (wanted.seat, wanted.do, wanted.why) == (1 - turn, f"want {top}", None)
        assert (last.seat, last.do, last.signed, last.why) == (1 - turn, f"want {top}", None, "want")
        hall.advance(2_000)
        assert entries(people[0])[-1] == last
        assert hall.refuses(people[turn], people[turn].again(held)).signed == dropped.signed
        assert isinstance(hall.act(people[turn], throw), Done)
        assert all(audited(person) for person in people)

    def test_while_an_answer_or_a_play_waits_its_seat_signs_nothing_that_would_be_logged_before_it(self) -> None:
        hall, table, people, turn = offered()
        far, gone = (turn + 3) % 4, (turn + 1) % 4
        assert isinstance(hall.act(people[far], "waive"), Done)
        assert isinstance(hall.act(people[turn], a_throw(table, turn)), Done)
        hall.lose(people[gone])
        for seat in (far, turn):
            for statement in (people[seat].voting(gone), people[seat].acting("draw")):
                assert hall.refuses(people[seat], people[seat].submit(1, statement)).code == "not_due"
        assert isinstance(hall.vote(people[(turn + 2) % 4], gone), Done)
        hall.advance(2_000)
        assert all(not person.dropped and audited(person).passed["statement-order"] for person in people)


def _offer_without_stock() -> tuple[TableHarness, Table, list[Person]]:
    """Two players, and the stock is empty when a card is offered."""
    for seed in range(40):
        hall = TableHarness(seed=seed)
        table, people = hall.game(["Ann", "Bob"], "crummy")
        for _ in range(120):
            state = full(table)
            if state.phase == "offer" and not state.stock:
                return hall, table, people
            if state.phase == "offer":
                hall.act(people[table.variety.actors(state)[0]], "waive")
            elif state.phase == "pickup":
                hall.act(people[state.turn], "draw")
            elif state.phase == "play":
                hall.act(people[state.turn], _throw_drawn(table))
    raise AssertionError("no stock ran out in an offer")


def _throw_drawn(table: Table) -> str:
    state = full(table)
    found = [one for one in table.variety.legal(state, state.turn) if notation.text(one).startswith("throw")]
    return notation.text(table.variety.explicit(state, state.turn, found[0]))


class TestCalls:
    def game(self, **options: object) -> tuple[TableHarness, Table, list[Person]]:
        hall = TableHarness(seed=5)
        table, people = hall.game(["Ann", "Bob", "Cid"], "basic", **options)
        for _ in range(400):
            state = full(table)
            if state.melds and state.phase == "play":
                throw = next(
                    text
                    for one in table.variety.legal(state, state.turn)
                    if (text := notation.text(one)).startswith("throw")
                )
                if state.count(state.turn) > 2:
                    hall.act(people[state.turn], throw)
                    if full(table).phase == "pickup":
                        return hall, table, people
            hall.play(table, people, acts=1)
            if not state.melds or options.get("turn_seconds") is None:
                hall.advance(1000 * table.variety.offers.holds(full(table)))
        raise AssertionError("no throw-out beside a meld")

    def test_the_next_pick_up_waits_until_the_throw_out_cannot_be_called_any_more(self) -> None:
        hall, table, people = self.game()
        turn, start = full(table).turn, len(entries(people[0]))
        hall.advance(1_000)
        assert isinstance(hall.act(people[turn], "draw"), Done)
        hall.advance(1_999)
        assert log(people[0], start) == []
        hall.advance(1)
        assert log(people[0], start) == [(turn, "draw", None)]

    def test_a_call_in_time_drops_the_pick_up_that_waits(self) -> None:
        for seed in range(60):
            hall = TableHarness(seed=seed)
            table, people = hall.game(["Ann", "Bob", "Cid"], "basic")
            for _ in range(150):
                state = full(table)
                calls = [
                    (seat, notation.text(one))
                    for seat in range(3)
                    for one in table.variety.legal(state, seat)
                    if notation.text(one).startswith("rummy") and seat != state.turn
                ]
                if state.phase == "pickup" and calls and state.stock:
                    break
                if table.stage != "playing":
                    break
                hall.play(table, people, acts=1, choose=quietly)
                if not table.variety.offers.holds(full(table)):
                    hall.advance(10)
                elif not any(
                    notation.text(one).startswith("rummy")
                    for seat in range(3)
                    for one in table.variety.legal(full(table), seat)
                ):
                    hall.advance(3_000)
            else:
                continue
            if table.stage != "playing":
                continue
            (seat, call), turn, start = calls[0], state.turn, len(entries(people[0]))
            assert isinstance(hall.act(people[turn], "draw"), Done)
            assert isinstance(hall.act(people[seat], call), Done)
            assert [one.code for one in people[turn].dropped] == ["stale"]
            hall.advance(5_000)
            assert log(people[0], start) == [(seat, call, None)]
            assert full(table).phase in ("penalty", "pickup")
            return
        raise AssertionError("no card could be called")

    def test_the_turn_clock_waits_as_well(self) -> None:
        hall, _table, people = self.game(turn_seconds=5, call_seconds=8)
        start = len(entries(people[0]))
        hall.advance(7_999)
        assert log(people[0], start) == []
        hall.advance(1)
        assert next(why for _, _, why in log(people[0], start)) == "turn"

    def test_nothing_waits_where_the_table_says_zero_seconds(self) -> None:
        hall, table, people = self.game(call_seconds=0)
        turn, start = full(table).turn, len(entries(people[0]))
        assert isinstance(hall.act(people[turn], "draw"), Done)
        assert log(people[0], start) == [(turn, "draw", None)]


class TestGoingOut:
    def test_a_last_card_is_out_after_the_seconds_and_an_own_out_waits_until_then(self) -> None:
        hall, table, people = _last_card(5)
        turn, start = full(table).turn, len(entries(people[0]))
        assert isinstance(hall.act(people[turn], "out"), Done)
        hall.advance(2_990)
        assert log(people[0], start) == []
        hall.advance(10)
        assert [(seat, do) for seat, do, _ in log(people[0], start)][:1] == [(turn, "out")]

    def test_without_a_word_the_host_says_out(self) -> None:
        hall, table, people = _last_card(5)
        turn, start = full(table).turn, len(entries(people[0]))
        hall.advance(3_000)
        assert log(people[0], start)[0] == (turn, "out", "rule")


def _last_card(seconds: int) -> tuple[TableHarness, Table, list[Person]]:
    for seed in range(30):
        hall = TableHarness(seed=seed)
        table, people = hall.game(["Ann", "Bob", "Cid"], "basic", discard_to_go_out=True)
        for _ in range(400):
            if table.stage != "playing":
                break
            if full(table).phase == "call":
                return hall, table, people
            hall.play(table, people, acts=1)
            if full(table).phase != "call":
                hall.advance(3_000)
    raise AssertionError("nobody threw a last card")
