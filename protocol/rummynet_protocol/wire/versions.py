"""The supported versions of the protocol, and how two programs agree on one."""

from typing import Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.wire.errors import RemoteProtocolError

# A range, so that a host can take older clients for a while; one version now, as each changed what is signed.
VERSIONS: Final = range(12, 13)
"""The versions this program supports. ``hello``, ``challenge`` and ``bye`` keep their fields in all of them."""


class NoCommonVersion(RummynetError):
    """Host and client have no version in common; the sentence names the side to upgrade."""

    code = "version"


def agree(low: int, high: int, ours: range = VERSIONS) -> int:
    """For the host: the newest version that a client of *low* to *high* supports too.

    Raises NoCommonVersion with a sentence for the person at the client, RemoteProtocolError for a reversed range.
    """
    if low > high:
        raise RemoteProtocolError(f"versions {low} to {high} are no range; the lower number comes first")
    # The newest of both: the client has only to check that it offered it (`confirm`).
    newest = min(high, ours[-1])
    if newest >= max(low, ours[0]):
        return newest
    spoken = f"the host speaks protocol {_named(ours)}, the client {_named(range(low, high + 1))}"
    older = "client" if high < ours[0] else "host"
    raise NoCommonVersion(f"{spoken}: upgrade the {older}")


def confirm(version: int, ours: range = VERSIONS) -> int:
    """For the client: *version* as the host chose it. Raises RemoteProtocolError if it was not offered."""
    if version not in ours:
        raise RemoteProtocolError(f"the host chose protocol version {version}, which was not offered ({_named(ours)})")
    return version


def _named(versions: range) -> str:
    first, last = versions[0], versions[-1]
    return f"version {first}" if first == last else f"versions {first} to {last}"
