"""What a visit to a host needs before anybody speaks: who we are there, where transcripts go, whose key is expected."""

import getpass
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rummynet import __version__
from rummynet_client.core.playing import Player
from rummynet_client.core.session import Session
from rummynet_client.identity import KnownHosts, load_identity, passing_identity
from rummynet_client.link import Hear, Link
from rummynet_client.shelf import Shelf
from rummynet_protocol.text import clean
from rummynet_protocol.wire.messages import NAME

AGENT = f"rummynet/{__version__}"


@dataclass(frozen=True, slots=True)
class Visit:
    """A person (or bot) about to join. ``data`` None: an identity for this once, and no list of known hosts.

    ``transcripts`` None: nothing is written. ``expects``: the fingerprint of a host that we started ourselves; then
    the list of known hosts is left alone. ``invited``: the fingerprint that the invitation or announcement named; the
    host must have that key, and is held against the list of known hosts as well.
    """

    where: tuple[str, int]
    name: str
    data: Path | None = None
    transcripts: Path | None = None
    expects: str | None = None
    invited: str | None = None

    def link(self, hear: Hear) -> Link:
        """The link, not connected yet. Raises KeyFileError, KnownHostsError."""
        identity = load_identity(self.data) if self.data is not None else passing_identity()
        shelf = Shelf(self.transcripts) if self.transcripts is not None else None
        recall: Callable[[bytes], bytes] = shelf.recall if shelf is not None else lambda table: b""
        player = Player(identity.signer, identity.contribution, secrets.token_bytes, recall)
        known = KnownHosts(self.data) if self.data is not None and self.expects is None else None
        session = Session(player, clean(self.name, NAME) or "player", AGENT)
        expects = self.expects or self.invited
        return Link(session, self.where, hear, jitter=random.random, known=known, shelf=shelf, expects=expects)


def own_name(given: str | None) -> str:
    """The name to be seen by others: the one given, else the user's."""
    if given:
        return given
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "player"
