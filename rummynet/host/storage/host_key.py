"""The host's key: made with a new data folder, and never a second time, since players know the host by it."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.keyfile import HOST_KEY, KeyFileError, identity_folder, secret
from rummynet_protocol.wire.address import key_fingerprint

JOURNAL: Final = "journal.sqlite3"


def host_secret(data: Path) -> bytes:
    """The private key of the host in this data directory. Raises KeyFileError, also where it is lost."""
    key, journal = identity_folder(data) / HOST_KEY, data / "host" / JOURNAL
    if journal.exists() and not key.exists():
        raise KeyFileError(f"the host's key {key} is lost, and players know this host by it; {_what_to_do(key, data)}")
    return secret(key.parent, HOST_KEY)


def check_host_key(journal: SqliteJournal, public: bytes, data: Path) -> None:
    """Refuse a key that is not the one with which the newest game was begun. Raises KeyFileError."""
    before = None
    with suppress(JournalError):  # damage there is found where that game is read, and harms no other
        before = journal.host_of_newest_game()
    if before is not None and before != public:
        key = identity_folder(data) / HOST_KEY
        raise KeyFileError(
            f"the host's key {key} is {key_fingerprint(public)}, the journal is of the host {key_fingerprint(before)}; "
            f"{_what_to_do(key, data)}"
        )


def _what_to_do(key: Path, data: Path) -> str:
    return (
        f"put a copy of the old {key.name} back there, or move {data / 'host'} away to begin anew, as another host "
        "without these tables"
    )
