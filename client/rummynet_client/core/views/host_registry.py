"""The hosts that can be seen: who was heard when, and who of them is whom. Times are seconds of any steady clock.

A host is asked every three seconds and answers at once. One that has not been heard for twelve has missed four
questions and is shown no more; it comes back with its next answer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummynet_client.language import _
from rummynet_protocol.lookalikes import alike
from rummynet_protocol.wire.address import canonical
from rummynet_protocol.wire.announcement import Announcement

ASK_SECONDS: Final = 3.0
FADE_SECONDS: Final = 12.0
MOST_HOSTS: Final = 64
"""Hosts kept: more are no living room but somebody who floods it."""


@dataclass(frozen=True, slots=True)
class Met:
    """A host met before: where, the fingerprint of its key, the name it had."""

    address: str
    fingerprint: str
    name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a host stands to those met before; ``says`` is a sentence where a person has to be careful."""

    kind: Literal["new", "known", "changed"]
    says: str = ""


@dataclass(frozen=True, slots=True)
class HostSeen:
    """One host as it announces itself. ``addresses`` are those to try, the nearest first."""

    label: str
    said: Announcement
    addresses: tuple[str, ...]
    port: int
    heard: float


class HostRegistry:
    """What has been heard, by the name of the service."""

    def __init__(self) -> None:
        self._seen: dict[str, HostSeen] = {}

    def saw(self, host: HostSeen) -> None:
        """A host said something. Where there are too many, the one that was silent longest is forgotten."""
        self._seen[host.label] = host
        if len(self._seen) > MOST_HOSTS:
            del self._seen[min(self._seen, key=lambda label: self._seen[label].heard)]

    def heard(self, label: str, now: float) -> None:
        """A host is still there."""
        if label in self._seen:
            self._seen[label] = replace(self._seen[label], heard=now)

    def left(self, label: str) -> None:
        """A host has taken its leave."""
        self._seen.pop(label, None)

    def hosts(self, now: float) -> tuple[HostSeen, ...]:
        """Those heard lately, by name; of one name, by fingerprint."""
        fresh = (host for host in self._seen.values() if now - host.heard < FADE_SECONDS)
        return tuple(sorted(fresh, key=lambda host: (host.said.name.casefold(), host.said.fingerprint, host.label)))


def standing(host: HostSeen, address: str, met: Iterable[Met]) -> Standing:
    """Whether this host, which would be dialled at *address*, is who was met before.

    Another key under a known name, or at a known address, may be an impostor. That the key shown is really the
    host's is not known before it is connected.
    """
    before, place = tuple(met), canonical(address)
    now = host.said.fingerprint
    there = [one for one in before if canonical(one.address) == place and one.fingerprint != now]
    if there:
        return Standing(
            "changed",
            _(
                "ANOTHER KEY than the host met at {address} had, which was {fingerprint}",
                address=there[-1].address,
                fingerprint=there[-1].fingerprint,
            ),
        )
    if any(one.fingerprint == now for one in before):
        return Standing("known")
    namesakes = [one for one in before if alike(one.name, host.said.name)]
    if namesakes:
        last = namesakes[-1]
        return Standing(
            "changed",
            _(
                "ANOTHER KEY than the {name} met before at {address}, which was {fingerprint}",
                name=last.name,
                address=last.address,
                fingerprint=last.fingerprint,
            ),
        )
    return Standing("new")
