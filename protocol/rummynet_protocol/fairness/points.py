"""Which encodings of Ed25519 keys and signatures are accepted: the strict half of verification, before any equation.

Libraries differ in what they accept: keys of small order (under which one signature fits many texts), points in a
second encoding, an S to which the group's order was added. What is refused here is refused by all of them, so that two
verifiers cannot disagree about a log. Source: RFC 8032, section 5.1.3; Chalkias, Garillot and Nikolaenko, "Taming the
many EdDSAs" (2020), section 3.
"""

from functools import lru_cache
from typing import Final

P: Final = 2**255 - 19  # RFC 8032, section 5.1
"""The prime of the field: coordinates are below it."""
# RFC 8032, section 5.1, as the prime; FAIRNESS.md, "Signatures", has the points of small order below.
L: Final = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
_D: Final = -121665 * pow(121666, -1, P) % P
_SIGN: Final = 1 << 255
_EIGHTH: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
"""The y coordinate of two of the four points of order 8; the other two have its negative."""
SMALL: Final = frozenset({0, 1, P - 1, _EIGHTH, P - _EIGHTH})
"""The y coordinates of the eight points whose order is 1, 2, 4 or 8. (A sign of x does not change the order.)"""


# Keys come again with every statement, and the powers below take longer than a look-up; 4,096 are 340 full tables.
@lru_cache(maxsize=4096)
def point_fault(data: bytes) -> str:
    """What is wrong with an encoded point, which must have an order above 8; "" if it is valid."""
    if len(data) != 32:
        return "it does not have 32 bytes"
    written = int.from_bytes(data, "little")
    y = written & ~_SIGN
    # 19 of 2**255 encodings: none that an honest signer makes, but libraries disagree about them.
    if y >= P:
        return "it could be written in another way"
    if y in SMALL:
        return "it is a point of small order"
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P  # of x; only the points of small order have an x of 0
    return "" if pow(square, (P - 1) // 2, P) == 1 else "it is no point of the curve"


def signature_fault(data: bytes) -> str:
    """What is wrong with a signature by itself, without the key; "" if it is valid.

    Whether R is a point of the curve is not checked: only one such can come out of the equation.
    """
    if len(data) != 64:
        return "it does not have 64 bytes"
    # The sign is left out here as above: it does not decide whether a point has small order.
    y = int.from_bytes(data[:32], "little") & ~_SIGN
    if y >= P:
        return "its R could be written in another way"
    if y in SMALL:
        return "its R is a point of small order"
    return "" if int.from_bytes(data[32:], "little") < L else "its S is not below the order of the group"
