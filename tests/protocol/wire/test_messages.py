"""Bodies and messages: golden bytes, round trips, and invalid input."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.values import asdict
from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import FrameReader, frame
from rummynet_protocol.wire.lifecycle import LIFECYCLE
from rummynet_protocol.wire.message_codec import TableRow, lobby, pack_message, read_message
from rummynet_protocol.wire.messages import KINDS, NAME, Bye, Done, LobbyShown, Message, Ping, Say
from tests.protocol.wire.samples import message, samples, vectors
from tests.support.errors import raises

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=8) | st.binary(max_size=70),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


def test_every_kind_can_be_sent_by_somebody() -> None:
    assert {kind for step in LIFECYCLE for kind in step.kinds} == set(KINDS.values())


@pytest.mark.parametrize("vector", vectors()["tolerated"], ids=lambda vector: vector["about"])
def test_what_is_read_though_we_would_not_write_it(vector: dict[str, Any]) -> None:
    assert read_message(bytes.fromhex(vector["body"])) == message(vector)


@pytest.mark.parametrize("vector", vectors()["refused"], ids=lambda vector: vector["about"])
def test_what_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        read_message(bytes.fromhex(vector["body"]))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.sampled_from(samples()), st.data())
def test_any_value_in_any_field_is_a_message_or_the_remote_error(one: Message, data: st.DataObject) -> None:
    fields = asdict(one)
    changed = {"m": one.kind, **fields, data.draw(st.sampled_from(sorted(fields))): data.draw(values)}
    try:
        found = read_message(codec.pack(changed))
    except RemoteProtocolError:
        pass
    else:
        assert read_message(pack_message(found)) == found


@given(st.sampled_from(samples()), st.data())
def test_every_missing_field_is_named(one: Message, data: st.DataObject) -> None:
    fields = {"m": one.kind, **asdict(one)}
    gone = data.draw(st.sampled_from(sorted(asdict(one))))
    del fields[gone]
    with raises(RemoteProtocolError, "remote_protocol", one.kind, gone):
        read_message(codec.pack(fields))


@given(st.sampled_from(samples()), st.data())
def test_every_prefix_of_a_body_is_refused(one: Message, data: st.DataObject) -> None:
    body = pack_message(one)
    with pytest.raises(RemoteProtocolError):
        read_message(body[: data.draw(st.integers(0, len(body) - 1))])


@pytest.mark.parametrize(
    "wrong",
    [Ping(-1), Ping(True), Done(2**31 + 1, None), Say(1, 1, "x" * 4001), Bye("x", "\ud800")],
    ids=["below", "no number", "above", "too long", "no unicode"],
)
def test_what_we_must_not_send_is_our_own_mistake(wrong: Message) -> None:
    with raises(LocalProtocolError, "local_protocol", wrong.kind):
        pack_message(wrong)


def row(number: int, name: str) -> TableRow:
    return number, name, "v" * 20, "playing", (name,) * 12, 12, 10_000, True, True


@pytest.mark.parametrize("count", [0, 1, 32, 33, 199, 300])
@pytest.mark.parametrize("letter", ["a", "\U0001f0cf"])
def test_a_lobby_fits_a_frame_whatever_people_call_themselves(count: int, letter: str) -> None:
    rows = [row(number, letter * NAME) for number in range(1, count + 1)]
    free = (count + 1, letter, "v", "waiting", (), 2, 0, False, True)
    assert free in lobby([*rows, free]).tables
    shown = lobby(rows)
    assert read_message(FrameReader().feed(frame(pack_message(shown))).__next__()) == shown
    assert shown.tables == tuple(rows[: len(shown.tables)])
    assert len(shown.tables) >= min(count, 32) and len(shown.tables) + shown.more == count


def test_a_lobby_of_usual_names_is_whole() -> None:
    rows = [row(number, "Ada") for number in range(200)]
    assert lobby(rows) == LobbyShown(tuple(rows))
