"""The invitation that ``host --invite`` shows: links that carry the host's key, and a QR code in block characters."""

from collections.abc import Sequence
from typing import Final

import segno

from rummynet.interfaces import without_link_local
from rummynet_protocol.wire.address import invitation

# Light modules around the code: ISO 18004 asks for four, scanners of phones find it with two, and a terminal has 24
# lines.
_QUIET: Final = 2
_NO_CODE: Final = "no QR code here: this terminal's locale has no characters to draw it with; a UTF-8 locale has them"


def invite(addresses: Sequence[str], port: int, fingerprint: str, blocks: bool, pages: Sequence[str] = ()) -> str:
    """The text to show: a line with the link for each address, the likeliest first, and a QR code.

    The code is last: what scrolls away is a link. A phone reads no code without its upper corners.

    With *pages*, links for browsers, the likeliest of these is the code, as phones read codes, and the only one shown:
    a terminal has 24 lines, and the code takes most of them.

    *blocks*: whether the terminal can show the characters of a code; where it cannot, a sentence says so.
    """
    links = [invitation(address, port, fingerprint) for address in without_link_local(addresses)]
    code = qr([*pages, links[0]][0]) if blocks else _NO_CODE
    for_browsers = [f"in a browser: {pages[0]}"] if pages else []
    joining = [f"{'or' if at else 'join with':>12}: rummynet join {link}" for at, link in enumerate(links)]
    return "\n".join([*for_browsers, *joining, code])


def qr(text: str) -> str:
    """*text* as a QR code.

    Light modules are drawn, dark ones are blank, as most terminals are dark; scanners read both.
    """
    # The least correction: on a screen nothing is torn or dirty, and a smaller code fits the terminal.
    code = segno.make_qr(text, error="l")
    rows = [[not module for module in row] for row in code.matrix_iter(border=_QUIET)]
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    # A character shows two rows; a code is a square of an odd number.
    pairs = zip(rows[::2], [*rows[1::2], [False] * len(rows)], strict=True)
    return "\n".join("".join(signs[pair] for pair in zip(*both, strict=True)).rstrip() for both in pairs)
