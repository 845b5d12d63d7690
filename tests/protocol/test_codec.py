import pytest

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from tests.support.errors import raises


def test_limits_of_size() -> None:
    assert codec.unpack(codec.pack([0] * codec.MOST_ITEMS)) == [0] * codec.MOST_ITEMS
    with pytest.raises(CodecError):
        codec.unpack(codec.pack([0] * (codec.MOST_ITEMS + 1)))
    with raises(CodecError, "codec", codec.MOST_BYTES):
        codec.unpack(codec.pack(bytes(codec.MOST_BYTES)))
    with pytest.raises(CodecError):
        codec.unpack_own(b"\xc1")
    with raises(CodecError, "codec", "not UTF-8"):
        codec.unpack(b"\xa1\xff")


@pytest.mark.parametrize("data", [b"\x81\x01\x02", b"\x81\xc4\x01a\x02", b"\x81\xc0\x02"])
def test_the_keys_of_a_map_are_text(data: bytes) -> None:
    with raises(CodecError, "codec", ""):
        codec.unpack(data)
