"""The hosts that the player has met.

A host is known by its key, which is recorded at the first meeting (as ssh does) and compared at every later one. A host
that has a new key is the chain of its keys: each hand-over is recorded, and the key that was handed over is no host's
any more.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from rummynet.files import MOST_KNOWN_HOSTS, append, open_to_append, read_file
from rummynet.keyfile import identity_folder
from rummynet_client.language import _, system_words
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.lookalikes import alike
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import canonical, key_fingerprint
from rummynet_protocol.wire.messages import NAME

_Key = TypeVar("_Key", bytes, str)
HOSTS: Final = "known_hosts"
HANDED_OVER: Final = "key:"
"""Begins, in place of an address, the line of a key that was handed over to the one behind it."""
_LINE: Final = re.compile(rf"({HANDED_OVER}[0-9a-f]{{64}}|(?!{HANDED_OVER})\S+) ([0-9a-f]{{64}})(?: (.*))?\Z")


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

    Addresses are written and compared in canonical form; lines added by hand may use any form. A hand-over is the line
    ``key:OLD-KEY-IN-HEX NEW-KEY-IN-HEX``.
    """

    def __init__(self, data: Path) -> None:
        """Use the list in the data directory *data*. It is read on every call, so that two programs may share it."""
        self.path: Final = identity_folder(data) / HOSTS

    def pins(self) -> tuple[Pin, ...]:
        """All recorded meetings, oldest first. Raises KnownHostsError."""
        return tuple(pin for pin in self._lines() if not pin.address.startswith(HANDED_OVER))

    def _handovers(self) -> tuple[tuple[bytes, bytes], ...]:
        """The keys that were handed over, each with the key that followed. Raises KnownHostsError."""
        lines = (pin for pin in self._lines() if pin.address.startswith(HANDED_OVER))
        return tuple((bytes.fromhex(one.address.removeprefix(HANDED_OVER)), one.key) for one in lines)

    def fingerprints(self, fingerprint: str) -> frozenset[str]:
        """The fingerprint, and those of the keys that its host had before. Raises KnownHostsError."""
        handovers = [(key_fingerprint(old), key_fingerprint(new)) for old, new in self._handovers()]
        return frozenset(_chain(fingerprint, handovers))

    def chain(self, key: bytes) -> tuple[bytes, ...]:
        """The key, and those that its host had before. Raises KnownHostsError."""
        return _chain(key, self._handovers())

    def _keys(self, key: bytes, former: Sequence[bytes]) -> frozenset[bytes]:
        """All keys of the host with this key that it shows, or that are recorded."""
        return frozenset((key, *former, *self.chain((key, *former)[-1])))

    def _lines(self) -> tuple[Pin, ...]:
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
        whatever form the address is written, but not one of the *former* keys of this host. A key that was handed over
        is one at every address, unless the key that followed has handed over to it.
        """
        pins, place = self.pins(), canonical(address)
        for old, new in self._handovers():
            if old == key and new not in former:
                raise HostKeyChanged(self._given_up(address, old, new))
        keys = self._keys(key, former)
        for pin in pins:
            if canonical(pin.address) == place and pin.key not in keys:
                raise HostKeyChanged(self._change(pin, key))
        return any(pin.key in keys for pin in pins)

    def namesake(self, name: str, key: bytes, former: Sequence[bytes] = ()) -> str | None:
        """A warning if a host with a name that looks like *name* was met with another key; else None.

        It may be an impostor, or only have the same name.
        """
        name, pins, keys = clean(name, NAME), self.pins(), self._keys(key, former)
        others = [pin for pin in pins if alike(pin.name, name) and pin.key not in keys]
        # A key that has been met is no impostor, whatever its host calls itself now.
        if not others or any(pin.key in keys for pin in pins):
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
        if all((canonical(pin.address), pin.key, pin.name) != (entry.address, key, entry.name) for pin in self.pins()):
            self._append(entry)

    def record_handovers(self, key: bytes, former: Sequence[bytes]) -> None:
        """Record that the host with this key had these before, the newest first, once. Raises KnownHostsError."""
        known = set(self._handovers())
        for old, new in zip(former, (key, *former), strict=False):
            if (old, new) not in known:
                self._append(Pin(HANDED_OVER + old.hex(), new, ""))

    def _append(self, entry: Pin) -> None:
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

    def _given_up(self, address: str, key: bytes, new: bytes) -> str:
        return _(
            "THE HOST AT {address} SHOWS A KEY THAT ITS HOST GAVE UP: {key} was replaced by {new}. Somebody may have "
            "kept the old key and answer in its place. Ask the person who runs it. Only if they went back to the "
            "old key, delete the lines beginning with {line} in {path} and join again",
            address=address,
            key=key_fingerprint(key),
            new=key_fingerprint(new),
            line=HANDED_OVER + key.hex()[:16],
            path=self.path,
        )

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


def _chain(key: _Key, handovers: Sequence[tuple[_Key, _Key]]) -> tuple[_Key, ...]:
    """A key, and those that were handed over to it, one after the other."""
    chain = [key]
    for one in chain:  # grows while it is read
        chain += [old for old, new in handovers if new == one and old not in chain]
    return tuple(chain)


def fingerprints(data: Path, fingerprint: str) -> frozenset[str]:
    """The fingerprint, and those of the keys that its host had before. Creates nothing. Raises KnownHostsError."""
    known = (data / "identity").exists()  # the list would create the folder
    return KnownHosts(data).fingerprints(fingerprint) if known else frozenset({fingerprint})
