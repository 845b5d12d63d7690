"""The invitation that ``host --invite`` shows: links that carry the host's key, and a QR code made of characters."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final

import segno

from rummynet_protocol.wire.invitation import invitation

_QUIET: Final = 2
"""Light modules around the code, for the camera to find it."""


def invite(addresses: Sequence[str], port: int, fingerprint: str, blocks: bool) -> str:
    """What to show: a link for each address, the likeliest first and as a QR code. *blocks*: the terminal has them."""
    usable = [address for address in addresses if not ip_address(address).is_link_local] or list(addresses)
    links = [invitation(address, port, fingerprint) for address in usable]
    joining = [f"  rummynet join {link}" for link in links]
    return "\n".join([qr(links[0], blocks), "join with one of these:" if links[1:] else "join with:", *joining])


def qr(text: str, blocks: bool) -> str:
    """*text* as a QR code. Light is drawn, dark is left out, as most terminals are dark; cameras read both ways."""
    code = segno.make_qr(text, error="l")
    rows = [[not module for module in row] for row in code.matrix_iter(border=_QUIET)]
    if not blocks:
        return "\n".join("".join("##" if light else "  " for light in row).rstrip() for row in rows)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[pair] for pair in zip(*both, strict=True)).rstrip() for both in pairs)


def has_blocks(encoding: str | None) -> bool:
    """Whether an output of this encoding can carry the characters of a small code."""
    try:
        "█▀▄".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
