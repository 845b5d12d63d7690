"""Which requests of a browser are for this host, made by its own pages.

A page of another site may ask a browser to connect here (cross-site), or have its own name lead here (DNS rebinding).
Browsers say in ``Host`` by which name they came and in ``Origin`` whose page asks. Source: RFC 6454, RFC 6455 section
10.2.
"""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

_AUTHORITY: Final = re.compile(r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?\Z")


class WebOrigins:
    """The names of this host. Any address is its own too: no name server can lead it elsewhere."""

    def __init__(self, names: Iterable[str], *, secure: bool) -> None:
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self.scheme: Final = "https" if secure else "http"
        self._schemes: Final = ("https",) if secure else ("http", "https")
        """Of pages that may connect. A host without TLS may stand behind a program that has it."""

    def authority(self, host: bytes | None) -> str | None:
        """The value of ``Host`` if it is this host's, in lower case; None if it is another's, or missing."""
        text = (host or b"").decode("ascii", "replace").lower()
        found = _AUTHORITY.match(text)
        if found is None:
            return None
        name = found["host"]
        try:
            # An address cannot be rebound: a browser that came by it has dialled it.
            ip_address(name.strip("[]"))
        except ValueError:
            return text if name.rstrip(".") in self._names else None
        return text

    def page_origin(self, host: bytes | None, origin: bytes | None) -> str | None:
        """The origin of the page that connects; None if it is not this host's.

        Browsers always send ``Origin``; a program that leaves it out is at the origin that it connects to.
        """
        authority = self.authority(host)
        if authority is None:
            return None
        own = [f"{scheme}://{authority}" for scheme in self._schemes]
        # A program, not a page: nothing a browser's user could be tricked into.
        if origin is None:
            return own[0]
        text = origin.decode("ascii", "replace").lower()
        return text if text in own else None
