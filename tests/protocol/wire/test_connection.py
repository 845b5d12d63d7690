import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.wire.connection import MOST_UNANSWERED, Connection
from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.lifecycle import Role, Stage
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import Done, Message, Stand
from tests.protocol.wire.samples import samples, vectors
from tests.support.errors import raises

CONVERSATION = [(Role(one["sender"]), bytes.fromhex(one["frame"])) for one in vectors()["conversation"]]
SPOKEN = samples()[: len(CONVERSATION)]


def open_pair() -> tuple[Connection, Connection]:
    client, host = Connection(Role.CLIENT), Connection(Role.HOST)
    for number, message in enumerate(SPOKEN[:4]):
        sender, receiver = (client, host) if number % 2 == 0 else (host, client)
        receiver.receive(sender.send(message))
    assert client.stage is host.stage is Stage.OPEN
    return client, host


def results(role: Role, stage: Stage, pieces: list[bytes]) -> tuple[list[Message], str | None]:
    """The output of an end at *stage*: messages in order, then the error if there is one."""
    end = Connection(role) if stage is not Stage.OPEN else open_pair()[0 if role is Role.CLIENT else 1]
    came: list[Message] = []
    for piece in pieces:
        try:
            came += end.receive(piece)
        except RemoteProtocolError as problem:
            assert end.stage is Stage.BROKEN
            return [*came, *problem.earlier], str(problem)
    return came, None


bodies = st.binary(max_size=60) | st.sampled_from([pack_message(one) for one in samples()])
streams = st.binary(max_size=200) | st.lists(bodies.map(frame), max_size=6).map(b"".join)


@given(st.sampled_from(Role), st.sampled_from([Stage.GREETING_HELLO, Stage.OPEN]), streams, st.data())
def test_any_bytes_in_any_pieces_parse_or_raise_the_remote_error(
    role: Role, stage: Stage, stream: bytes, data: st.DataObject
) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole = results(role, stage, [stream])
    assert results(role, stage, pieces) == whole
    assert results(role, stage, [bytes([byte]) for byte in stream]) == whole


def test_our_own_mistake_sends_nothing_and_changes_nothing() -> None:
    client, host = open_pair()
    with pytest.raises(LocalProtocolError):
        client.send(Done(1, None))
    with pytest.raises(LocalProtocolError):
        client.send(Stand(1, 0))
    assert host.receive(client.send(Stand(1, 1))) == [Stand(1, 1)]


class TestRequests:
    @pytest.mark.parametrize("number", [0, 4, 5])
    def test_numbers_only_go_up(self, number: int) -> None:
        client, host = open_pair()
        host.receive(client.send(Stand(5, 1)))
        with raises(LocalProtocolError, "local_protocol", f"number {number}", "(5)"):
            client.send(Stand(number, 1))
        with raises(RemoteProtocolError, "remote_protocol", f"number {number}", "(5)"):
            host.receive(frame(pack_message(Stand(number, 1))))

    def test_not_too_many_wait_at_once(self) -> None:
        client, host = open_pair()
        for number in range(MOST_UNANSWERED):
            host.receive(client.send(Stand(number, 1)))
        with raises(LocalProtocolError, "local_protocol", 256):
            client.send(Stand(1000, 1))
        client.receive(host.send(Done(7, None)))
        host.receive(client.send(Stand(1000, 1)))
        with raises(RemoteProtocolError, "remote_protocol", 256):
            host.receive(frame(pack_message(Stand(1001, 1))))
