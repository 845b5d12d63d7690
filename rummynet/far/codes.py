"""What people type or scan to play from another home, and the codes by which known ones come back."""

import re
from hashlib import blake2b
from typing import Final
from urllib.parse import parse_qsl, urlencode

from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value

LINK: Final = "rummynet://far/"
SLOTS: Final = 8
"""Codes that two who know each other take turns with: one that a program died with is in use for some minutes more."""
_CODE: Final = re.compile(r"[0-9]{1,6}(?:-[a-z]{3,12}){2,4}", re.ASCII)
# Blanks, and what keyboards and word processors make of a hyphen; signs that come along from a sentence.
_BETWEEN: Final = re.compile(r"[\s_\-\u2010-\u2015\u2212]+")
_AROUND: Final = " \t\"'`.,;:!?()[]<>\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e"


class BadFarCode(Refusal):
    """A text that should be a code for a far host is none."""

    code = "far_code"


class FarPlace(Value):
    """A code, and the servers that bring both sides together; None for the public ones."""

    code: str
    rendezvous: str | None = None
    relay: str | None = None

    @property
    def link(self) -> str:
        """The link to scan: ``read_far`` reads it back."""
        servers = {"rendezvous": self.rendezvous, "relay": self.relay}
        asked = urlencode({name: url for name, url in servers.items() if url})
        return LINK + self.code + (f"?{asked}" if asked else "")


def read_far(text: str) -> FarPlace | None:
    """The place that a code or a link of this kind names; None for anything else. Raises BadFarCode."""
    text = text.strip()
    if not text.lower().startswith(LINK):
        # Read aloud, typed on a phone or copied from a sentence: as an address its words would go to a name server.
        code = "-".join(_BETWEEN.split(text.strip(_AROUND).lower()))
        return FarPlace(code) if _CODE.fullmatch(code) else None
    code, _, asked = text[len(LINK) :].partition("?")
    code = code.removesuffix("/").lower()
    if not _CODE.fullmatch(code):
        raise BadFarCode(
            sentence("the code in this link is damaged; it is a number and words, such as 7-crossover-clockwork")
        )
    servers = dict(parse_qsl(asked))
    return FarPlace(code, servers.get("rendezvous"), servers.get("relay"))


def return_code(secret: bytes, slot: int) -> str:
    """The code by which two who share a *secret* of 32 bytes meet again.

    Its number, of 48 bits, meets nobody else's; its password has 128 bits, so that nobody guesses it.
    """
    number = blake2b(b"number %d" % slot, key=secret, digest_size=6).digest()
    password = blake2b(b"password %d" % slot, key=secret, digest_size=16).hexdigest()
    return f"{10**6 + int.from_bytes(number)}-{password}"


def guest_id(secret: bytes) -> str:
    """What the host counts a guest by: 16 hexadecimal digits, the same for as long as the two know each other."""
    return blake2b(b"guest", key=secret, digest_size=8).hexdigest()
