"""Aims, calls, votes, clocks, wanted draws and voids, in logs written by hand."""

from __future__ import annotations

import pytest

from rummynet_protocol.cards import face
from tests.handmade.found import dealt, found
from tests.handmade.log import Handmade


def throw(made: Handmade) -> None:
    """The seat on turn throws out its cheapest card."""
    round_ = made.rules_round
    made.act(round_.turn, round_.clock_action())


def turn(made: Handmade) -> None:
    made.act(made.rules_round.turn, "draw")
    throw(made)


def until_a_call(made: Handmade) -> tuple[int, str]:
    """Play until somebody can call; the seat, and the call."""
    while True:
        turn(made)
        for maker, call in made.rules_round.calls():
            return (maker + 1) % len(made.people), call


def test_a_call_brings_the_cards_that_lay_there_where_it_was_aimed() -> None:
    made = dealt()
    seat, call = until_a_call(made)
    aimed = made.action(seat, call)
    made.act(seat, call, aimed)
    assert found(made) is None


@pytest.mark.parametrize(("thrown", "check"), [(False, None), (True, "stale-action")])
def test_a_call_aimed_before_the_pile_grew_is_stale(thrown: bool, check: str | None) -> None:
    made = dealt(3)
    seat, call = until_a_call(made)
    while seat in (made.rules_round.turn, (made.rules_round.turn + 1) % 3):
        seat, call = until_a_call(made) if len(made.rules_round.stock) > 3 else pytest.fail("no call came")
    aimed = made.action(seat, call)
    made.act(made.rules_round.turn, "draw")
    if thrown:
        throw(made)
    made.act(seat, call, aimed)
    assert found(made) == check


def test_other_actions_are_aimed_at_the_newest_position_and_votes_are_none() -> None:
    made = dealt()
    now = made.rules_round.turn
    made.act(now, "draw")
    after = made.heads[-1]
    made.vote(1 - now, now)
    throw_text = made.rules_round.clock_action()
    made.act(now, throw_text, made.action(now, throw_text, head=after))
    assert found(made) is None
    made = dealt()
    made.act(now, "draw")
    made.vote(1 - now, now)
    made.act(now, throw_text, made.action(now, throw_text, head=made.head))
    assert found(made) == "stale-action"
    made = dealt()
    made.act(now, "draw")
    made.act(now, throw_text, made.action(now, throw_text, head=made.heads[-2]))
    assert found(made) == "stale-action"


@pytest.mark.parametrize("do", ["draw ", " draw", "Draw", "throw", "take", "pass", "rummy", "throw 10C", "meld"])
def test_another_spelling_and_what_the_rules_refuse(do: str) -> None:
    made = dealt()
    now = made.rules_round.turn
    envelope = made.action(now, do)
    fields = {"seat": now, "do": do, "signed": envelope, "why": None, "drawn": 0, "position": None, "proof": b""}
    made.write("act", fields)
    assert found(made) == "rules"


def test_one_vote_change_per_position() -> None:
    made = dealt(3)
    now = made.rules_round.turn
    voter, other = (now + 1) % 3, (now + 2) % 3
    made.vote(voter, now)
    made.vote(voter, now, yes=False)
    assert found(made) == "stale-action"
    made = dealt(3)
    made.vote(voter, now)
    made.act(now, "draw")
    made.vote(voter, now, yes=False)
    assert found(made) is None
    made = dealt(3)
    made.vote(voter, now)
    made.vote(other, now)
    made.vote(voter, now, yes=False)
    assert found(made) == "stale-action", "another's vote is no position"
    made = dealt(3)
    made.vote(voter, now)
    made.act(now, "draw")
    made.vote(other, now)
    made.vote(voter, now, yes=False, head=made.head)
    assert found(made) == "stale-action", "a second vote names the position itself"


def test_votes_of_most_of_the_others_and_not_of_half() -> None:
    made = dealt(3)
    now = made.rules_round.turn
    made.vote((now + 1) % 3, now)
    made.act(now, "draw", why="vote")
    assert found(made) == "clock"
    made = dealt(3)
    made.vote((now + 1) % 3, now)
    made.vote((now + 2) % 3, now)
    made.time += 5000  # the time in which the seat's program can object
    made.act(now, "draw", why="vote")
    made.act(now, made.rules_round.clock_action(), why="vote")
    assert found(made) is None


@pytest.mark.parametrize(("waited", "check"), [(60_000, None), (59_999, "clock")])
def test_the_turn_clock_runs_from_the_deal(waited: int, check: str | None) -> None:
    made = dealt()
    made.time += waited
    made.act(made.rules_round.turn, "draw", why="turn")
    assert found(made) == check


def test_what_the_clock_does_is_checked_at_once_as_far_as_it_is_known() -> None:
    made = dealt()
    made.time += 60_000
    made.act(made.rules_round.turn, "draw", why="rule")
    assert found(made) == "clock", "no wait of this game"
    made = dealt(turn_seconds=0)
    made.time += 60_000
    made.act(made.rules_round.turn, "draw", why="turn")
    assert found(made) == "clock", "no turn clock at this table"
    made = dealt()
    made.time += 60_000
    now = made.rules_round.turn
    made.act(now, "draw")
    cards = sorted(made.rules_round.hand, key=lambda card: card % 13)
    fields = {"seat": now, "do": "pass", "signed": None, "why": "turn", "drawn": 0, "position": None, "proof": b""}
    made.write("act", fields)
    assert found(made) == "clock", "the clock throws out"
    made.records.pop()
    made.head = made.heads[-2]
    other = next(card for card in reversed(cards) if f"throw {face(card)}" != made.rules_round.clock_action())
    made.act(now, f"throw {face(other)}", why="turn")
    assert found(made) is None, "which card is seen when all are open"
    while not made.rules_round.over:
        made.step()
    made.show()
    assert found(made) == "clock"


def emptied(players: int = 2) -> Handmade:
    """A game in which the next draw needs a new stock."""
    made = dealt(players)
    while made.rules_round.stock:
        turn(made)
    assert made.rules_round.clock_action() == "draw"
    return made


def test_a_new_stock_follows_the_draw_that_wants_it() -> None:
    made = emptied()
    made.want(made.rules_round.turn)
    made.restock()
    made.act(made.rules_round.turn, "draw", why="want")
    assert found(made) is None


@pytest.mark.parametrize(("left", "check"), [(60_000, None), (59_999, "clock")])
def test_a_shuffle_in_mid_turn_is_nobodys_time(left: int, check: str | None) -> None:
    made = emptied()
    now = made.rules_round.turn
    made.time += 50_000
    made.want(now)
    made.time += 30_000
    made.restock()
    made.act(now, "draw", why="want")
    made.time += left - 50_000
    made.act(now, made.rules_round.clock_action(), why="turn")
    assert found(made) == check


def test_wants_of_the_clock_and_of_votes_are_held_to_what_acts_are() -> None:
    made = emptied()
    made.time += 60_000
    made.want(made.rules_round.turn, why="turn")
    made.restock()
    made.act(made.rules_round.turn, "draw", why="want")
    assert found(made) is None
    made = emptied()
    made.want(made.rules_round.turn, why="turn")
    assert found(made) == "clock"
    made = emptied()
    made.want(made.rules_round.turn, why="vote")
    assert found(made) == "clock"
    made = dealt()
    made.want(made.rules_round.turn)
    assert found(made) == "rules", "the stock is not empty"
    made = emptied()
    made.want(1 - made.rules_round.turn)
    assert found(made) == "rules", "another seat's turn"


def test_the_draw_itself_follows_and_nothing_else() -> None:
    made = emptied()
    now = made.rules_round.turn
    made.want(now)
    made.restock()
    made.act(now, "draw")
    assert found(made) == "chain"
    made = dealt()
    made.act(made.rules_round.turn, "draw", why="want")
    assert found(made) == "chain"
    made = emptied()
    made.want(now)
    made.vote(0, 1)
    assert found(made) == "chain"
    made = emptied()
    made.shuffle(bytes(sorted(made.rules_round.pile[:-1])))
    assert found(made) == "chain"


def test_other_cards_than_those_of_the_pile_are_no_stock() -> None:
    made = emptied()
    made.want(made.rules_round.turn)
    made.shuffle(bytes(sorted(made.rules_round.pile)))
    assert found(made) == "deck"


def begun(**options: int) -> Handmade:
    made = Handmade(3, options=options)
    made.begin()
    return made


def test_answers_after_a_void() -> None:
    made = begun()
    made.void(0, 2)
    made.host_commit()
    made.commits({0: {"answered": ["read"]}})
    assert found(made) is None
    made = begun()
    made.commits({1: {"answered": ["silent"]}})
    assert found(made) == "void"
    made = begun()
    made.void(1)
    made.host_commit()
    made.commits({1: {"answered": []}})
    assert found(made) == "void"
    made = begun()
    made.void(1)
    made.host_commit()
    made.commits({1: {"answered": [True]}})
    assert found(made) == "format"


def test_every_void_since_the_last_commitments_is_answered() -> None:
    made = begun()
    made.void(1)
    made.host_commit()
    made.void(1, 2)
    made.host_commit()
    before = list(made.records), made.head, [(one.n, one.prev) for one in made.people]
    made.commits({1: {"answered": ["acknowledged", "sent"]}})
    assert found(made) is None
    made.records, made.head = before[0], before[1]
    for one, (n, prev) in zip(made.people, before[2], strict=True):
        one.n, one.prev = n, prev
    made.voids = 1
    made.commits()
    assert found(made) == "void"


@pytest.mark.parametrize("signed", [[], [None], [None] * 2, [None] * 4])
def test_a_void_speaks_of_every_seat(signed: list[None]) -> None:
    made = begun()
    made.void(1, signed=signed)
    assert found(made) == "void"


def test_a_void_names_somebody() -> None:
    made = begun()
    made.void()
    assert found(made) == "void"


def test_a_void_gives_a_part_its_time() -> None:
    for wait, check in ((9_999, "void"), (10_000, None)):
        made = begun()
        made.void(1, wait=wait)
        assert found(made) == check


@pytest.mark.parametrize(
    ("stage", "wrong", "check"),
    [
        ("commit", {"round": 2}, "commit-order"),
        ("commit", {"answered": ["sent"]}, "void"),
        ("commit", {"head": bytes(32)}, "commit-order"),
        ("reveal", {"deal": bytes(32)}, "reveal"),
        ("reveal", {"session": bytes(32)}, "reveal"),
        ("reveal", {"cset": bytes(32)}, "commit-set"),
        ("reveal", {"x": bytes(32)}, "commitment"),
        ("root", {"root": bytes(32)}, "root"),
        ("root", {"head": bytes(32)}, "co-signature"),
        ("root", {"session": bytes(32)}, "co-signature"),
        ("root", {"n": 0}, "statement-order"),
    ],
)
def test_the_parts_in_a_void_are_checked(stage: str, wrong: dict[str, object], check: str) -> None:
    for said, finds in (({}, None), ({0: wrong}, check)):
        made = begun()
        if stage != "commit":
            made.commits()
            made.shuffle(bytes(range(52)))
        if stage == "root":
            made.reveals()
            made.root()
        made.void(1, said=said)
        assert found(made) == finds


def test_a_last_word_stands_once_behind_an_entry_and_speaks_of_open_voids() -> None:
    for answered, wrong, check in (
        (["read"], {}, None),
        ([], {}, "void"),
        (["read", "read"], {}, "void"),
        (["read"], {"head": bytes(32)}, "void"),
        (["read"], {"n": 0}, "statement-order"),
        (["late"], {}, "format"),
    ):
        made = begun(voids=1)
        made.void(1)
        made.last_word(1, *answered, **wrong)
        made.end("voids")
        assert found(made) == check
    made = begun()
    made.last_word(1)
    assert found(made) is None
    made.last_word(1)
    assert found(made) == "void"
    made = begun(voids=1)
    made.void(1)
    made.last_word(1, "read")
    made.last_word(1, "read")
    assert found(made) == "void"


def test_after_the_last_void_only_the_end_may_come() -> None:
    made = begun(voids=2)
    made.void(1)
    made.host_commit()
    made.commits()
    made.shuffle(bytes(range(52)))
    made.void(1)
    assert found(made) is None
    before = list(made.records), made.head
    made.host_commit()
    assert found(made) == "void"
    made.records, made.head = before[0][:], before[1]
    made.end("epochs")
    assert found(made) == "void"
    made.records, made.head = before[0][:], before[1]
    made.end("voids")
    assert found(made) is None


@pytest.mark.parametrize(("why", "check"), [("voids", "end"), ("epochs", "end"), ("played", "end")])
def test_the_game_is_called_off_for_a_reason_that_holds(why: str, check: str) -> None:
    made = begun()
    made.void(0)
    made.end(why)
    assert found(made) == check


def test_a_game_that_never_began() -> None:
    made = Handmade()
    made.open()
    made.seats()
    made.end("no-session")
    assert found(made) is None
    made = Handmade()
    made.open()
    made.seats()
    made.end("played")
    assert found(made) == "end"
