"""By vote of the others the host plays for an absent seat, at every table, until its owner is back."""

from collections import Counter
from typing import Any

import pytest

from rummynet.table.game.round import STAND_IN_SECONDS
from rummynet.table.table import Table
from rummynet_protocol.fairness.entries import Acted, Voted
from rummynet_protocol.wire.messages import AskLog, ClockShown, Done, Manage
from tests.support.people import Person, TableHarness, audited, entries, only_drawing

WAIT = STAND_IN_SECONDS * 1000
TURN = 30
IDLE = 180_000  # milliseconds: the default of idle_seconds


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


def test_without_a_turn_clock_the_safe_thing_is_done_for_one_who_is_gone_once_most_of_the_others_want_it() -> None:
    hall, table, seat, people = begun()
    first, second = others(people, seat)
    hall.advance(3_600_000)
    assert acts_of(first, seat) == [], "nothing is played for anybody unasked"
    assert isinstance(hall.vote(first, seat), Done)
    hall.advance(WAIT)
    assert acts_of(first, seat) == [], "one of two is not more than half"
    assert isinstance(hall.vote(second, seat), Done)
    assert second.heard(ClockShown)[-1].millis == WAIT
    hall.advance(WAIT - 1)
    assert acts_of(first, seat) == []
    hall.advance(1)
    assert [(do.split(" ")[0], why) for do, why in acts_of(first, seat)] == [("draw", "vote"), ("throw", "vote")]
    for _ in range(3):
        come_round(hall, table, people, seat)
        hall.advance(WAIT)
    assert len(acts_of(first, seat)) == 8, "the votes hold for every turn of the round"
    assert all(audited(one).passed["clock"] == 8 for one in (first, second))


def test_one_who_comes_back_has_the_seat_at_once_and_whoever_acts_ends_the_votes() -> None:
    hall, table, seat, people = begun()
    for one in others(people, seat):
        hall.vote(one, seat)
    hall.advance(WAIT - 1)
    gone = people[seat]
    hall.back(gone)
    hall.done(gone, AskLog, 1, len(gone.entries))
    hall.advance(IDLE - 1)
    assert acts_of(gone, seat) == []
    hall.lose(gone)
    hall.advance(WAIT - 1)
    assert acts_of(gone, seat) == []
    hall.back(gone)
    hall.done(gone, AskLog, 1, len(gone.entries))
    assert isinstance(hall.act(gone, "draw"), Done)
    hall.lose(gone)
    hall.advance(3_600_000)
    assert len(acts_of(others(people, seat)[0], seat)) == 1, "each absence needs its own votes"
    assert isinstance(hall.vote(others(people, seat)[0], seat), Done)
    hall.advance(3_600_000)
    assert len(acts_of(others(people, seat)[0], seat)) == 1
    assert isinstance(hall.vote(others(people, seat)[1], seat), Done)
    hall.advance(WAIT)
    assert acts_of(others(people, seat)[0], seat)[1][1] == "vote"
    assert table.stage == "playing"


def test_a_vote_taken_back_counts_no_more() -> None:
    hall, table, seat, people = begun()
    first, second = others(people, seat)
    for one in (first, second):
        hall.vote(one, seat)
    hall.advance(WAIT)
    assert len(acts_of(first, seat)) == 2
    come_round(hall, table, people, seat)
    assert isinstance(hall.vote(first, seat, yes=False), Done)
    assert first.heard(ClockShown)[-1].millis == 0
    hall.advance(3_600_000)
    assert len(acts_of(first, seat)) == 2


def test_one_change_of_mind_about_the_same_seat_at_a_position() -> None:
    hall, table, seat, people = begun()
    first, second = others(people, seat)
    assert isinstance(hall.vote(first, seat), Done)
    for yes in (True, False):
        request = first.submit(1, first.voting(seat, yes))
        assert hall.refuses(first, request).code == "stale"
    assert isinstance(hall.vote(second, seat), Done), "each about what they see themselves"
    assert hall.refuses(first, first.submit(1, first.voting(seat, False))).code == "stale", "a vote is no position"
    aimed_at_the_deal = first.auditor.aim
    hall.advance(WAIT)
    assert hall.refuses(first, first.submit(1, first.voting(seat, False, head=aimed_at_the_deal))).code == "stale"
    assert isinstance(hall.vote(second, seat, yes=False), Done), "somebody has played since"
    assert isinstance(hall.vote(first, seat, yes=False), Done), "also where the newest entry is another's vote"
    assert audited(second).votes.supporters(seat) == frozenset()
    assert table.stage == "playing"


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


def test_a_pause_stops_that_clock_too() -> None:
    hall, table, seat, people = next(one for one in (begun(seed=seed) for seed in range(9)) if one[2] != 0)
    for one in others(people, seat):
        hall.vote(one, seat)
    owner = people[0]
    assert owner.key == table.ownership.owner
    hall.advance(WAIT - 1000)
    hall.done(owner, Manage, 1, "pause", None)
    hall.advance(3_600_000)
    assert acts_of(owner, seat) == []
    hall.done(owner, Manage, 1, "resume", None)
    hall.advance(999)
    assert acts_of(owner, seat) == []
    hall.advance(1)
    assert len(acts_of(owner, seat)) == 2


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


def test_a_vote_sent_again_counts_once() -> None:
    hall, _, seat, people = begun()
    first = others(people, seat)[0]
    vote = first.submit(1, first.voting(seat))
    for _ in range(2):
        assert isinstance(
            hall.ask(first, type(vote)(first.request(), 1, 1, "vote", vote.payload, vote.signature)), Done
        )
    assert Counter(type(one) for one in entries(first))[Voted] == 1


@pytest.mark.parametrize("variant", ["keilty", "basic", "vegas", "crummy", "joker"])
def test_in_every_game_one_who_is_gone_stalls_nobody_within_a_round(variant: str) -> None:
    """Votes are cast whenever the absent one holds everybody up; then the round comes to its end without them."""
    hall = TableHarness(seed=5)
    table, people = hall.game(["Ann", "Bob", "Cid"], variant)
    game = table.game
    assert game is not None and game.play is not None
    hall.play(table, people, acts=3)
    gone = 2
    hall.lose(people[gone])
    for _ in range(400):
        hall.advance(20_000)  # whatever waits for a call, or for answers
        if game.round > 1 or game.dealer.busy:
            break
        if game.play.variety.actors(game.play.full)[0] == gone:
            for one in people[:2]:
                if one.auditor.me_seat not in one.auditor.votes.supporters(gone):
                    assert isinstance(hall.vote(one, gone), Done)
            hall.advance(60_000)
        else:
            hall.play(table, people, acts=1)
    assert game.round > 1 or game.dealer.busy
    assert any(why == "vote" for _, why in acts_of(people[0], gone))
    assert all(audited(one) for one in people[:2])
