"""The host's key: made with a new data folder, and never a second time, since players know the host by it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummynet.files import MOST_SECRET, read_file, replace_file
from rummynet.host.storage.journal import Journal, JournalError
from rummynet.keyfile import HOST_KEY, KeyFileError, identity_folder, secret
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.handover import MOST, SIZE, former_keys, hand_over

NEXT_KEY: Final = "host.key.next"  # a new key until it is in the place of the old one
HANDOVERS: Final = "host.handovers"
"""In hex: the public keys that the host had before, each with its signature of the next."""
JOURNAL: Final = "journal.sqlite3"


def host_secret(data: Path) -> bytes:
    """The private key of the host in this data directory. Raises KeyFileError, also where it is lost."""
    key, journal = identity_folder(data) / HOST_KEY, data / "host" / JOURNAL
    if key.exists() and not key.stat().st_size:  # a power cut, on a card that says it has written before it has
        key.unlink()
    if journal.exists() and not key.exists():
        raise KeyFileError(f"the host's key {key} is lost, and players know this host by it; {_what_to_do(key, data)}")
    return secret(key.parent, HOST_KEY)


def check_host_key(journal: Journal, public: bytes, data: Path) -> None:
    """Refuse a key that is not the journal's; a new journal takes it, unless it is only read. Raises KeyFileError."""
    with journal.reading():
        before = journal.identity()
    if before is None:
        with suppress(JournalError):  # read only: a host that starts writes it
            journal.set_identity(public)
    elif before != public:
        key = identity_folder(data) / HOST_KEY
        raise KeyFileError(
            f"the host's key {key} is {key_fingerprint(public)}, the journal is of the host {key_fingerprint(before)}; "
            f"{_what_to_do(key, data)}"
        )


def handovers(data: Path) -> bytes:
    """The hand-overs for the certificate of the host in this data directory. Raises KeyFileError."""
    folder = identity_folder(data)
    try:
        found = bytes.fromhex(read_file(folder / HANDOVERS, MOST_SECRET * MOST).decode())
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as problem:
        raise KeyFileError(
            f"{folder / HANDOVERS} cannot be read ({problem}); put a copy back. Without it people who know this host "
            "by its old key are warned"
        ) from None
    key = Signer(secret(folder, HOST_KEY)).public
    # One that was begun and not finished is left out.
    while found and not former_keys(key, found):
        found = found[SIZE:]
    return found


def change_host_key(data: Path, journal: Journal) -> tuple[bytes, bytes]:
    """Give the host in this data directory, which does not run, a new key; return the old and the new public key.

    It can be interrupted at each step, and goes on when it is called again. Raises KeyFileError, JournalError.
    """
    with journal.reading():
        if tables := journal.open_tables():
            # Their games are signed by the old key, and go on with no other.
            raise JournalError(f"tables are open ({', '.join(map(str, tables))}); let their games end, and close them")
    folder = identity_folder(data)
    old, new = Signer(host_secret(data)), Signer(secret(folder, NEXT_KEY))
    made = hand_over(old, new.public)
    try:
        replace_file(folder / HANDOVERS, (made + handovers(data))[: MOST * SIZE].hex().encode())
        journal.set_identity(new.public)
        number = 1
        while (aside := folder / f"{HOST_KEY}.{number}").exists():
            number += 1
        os.link(folder / HOST_KEY, aside)
        (folder / NEXT_KEY).replace(folder / HOST_KEY)
    except OSError as problem:
        raise KeyFileError(f"the new key cannot be written ({problem.strerror}); mend that and try again") from None
    return old.public, new.public


def _what_to_do(key: Path, data: Path) -> str:
    return (
        f"put a copy of the old {key.name} back there, or move {data / 'host'} away to begin anew, as another host "
        "without these tables"
    )
