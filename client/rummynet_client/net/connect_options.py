"""The parameters of a connection to a host: identity, transcripts, expected key."""

import getpass
import random
import secrets
from functools import partial
from pathlib import Path

from rummynet import __version__
from rummynet_client.core.log.computing import Computations
from rummynet_client.core.log.player import Player, UnfinishedGame
from rummynet_client.core.session.session import Memory, Session
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.net.clock import StatementClock
from rummynet_client.net.far_line import OwnHost
from rummynet_client.net.host_link import AfterGame, Dial, HostLink, OnNews
from rummynet_client.storage.identity import load_identity, one_time_identity
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_client.storage.seat_lock import SeatLock
from rummynet_client.storage.transcript_store import TranscriptStore
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.messages import NAME

AGENT = f"rummynet/{__version__}"


class ConnectOptions(Value):
    """The parameters of one player's or bot's connection. ``data`` None: a one-time identity, no list of known hosts.

    ``transcripts`` None: nothing is written; with ``keeps_secrets`` only what ``TranscriptStore`` calls so, and
    ``is_synced`` is as there.
    ``expects``: the fingerprint of a host started by this program; the list of known hosts is not used for it.
    ``invited``: the fingerprint in the invitation or announcement; the host must have that key, and is compared
    with the list of known hosts as well. ``takes_breaks``: ``Session``. ``follows``, ``takes_over``, ``dial``,
    ``after_game``: ``HostLink``.
    ``own_host``: the host, where this program runs it. ``is_guest``: with a one-time identity
    although there is a data folder, to watch what its player plays elsewhere.
    """

    where: tuple[str, int]
    name: str
    data: Path | None = None
    transcripts: Path | None = None
    expects: str | None = None
    invited: str | None = None
    takes_breaks: bool = False
    follows: bool = True
    takes_over: bool = False
    is_guest: bool = False
    keeps_secrets: bool = False
    is_synced: bool = True
    dial: Dial | None = None
    after_game: AfterGame | None = None
    own_host: OwnHost | None = None

    def link(self, on_news: OnNews) -> HostLink:
        """Build the link, not connected yet. Raises KeyFileError, KnownHostsError."""
        player_data = None if self.is_guest else self.data
        identity = load_identity(player_data) if player_data is not None else one_time_identity()
        # a guest's transcripts would be the same files as those of the player
        store = None
        if self.transcripts is not None and not self.is_guest:
            store = TranscriptStore(self.transcripts, is_for_secrets=self.keeps_secrets, is_synced=self.is_synced)
        # A host that this program started has a new key each time: it would only fill the lists.
        keeps_lists = self.data is not None and self.expects is None
        hosts = KnownHosts(self.data) if self.data is not None and keeps_lists else None
        incidents = IncidentFile(self.data) if self.data is not None and keeps_lists else None

        def past(host: bytes) -> tuple[Incident, ...]:
            return incidents.incidents_of(key_fingerprint(host)) if incidents is not None else ()

        def unfinished(host: bytes) -> tuple[UnfinishedGame, ...]:
            if store is None or incidents is None or hosts is None:
                return ()
            known = incidents.logs_known(key_fingerprint(host))
            return tuple(
                one
                for one in store.unfinished_games(hosts.chain(host), identity.signer.public)
                if one.log.hex() not in known
            )

        player = Player(
            identity.signer,
            identity.contribution,
            secrets.token_bytes,
            StatementClock(secrets.token_bytes),
            store.recall if store is not None else _nothing,
            store.recall_private if store is not None else _nothing,
            Computations(elsewhere=True),
        )
        # A name of blanks and control characters is empty once it is cleaned.
        session = Session(
            player, clean(self.name, NAME) or "player", AGENT, Memory(past, unfinished), takes_breaks=self.takes_breaks
        )
        expects = self.expects or self.invited
        return HostLink(
            session, self.where, on_news, jitter=random.random, known=hosts,
            store=store, incidents=incidents, expects=expects, follows=self.follows,
            lock=partial(SeatLock, player_data) if player_data is not None else None, takes_over=self.takes_over,
            dial=self.dial, after_game=self.after_game,
        )  # fmt: skip


def _nothing(_log: bytes) -> bytes:
    return b""


def own_name(given: str | None) -> str:
    """The name shown to others: the given one, else the user's; that of an account of no person is no name."""
    if given:
        return given
    try:
        user = getpass.getuser()
    # A container may run under a user number without a name.
    except (OSError, KeyError):
        user = "root"
    return "player" if user == "root" else user
