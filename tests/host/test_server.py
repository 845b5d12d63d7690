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
    LobbyShown,
    Ping,
    Pong,
    Proof,
    Refused,
    Say,
    Sit,
    Welcome,
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


def test_the_greeting_ends_with_a_welcome_and_the_lobby(building: Building) -> None:
    ann = building.guest("Ann")
    assert [type(one) for one in ann.got] == [Challenge, Welcome, LobbyShown]
    assert ann.heard(Welcome)[0].name == "Ann"


def test_names_are_cleaned(building: Building) -> None:
    dialler = building.dial("\x1b[2JAnn\u202e" + "x" * 60)
    welcome = dialler.greet()
    assert isinstance(welcome, Welcome)
    assert welcome.name == ("[2JAnn" + "x" * 60)[:32]


def test_a_name_of_nothing_but_control_characters_becomes_a_guest(building: Building) -> None:
    welcome = building.dial("\x00\x1b").greet()
    assert isinstance(welcome, Welcome) and welcome.name.startswith("guest ")


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


@pytest.mark.parametrize(
    ("low", "high", "who"), [(VERSIONS[-1] + 1, VERSIONS[-1] + 1, "host"), (1, VERSIONS[0] - 1, "client")]
)
def test_another_version_is_refused_with_the_side_to_upgrade(building: Building, low: int, high: int, who: str) -> None:
    dialler = building.dial("Ann")
    dialler.say(Hello(low, high, "Ann", dialler.person.key, "t"))
    dialler.hear()
    assert code(dialler) == "version"
    assert f"upgrade the {who}" in dialler.heard(Bye)[0].says


def test_a_silent_dialler_is_let_go(building: Building) -> None:
    dialler = building.dial("Ann")
    building.settle(9.9)
    assert not dialler.heard(Bye)
    building.settle(0.2)
    assert code(dialler) == "greeting"
    building.settle(3.1)
    assert dialler.wire.aborted


def test_a_greeting_drop_by_drop_is_let_go_too(building: Building) -> None:
    dialler = building.dial("Ann")
    data = dialler.connection.send(Hello(VERSIONS[0], VERSIONS[-1], "Ann", dialler.person.key, "t"))
    for byte in data[:15]:
        dialler.protocol.data_received(bytes([byte]))
        building.settle(1)
    assert code(dialler) == "greeting"


@pytest.mark.parametrize("junk", [b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 100, b"\x00\x00\x00\x01\xc1", b"\0" * 8])
def test_junk_gets_one_bye_and_nothing_after_it(building: Building, junk: bytes) -> None:
    dialler = building.dial("Ann")
    for _ in range(3):
        dialler.protocol.data_received(junk)
    dialler.hear()
    assert len(dialler.heard(Bye)) == 1 and dialler.wire.disconnecting
    building.settle(60)
    assert dialler.heard(Bye) == dialler.got


def test_a_request_before_the_proof_is_an_error(building: Building) -> None:
    dialler = building.dial("Ann")
    dialler.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", dialler.person.key, "t"))
    other = building.guest("Bob")
    dialler.protocol.data_received(other.connection.send(Sit(1, 1, None)))
    dialler.hear()
    assert len(dialler.heard(Bye)) == 1


def test_what_came_whole_before_a_mistake_is_still_done(building: Building) -> None:
    ann = building.guest("Ann")
    create = ann.connection.send(Create(1, "keilty", {}, "kitchen"))
    ann.protocol.data_received(create + b"\xff\xff\xff\xff")
    building.settle()
    assert list(building.dispatcher.lobby.tables) == [1]
    assert len(ann.heard(Bye)) == 1


def test_pings_are_answered_and_silence_is_asked_about_then_ended(building: Building) -> None:
    ann = building.guest("Ann")
    ann.say(Ping(7))
    building.settle()
    assert ann.heard(Pong) == [Pong(7)]
    building.settle(20)
    assert len(ann.heard(Ping)) == 1
    ann.say(Pong(1))
    for _ in range(2):
        building.settle(20)
    assert not ann.heard(Bye)
    building.settle(20)
    assert code(ann) == "idle"


def test_a_bye_closes_the_connection(building: Building) -> None:
    ann = building.guest("Ann")
    ann.say(Bye("quit", "good night"))
    building.settle()
    assert ann.wire.disconnecting
    ann.hang_up()
    assert building.dispatcher.peers == ()


def test_too_many_messages_end_the_connection(narrow: Building) -> None:
    ann = narrow.guest("Ann")
    for _ in range(70):
        ann.say(Ping(0))
    narrow.settle()
    assert code(ann) == "too_fast" and len(ann.heard(Pong)) == 60 - 2


def test_the_allowance_fills_up_with_time(narrow: Building) -> None:
    ann = narrow.guest("Ann")
    for number in range(60):
        ann.say(Ping(number))
        narrow.settle(0.1)
    assert len(ann.heard(Pong)) == 60


def test_one_address_and_all_together_have_limited_connections(narrow: Building) -> None:
    first, second = narrow.guest("a"), narrow.guest("b")
    third = narrow.dial("c")
    assert isinstance(third.greet(), Bye) and code(third) == "full"
    third.hang_up()
    other, over = narrow.dial("d", "10.0.0.2"), narrow.dial("e", "10.0.0.2")
    assert isinstance(other.greet(), Welcome)
    assert isinstance(over.greet(), Bye) and code(over) == "full"
    over.hang_up()
    first.hang_up()
    again = narrow.guest("f")
    assert not again.heard(Bye) and not second.heard(Bye)


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


def test_the_same_key_again_replaces_the_older_connection(building: Building) -> None:
    first = building.guest("Ann")
    first.ask(Create, "keilty", {}, "x")
    first.ask(Sit, 1, None)
    second = building.guest("Ann")
    building.settle()
    assert code(first) == "replaced"
    first.hang_up()
    building.settle()
    assert building.dispatcher.lobby.tables[1].seating.seats[0].connected
    assert isinstance(second.ask(Say, 1, "back"), Done)


def test_an_answer_belongs_to_the_connection_that_asked(building: Building) -> None:
    first = building.guest("Ann")
    first.say(Create(1, "keilty", {}, "x"))
    second = building.dial("Ann")
    second.greet()
    assert not [one for one in second.got if isinstance(one, Done | Refused)]


def test_closing_says_goodbye_to_everybody_once(building: Building) -> None:
    ann, half = building.guest("Ann"), building.dial("half")
    building.dispatcher.close(lambda: building.factory.close("good night"))
    building.factory.close("good night")
    for dialler in (ann, half):
        dialler.hear()
        assert code(dialler) == "closing"
    assert building.factory.build_protocol("local") is None


def test_the_log_names_people_escaped_and_no_text_of_theirs_unquoted(building: Building, stream: io.StringIO) -> None:
    building.guest("Ann\nfoo\x1b[0m\u00e9")
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].isascii() and "\x1b" not in lines[0]
    assert "name='Ann foo[0m\\xe9'" in lines[0]
