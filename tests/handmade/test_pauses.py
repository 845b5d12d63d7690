"""Pauses in logs written by hand: where they may stand, what may stand in them, and whose time they are."""

from __future__ import annotations

import pytest

from tests.handmade.found import dealt, found
from tests.handmade.log import Handmade
from tests.handmade.test_play import emptied, throw

PAUSE = 600_000
"""Longer than any wait of the game."""
IDLE = 180_000
"""The default of ``idle_seconds``, in milliseconds."""


def test_a_pause_is_no_position_and_what_was_aimed_before_it_is_well_aimed_behind_it() -> None:
    made = dealt(3)
    now = made.rules_round.turn
    action, aimed = made.action(now, "draw"), made.head
    made.pause(True, PAUSE)
    made.vote((now + 1) % 3, now, head=aimed)
    made.vote((now + 2) % 3, now)
    made.pause(False)
    assert found(made) is None
    made.act(now, "draw", action)
    made.pause(True)
    made.pause(False)
    made.vote((now + 1) % 3, now, head=made.aim)
    made.vote(now, (now + 2) % 3)
    made.close((now + 1) % 3, now)
    assert found(made) is None


def test_a_close_counts_on_behind_a_pause_and_may_name_its_head() -> None:
    made = dealt(4)
    now = made.rules_round.turn
    made.time += IDLE
    made.close((now + 1) % 4, now)
    made.pause(True)
    made.pause(False, PAUSE)
    made.close((now + 2) % 4, now)
    made.end("waited")
    assert found(made) is None


def test_an_end_follows_a_close_and_no_pause() -> None:
    made = dealt()
    now = made.rules_round.turn
    made.time += IDLE
    made.close(1 - now, now)
    made.pause(True)
    made.pause(False)
    made.end("waited")
    assert found(made) == "end"


@pytest.mark.parametrize("what", ["act", "close", "show", "want", "end", "pause"])
def test_nothing_but_votes_stands_in_a_pause(what: str) -> None:
    made = emptied() if what == "want" else dealt()
    now = made.rules_round.turn
    made.pause(True)
    match what:
        case "act":
            made.act(now, "draw")
        case "close":
            made.close(1 - now, now)
        case "show":
            made.show()
        case "want":
            made.want(now)
        case "end":
            made.end("waited")
        case _:
            made.pause(True)
    assert found(made) == "chain"


def scored(target: int = 1000) -> Handmade:
    """A game at the end of its first round."""
    made = dealt(target=target)
    while not made.rules_round.over:
        made.step()
    made.show()
    made.score()
    return made


def test_a_pause_may_follow_a_score_and_keeps_the_next_round_back() -> None:
    made = scored()
    made.pause(True, PAUSE)
    made.host_commit(new_round=True)
    assert found(made) == "chain"
    made = scored()
    made.pause(True, PAUSE)
    made.pause(False)
    made.host_commit(new_round=True)
    assert found(made) is None


def test_no_pause_follows_the_score_of_a_game_that_is_over() -> None:
    made = scored(target=10)
    made.pause(True)
    assert found(made) == "chain"


@pytest.mark.parametrize("where", ["session", "commits", "shuffle", "want"])
def test_no_pause_stands_in_a_ceremony(where: str) -> None:
    made = emptied() if where == "want" else Handmade()
    if where == "want":
        made.want(made.rules_round.turn)
    else:
        made.open()
        made.seats()
        made.nonces()
    if where in ("commits", "shuffle"):
        made.host_commit(new_round=True)
    if where == "shuffle":
        made.commits()
        made.shuffle(bytes(range(52)))
    made.pause(True)
    assert found(made) == "chain"


@pytest.mark.parametrize(("left", "check"), [(60_000, None), (59_999, "clock")])
def test_a_pause_is_nobodys_turn(left: int, check: str | None) -> None:
    made = dealt()
    made.time += 50_000
    for _ in range(2):
        made.pause(True, PAUSE)
        made.pause(False)
    made.time += left - 50_000
    made.act(made.rules_round.turn, "draw", why="turn")
    assert found(made) == check


@pytest.mark.parametrize(
    ("in_pause", "left", "check"), [(0, 3000, None), (0, 2999, "clock"), (1, 5000, None), (1, 4999, "clock")]
)
def test_the_time_to_object_does_not_run_in_a_pause(in_pause: int, left: int, check: str | None) -> None:
    made = dealt(3)
    now = made.rules_round.turn
    made.time += 30_000
    made.vote((now + 1) % 3, now)
    if not in_pause:
        made.vote((now + 2) % 3, now)
        made.time += 2000
    made.pause(True, PAUSE)
    if in_pause:
        made.vote((now + 2) % 3, now)
        made.time += PAUSE
    made.pause(False, left)
    made.act(now, "draw", why="vote")
    assert found(made) == check


@pytest.mark.parametrize(("left", "check"), [(IDLE, None), (IDLE - 1, "clock")])
def test_the_time_of_who_has_objected_does_not_run_in_a_pause(left: int, check: str | None) -> None:
    made = dealt(3)
    now = made.rules_round.turn
    made.vote((now + 1) % 3, now)
    made.vote((now + 2) % 3, now)
    made.vote(now, now, yes=False)
    made.pause(True, PAUSE)
    made.pause(False, left)
    made.act(now, "draw", why="vote")
    assert found(made) == check


@pytest.mark.parametrize(("left", "check"), [(IDLE, None), (IDLE - 1, "end")])
def test_nobody_is_waited_for_in_a_pause(left: int, check: str | None) -> None:
    made = dealt()
    now = made.rules_round.turn
    made.pause(True, PAUSE)
    made.pause(False, left)
    made.close(1 - now, now)
    made.end("waited")
    assert found(made) == check


@pytest.mark.parametrize("is_long", [True, False])
def test_nobody_is_waited_for_in_a_pause_between_two_rounds(is_long: bool) -> None:
    made = scored()
    made.pause(True, PAUSE)
    made.pause(False, IDLE + 1000 * made.options["break_seconds"] - (not is_long))
    made.close(0, 1)
    made.end("waited")
    assert found(made) == (None if is_long else "end")


def test_an_action_or_close_is_refused_for_a_pause_where_the_log_is_in_one() -> None:
    made = dealt()
    now = made.rules_round.turn
    close = {"about": 1 - now}
    before, action = made.head, made.action(now, "draw")
    made.refuse(now, "action", action, "paused")
    assert found(made) == "refusal", "before it"
    made = dealt()
    made.pause(True)
    made.vote(1 - now, now)
    resting = made.head
    made.refuse(now, "action", made.action(now, "draw"), "paused")
    made.refuse(now, "close", made.say(now, "close", close), "paused")
    made.pause(False)
    made.refuse(now, "action", made.action(now, "draw"), "paused", head=resting)
    made.act(now, "draw")
    throw(made)
    assert found(made) is None, "a refusal is judged where it was given"
    made.refuse(now, "close", made.say(now, "close", close), "paused")
    assert found(made) == "refusal", "behind it"
    made = dealt()
    made.refuse(now, "action", made.action(now, "draw", head=before), "paused", head=bytes(32))
    assert found(made) == "refusal"
