"""Connections at the host: greeting, limits, pings, mistakes, slow readers. No reactor runs."""

import io

import pytest

from rummynet_protocol.wire.messages import Bye, Challenge, Create, Done, Hello, Refused
from rummynet_protocol.wire.versions import VERSIONS
from tests.support import curve
from tests.support.dialling import Building, Dialler


def code(dialler: Dialler) -> str:
    (bye,) = dialler.heard(Bye)
    assert dialler.wire.closed
    return str(bye.code)


@pytest.mark.parametrize("key", [*curve.SMALL, *curve.TWICE_WRITTEN], ids=bytes.hex)
def test_a_key_that_anybody_could_prove_is_turned_away_at_hello(building: Building, key: bytes) -> None:
    dialler = building.dial("Ann")
    dialler.say(Hello(VERSIONS[0], VERSIONS[-1], "Ann", key, "t"))
    dialler.hear()
    assert code(dialler) == "proof"
    assert "not a proper Ed25519 key" in dialler.heard(Bye)[0].says
    assert not dialler.heard(Challenge) and building.dispatcher.peers == ()


def test_what_came_whole_before_a_mistake_is_still_done(building: Building) -> None:
    ann = building.guest("Ann")
    create = ann.connection.send(Create(1, "keilty", {}, "kitchen"))
    ann.protocol.data_received(create + b"\xff\xff\xff\xff")
    building.settle()
    assert list(building.dispatcher.lobby.tables) == [1]
    assert len(ann.heard(Bye)) == 1


def test_an_answer_belongs_to_the_connection_that_asked(building: Building) -> None:
    first = building.guest("Ann")
    first.say(Create(1, "keilty", {}, "x"))
    second = building.dial("Ann")
    second.greet()
    assert not [one for one in second.told if isinstance(one, Done | Refused)]


def test_the_log_names_people_escaped_and_no_text_of_theirs_unquoted(building: Building, stream: io.StringIO) -> None:
    building.guest("Ann\nfoo\x1b[0m\u00e9")
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1
    assert lines[0].isascii() and "\x1b" not in lines[0]
    assert "name='Ann foo[0m\\xe9'" in lines[0]
