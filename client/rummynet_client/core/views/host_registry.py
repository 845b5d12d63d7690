"""The hosts visible on the network, and how they compare with hosts met before. Times are seconds of a steady clock.

A host is queried every ASK_SECONDS and answers at once. One not heard for FADE_SECONDS has missed four queries and is
hidden until it answers again.
"""

from collections.abc import Container, Iterable
from typing import Final, Literal

from rummynet_client.language import _
from rummynet_protocol.lookalikes import alike
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.address import canonical
from rummynet_protocol.wire.announcement import Announcement

# These three are in PROTOCOL.md, section 12. Wi-Fi loses multicast, so a host is hidden only after four queries.
ASK_SECONDS: Final = 3.0
FADE_SECONDS: Final = 12.0
MOST_HOSTS: Final = 64  # maximum number of hosts kept. A home network never has more, so more are a flood.


class MetHost(Value):
    """A host met before: its address, the fingerprint of its key, its name."""

    address: str
    fingerprint: str
    name: str


class Standing(Value):
    """How a host compares with hosts met before; ``says`` is a warning for the player, or ""."""

    kind: Literal["new", "known", "changed"]
    says: str = ""


class HostSeen(Value):
    """A host as it announces itself. ``addresses`` are those to try, the nearest first."""

    label: str
    announcement: Announcement
    addresses: tuple[str, ...]
    port: int
    last_heard: float


class HostRegistry:
    """The hosts announced on the network, by service name."""

    def __init__(self) -> None:
        self._seen: dict[str, HostSeen] = {}

    def add_host(self, host: HostSeen) -> None:
        """Add or update a host. Above MOST_HOSTS, the host silent for longest is removed."""
        self._seen[host.label] = host
        if len(self._seen) > MOST_HOSTS:
            # Not the newest: else the first 64 of a flood would keep every real host out.
            del self._seen[min(self._seen, key=lambda label: self._seen[label].last_heard)]

    def mark_heard(self, label: str, now: float) -> None:
        """A host has answered at time *now*."""
        if label in self._seen:
            self._seen[label] = replace(self._seen[label], last_heard=now)

    def remove_host(self, label: str) -> None:
        """A host has withdrawn its announcement."""
        self._seen.pop(label, None)

    def hosts(self, now: float) -> tuple[HostSeen, ...]:
        """The hosts heard within FADE_SECONDS, sorted by name, then fingerprint."""
        fresh = (host for host in self._seen.values() if now - host.last_heard < FADE_SECONDS)
        return tuple(
            sorted(
                fresh, key=lambda host: (host.announcement.name.casefold(), host.announcement.fingerprint, host.label)
            )
        )


def standing(host: HostSeen, address: str, met: Iterable[MetHost], present: Container[str] = ()) -> Standing:
    """Compare a host, to be dialled at *address*, with the hosts met before.

    Another key at a known address may be an impostor; so may one under a known name, unless the host of that name is
    *present* too, by its fingerprint: then there are two. Whether the host owns the announced key is not known before
    it is connected.
    """
    before, place = tuple(met), canonical(address)
    now = host.announcement.fingerprint
    # The address first, as ``KnownHosts.check``: a key known from elsewhere is still not the one met there.
    there = [one for one in before if canonical(one.address) == place and one.fingerprint != now]
    if there:
        return Standing(
            "changed",
            _(
                "A DIFFERENT KEY from the host seen before at {address}, which had {fingerprint}",
                address=there[-1].address,
                fingerprint=there[-1].fingerprint,
            ),
        )
    if any(one.fingerprint == now for one in before):
        return Standing("known")
    namesakes = [one for one in before if alike(one.name, host.announcement.name) and one.fingerprint not in present]
    if namesakes:
        last = namesakes[-1]
        return Standing(
            "changed",
            _(
                "A DIFFERENT KEY from the {name} seen before at {address}, which had {fingerprint}",
                name=last.name,
                address=last.address,
                fingerprint=last.fingerprint,
            ),
        )
    return Standing("new")
