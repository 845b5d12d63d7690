import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from tests.support.errors import raises


def depth(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, inner)) if inner else 0


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_refused(data: bytes) -> None:
    try:
        codec.unpack(data)
    except CodecError as refused:
        assert str(refused)


def test_limits_of_size() -> None:
    assert codec.unpack(codec.pack([0] * codec.MOST_ITEMS)) == [0] * codec.MOST_ITEMS
    with pytest.raises(CodecError):
        codec.unpack(codec.pack([0] * (codec.MOST_ITEMS + 1)))
    with raises(CodecError, "codec", codec.MOST_BYTES):
        codec.unpack(codec.pack(bytes(codec.MOST_BYTES)))
