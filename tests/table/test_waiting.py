"""What comes before its time: answers kept secret, plays and pick-ups held back, and the safe end of every wait."""

from rummynet.table.table import Table
from rummynet_protocol import cards, notation
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.wire.messages import Done
from tests.support.people import Person, TableHarness, entries, full


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


class TestOffers:
    def test_a_play_that_could_not_be_made_is_refused_at_once(self) -> None:
        hall, table, people, turn = offered()
        missing = next(cards.name(code, 2) for code in range(108) if not full(table).hands[turn] >> code & 1)
        assert hall.refuses(people[turn], people[turn].submit(1, people[turn].acting(f"throw {missing}")))
        assert hall.refuses(people[turn], people[turn].submit(1, people[turn].acting("draw")))


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

    def test_the_turn_clock_waits_as_well(self) -> None:
        hall, _table, people = self.game(turn_seconds=5, call_seconds=8)
        start = len(entries(people[0]))
        hall.advance(7_999)
        assert log(people[0], start) == []
        hall.advance(1)
        assert next(why for _, _, why in log(people[0], start)) == "turn"


class TestGoingOut:
    def test_a_last_card_is_out_after_the_seconds_and_an_own_out_waits_until_then(self) -> None:
        hall, table, people = _last_card(5)
        turn, start = full(table).turn, len(entries(people[0]))
        assert isinstance(hall.act(people[turn], "out"), Done)
        hall.advance(2_990)
        assert log(people[0], start) == []
        hall.advance(10)
        assert [(seat, do) for seat, do, _ in log(people[0], start)][:1] == [(turn, "out")]


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
