"""What is announced of the host: taken from the public state of the lobby."""

from rummynet.rules.varieties import NAMES
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from rummynet_protocol.wire.versions import VERSIONS


def announcement(lobby: Lobby) -> Announcement:
    """The host as it is now. Names of players are left out: only those who connect see them."""
    tables = lobby.rows.message().tables
    return Announcement(
        lobby.context.name,
        key_fingerprint(lobby.context.signer.public),
        VERSIONS[0],
        VERSIONS[-1],
        tuple(NAMES),
        sum(len(seated) for _, _, _, _, seated, *_ in tables),
        len(tables),
        tuple(
            TableAnnounced(number, variant, stage, len(seated), seats, name)
            for number, name, variant, stage, seated, seats, *_ in tables
        ),
    )
