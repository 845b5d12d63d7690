"""Tables with a sealed deck where somebody gives nothing: voids, waits, time that is up, seats that are given up."""

import random
from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import RequestReceived
from rummynet.table.api.records import EntryLogged, SecretKept
from rummynet.table.table import Table
from rummynet_protocol.actions import Action, Draw, ThrowOut
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import FIRST_BATCH
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Ended,
    HostPart,
    PartLogged,
    Scored,
    TurnLate,
    TurnUp,
    Voided,
    read_entry,
)
from rummynet_protocol.sealed import sealed_round
from rummynet_protocol.wire.messages import AskLog, Done, Here, Refused
from tests.support.journal import again, anatomy, comes_back
from tests.support.people import Person, SealedHarness, audited, entries, on_turn, quickly
from tests.table.test_resume import restart

pytestmark = pytest.mark.slow


def gives_again(hall: SealedHarness, person: Person, table: int = 1) -> None:
    """The program gives what it has owed, as after a restart of its own."""
    person.silent.clear()
    hall.done(person, Here, table)
    for request in person.owed(table):
        assert isinstance(hall.ask(person, request), Done)


def kinds(person: Person, kind: type[Any]) -> list[Any]:
    return [entry for entry in entries(person) if isinstance(entry, kind)]


def sound(hall: SealedHarness) -> None:
    assert [report.error for report in hall.reports if report.error] == []


# -- before anybody has seen a card


@pytest.mark.parametrize("what", ["commit", "key", "escrow", "mix", "proof", "root"])
def test_silence_before_the_first_deck_is_signed_voids_it_and_all_make_new_keys(what: str) -> None:
    hall = SealedHarness()
    ann, bob, _cid = hall.stuck(what, ["Ann", "Bob", "Cid"])
    assert not kinds(ann, Voided)
    hall.advance(31_000)
    (void,) = kinds(ann, Voided)
    assert audited(ann).voids[0].silent == (1,)
    assert (void.signed == ()) == (what in ("escrow", "mix", "proof"))
    gives_again(hall, bob)
    assert kinds(ann, CardsDealt) and audited(ann).state is not None
    sound(hall)


def test_a_start_reads_the_secrets_behind_those_that_a_checkpoint_has() -> None:
    hall = SealedHarness()
    people = hall.stuck("mix", ["Ann", "Bob", "Cid"])
    hall.advance(31_000)
    gives_again(hall, people[1])
    kept = [(row.round, row.epoch) for row in hall.rows if isinstance(row, SecretKept)]
    # As both kinds of journals ask for them: behind a checkpoint of round 1 those above this.
    assert [one > (1, FIRST_BATCH - 1) for one in kept] == [False, True]


def test_a_complaint_makes_the_deck_anew_without_anybody_waiting() -> None:
    hall = SealedHarness()
    number, (ann, bob, cid) = hall.table(["Ann", "Bob", "Cid"])
    cid.silent.add("mix")
    ann.silent.add("mix")
    for person in (ann, bob, cid):
        hall.ready(person, number)
    sealed, holder = bob.sealed, bob.holder
    assert sealed is not None
    blob = bytes([2]) + holder.complain(2, {holder.seat: sealed.part_of(2, holder.seat)}, bytes(32))
    for wrong, code in ((blob[:-1], "wrong_statement"), (b"", "not_due")):
        refused = hall.ask(bob, bob.part(number, "complain", bob.auditor.head, wrong))
        assert isinstance(refused, Refused) and refused.code == code
    assert isinstance(hall.ask(bob, bob.part(number, "complain", bob.auditor.head, blob)), Done)
    (void,) = kinds(ann, Voided)
    assert void.signed == () and audited(ann).voids[0].silent == (1,)  # it opens, so its keeper lied
    gives_again(hall, ann)
    gives_again(hall, cid)
    gives_again(hall, bob)
    assert kinds(ann, CardsDealt)
    sound(hall)


def test_a_game_is_called_off_after_as_many_voids_as_the_table_allows() -> None:
    hall = SealedHarness()
    ann, _bob, _cid = hall.stuck("mix", ["Ann", "Bob", "Cid"], voids=1)
    hall.advance(31_000)
    assert audited(ann).ended == "voids"
    sound(hall)


# -- after that


def dealt(**options: object) -> tuple[SealedHarness, Table, list[Person]]:
    hall = SealedHarness()
    return hall, *hall.game(["Ann", "Bob", "Cid"], "keilty", **options)


def test_a_draw_waits_for_the_shares_of_all_and_no_clock_runs_meanwhile() -> None:
    hall, table, people = dealt(turn_seconds=30)
    drawer = on_turn(table, people)
    other = next(person for person in people if person is not drawer)
    hall.advance(10_000)
    other.silent.add("share")
    assert isinstance(hall.act(drawer, "draw"), Done)
    assert not [clock for clock in hall.clocks if clock.kind == "wait"]
    refused = hall.act(drawer, "draw")
    assert isinstance(refused, Refused) and refused.code == "shuffling"
    hall.advance(600_000)
    assert not kinds(drawer, Voided) and not kinds(drawer, TurnLate)
    gives_again(hall, other)
    (clock,) = [clock for clock in hall.clocks if clock.kind == "wait"]
    assert hall.clocks[clock] - hall.ms == 30_000  # who acts by hand has the whole time again, once
    sound(hall)


def test_the_program_of_a_late_seat_throws_out_the_card_that_it_drew() -> None:
    hall, table, people = dealt(turn_seconds=30)
    drawer = on_turn(table, people)
    hall.act(drawer, "draw")
    hall.advance(30_000)
    (late,) = kinds(drawer, TurnLate)
    assert late.why == "turn"
    thrown = kinds(drawer, Acted)[-1]
    assert thrown.seat == late.seat and thrown.do.startswith("throw ") and thrown.signed is not None and thrown.proof
    assert on_turn(table, people) is not drawer
    sound(hall)


def test_a_late_seat_does_nothing_else() -> None:
    hall, table, people = dealt(turn_seconds=30)
    drawer = on_turn(table, people)
    drawer.silent.add("action")
    hall.act(drawer, "draw")
    hall.advance(60_000)
    assert len(kinds(drawer, TurnLate)) == 1
    refused = hall.act(drawer, "draw")
    assert isinstance(refused, Refused) and refused.code == "stale"
    assert audited(drawer).refusals["stale"] == 1
    gives_again(hall, drawer)
    assert on_turn(table, people) is not drawer
    sound(hall)


def test_the_host_draws_for_a_seat_whose_time_is_up_and_its_program_throws() -> None:
    hall, table, people = dealt(turn_seconds=30)
    drawer = on_turn(table, people)
    hall.advance(31_000)
    drawn, thrown = kinds(drawer, Acted)
    assert (drawn.do, drawn.signed, drawn.why) == ("draw", None, "turn")
    assert thrown.signed is not None and thrown.seat == drawn.seat
    assert len(kinds(drawer, TurnLate)) == 1
    sound(hall)


def test_the_others_vote_about_one_who_has_drawn_and_does_nothing_more() -> None:
    hall, table, people = dealt(idle_seconds=30)
    drawer = on_turn(table, people)
    assert isinstance(hall.act(drawer, "draw"), Done)
    about = drawer.auditor.me_seat
    assert about is not None and isinstance(entries(drawer)[-1], PartLogged), "the shares of the draw stand last"
    for person in people:
        if person is not drawer:
            assert isinstance(hall.vote(person, about), Done)
    hall.advance(31_000)
    assert [late.seat for late in kinds(drawer, TurnLate)] == [about]
    sound(hall)


IDLE, NOTICE = 180_000, 20_000
EVERYTHING = {"share", "mix", "proof", "root", "action", "open", "key"}


def given_up(hall: SealedHarness, table: Table, people: list[Person], wait: int = IDLE, between: int = 0) -> Person:
    """Somebody whose program is lost, and whom the two others go on without, with a draw waiting for it."""
    drawer = on_turn(table, people)
    lost = next(person for person in people if person is not drawer)
    lost.silent |= EVERYTHING
    assert isinstance(hall.act(drawer, "draw"), Done)
    about = lost.auditor.me_seat
    assert about is not None
    left = [person for person in people if person is not lost]
    hall.advance(wait - IDLE)
    for person in left:
        assert isinstance(hall.vote(person, about), Done)
        hall.advance(between)
    hall.advance(IDLE)
    return lost


def test_a_seat_that_all_others_give_up_is_played_for_with_open_cards() -> None:
    hall, table, people = dealt()
    lost = given_up(hall, table, people)
    about = lost.auditor.me_seat
    assert len(kinds(lost, HostPart)) == 1
    assert [part.seat for part in kinds(lost, PartLogged)].count(about) > 0
    left = [person for person in people if person is not lost]
    state = audited(left[0]).state
    assert state is not None and about is not None and not state.hidden[about]
    game = table.game
    assert game is not None
    while game.round < 2 and table.stage == "playing" and not game.dealer.held:
        hall.play(table, left, 1, quickly)
    assert {act.why for act in kinds(lost, Acted) if act.seat == about} >= {"gone"}
    assert kinds(lost, Scored)
    for person in people:
        audited(person)
    sound(hall)


def test_a_game_goes_on_while_the_others_open_a_hand() -> None:
    hall, table, people = dealt(break_seconds=0)  # without that time the game could end as soon as a hand is opened
    for person in people:
        person.silent.add("key")
    lost = given_up(hall, table, people)
    for person in people:
        if person is not lost:
            assert table.stage == "playing" and not kinds(lost, Ended)
            gives_again(hall, person)
    hall.play(table, [person for person in people if person is not lost], 3, quickly)
    assert not kinds(lost, Ended)
    sound(hall)


@pytest.mark.parametrize(("wait", "between"), [(7 * 60_000, 0), (IDLE, 10_000), (3_600_000, 10_000)])
def test_a_seat_can_be_given_up_however_long_it_has_been_waited_for(wait: int, between: int) -> None:
    hall, table, people = dealt()
    lost = given_up(hall, table, people, wait, between)
    assert len(kinds(lost, HostPart)) == 1
    hall.play(table, [person for person in people if person is not lost], 3, quickly)
    for person in people:
        audited(person)
    sound(hall)


def test_the_cards_of_a_seat_that_is_given_up_before_the_deal_is_complete_are_known_behind_it() -> None:
    hall = SealedHarness(seed=17)
    people = hall.stuck("share", ["Ann", "Bob", "Cid"], "crummy")
    lost, left = people[1], [people[0], people[2]]
    lost.silent |= EVERYTHING
    about = lost.auditor.me_seat
    assert about is not None and kinds(lost, CardsDealt)
    for person in left:
        assert isinstance(hall.vote(person, about), Done)
    hall.advance(IDLE)
    assert kinds(lost, TurnUp), "else the deal was complete with the first card: take another seed"
    for ledger in (left[0].auditor, hall.lobby.tables[1].consents.statements.ledger):
        assert ledger.state is not None and not ledger.state.hidden[about] and ledger.state.hands[about]
    sound(hall)


def draws_and_throws(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    seat = variety.actors(state)[0]
    legal = [one for one in variety.legal(state, seat) if isinstance(one, Draw | ThrowOut)]
    return seat, variety.explicit(state, seat, chance.choice(legal))


def test_who_keeps_the_signature_of_a_later_stock_back_is_given_up_and_the_stock_is_mixed_without_them() -> None:
    hall, table, people = dealt()
    lost, *left = people
    about = lost.auditor.me_seat
    assert about is not None and table.game is not None
    lost.silent.add("root")
    hall.play(table, people, choose=draws_and_throws)
    assert table.game.dealer.busy and left[0].sealed is not None and left[0].sealed.root is not None
    for other in (left[1].auditor.me_seat or 0, about):
        answer = hall.vote(left[0], other)
        assert isinstance(answer, Done if other == about else Refused), "whose signature has come is not waited for"
    lost.silent |= EVERYTHING
    assert isinstance(hall.vote(left[1], about), Done)
    hall.advance(IDLE)
    comes_back(hall)
    assert len(kinds(lost, HostPart)) == 1 and not table.game.dealer.busy
    hall.play(table, left, 5, draws_and_throws)
    for person in people:
        audited(person)
    sound(hall)


def test_without_escrow_nobody_is_given_up_and_the_game_can_be_ended() -> None:
    hall, table, people = dealt(escrow=False, idle_seconds=30, break_seconds=0)
    drawer = on_turn(table, people)
    lost = next(person for person in people if person is not drawer)
    left = [person for person in people if person is not lost]
    lost.silent |= EVERYTHING
    hall.act(drawer, "draw")
    about = lost.auditor.me_seat
    assert about is not None
    other = hall.vote(left[0], left[1].auditor.me_seat or 0)
    assert isinstance(other, Refused) and other.code == "not_absent"
    assert isinstance(hall.vote(left[0], about), Done)
    hall.advance(30_000 - 1)
    assert not kinds(drawer, Ended)
    hall.advance(1)
    assert [end.why for end in kinds(drawer, Ended)] == ["waited"]
    assert audited(drawer).ended == "waited"
    sound(hall)


# -- a host that is killed


@pytest.mark.parametrize("what", ["key", "escrow", "mix", "proof", "root", "share", "open"])
def test_a_host_killed_while_a_part_is_due_goes_on_with_the_same_deal(what: str) -> None:
    hall = SealedHarness()
    people = hall.stuck(what, ["Ann", "Bob", "Cid"])
    ann, bob, _ = people
    table = hall.lobby.tables[1]
    if what == "open":
        while not (table.game and table.game.dealer.busy):
            hall.play(table, people, 1, quickly)
    before = list(ann.entries)
    comes_back(hall)
    restart(hall)
    for person in people:
        hall.back(person)
        hall.done(person, AskLog, 1, person.auditor.index)
    gives_again(hall, bob)
    assert ann.entries[: len(before)] == before and len(ann.entries) > len(before)
    assert not kinds(ann, Voided)
    table = hall.lobby.tables[1]
    hall.play(table, people, 3, quickly)
    comes_back(hall)
    sound(hall)


def test_after_every_input_the_table_comes_back_as_it_was() -> None:
    hall = SealedHarness()
    take, checked = hall.lobby.take_input, 0

    def checking(*came: Any) -> Any:  # noqa: ANN401
        nonlocal checked
        effects = take(*came)
        checked += 1
        if checked % 3 == 0:
            rows = hall.rows + [effect.row for effect in effects if hasattr(effect, "row")]
            for one in again(rows, hall.house):
                assert anatomy(one.table) == anatomy(hall.lobby.tables[one.table.number])
        return effects

    hall.lobby.take_input = checking  # type: ignore[method-assign, assignment]
    table, people = hall.game(["Ann", "Bob", "Cid"])
    hall.play(table, people, 4, quickly)
    assert TimerId(table.number, "ceremony") not in hall.clocks
    sound(hall)


def test_what_only_the_keys_show_is_logged_and_closes_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, table, people = dealt()
    ann = people[0]

    def found(*_: object) -> None:
        raise Cheat("mix", "seat 1 exchanged a card")

    while not ann.sealed.is_ending:  # type: ignore[union-attr]
        people[2].silent.add("open")
        hall.play(table, people, 1, quickly)
    before = len(ann.entries)
    monkeypatch.setattr(sealed_round, "audit_round", found)
    hall.people.clear()  # what their own check says is another test
    last = people[2].part(table.number, "open", people[2].sealed.due[2].head, people[2].holder.open())  # type: ignore[union-attr]
    hall.take(RequestReceived(people[2].key, last))
    rows = [row for row in hall.rows if isinstance(row, EntryLogged)]
    assert len(rows) == before + 1 and isinstance(read_entry(rows[-1].entry), PartLogged)
    assert table.number not in hall.lobby.tables
    sound(hall)
