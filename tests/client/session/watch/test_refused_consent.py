"""The signed refusal of a ``ready``: what is an alarm at once, and what may be true as the table may have changed."""

from collections.abc import Callable

import pytest

from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.private_records import RefusedKept
from rummynet_client.core.session.watch.refused_consent import is_false
from rummynet_client.core.session.watch.signed_refusals import read_refusal
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.statements import Agreed, read_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Ready, Refused, Request
from tests.client.session.test_joining import begun
from tests.support.crooked import remembered
from tests.support.fake_host import FakeHost, Guest, play, seated

NEVER_TRUE = ("signature", "trouble", "too_many", "cooldown")
OF_THE_TABLE = ("stale", "playing", "players", "option", "deck", "not_seated", "not_due", "race", "some_day")


def refuse_ready(host: FakeHost, guest: Guest, code: str, head: bytes = NO_HEAD) -> None:
    """The guest says ready, and the host refuses that under its signature."""

    def refuses(one: Guest, request: Request) -> bool:
        if one is not guest or not isinstance(request, Ready) or request.signed is None:
            return False
        payload, _ = request.signed
        key, log = guest.signer.public, read_statement("ready", payload).log
        promise = refusal_payload(log, head, key, statement_hash("ready", payload), code, NO_EVIDENCE)
        host.tell(key, Refused(request.n, code, "no", host.signer.sign("refusal", promise), head))
        return True

    host.ignores = refuses
    host.do(guest, "ready")


@pytest.mark.parametrize("code", [*NEVER_TRUE, "no_game", "paused", "wrong_statement", "clock"])
def test_what_cannot_be_true_before_the_log_begins_is_a_cheat(code: str) -> None:
    host, (ann, _bob) = seated("Ann", "Bob")
    refuse_ready(host, ann, code)
    assert remembered(ann) == ["cheat"]


def newcomer() -> tuple[FakeHost, Guest, Callable[[], bytes]]:
    """Somebody who sits down while others play; and the head of the log."""
    host, guests = begun()
    play(host, guests, 4)
    dot = Guest("Dot")
    host.connect(dot)
    host.do(dot, "sit 1")

    def head() -> bytes:
        game = host.lobby.tables[1].game
        assert game is not None
        return game.game_log.head

    return host, dot, head


@pytest.mark.parametrize("code", ["no_game", "paused", "shuffling"])
def test_who_is_to_come_in_holds_it_against_the_log_where_that_stands(code: str) -> None:
    host, dot, head = newcomer()
    refuse_ready(host, dot, code, head())
    assert remembered(dot) == ["cheat"]


def test_a_pause_at_the_head_that_the_refusal_names_is_none_of_its_lies() -> None:
    host, dot, head = newcomer()
    host.do(next(guest for guest in host.guests if guest.name == "Ann"), "pause")
    refuse_ready(host, dot, "paused", head())
    assert remembered(dot) == []


@pytest.mark.parametrize("code", [*OF_THE_TABLE, "no_game", "paused", "shuffling"])
def test_a_head_that_has_not_come_here_is_judged_when_it_has(code: str) -> None:
    host, dot, _head = newcomer()
    refuse_ready(host, dot, code, bytes(31) + b"!")
    assert remembered(dot) == []


def signs(own: OwnStatements) -> OwnStatement:
    return own.sign(Agreed, NO_HEAD, None, rules=bytes(32), players=bytes(32))


def refused(own: OwnStatement, code: str) -> RefusedKept:
    return RefusedKept(own.hash, code, b"signed", NO_HEAD)


@pytest.mark.parametrize("code", ["clock", "wrong_statement"])
def test_another_machine_may_have_signed_where_the_host_has_not_answered(code: str) -> None:
    """An ``order`` that showed its statement can have been lost with a connection."""
    guest = Guest("Ann")
    own = OwnStatements(guest.signer, guest.clock, bytes(32), "keilty")
    first, second = signs(own), signs(own)
    assert is_false(own, first, refused(first, code), None)
    assert not is_false(own, second, refused(second, code), None)
    own.mark_refused(first, RefusedKept(first.hash, "stale", b"", b""))
    assert not is_false(own, second, refused(second, code), None), "unsigned, that is no answer"
    own.mark_refused(first, refused(first, "order"))
    assert not is_false(own, second, refused(second, code), None), "the host has another one of that number"
    own.mark_acknowledged(first)
    assert is_false(own, second, refused(second, code), None)


def test_a_refusal_that_names_evidence_for_another_code_than_order_is_false() -> None:
    guest = Guest("Ann")
    own = OwnStatements(guest.signer, guest.clock, bytes(32), "keilty")
    first, second = signs(own), signs(own)
    shown = RefusedKept(first.hash, "stale", b"signed", NO_HEAD, (second.what, second.payload, second.signature))
    assert is_false(own, first, shown, None)
    assert not is_false(own, first, refused(first, "stale"), None)
    assert not is_false(own, first, replace(shown, code="order"), None)
    assert is_false(own, first, refused(first, "order"), None)
    for code, head in (("", NO_HEAD), ("ä", NO_HEAD), ("stale", None)):  # no file could hold it
        assert read_refusal(guest.signer.public, b"", first, Refused(1, code, "no", bytes(64), head)) is None
