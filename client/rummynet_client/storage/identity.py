"""The player's identity, and the hosts the player has met.

The player's key and secret are created on first use and kept. A host is known by its key, which is recorded at the
first meeting (as ssh does) and compared at every later one.
"""

import os
import re
import secrets
import stat
import sys
from pathlib import Path
from typing import Final

from rummynet.files import MOST_KNOWN_HOSTS, append, open_to_append, read_file
from rummynet.keyfile import SIZE, KeyFileError, identity_folder, secret
from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.lookalikes import alike
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import canonical, key_fingerprint
from rummynet_protocol.wire.messages import NAME

PLAYER: Final = "player.key"
CONTRIBUTION: Final = "contribution.secret"
HOSTS: Final = "known_hosts"
_CONTENT: Final = re.compile(rb"([0-9a-f]{64}) ([0-9]+)\n\Z")
# No right for anybody else, as ssh asks of private keys: a secret that others could read may be known to them.
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_LINE: Final = re.compile(r"(\S+) ([0-9a-f]{64})(?: (.*))?\Z")


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
                reason=problem.strerror,
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


class HostKeyChanged(RummynetError):
    """The key of the host at an address differs from the recorded one."""

    code = "host_key_changed"


class KnownHostsError(RummynetError):
    """The list of known hosts cannot be read or written."""

    code = "known_hosts"


class Pin(Value):
    """A record of one meeting: the dialled address in canonical form, the key, the host's own name."""

    address: str
    key: bytes
    name: str


class KnownHosts:
    """The hosts met so far: the file ``known_hosts``, one line each: ``ADDRESS KEY-IN-HEX NAME``.

    Addresses are written and compared in canonical form; lines added by hand may use any form.
    """

    def __init__(self, data: Path) -> None:
        """Use the list in the data directory *data*. It is read on every call, so that two programs may share it."""
        self.path: Final = identity_folder(data) / HOSTS

    def pins(self) -> tuple[Pin, ...]:
        """All recorded meetings, oldest first. Raises KnownHostsError."""
        try:
            lines = read_file(self.path, MOST_KNOWN_HOSTS).decode().splitlines()
        except FileNotFoundError:
            return ()
        except (OSError, UnicodeDecodeError) as problem:
            # An unreadable list stops the client: without it, a host with another key would pass as one never met.
            why = getattr(problem, "strerror", None) or problem
            raise KnownHostsError(
                _("{path} cannot be read ({problem}); repair it or move it away", path=self.path, problem=why)
            ) from None
        return tuple(self._read(number, line) for number, line in enumerate(lines, 1) if line.strip())

    def check(self, address: str, key: bytes) -> bool:
        """Whether this host has been met, here or elsewhere. Raises HostKeyChanged, KnownHostsError.

        A known key at a new address is a known host that has moved. Another key at a known address is an error, in
        whatever form the address is written.
        """
        pins, place = self.pins(), canonical(address)
        for pin in pins:
            if canonical(pin.address) == place and pin.key != key:
                raise HostKeyChanged(self._change(pin, key))
        return any(pin.key == key for pin in pins)

    def namesake(self, name: str, key: bytes) -> str | None:
        """A warning if a host with a name that looks like *name* was met with another key; else None.

        It may be an impostor, or only have the same name.
        """
        name = clean(name, NAME)
        others = [pin for pin in self.pins() if alike(pin.name, name) and pin.key != key]
        # A key that has been met is no impostor, whatever its host calls itself now.
        if not others or any(pin.key == key for pin in self.pins()):
            return None
        shown, known = key_fingerprint(key), key_fingerprint(others[-1].key)
        return _(
            "this is not the {name} seen before at {address}: its key is {shown}, the old key was {known}",
            name=others[-1].name,
            address=others[-1].address,
            shown=shown,
            known=known,
        )

    def pin(self, address: str, key: bytes, name: str) -> None:
        """Record a meeting, once. Raises HostKeyChanged, KnownHostsError."""
        self.check(address, key)
        entry = Pin(canonical(address), key, clean(name, NAME))
        if any((canonical(pin.address), pin.key, pin.name) == (entry.address, key, entry.name) for pin in self.pins()):
            return
        # Appended, never rewritten: two programs may record meetings at once, and lines added by hand stay as they are.
        line = f"{entry.address} {entry.key.hex()} {entry.name}".rstrip() + "\n"
        try:
            file = open_to_append(self.path)
            try:
                append(file, line.encode())
            finally:
                os.close(file)
        except OSError as problem:
            raise KnownHostsError(
                _("{path} cannot be written ({reason})", path=self.path, reason=problem.strerror)
            ) from None

    def _read(self, number: int, line: str) -> Pin:
        pin_match = _LINE.match(line)
        if pin_match is None:
            raise KnownHostsError(
                _("line {number} of {path} is not a known host; delete that line", number=number, path=self.path)
            )
        return Pin(pin_match[1], bytes.fromhex(pin_match[2]), pin_match[3] or "")

    def _change(self, pin: Pin, key: bytes) -> str:
        return _(
            "THE KEY OF THE HOST AT {address} HAS CHANGED: it was {before}, it is now {key}. Somebody may be "
            "answering in its place. Ask the person who runs it which fingerprint it printed. Only if that is "
            "the new one, delete the lines beginning with {address} in {path} and join again",
            address=pin.address,
            before=key_fingerprint(pin.key),
            key=key_fingerprint(key),
            path=self.path,
        )
