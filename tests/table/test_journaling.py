"""What one person can make a table's journal hold: nothing for nothing, and never more than a bound."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rummynet.table.api.host_context import Limits
from rummynet.table.api.records import Checkpoint, InputRecorded
from rummynet.table.api.refusals import TooManyChanges
from rummynet.table.journal.change_budget import OTHERS, READY, ChangeBudget
from rummynet.table.journal.table_journal import CHECKPOINT_AFTER
from rummynet.table.table import Table
from rummynet_protocol import notation
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import (
    AskLog,
    AskView,
    Create,
    Done,
    Here,
    Leave,
    Manage,
    Message,
    Ready,
    Refused,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    Watch,
)
from tests.support.journal import again, anatomy, from_checkpoint, stories
from tests.support.people import Person, TableHarness, quietly

MANY = 200


def kept(hall: TableHarness, table: int = 1) -> int:
    """How many inputs of a table the journal holds now."""
    return next(len(one.inputs) for one in stories(hall.rows) if one.opened.table == table)


def never_kept(hall: TableHarness, people: list[Person]) -> list[tuple[Person, Callable[[], Request]]]:
    """Requests that change nothing, each with who makes it. The first of *people* owns the table; the last watches."""
    ann, bob, wil = people[0], people[1], people[-1]

    def of(person: Person, kind: type[Any], *fields: object) -> tuple[Person, Callable[[], Request]]:
        return person, lambda: kind(person.request(), 1, *fields)

    forged = bob.sign(bob.agreed(1))[0], bytes(64)
    return [
        of(bob, Here),
        of(bob, AskLog, 0),
        of(bob, AskView),
        of(bob, Say, "hello"),
        of(bob, Sit, None),
        of(bob, Ready, None),
        of(bob, Ready, forged),
        of(bob, Watch),
        of(bob, Leave),
        of(bob, Manage, "hand-on", 1),
        of(ann, Manage, "hand-on", 0),
        of(ann, Manage, "resume", None),
        of(ann, Manage, "remove", 9),
        of(ann, SeatBot, "add", "clever"),
        of(ann, SeatBot, "remove", ""),
        of(wil, Watch),
        of(wil, Stand),
        of(wil, Ready, forged),
        of(wil, Submit, 1, "action", b"nothing", bytes(64)),
        of(bob, Submit, 1, "action", b"nothing", bytes(64)),
        (bob, lambda: Create(bob.request(), "whist", {}, "")),
    ]


@pytest.mark.parametrize("is_playing", [False, True])
def test_requests_that_change_nothing_leave_no_row(is_playing: bool) -> None:
    hall = TableHarness()
    if is_playing:
        _, people = hall.game(["Ann", "Bob"])
    else:
        _, people = hall.table(["Ann", "Bob"])
    people.append(hall.person("Wil"))
    hall.done(people[-1], Watch, 1)
    for person, make in never_kept(hall, people):
        hall.ask(person, make())  # the first one may be a sign of life
        before = len(hall.rows)
        for _ in range(MANY):
            hall.ask(person, make())
        assert len(hall.rows) == before, make()


def test_a_statement_that_comes_again_leaves_no_row_whether_it_was_taken_or_refused() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    seat, action = _next(hall, table)
    actor, other = people[seat], people[1 - seat]
    taken = actor.submit(1, actor.acting(notation.text(action)))
    assert isinstance(hall.ask(actor, taken), Done)
    refused = other.submit(1, other.acting("draw", head=b"h" * 32))
    assert isinstance(hall.ask(other, refused), Refused)
    before = len(hall.rows)
    for _ in range(MANY):
        assert isinstance(hall.ask(actor, actor.again(taken)), Done)
        assert isinstance(hall.ask(other, other.again(refused)), Refused)
    assert len(hall.rows) == before


def test_a_refused_statement_is_kept_since_it_stays_refused() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    seat, _ = _next(hall, table)
    before = len(hall.rows)
    assert isinstance(hall.act(people[seat], "throw 9"), Refused)
    assert [type(row) for row in hall.rows[before:]] == [InputRecorded]


@pytest.mark.parametrize("stage", ["waiting", "playing"])
def test_who_comes_and_goes_is_kept_and_who_is_not_there_is_not(stage: str) -> None:
    hall = TableHarness()
    _, (_, bob) = hall.table(["Ann", "Bob"]) if stage == "waiting" else hall.game(["Ann", "Bob"])
    stranger = hall.person("Sam")
    before = len(hall.rows)
    for _ in range(MANY):
        hall.lose(stranger)
        hall.back(stranger)
    assert len(hall.rows) == before
    hall.lose(bob)
    hall.back(bob)
    assert sum(isinstance(row, InputRecorded) for row in hall.rows[before:]) == 2


def test_a_waiting_table_never_holds_more_than_a_checkpoint_and_so_many_inputs() -> None:
    hall = TableHarness()
    _, (_, bob) = hall.table(["Ann", "Bob"])
    most = 0
    for turn in range(5 * CHECKPOINT_AFTER):
        hall.done(bob, Stand if turn % 2 == 0 else Sit, *((1,) if turn % 2 == 0 else (1, None)))
        most = max(most, kept(hall))
    assert most == CHECKPOINT_AFTER - 1
    assert sum(isinstance(row, Checkpoint) for row in hall.rows) == 1 + 5


def test_a_finished_game_leaves_a_checkpoint_and_no_input() -> None:
    hall = TableHarness(seed=5)
    table, people = hall.game(["Ann", "Bob"], target=20)
    assert kept(hall) > 0
    hall.play(table, people)
    assert table.stage == "waiting"
    assert kept(hall) == 0
    (story,) = stories(hall.rows)
    assert (story.logs, story.chance, story.checkpoint.games) == ({}, (), 1)


# -- budgets


def few(per_hour: int = 20) -> Limits:
    return replace(Limits(), changes_per_hour=per_hour)


def code(answer: Message) -> str:
    return answer.code if isinstance(answer, Refused) else "done"


def test_an_owner_who_pauses_and_resumes_for_ever_is_stopped_and_nobody_else_is() -> None:
    hall = TableHarness(limits=few())
    table, (ann, bob) = hall.game(["Ann", "Bob"])
    before = kept(hall)
    said = [code(hall.ask(ann, Manage(ann.request(), 1, ("pause", "resume")[turn % 2], None))) for turn in range(60)]
    assert said == 20 * ["done"] + 40 * ["too_many"]
    assert kept(hall) == before + 20
    hall.play(table, [ann, bob], 10, quietly)
    hall.done(bob, Watch, 1)
    hall.advance(3_600_000 // 20)
    assert code(hall.ask(ann, Manage(ann.request(), 1, "pause", None))) == "done"
    assert code(hall.ask(ann, Manage(ann.request(), 1, "resume", None))) == "too_many"


def test_refused_statements_are_counted_and_then_neither_kept_nor_signed() -> None:
    hall = TableHarness(limits=few())
    table, people = hall.game(["Ann", "Bob"])
    seat, _ = _next(hall, table)
    crook, honest = people[1 - seat], people[seat]
    before = kept(hall)
    answers = [hall.act(crook, "draw") for _ in range(60)]
    assert kept(hall) == before + 20
    assert [answer.signed is None for answer in answers] == 20 * [False] + 40 * [True]  # type: ignore[union-attr]
    seat, action = _next(hall, table)
    assert isinstance(hall.act(honest, notation.text(action)), Done)


def test_parts_in_ceremonies_are_taken_from_whoever_has_nothing_left() -> None:
    hall = TableHarness(limits=few(), seed=5)
    table, people = hall.game(["Ann", "Bob"])
    game, crook = table.game, people[0]
    assert game is not None
    crook.silent.add("reveal")
    while not game.dealer.busy:
        hall.play(table, people, 1, quietly)
    for _ in range(40):
        hall.act(crook, "draw")
    assert code(hall.act(crook, "draw")) == "too_many"
    crook.silent.clear()
    (part,) = crook.owed(1)
    assert isinstance(hall.ask(crook, part), Done)
    assert not game.dealer.busy or game.dealer.gathering is not None


def test_people_without_a_seat_share_what_they_may_change_and_players_lose_nothing_by_them() -> None:
    hall = TableHarness(limits=few())
    table, people = hall.game(["Ann", "Bob"])
    before, refused = kept(hall), 0
    for number in range(30):
        stranger = hall.person(f"Sam {number}")
        for _ in range(15):
            answers = [hall.ask(stranger, kind(stranger.request(), 1)) for kind in (Watch, Leave)]
            refused += code(answers[0]) == "too_many"
    assert refused > 0
    assert kept(hall) - before <= 2 * OTHERS * 20
    hall.play(table, people, 10, quietly)
    hall.done(people[0], Manage, 1, "pause", None)


def test_what_a_change_costs() -> None:
    """A seat has its own budget, all without one share four; a consent costs ten; an hour makes it whole again."""
    budget, ann = ChangeBudget(20), bytes(32)

    def spent(request: Request, is_seated: bool, ms: int) -> int:
        for count in range(1000):
            try:
                budget.check(ann, request, is_seated, ms)
            except TooManyChanges:
                return count
            budget.spend(ann, request, is_seated, ms)
        raise AssertionError("it never ends")

    sit, ready = Sit(1, 1, None), Ready(1, 1, None)
    assert spent(sit, True, 0) == 20
    assert spent(sit, True, 3_599_999 // 20) == 0 and spent(sit, True, 3_600_000 // 20) == 1
    budget = ChangeBudget(90)
    assert spent(ready, True, 0) == 9
    others = ChangeBudget(20)
    for number in range(80):
        others.check(bytes([number]), sit, False, 0)
        others.spend(bytes([number]), sit, False, 0)
    with pytest.raises(TooManyChanges):
        others.check(b"another", sit, False, 0)


def test_one_stranger_alone_cannot_use_up_what_all_others_have() -> None:
    hall = TableHarness(limits=few())
    hall.game(["Ann", "Bob"])
    stranger = hall.person("Sam")
    for _ in range(60):
        hall.ask(stranger, Watch(stranger.request(), 1))
        hall.ask(stranger, Leave(stranger.request(), 1))
    hall.done(hall.person("Wil"), Watch, 1)


def test_a_flood_of_consents_is_stopped_and_the_others_can_still_agree() -> None:
    hall = TableHarness(limits=few(20 * READY))
    _, (ann, bob) = hall.table(["Ann", "Bob"])
    said = []
    for _ in range(60):
        said.append(code(hall.ask(bob, bob.ready(1))))
        hall.ask(bob, Ready(bob.request(), 1, None))
    assert 0 < said.count("done") <= 20 and said[-1] == "too_many"
    hall.ready(ann, 1)
    hall.advance(3_600_000)
    hall.ready(bob, 1)
    assert hall.lobby.tables[1].stage == "playing"


def test_after_a_game_everybody_has_everything_again() -> None:
    hall = TableHarness(limits=few(), seed=5)
    table, people = hall.game(["Ann", "Bob"], target=20)
    for _ in range(60):
        hall.ask(people[0], Manage(people[0].request(), 1, "pause", None))
        hall.ask(people[0], Manage(people[0].request(), 1, "resume", None))
    hall.play(table, people)
    assert table.stage == "waiting"
    for person in people:
        hall.ready(person, 1)
    assert hall.lobby.tables[1].stage == "playing"
    hall.done(people[0], Manage, 1, "pause", None)


# -- whatever people do


def _anything(hall: TableHarness, people: list[Person], chance: random.Random) -> None:
    """Somebody does something, sensible or not."""
    person = chance.choice(people)
    if person.key in hall.deaf:
        hall.back(person)
        if chance.random() < 0.7:
            hall.ask(person, AskLog(person.request(), 1, person.auditor.index))
        return
    game = hall.lobby.tables[1].game
    table = hall.lobby.tables[1]
    if chance.random() < 0.35 and table.stage == "playing" and game is not None and game.play is not None:
        seat, action = _next(hall, table)
        actor = next(one for one in people if one.key == game.keys[seat])
        if actor.key not in hall.deaf and actor.auditor.session is not None:
            hall.act(actor, notation.text(action))
        return
    requests: list[Callable[[], Request]] = [
        lambda: Sit(person.request(), 1, None),
        lambda: Stand(person.request(), 1),
        lambda: Watch(person.request(), 1),
        lambda: Leave(person.request(), 1),
        lambda: Here(person.request(), 1),
        lambda: Ready(person.request(), 1, None),
        lambda: person.ready(1),
        lambda: person.ready(1),
        lambda: AskView(person.request(), 1),
        lambda: Say(person.request(), 1, "so"),
        lambda: Manage(
            person.request(), 1, chance.choice(("pause", "resume", "hand-on", "remove", "admit")), chance.randrange(4)
        ),
        lambda: SeatBot(person.request(), 1, chance.choice(("add", "remove")), ""),
    ]
    what = chance.randrange(len(requests) + 3)
    if what < len(requests):
        if 1 in person.tables or what not in (6, 7):
            hall.ask(person, requests[what]())
    elif what == len(requests):
        hall.lose(person)
    elif what == len(requests) + 1:
        hall.advance(chance.choice((10, 1_000, 31_000, 130_000)))
    elif person.auditor.session is not None:
        hall.act(person, "draw")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_in_whatever_order_the_table_comes_back_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    hall = TableHarness(seed=seed)
    _, people = hall.table(["Ann", "Bob", "Cid"], ("keilty", "vegas")[seed % 2])
    people.append(hall.person("Dan"))
    for turn in range(150):
        if 1 in hall.lobby.tables:
            _anything(hall, people, chance)
        if turn % 5 == 0 or turn > 140:
            for one in again(hall.rows, hall.house):
                table = hall.lobby.tables[one.table.number]
                assert anatomy(one.table) == anatomy(table)
                assert one.timers == {clock: due for clock, due in hall.clocks.items() if clock.table == table.number}
                if table.stage == "waiting":
                    fresh, clocks = from_checkpoint(table, one.timers)
                    assert (anatomy(fresh), clocks) == (anatomy(table), one.timers)


def _next(hall: TableHarness, table: Table) -> tuple[int, Any]:
    assert table.game is not None and table.game.play is not None
    return quietly(table.game.play.variety, table.game.play.full, hall.chance)
