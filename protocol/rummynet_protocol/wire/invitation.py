"""Where to join: addresses in every form that people write, and links that carry the host's key with its address."""

import re
from typing import Final

from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import BadInvitation, address, read_address

SCHEME: Final = "rummynet://"
_KEY: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})\Z", re.IGNORECASE)


class HostPlace(Value):
    """A host's address; ``fingerprint`` is the key that an invitation promises there, or None."""

    host: str
    port: int
    fingerprint: str | None = None

    @property
    def where(self) -> tuple[str, int]:
        """Host and port."""
        return self.host, self.port


def read_place(text: str) -> HostPlace:
    """An address in any form of ``read_address``, or ``rummynet://HOST:PORT/#sha256:HEX``. Raises BadAddress."""
    text = text.strip()
    if "://" not in text:
        return HostPlace(*read_address(text))
    if not text.lower().startswith(SCHEME):
        raise BadInvitation(f"{text[:60]!r} is no invitation; one begins with {SCHEME}")
    # Behind a `#`: what opens links as web pages does not send that part to a server.
    where, _, key = text[len(SCHEME) :].partition("#")
    # `invitation` writes a slash; a link without one means the same place.
    where = where.removesuffix("/")
    if not key:
        return HostPlace(*read_address(where))
    found = _KEY.match(key)
    if found is None:
        raise BadInvitation("the invitation's key is damaged: after the # there are 64 digits; copy the whole link")
    return HostPlace(*read_address(where), f"sha256:{found[1].lower()}")


def invitation(host: str, port: int, fingerprint: str) -> str:
    """The link: ``read_place`` reads it back."""
    return f"{SCHEME}{address(host, port)}/#{fingerprint}"
