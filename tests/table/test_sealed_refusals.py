"""What a host refuses at a table with a sealed deck, and what it never says."""

from collections.abc import Callable

import pytest

from rummynet.rules.varieties import NAMES
from rummynet.table.lobby import lobby
from rummynet_client.core.log import sealed_part
from rummynet_protocol.fairness.transcript import HEADER, RefusalRecord, read_transcript
from rummynet_protocol.sealed.library import NoRistretto
from rummynet_protocol.sealed.round_keys import round_key
from rummynet_protocol.wire.messages import Create, Done, Refused
from tests.support.people import SealedHarness, audited, on_turn, quickly
from tests.table.test_sealed_silence import dealt, sound


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
    number, (ann,) = hall.table(["Ann"])
    bot = hall.seats_bot(ann, number, "Bot")
    hall.ready(bot, number)
    refused = hall.ask(ann, ann.ready(number))
    assert isinstance(refused, Refused) and refused.code == "players"


def test_an_action_without_the_proof_of_its_cards_is_refused() -> None:
    hall, table, people = dealt()
    drawer = on_turn(table, people)
    hall.act(drawer, "draw")
    signed = drawer.submit(table.number, drawer.acting(drawer.clock_action()))
    without = hall.ask(drawer, drawer.again(signed, blob=b""))
    assert isinstance(without, Refused) and without.code == "wrong_statement" and without.signed is None
    changed = drawer.submit(table.number, drawer.acting(drawer.clock_action()), blob=bytes(200))
    refused = hall.ask(drawer, changed)
    assert isinstance(refused, Refused) and refused.code == "wrong_statement"
    *_, record = read_transcript(HEADER + b"".join(drawer.follower.records)).records
    assert isinstance(record, RefusalRecord) and record.blob == bytes(200)
    assert isinstance(hall.act(drawer, drawer.clock_action()), Done)
    assert audited(drawer).refusals["wrong_statement"] == 1
    sound(hall)


@pytest.mark.parametrize(
    ("name", "forged", "refused"),
    [
        ("round_key", lambda _secret, deal, _seat: round_key(bytes(32), deal, 0), [[], ["wrong_statement"]]),
        ("prove_possession", lambda *_: bytes(64), [["wrong_statement"]] * 2),
    ],
)
def test_a_key_that_is_not_the_seats_own_is_refused(
    name: str, forged: Callable[..., object], refused: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_part, name, forged)
    people = SealedHarness().stuck("")
    assert [[one.code for one in person.refusals] for person in people] == refused


def test_the_host_keeps_no_hidden_card() -> None:
    hall, table, people = dealt()
    hall.play(table, people, 6, quickly)
    game = table.game
    assert game is not None and game.play is not None
    assert all(game.play.full.hidden)
    sound(hall)
