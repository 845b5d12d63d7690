"""Honest inputs with mistakes in them."""

import random
from typing import Final

_BYTES: Final = (0, 1, 0x7F, 0x80, 0xC0, 0xC1, 0xD9, 0xDC, 0xDD, 0xDF, 0xFF)


def mutated(one: bytes, other: bytes, chance: random.Random) -> bytes:
    """*one* after a few mutations; *other* lends bytes."""
    data = bytearray(one)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(8):
            case 0 if data:
                data[at % len(data)] ^= 1 << chance.randrange(8)
            case 1 if data:
                data[at % len(data)] = chance.choice(_BYTES)
            case 2:
                data[at:at] = chance.randbytes(chance.choice((1, 2, 4, 16)))
            case 3:
                del data[at : at + chance.choice((1, 2, 4, 64))]
            case 4:
                start = chance.randrange(len(other) + 1)
                data[at:at] = other[start : start + chance.choice((4, 32, 256))]
            case 5:
                del data[at:]
            case 6:
                end = at + chance.choice((4, 32, 256))
                data[at:at] = data[at:end]
            case _:
                data[at : at + 4] = chance.choice((0, 1, 0xFFFF, 0x10000, 0x10001, 0xFFFFFFFF)).to_bytes(4, "big")
    return bytes(data[: 1 << 17])
