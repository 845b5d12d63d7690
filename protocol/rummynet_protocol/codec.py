"""Values to bytes and back: MessagePack with every limit set. No other module knows the format.

Only None, booleans, integers of at most 64 bits, byte strings, text, lists and maps with text keys exist. Signatures
and hashes are checked over the bytes received, before they are decoded here. Source: the MessagePack specification,
https://github.com/msgpack/msgpack/blob/master/spec.md
"""

from collections.abc import Callable
from typing import Any, Final, NoReturn

import msgpack
from msgspec import MsgspecError
from msgspec.msgpack import Decoder, Encoder

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value

# FAIRNESS.md, "Packed values"; all readers have the same, so none takes what another refuses. 64 KiB is one frame.
# Sentences nested in sentences go deepest, six levels of lists and maps; no list has 4,096 items, a deck has 216.
MOST_BYTES: Final = 64 * 1024
MOST_ITEMS: Final = 4096
DEEPEST: Final = 8


class Measure(Value):
    """Size limits of a value to be read; the defaults are the largest that any program has to read."""

    bytes: int = MOST_BYTES
    items: int = MOST_ITEMS  # items of one list or map
    depth: int = DEEPEST


WIDEST: Final = Measure()
_PLAIN: Final = frozenset({type(None), bool, int, bytes, str})


class CodecError(RummynetError):
    """Bytes are not a value of this protocol, or exceed a limit."""

    code = "codec"


def _plain_text(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"values of type {type(value).__name__} are not used here")


# By msgspec: msgpack's own function is Python, and makes a packer for each value.
pack: Final[Callable[[Any], bytes]] = Encoder(enc_hook=_plain_text).encode
"""The bytes of a value of the five kinds: smallest forms, keys in the order given."""
_decode: Final[Callable[[bytes], Any]] = Decoder().decode


def unpack(data: bytes, measure: Measure = WIDEST) -> Any:  # noqa: ANN401
    """The value in *data*. Raises CodecError if it is not valid, is followed by more bytes, or exceeds a limit."""
    if len(data) > measure.bytes:
        raise CodecError(f"{len(data)} bytes, more than the limit of {measure.bytes}")
    value = _unpack_own_form(data)
    if value is _OTHER_FORM:
        value = _unpack_any_form(data, measure)
    _check(value, 0, measure)
    return value


def unpack_own(data: bytes) -> Any:  # noqa: ANN401
    """The value in *data*, which this program has packed itself: no limits, in a quarter of the time.

    Raises CodecError where the bytes were damaged so that they are no value.
    """
    try:
        return _decode(data)
    except (MsgspecError, ValueError, TypeError, RecursionError) as problem:
        raise CodecError(f"not a MessagePack value: {problem}") from None


_OTHER_FORM: Final = object()


def _unpack_own_form(data: bytes) -> Any:  # noqa: ANN401
    """The value, if ``pack`` makes the same bytes of it, as nearly all are; else _OTHER_FORM.

    msgspec takes a tenth of the time, but the last of two equal keys counts for it: then the bytes differ.
    """
    try:
        value = _decode(data)
        return value if pack(value) == data else _OTHER_FORM
    except (MsgspecError, ValueError, TypeError, RecursionError):
        return _OTHER_FORM


def _unpack_any_form(data: bytes, measure: Measure) -> Any:  # noqa: ANN401
    try:
        return msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            ext_hook=_no_extensions,
            object_pairs_hook=_map,
            max_str_len=MOST_BYTES,
            max_bin_len=MOST_BYTES,
            max_array_len=measure.items,
            max_map_len=measure.items,
            max_ext_len=0,  # checked before the bytes are copied; an extension that is empty still reaches the hook
        )
    # Bytes nested hundreds deep exhaust msgpack before `_check` sees a value; its limit is its own, above ours.
    except RecursionError:
        raise CodecError("nested too deeply") from None
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException) as problem:
        raise CodecError(_fault(problem, measure)) from None


def _fault(problem: Exception, measure: Measure) -> str:
    """What msgpack found wrong. It has no exception of its own for a long list or map, only its text."""
    # If a later msgpack words it otherwise, the sentence is only less exact: the value is refused all the same.
    if "max_array_len" in str(problem) or "max_map_len" in str(problem):
        return _too_many(measure)
    match problem:
        case msgpack.ExtraData():
            return "more bytes follow the value"
        case UnicodeDecodeError():
            return "a text that is not UTF-8"
    return "not a MessagePack value, or not a whole one"


def _too_many(measure: Measure) -> str:
    return f"a list or map of more than {measure.items} items"


def _map(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A map without duplicate keys: two readers must not see two different values."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CodecError("a map has the same key twice")
    return found


def _no_extensions(kind: int, data: bytes) -> NoReturn:
    raise CodecError(f"extension type {kind} is not used here")


def _check(value: object, depth: int, measure: Measure) -> None:
    """Check a value's types, depth, lists and maps. Raises CodecError."""
    kind, items = type(value), value
    if kind is dict:
        # `kind is dict` is exact, so no subclass is let in, but mypy does not narrow by it; hence the ignores here.
        for key in value:  # type: ignore[attr-defined]
            if type(key) is not str:
                raise CodecError("a map's keys are text")
        items = value.values()  # type: ignore[attr-defined]
    elif kind is not list:
        if kind not in _PLAIN:
            raise CodecError(f"values of type {kind.__name__} are not used here")
        return
    if len(value) > measure.items:  # type: ignore[arg-type]
        raise CodecError(_too_many(measure))
    # An empty list may stand at the deepest level: it holds nothing that is deeper.
    if depth == measure.depth and items:
        raise CodecError(f"nested deeper than {measure.depth}")
    for item in items:  # type: ignore[attr-defined]
        # Most items are plain, and a call for each of them was most of the time that checking took.
        if type(item) not in _PLAIN:
            _check(item, depth + 1, measure)
