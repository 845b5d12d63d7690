"""What a host refuses at a table with a sealed deck, and what it never says."""

import json

import pytest

from rummynet.rules.varieties import NAMES
from rummynet.table.lobby import lobby
from rummynet_protocol.fairness.entries import PartLogged
from rummynet_protocol.sealed.library import NoRistretto
from rummynet_protocol.sealed.mix_proof import check_mix
from rummynet_protocol.wire.messages import AskView, Create, Done, Refused, View
from tests.support.people import TableHarness, audited, entries
from tests.support.sealed_people import SealedHarness, quickly, remembered
from tests.table.test_sealed_silence import dealt, on_turn, seated, sound


@pytest.fixture(autouse=True)
def checks_each_mix_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummynet_protocol.sealed.round_cards.check_mix", remembered(check_mix))


def test_a_turn_clock_that_is_too_short_is_refused() -> None:
    hall = SealedHarness()
    ann = hall.person("Ann")
    short = {"turn_seconds": 9}
    refused = hall.ask(ann, Create(ann.request(), "keilty", {**short, "deck": "sealed"}, "table"))
    assert isinstance(refused, Refused) and refused.code == "option"
    assert isinstance(hall.ask(ann, Create(ann.request(), "keilty", short, "table")), Done)


@pytest.mark.parametrize("variant", NAMES)
def test_every_game_can_have_a_sealed_deck_with_its_usual_options(variant: str) -> None:
    hall = SealedHarness()
    ann = hall.person("Ann")
    assert isinstance(hall.ask(ann, Create(ann.request(), variant, {"deck": "sealed"}, "table")), Done)


def test_a_host_without_the_library_opens_no_such_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise NoRistretto("this host has no library for a sealed deck")

    monkeypatch.setattr(lobby, "ristretto", missing)
    hall = SealedHarness()
    ann = hall.person("Ann")
    refused = hall.ask(ann, Create(ann.request(), "keilty", {"deck": "sealed"}, "table"))
    assert isinstance(refused, Refused) and refused.code == NoRistretto.code
    assert isinstance(hall.ask(ann, Create(ann.request(), "keilty", {}, "table")), Done)


def test_one_person_with_bots_is_refused() -> None:
    hall = SealedHarness()
    number, (ann,) = seated(hall, "Ann")
    bot = hall.seats_bot(ann, number, "Bot")
    hall.ready(bot, number)
    refused = hall.ask(ann, ann.ready(number))
    assert isinstance(refused, Refused) and refused.code == "players"


def test_seven_players_are_refused() -> None:
    hall = SealedHarness()
    number, people = seated(hall, "Ann Bob Cid Dan Eve Flo Gus", variant="vegas")
    for person in people[:-1]:
        hall.ready(person, number)
    refused = hall.ask(people[-1], people[-1].ready(number))
    assert isinstance(refused, Refused) and refused.code == "players"


def test_parts_that_are_not_due_or_wrong_are_refused_to_their_seat_and_not_logged() -> None:
    hall = SealedHarness()
    table, people = dealt(hall)
    drawer = on_turn(table, people)
    other = next(person for person in people if person is not drawer)
    number, before = table.number, len(drawer.entries)
    early = hall.ask(other, other.part(number, "share", other.auditor.head, bytes(96)))
    assert isinstance(early, Refused) and early.code == "not_due"
    other.silent.add("share")
    assert isinstance(hall.act(drawer, "draw"), Done)
    assert other.sealed is not None and other.auditor.me_seat is not None
    due = other.sealed.due[other.auditor.me_seat]
    good = other.blob("share", due.head)
    bad = bytes([good[0] ^ 1]) + good[1:]
    wrong = hall.ask(other, other.part(number, "share", due.head, bad))
    assert isinstance(wrong, Refused) and wrong.code == "wrong_statement" and wrong.signed is not None
    elsewhere = hall.ask(other, other.part(number, "share", drawer.auditor.aim[::-1], good))
    assert isinstance(elsewhere, Refused) and elsewhere.code == "not_due"
    signed = other.part(number, "share", due.head, good)
    exchanged = hall.ask(other, other.again(signed, blob=bad))
    assert isinstance(exchanged, Refused) and exchanged.code == "wrong_statement" and exchanged.signed is None
    parts = [entry for entry in entries(drawer)[before:] if isinstance(entry, PartLogged)]
    assert [part.seat for part in parts] == [seat for seat in (0, 1, 2) if people[seat] not in (drawer, other)]
    assert isinstance(hall.ask(other, other.again(signed)), Done)
    assert not audited(drawer).sealed.is_waiting  # type: ignore[union-attr]
    sound(hall)


def test_an_action_without_the_proof_of_its_cards_is_refused() -> None:
    hall = SealedHarness()
    table, people = dealt(hall)
    drawer = on_turn(table, people)
    hall.act(drawer, "draw")
    signed = drawer.submit(table.number, drawer.acting(drawer.clock_action()))
    without = hall.ask(drawer, drawer.again(signed, blob=b""))
    assert isinstance(without, Refused) and without.code == "wrong_statement" and without.signed is None
    changed = drawer.submit(table.number, drawer.acting(drawer.clock_action()), blob=bytes(200))
    refused = hall.ask(drawer, changed)
    assert isinstance(refused, Refused) and refused.code == "wrong_statement"
    assert isinstance(hall.act(drawer, drawer.clock_action()), Done)
    assert audited(drawer).refusals["wrong_statement"] == 1
    sound(hall)


def test_at_a_table_with_a_plain_deck_nothing_stands_beside_an_action() -> None:
    hall = TableHarness()
    table, people = hall.game(["Ann", "Bob"])
    assert table.game is not None and table.game.play is not None
    person = people[table.game.play.full.turn]
    refused = hall.ask(person, person.again(person.submit(table.number, person.acting("draw")), blob=b"proof"))
    assert isinstance(refused, Refused) and refused.code == "wrong_statement"


def test_the_host_shows_what_is_public_and_keeps_no_hidden_card() -> None:
    hall = SealedHarness()
    table, people = dealt(hall)
    hall.play(table, people, 6, quickly)
    for person in people:
        view = hall.ask(person, AskView(person.request(), table.number))
        assert isinstance(view, View)
        shown = json.loads(view.json)
        seat = person.auditor.me_seat
        assert seat is not None and shown["legal"] == []
        at = shown["position"]
        at = shown["position"]
        known = [len(hand) + hidden for hand, hidden in zip(at["hands"], at["hidden"], strict=True)]
        state = audited(person).state
        assert state is not None and known == [state.count(one) for one in range(3)]
        assert at["hidden"][seat] == len(person.holder.cards.hands[seat].cards)
    game = table.game
    assert game is not None and game.play is not None
    assert game.play.full is game.play.public and all(game.play.full.hidden)
    sound(hall)
