"""The player's key and secret, created on first use and kept."""

import os
import re
import secrets
import stat
import sys
from pathlib import Path
from typing import Final

from rummynet.keyfile import SIZE, KeyFileError, identity_folder, secret
from rummynet_client.language import _, system_words
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.values import Value

PLAYER: Final = "player.key"
CONTRIBUTION: Final = "contribution.secret"
_CONTENT: Final = re.compile(rb"([0-9a-f]{64}) ([0-9]+)\n\Z")
# No right for anybody else, as ssh asks of private keys: a secret that others could read may be known to them.
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class Identity(Value):
    """A player: the signing key, and this machine's own secret from which contributions to shuffles are derived."""

    signer: Signer
    contribution: bytes


def load_identity(data: Path) -> Identity:
    """The player of this data directory, created on first use. Raises KeyFileError."""
    folder = identity_folder(data)
    return Identity(Signer(secret(folder, PLAYER)), contribution_secret(folder))


def one_time_identity() -> Identity:
    """A one-time identity that is not kept: for bots, probes and trials, which need not return to a seat."""
    return Identity(Signer(secrets.token_bytes(SIZE)), secrets.token_bytes(SIZE))


def contribution_secret(folder: Path) -> bytes:
    """The secret in *folder*, created if there is none or only a copy. Raises KeyFileError.

    Contributions to shuffles are derived from it; it never leaves its machine. Beside the 32 bytes the file holds its
    own inode. A copy has another inode, so a program that finds a copied data directory makes a new secret: the same
    key on two machines then never gives the same contribution. Source: FAIRNESS.md, "Contributions".
    """
    path = folder / CONTRIBUTION
    try:
        known = _read_secret(path)
        if known is not None:
            return known
        fresh = secrets.token_bytes(SIZE)
        _write_secret(path, fresh)
        return _read_secret(path) or fresh  # a file system without stable inodes keeps a secret for one run
    except OSError as problem:
        raise KeyFileError(
            _(
                "the key file {path} cannot be used ({reason}); repair it and try again",
                path=path,
                reason=system_words(problem),
            )
        ) from None


def _read_secret(path: Path) -> bytes | None:
    """The secret if the file exists, is valid and is no copy; else None. Raises KeyFileError, OSError."""
    try:
        # Rights, inode and content of one open file: by its path, another file could be asked about.
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        status, content = os.fstat(file.fileno()), file.read(256)
    # Windows has no such bits: Python reports every file as readable by all there.
    if sys.platform != "win32" and status.st_mode & _OTHERS:
        raise KeyFileError(_("other users can read {path}; fix that with: chmod 600 {path}", path=path))
    match = _CONTENT.match(content)
    # Content that cannot be read counts as none: a new secret voids at most the shuffle under way.
    return bytes.fromhex(match[1].decode()) if match is not None and int(match[2]) == status.st_ino else None


def _write_secret(path: Path, secret: bytes) -> None:
    """Write atomically and durably. If two programs create it at once, the first wins; a copy is replaced."""
    # Written beside and put in place whole: a power cut in between leaves no half secret under the real name.
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(b"%s %d\n" % (secret.hex().encode(), os.fstat(file.fileno()).st_ino))
        file.flush()
        os.fsync(file.fileno())
    # What is there is a copy or unreadable (``_read_secret``), so it is replaced.
    if path.exists():
        beside.replace(path)
        return
    try:
        # A link fails where another program was faster; a rename would replace a secret that is in use already.
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink()
