"""Connections at the host: greeting, limits, pings, mistakes, slow readers. No reactor runs."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.host.limits.bounds import Bounds
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.messages import (
    Bye,
    Challenge,
    Create,
    Done,
    Hello,
    Ping,
    Pong,
    Proof,
    Refused,
    Say,
    Sit,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support import curve
from tests.support.dialling import Building, Dialler


@pytest.fixture
def narrow(tmp_path: Path, stream: io.StringIO) -> Iterator[Building]:
    bounds = Bounds(messages_per_second=10, burst=60, connections=3, per_address=2, unread_bytes=2_000)
    made = Building(tmp_path, stream, bounds)
    yield made
    made.close()


def code(dialler: Dialler) -> str:
    (bye,) = dialler.heard(Bye)
    assert dialler.wire.disconnecting
    return str(bye.code)


def test_a_proof_by_another_key_is_turned_away(building: Building) -> None:
    dialler = building.dial("Ann")
    dialler.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", Signer(b"\x01" * 32).public, "t"))
    dialler.hear()
    dialler.say(Proof(bytes(64)))
    dialler.hear()
    assert code(dialler) == "proof"
    assert building.dispatcher.peers == ()


@pytest.mark.parametrize("key", [*curve.SMALL, *curve.TWICE_WRITTEN], ids=bytes.hex)
def test_a_key_that_anybody_could_prove_is_turned_away_at_hello(building: Building, key: bytes) -> None:
    dialler = building.dial("Ann")
    dialler.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", key, "t"))
    dialler.hear()
    assert code(dialler) == "proof"
    assert "not a proper Ed25519 key" in dialler.heard(Bye)[0].says
    assert not dialler.heard(Challenge) and building.dispatcher.peers == ()


def test_a_proof_for_another_challenge_is_refused(building: Building) -> None:
    first, second = building.dial("Ann"), building.dial("Ann")
    for dialler in (first, second):
        dialler.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", dialler.person.key, "t"))
        dialler.hear()
    replayed = first.person.signer.sign("hello", first.heard(Challenge)[0].nonce)
    second.say(Proof(replayed))
    second.hear()
    assert code(second) == "proof"


def test_a_silent_dialler_is_let_go(building: Building) -> None:
    dialler = building.dial("Ann")
    building.settle(9.9)
    assert not dialler.heard(Bye)
    building.settle(0.2)
    assert code(dialler) == "greeting"
    building.settle(3.1)
    assert dialler.wire.aborted


def test_what_came_whole_before_a_mistake_is_still_done(building: Building) -> None:
    ann = building.guest("Ann")
    create = ann.connection.send(Create(1, "keilty", {}, "kitchen"))
    ann.protocol.data_received(create + b"\xff\xff\xff\xff")
    building.settle()
    assert list(building.dispatcher.lobby.tables) == [1]
    assert len(ann.heard(Bye)) == 1


def test_too_many_messages_end_the_connection(narrow: Building) -> None:
    ann = narrow.guest("Ann")
    for _ in range(70):
        ann.say(Ping(0))
    narrow.settle()
    assert code(ann) == "too_fast" and len(ann.heard(Pong)) == 60 - 2


def test_a_slow_reader_is_cut_off_and_others_are_not(narrow: Building) -> None:
    ann, bob = narrow.guest("Ann"), narrow.guest("Bob")
    ann.ask(Create, "keilty", {}, "x")
    for dialler in (ann, bob):
        dialler.ask(Sit, 1, None)
    bob.protocol.pause_writing()
    for _ in range(30):
        narrow.settle(0.2)
        answer = ann.ask(Say, 1, "hello " * 30)
        assert isinstance(answer, Done)
    assert bob.wire.aborted and not ann.wire.disconnecting


def test_a_reader_that_catches_up_gets_everything_in_order(building: Building) -> None:
    ann = building.guest("Ann")
    ann.protocol.pause_writing()
    for number in range(5):
        ann.say(Ping(number))
    building.clock.advance(0)
    assert ann.wire.value() == b""
    ann.protocol.resume_writing()
    ann.hear()
    assert [one.number for one in ann.heard(Pong)] == list(range(5))


def test_an_answer_belongs_to_the_connection_that_asked(building: Building) -> None:
    first = building.guest("Ann")
    first.say(Create(1, "keilty", {}, "x"))
    second = building.dial("Ann")
    second.greet()
    assert not [one for one in second.got if isinstance(one, Done | Refused)]


def test_the_log_names_people_escaped_and_no_text_of_theirs_unquoted(building: Building, stream: io.StringIO) -> None:
    building.guest("Ann\nfoo\x1b[0m\u00e9")
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].isascii() and "\x1b" not in lines[0]
    assert "name='Ann foo[0m\\xe9'" in lines[0]
