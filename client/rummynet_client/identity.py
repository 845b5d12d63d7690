"""Who the player is, and which hosts the player has met.

The player's key is made on first use and kept; a host is known by its key, which is written down at the first meeting
(as ssh does) and compared at every later one.
"""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rummynet.keyfile import SIZE, identity_folder, secret
from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.text import clean
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.messages import NAME

PLAYER: Final = "player.key"
CONTRIBUTION: Final = "contribution.secret"
HOSTS: Final = "known_hosts"
_LINE: Final = re.compile(r"(\S+) ([0-9a-f]{64})(?: (.*))?\Z")


@dataclass(frozen=True, slots=True)
class Identity:
    """A player: the signing key, and the long-lived secret from which contributions to shuffles are derived."""

    signer: Signer
    contribution: bytes


def load_identity(data: Path) -> Identity:
    """The player of this data directory, made on first use. Raises KeyFileError."""
    folder = identity_folder(data)
    return Identity(Signer(secret(folder, PLAYER)), secret(folder, CONTRIBUTION))


def passing_identity() -> Identity:
    """A player who is kept nowhere: for bots and trials, whose seats are not worth coming back to."""
    return Identity(Signer(secrets.token_bytes(SIZE)), secrets.token_bytes(SIZE))


class HostKeyChanged(RummynetError):
    """The host at an address shows another key than the one written down."""

    code = "host_key_changed"


class KnownHostsError(RummynetError):
    """The list of known hosts cannot be read or written."""

    code = "known_hosts"


@dataclass(frozen=True, slots=True)
class Pin:
    """One meeting: the address as it was dialled, the key that answered, the name the host gave itself."""

    address: str
    key: bytes
    name: str


class KnownHosts:
    """The hosts met so far: the file ``known_hosts``, one line each: ``ADDRESS KEY-IN-HEX NAME``."""

    def __init__(self, data: Path) -> None:
        """The list in the data directory *data*; it is read at each question, so that two programs may share it."""
        self.path: Final = identity_folder(data) / HOSTS

    def pins(self) -> tuple[Pin, ...]:
        """Every meeting written down, oldest first. Raises KnownHostsError."""
        try:
            lines = self.path.read_text("utf-8").splitlines()
        except FileNotFoundError:
            return ()
        except (OSError, UnicodeDecodeError) as problem:
            raise KnownHostsError(
                _("{path} cannot be read ({problem}); mend it or move it away", path=self.path, problem=problem)
            ) from None
        return tuple(self._read(number, line) for number, line in enumerate(lines, 1) if line.strip())

    def check(self, address: str, key: bytes) -> bool:
        """Whether this host has been met, here or elsewhere. Raises HostKeyChanged, KnownHostsError.

        A known key at a new address is an old friend who has moved; another key at a known address is not.
        """
        pins = self.pins()
        for pin in pins:
            if pin.address == address and pin.key != key:
                raise HostKeyChanged(self._change(pin, key))
        return any(pin.key == key for pin in pins)

    def namesake(self, name: str, key: bytes) -> str | None:
        """A warning to show when a host of this *name* was met with another key: an impostor, or only a namesake."""
        others = [pin for pin in self.pins() if pin.name == clean(name, NAME) and pin.key != key]
        if not others or any(pin.key == key for pin in self.pins()):
            return None
        shown, known = key_fingerprint(key), key_fingerprint(others[-1].key)
        return _(
            "this is not the {name} met before at {address}: its key is {shown}, that one's was {known}",
            name=name,
            address=others[-1].address,
            shown=shown,
            known=known,
        )

    def pin(self, address: str, key: bytes, name: str) -> None:
        """Write the meeting down, once. Raises HostKeyChanged, KnownHostsError."""
        self.check(address, key)
        entry = Pin(address, key, clean(name, NAME))
        if entry in self.pins():
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{entry.address} {entry.key.hex()} {entry.name}".rstrip() + "\n")
        except OSError as problem:
            raise KnownHostsError(
                _("{path} cannot be written ({reason})", path=self.path, reason=problem.strerror)
            ) from None

    def _read(self, number: int, line: str) -> Pin:
        found = _LINE.match(line)
        if found is None:
            raise KnownHostsError(
                _("line {number} of {path} is no known host; delete that line", number=number, path=self.path)
            )
        return Pin(found[1], bytes.fromhex(found[2]), found[3] or "")

    def _change(self, pin: Pin, key: bytes) -> str:
        return _(
            "THE KEY OF THE HOST AT {address} HAS CHANGED: it was {before}, it is now {key}. Somebody may be "
            "answering in its place. Ask whoever runs it what it printed as its fingerprint; only if that is "
            "the new one, delete the lines beginning with {address} in {path} and join again",
            address=pin.address,
            before=key_fingerprint(pin.key),
            key=key_fingerprint(key),
            path=self.path,
        )
