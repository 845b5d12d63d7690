import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import HEADER, MOST_BODY, FrameReader, frame
from tests.support.errors import raises


def test_a_frame_is_the_length_in_four_bytes_and_the_body() -> None:
    assert frame(b"") == b"\0\0\0\0"
    assert frame(b"abc") == b"\0\0\0\3abc"
    assert frame(bytes(MOST_BODY))[:HEADER] == b"\0\1\0\0"


def test_a_body_that_is_too_long_is_our_own_mistake() -> None:
    with raises(LocalProtocolError, "local_protocol", 65537):
        frame(bytes(MOST_BODY + 1))


@given(st.lists(st.binary(max_size=40), max_size=8), st.data())
def test_bodies_come_back_whole_whatever_the_pieces(bodies: list[bytes], data: st.DataObject) -> None:
    sent = b"".join(map(frame, bodies))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=10)))
    reader, came = FrameReader(), list[bytes]()
    for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        came += reader.feed(sent[start:end])
    assert came == bodies
    assert reader.waiting == 0


def test_bytes_one_by_one() -> None:
    reader, came = FrameReader(), list[bytes]()
    for byte in frame(b"hello") + frame(b"") + frame(b"x"):
        came += reader.feed(bytes([byte]))
    assert came == [b"hello", b"", b"x"]


@pytest.mark.parametrize("size", [MOST_BODY + 1, 2**24, 2**32 - 1])
def test_a_length_beyond_the_limit_is_refused_by_the_header_alone(size: int) -> None:
    reader = FrameReader()
    header = size.to_bytes(4, "big")
    assert list(reader.feed(header[:3])) == []
    with raises(RemoteProtocolError, "remote_protocol", size, MOST_BODY):
        list(reader.feed(header[3:]))


def test_frames_before_a_refused_one_still_come() -> None:
    bodies = FrameReader().feed(frame(b"good") + b"\xff\xff\xff\xff")
    assert next(bodies) == b"good"
    with pytest.raises(RemoteProtocolError):
        next(bodies)


def test_no_more_than_one_unfinished_frame_is_held() -> None:
    reader = FrameReader()
    assert len(list(reader.feed(frame(bytes(1000)) * 50 + frame(bytes(MOST_BODY))[:-1]))) == 50
    assert reader.waiting == HEADER + MOST_BODY - 1
    assert list(reader.feed(b"\0")) == [bytes(MOST_BODY)]
    assert reader.waiting == 0


def test_the_longest_frame_byte_by_byte() -> None:
    reader, body = FrameReader(), bytes(range(256)) * (MOST_BODY // 256)
    came = [one for byte in frame(body) for one in reader.feed(bytes([byte]))]
    assert came == [body]
