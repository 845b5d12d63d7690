"""The hosts that the player has met.

A host is known by its key, which is recorded at the first meeting (as ssh does) and compared at every later one.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummynet.files import MOST_KNOWN_HOSTS, append, open_to_append, read_file
from rummynet.keyfile import identity_folder
from rummynet_client.language import _, system_words
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.lookalikes import alike
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import canonical, key_fingerprint
from rummynet_protocol.wire.messages import NAME

HOSTS: Final = "known_hosts"
_LINE: Final = re.compile(r"(\S+) ([0-9a-f]{64})(?: (.*))?\Z")


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
            why = system_words(problem)
            raise KnownHostsError(
                _("{path} cannot be read ({problem}); repair it or move it away", path=self.path, problem=why)
            ) from None
        return tuple(self._read(number, line) for number, line in enumerate(lines, 1) if line.strip())

    def check(self, address: str, key: bytes, former: Sequence[bytes] = ()) -> bool:
        """Whether this host has been met, here or elsewhere. Raises HostKeyChanged, KnownHostsError.

        A known key at a new address is a known host that has moved. Another key at a known address is an error, in
        whatever form the address is written, but not one of the *former* keys of this host.
        """
        pins, place = self.pins(), canonical(address)
        for pin in pins:
            if canonical(pin.address) == place and pin.key not in (key, *former):
                raise HostKeyChanged(self._change(pin, key))
        return any(pin.key in (key, *former) for pin in pins)

    def namesake(self, name: str, key: bytes, former: Sequence[bytes] = ()) -> str | None:
        """A warning if a host with a name that looks like *name* was met with another key; else None.

        It may be an impostor, or only have the same name.
        """
        name = clean(name, NAME)
        others = [pin for pin in self.pins() if alike(pin.name, name) and pin.key not in (key, *former)]
        # A key that has been met is no impostor, whatever its host calls itself now.
        if not others or any(pin.key in (key, *former) for pin in self.pins()):
            return None
        shown, known = key_fingerprint(key), key_fingerprint(others[-1].key)
        return _(
            "this is not the {name} seen before at {address}: its key is {shown}, the old key was {known}. Ask the "
            "person who runs it which key it printed, before you play",
            name=others[-1].name,
            address=others[-1].address,
            shown=shown,
            known=known,
        )

    def pin(self, address: str, key: bytes, name: str, former: Sequence[bytes] = ()) -> None:
        """Record a meeting, once. Raises HostKeyChanged, KnownHostsError."""
        self.check(address, key, former)
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
                _("{path} cannot be written ({reason})", path=self.path, reason=system_words(problem))
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
