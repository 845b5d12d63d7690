"""The pages that browsers get, each one file, and the headers that go with all of them.

A page may run the scripts and use the styles that stand in it, and the seat's one script more, by their hashes. It may
connect to this host, which also has the manifest and the icons of a home screen; it may load, embed, submit and
navigate to nothing else.
Source: Content Security Policy Level 3; Web Application Manifest.
"""

import gzip
import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from rummynet.pages import file_bytes, page_text
from rummynet.puzzles.choosing import puzzle_lines
from rummynet_protocol.fairness.six_words import WORDS
from rummynet_protocol.values import Value

Headers = list[tuple[bytes, bytes]]

PAGES: Final = {"/": "seat", "/watch": "watch", "/verify": "verify", "/replay": "replay", "/invite": "invite"}
"""By path the page that a browser gets there."""
HTML: Final = b"text/html; charset=utf-8"
LATER: Final = "seat.later.js"  # a script that the seat's page may run besides those in it
FILES: Final = {
    "/manifest.json": ("manifest.json", b"application/manifest+json"),
    "/icon.png": ("icon.png", b"image/png"),
    "/icon.svg": ("rummynet.svg", b"image/svg+xml"),
    "/part_worker.js": ("part_worker.js", b"text/javascript"),
    f"/{LATER}": (LATER, b"text/javascript"),
    "/seat.de.json": ("seat.de.json", b"application/json"),
}
"""By path what the seat's page takes besides, with its media type."""
WORDS_PATH: Final = "/words.txt"  # by this path the list of which a table's six words are
PUZZLES: Final = "/puzzles.jsonl"  # by this path the pages get the list of puzzles, a line each (docs/puzzles.md)
HANDOVERS_PATH: Final = "/handovers"
"""By this path the pages get what the host's old keys have signed about its key (PROTOCOL.md, "A new key")."""
COMMON_HEADERS: Final[Headers] = [
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Referrer-Policy", b"no-referrer"),  # an address in the home network is nobody else's business
    (b"X-Frame-Options", b"DENY"),  # what frame-ancestors says, for browsers that do not know it
    (b"Cross-Origin-Opener-Policy", b"same-origin"),
    (b"Cross-Origin-Resource-Policy", b"same-origin"),
    (b"Permissions-Policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"Cache-Control", b"no-cache"),  # kept, and asked for again each time: an updated host must not meet its old page
]
"""Headers of every answer."""
_INLINE: Final = re.compile(r"<(script|style)\b[^>]*>(.*?)</\1\s*>", re.DOTALL)  # of pages that we have made ourselves


class WebPage(Value):
    """One page: its bytes, plain and compressed, and what it may do."""

    body: bytes
    compressed: bytes
    etag: bytes
    scripts: str  # sources for ``script-src``
    styles: str  # sources for ``style-src``
    kind: bytes = HTML  # media type

    @staticmethod
    def of(body: bytes, kind: bytes = HTML) -> "WebPage":
        """What is got with this body, in UTF-8; what is no page may run nothing."""
        text = body.decode() if kind == HTML else ""
        inline = [(found[1], found[2]) for found in _INLINE.finditer(text)]
        later = [("script", file_bytes(LATER).decode())] if LATER in text else []
        scripts, styles = (
            _sources(code for tag, code in [*inline, *later] if tag == wanted) for wanted in ("script", "style")
        )
        etag = b'"' + sha256(body).hexdigest()[:32].encode() + b'"'
        # Compressed once, at the start; without a time the same page has the same bytes.
        return WebPage(body, gzip.compress(body, 9, mtime=0), etag, scripts, styles, kind)

    def policy(self, host: str, scheme: str) -> bytes:
        """The content policy, for a page that was asked for at *host* (checked: a name or address, with port).

        ``connect-src`` names the host's WebSockets: older browsers do not count them to ``'self'``. The Worker is of a
        page that plays with a sealed deck.
        """
        socket = "wss" if scheme == "https" else "ws"
        return (
            f"default-src 'none'; script-src {self.scripts}; style-src {self.styles}; img-src 'self' data:; "
            f"connect-src 'self' {socket}://{host}; manifest-src 'self'; worker-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ).encode()


def _sources(texts: Iterable[str]) -> str:
    hashes = dict.fromkeys(b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{one}'" for one in hashes) or "'none'"


def web_pages(handovers: bytes) -> dict[str, WebPage]:
    """By path the pages and what they need besides: manifest, icons, puzzles, the *handovers* of the key."""
    puzzles = "".join(f"{line}\n" for line in puzzle_lines().values()).encode()
    return {
        **{path: WebPage.of(page_text(name).encode()) for path, name in PAGES.items()},
        **{path: WebPage.of(file_bytes(name), kind) for path, (name, kind) in FILES.items()},
        WORDS_PATH: WebPage.of("\n".join(WORDS).encode(), b"text/plain"),
        PUZZLES: WebPage.of(puzzles, b"application/jsonl"),
        HANDOVERS_PATH: WebPage.of(handovers, b"application/octet-stream"),
    }
