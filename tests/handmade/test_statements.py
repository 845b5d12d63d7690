"""Consent, the order and the time of statements, and refusals, in logs written by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rummynet.verifier import offline
from tests.handmade.found import dealt, found
from tests.handmade.log import Envelope, Handmade


@pytest.mark.parametrize("players", [2, 3, 6])
def test_an_honest_game_is_right(players: int) -> None:
    # Six with six cards each, who throw out what they draw, lose points in most rounds: to 500 they would never get.
    made = Handmade(players, options={"target": 5} if players == 6 else {})
    made.play()
    assert found(made) is None


def test_a_second_game_of_a_table_begins_from_the_head_of_the_first() -> None:
    made = Handmade(game=2)
    made.begin()
    assert found(made) is None


CONSENTS: dict[str, tuple[dict[str, object], str]] = {
    "other rules": ({"rules": bytes(32)}, "consent"),
    "other players": ({"players": bytes(32)}, "consent"),
    "another past": ({"head": bytes([1] * 32)}, "consent"),
    "another log": ({"log": bytes([1] * 32)}, "statement-order"),
    "a predecessor of none": ({"prev": bytes([1] * 32)}, "statement-order"),
    "a field out of range": ({"n": -1}, "format"),
    "true as a number": ({"n": True}, "format"),
    "one field more": ({"more": 0}, "format"),
    "a long clock": ({"clock": bytes(9)}, "format"),
}


@pytest.mark.parametrize("name", CONSENTS)
def test_consent_to_something_else_is_none(name: str) -> None:
    made = Handmade()
    said, check = CONSENTS[name]
    made.open()
    made.seats(ready=[made.ready(0), made.ready(1, **said)])
    assert found(made) == check


def test_consent_has_to_be_there_and_signed_by_its_player() -> None:
    def with_consents(choose: Callable[[Handmade], list[Envelope]]) -> str | None:
        made = Handmade()
        made.open()
        made.seats(ready=choose(made))
        return found(made)

    assert with_consents(lambda made: [made.ready(0)]) == "consent"
    assert with_consents(lambda made: [made.ready(1), made.ready(0)]) == "consent"
    assert with_consents(lambda made: [made.ready(0), made.ready(1), made.ready(1)]) == "consent"
    assert with_consents(lambda made: [made.ready(0), [made.ready(1)[0], bytes(64)]]) == "consent"
    assert with_consents(lambda made: [made.ready(0), made.ready(1)]) is None


def test_consent_that_was_taken_back_leaves_a_gap_in_the_numbers() -> None:
    made = Handmade()
    made.open()
    for _ in range(3):
        made.ready(0)
    made.seats()
    made.nonces()
    assert found(made) is None


def test_a_statement_that_was_passed_over_comes_no_more() -> None:
    made = dealt()
    turn = made.rules_round.turn
    earlier = made.action(turn, "draw")
    made.act(turn, "draw")
    assert found(made) is None
    made = dealt()
    earlier = made.action(turn, "draw")
    made.vote(turn, 1 - turn)
    made.act(turn, "draw", earlier)
    assert found(made) == "statement-order"


def test_where_numbers_follow_the_predecessor_is_named() -> None:
    made = dealt()
    turn = made.rules_round.turn
    made.act(turn, "draw", made.action(turn, "draw", prev=bytes(32)))
    assert found(made) == "statement-order"
    made = dealt()
    left_out = made.action(turn, "draw")
    assert left_out
    made.act(turn, "draw", made.action(turn, "draw", prev=bytes(32)))
    assert found(made) is None


@pytest.mark.parametrize(("passed", "check"), [(9_955, "time"), (9_956, None), (11_000, None)])
def test_log_time_does_not_run_ahead(passed: int, check: str | None) -> None:
    """200 x 11,005 <= 201 x passed + 200,000 from 9,956 on."""
    made = dealt()
    turn = made.rules_round.turn
    began = made.time + made.people[turn].ahead
    made.time += 11_005
    made.act(turn, "draw", made.action(turn, "draw", t=began))
    assert found(made) is None, "its head is that of the deal"
    do = made.rules_round.clock_action()
    made.act(turn, do, made.action(turn, do, t=began + passed))
    assert found(made) == check


@pytest.mark.parametrize("shown", [False, True])
def test_time_between_two_rounds_is_bounded_by_what_the_next_begins_with(shown: bool) -> None:
    made = dealt(target=2000)
    while not made.rules_round.over:
        made.step()
    if shown:
        made.show()
    made.time += 36_000_000
    if not shown:
        made.show()
    assert not made.score()
    assert found(made) is None, "nobody has signed anything since"
    made.host_commit(new_round=True)
    for person in made.people:
        person.ahead -= 36_000_000
    made.commits()
    assert found(made) == "time"


def test_a_new_clock_says_nothing_about_what_came_between() -> None:
    made = dealt()
    turn = made.rules_round.turn
    made.time += 100_000
    made.act(turn, "draw", made.action(turn, "draw", t=0))
    assert found(made) == "time"
    made = dealt()
    made.time += 100_000
    made.act(turn, "draw", made.action(turn, "draw", t=0, clock=b"new-born"))
    assert found(made) is None
    report = offline.check(made.transcript(), partial=True)
    assert report.clock_breaks == {turn: 1} and f"The clock of P{turn} began again 1 time" in report.verdict
    do = made.rules_round.clock_action()
    made.act(turn, do, made.action(turn, do))
    assert found(made) is None
    assert offline.check(made.transcript()).clock_breaks == {turn: 1}, "the first clock still goes"


def refused_call(refusal_first: bool, **said: object) -> Handmade:
    made = dealt()
    turn = made.rules_round.turn
    envelope = made.action(turn, "draw", **said)
    if refusal_first:
        made.refuse(turn, "action", envelope)
    made.act(turn, "draw", envelope)
    if not refusal_first:
        made.refuse(turn, "action", envelope)
    return made


def test_what_was_refused_stands_nowhere() -> None:
    assert found(refused_call(True)) == "refusal"
    assert found(refused_call(False)) == "refusal"


def test_a_refusal_of_what_is_not_logged_is_right() -> None:
    made = dealt()
    turn = made.rules_round.turn
    made.refuse(turn, "action", made.action(turn, "meld 2C 3C 4C"))
    made.act(turn, "draw")
    assert found(made) is None


def test_a_refusal_is_held_against_all_it_names() -> None:
    made = dealt()
    made.refuse(0, "action", made.action(1, "draw"))
    assert found(made) == "refusal", "another seat's"
    made = dealt()
    made.refuse(0, "vote", made.action(0, "draw"))
    assert found(made) == "refusal", "another kind"
    made = dealt()
    made.refuse(0, "action", made.action(0, "draw"), log=bytes(32))
    assert found(made) == "refusal", "the host refused it in another log"
    made = dealt()
    made.refuse(0, "action", made.action(0, "draw", log=bytes(32)))
    assert found(made) == "refusal", "it is of another log"
    made = dealt()
    made.refuse(2, "action", made.action(0, "draw"))
    assert found(made) == "refusal", "nobody sits there"
    made = Handmade()
    made.open()
    made.refuse(0, "ready", made.ready(0))
    made.seats()
    assert found(made) == "refusal", "nobody sits there yet"


def test_openings_and_refusals_are_of_one_seat() -> None:
    made = dealt()
    place = next(place for place in range(2) if (made.starter + place) % 2 == 1)
    made.opening(1, 0, place)
    assert found(made) is None
    made.refuse(0, "action", made.action(0, "draw"))
    assert found(made) == "refusal"
    made = dealt()
    made.refuse(0, "action", made.action(0, "draw"))
    made.opening(1, 0, place)
    assert found(made) == "opening"
