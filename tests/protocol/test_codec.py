import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from tests.support.errors import raises

plain = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=50) | st.text(max_size=50)
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def depth(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + max(map(depth, inner)) if inner else 0


@given(values.filter(lambda value: depth(value) <= codec.DEEPEST))
def test_values_come_back_as_they_were(value: object) -> None:
    assert codec.unpack(codec.pack(value)) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_refused(data: bytes) -> None:
    try:
        codec.unpack(data)
    except CodecError as refused:
        assert str(refused)


@given(values.filter(lambda value: depth(value) <= codec.DEEPEST))
def test_other_forms_of_a_value_are_read_too(value: object) -> None:
    def long_form(value: object) -> bytes:
        match value:
            case dict():
                inner = b"".join(codec.pack(key) + long_form(item) for key, item in value.items())
                return b"\xdf" + len(value).to_bytes(4, "big") + inner
            case list():
                return b"\xdd" + len(value).to_bytes(4, "big") + b"".join(map(long_form, value))
        return codec.pack(value)

    assert codec.unpack(long_form(value)) == value


def test_keys_keep_their_order() -> None:
    assert list(codec.unpack(codec.pack({"z": 1, "a": 2}))) == ["z", "a"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "nothing"),
        (b"\xc1", "a byte that is never used"),
        (b"\x01\x01", "more behind the value"),
        (b"\x92\x01", "a list that stops early"),
        (b"\xca\x00\x00\x00\x00", "a float"),
        (b"\xcb" + bytes(8), "a double"),
        (b"\xd4\x05\x00", "an extension"),
        (b"\xd6\xff" + bytes(4), "a timestamp"),
        (b"\xc7\x00\x05", "an empty extension"),
        (b"\x81\x01\x01", "a number as a key"),
        (b"\x81\xc4\x01a\x01", "bytes as a key"),
        (b"\x81\x90\x01", "a list as a key"),
        (b"\x82\xa1a\x01\xa1a\x02", "a key twice"),
        (b"\xa1\xff", "text that is not UTF-8"),
        (b"\xdd\xff\xff\xff\xff", "a list said to be long"),
        (b"\xdf\xff\xff\xff\xff", "a map said to be long"),
        (b"\xc6\xff\xff\xff\xff", "bytes said to be long"),
        (b"\x91" * 10 + b"\x01", "lists ten deep"),
        (b"\x91" * 60_000, "lists without end"),
        (b"\x81\xa1a" * 10 + b"\x01", "maps ten deep"),
    ],
)
def test_what_is_refused(data: bytes, what: str) -> None:
    with pytest.raises(CodecError):
        codec.unpack(data)


def test_limits_of_size() -> None:
    assert codec.unpack(codec.pack([0] * codec.MOST_ITEMS)) == [0] * codec.MOST_ITEMS
    with pytest.raises(CodecError):
        codec.unpack(codec.pack([0] * (codec.MOST_ITEMS + 1)))
    with raises(CodecError, "codec", codec.MOST_BYTES):
        codec.unpack(codec.pack(bytes(codec.MOST_BYTES)))


def test_eight_deep_is_deep_enough() -> None:
    value: object = 1
    for _ in range(codec.DEEPEST):
        value = [value]
    assert codec.unpack(codec.pack(value)) == value
    with raises(CodecError, "codec", codec.DEEPEST):
        codec.unpack(codec.pack([value]))
