"""By vote of the others the host plays for an absent seat, at every table, until its owner is back."""

from typing import Any

from rummynet.table.table import Table
from rummynet_protocol.fairness.entries import Acted
from tests.support.people import Person, TableHarness, audited, entries, only_drawing

TURN = 30


def begun(
    names: tuple[str, ...] = ("Ann", "Bob", "Cid"), turn_seconds: int = 0, seed: int = 3
) -> tuple[TableHarness, Table, int, list[Person]]:
    """A table at which the one on turn has just gone: their seat, and the people by seat."""
    hall = TableHarness(seed=seed)
    table, people = hall.game(names, turn_seconds=turn_seconds)
    assert table.game is not None and table.game.play is not None
    seat = table.game.play.full.turn
    hall.lose(people[seat])
    return hall, table, seat, people


def others(people: list[Person], seat: int) -> list[Person]:
    return [one for one in people if one is not people[seat]]


def acts_of(person: Person, seat: int) -> list[tuple[str, str | None]]:
    return [(one.do, one.why) for one in entries(person) if isinstance(one, Acted) and one.seat == seat]


def on_turn(table: Table) -> int:
    assert table.game is not None and table.game.play is not None
    return table.game.play.full.turn


def come_round(hall: TableHarness, table: Table, people: list[Person], seat: int) -> None:
    while on_turn(table) != seat:
        hall.play(table, people, acts=1, choose=only_drawing)


def test_with_a_turn_clock_votes_spare_the_others_the_longer_time_of_a_lost_connection() -> None:
    hall, table, seat, people = begun(turn_seconds=TURN)
    first, second = others(people, seat)
    hall.vote(first, seat)
    hall.advance(TURN * 1000)
    assert acts_of(first, seat) == []
    hall.vote(second, seat)
    hall.advance(TURN * 1000 - 1)
    assert acts_of(first, seat) == [], "nobody's turn is shorter by a vote: the log would show it"
    hall.advance(1)
    assert [why for _, why in acts_of(first, seat)] == ["turn", "turn"]
    come_round(hall, table, people, seat)
    hall.vote(first, seat, yes=False)
    hall.advance(TURN * 1000)
    assert len(acts_of(first, seat)) == 2, "the longer time again"
    hall.advance(120_000)
    assert len(acts_of(first, seat)) == 4


def test_what_is_no_vote_is_refused_and_changes_nothing() -> None:
    hall, _, seat, people = begun()
    first, second = others(people, seat)
    eve = hall.person("Eve")
    cases: list[tuple[int, dict[str, Any], str]] = [
        (audited(second).me_seat or 0, {}, "not_absent"),
        (audited(first).me_seat or 0, {}, "no_seat"),
        (9, {}, "no_seat"),
        (seat, {"round": 2}, "stale"),
        (seat, {"session": bytes(32)}, "stale"),
        (seat, {"head": bytes(32)}, "stale"),
    ]
    for absent, other, why in cases:
        request = first.submit(1, first.voting(absent, **other))
        assert hall.refuses(first, request).code == why, (absent, other)
    vote = first.submit(1, first.voting(seat))
    for person, why in ((second, "signature"), (eve, "not_seated")):
        stolen = type(vote)(person.request(), 1, 1, "vote", vote.payload, vote.signature)
        assert hall.refuses(person, stolen).code == why
    as_action = type(vote)(first.request(), 1, 1, "action", vote.payload, first.signer.sign("action", vote.payload))
    assert hall.refuses(first, as_action).code == "wrong_statement"


def test_who_comes_back_has_the_whole_time_again() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(("Ann", "Bob", "Cid"), idle_seconds=60)
    seat = on_turn(table)
    first, second = others(people, seat)
    hall.advance(50_000)
    hall.lose(people[seat])
    hall.back(people[seat])
    hall.advance(59_000)
    early = hall.refuses(first, first.submit(1, first.voting(seat)))
    assert early.code == "not_absent" and "1 second left" in str(early.says)
    hall.advance(1_000)
    hall.vote(first, seat)
    hall.vote(second, seat)
    hall.advance(5_000)
    assert [why for _, why in acts_of(first, seat)][:1] == ["vote"]
