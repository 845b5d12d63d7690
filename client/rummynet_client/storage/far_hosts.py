"""Hosts in other homes that this player knows: what to come back by. One file each, readable by its owner only."""

from pathlib import Path

from rummynet.far.value_folder import FOLDER, ValueFolder
from rummynet_protocol.values import Value


class FarHost(Value):
    """A host in another home, and the code by which its player first came."""

    code: str
    fingerprint: str
    name: str
    secret: str  # 64 hexadecimal digits that host and player share
    slot: int = -1  # of the last code by which they met again; -1 if they have not
    rendezvous: str | None = None
    relay: str | None = None


class FarHosts(ValueFolder[FarHost]):
    """The folder *data*/far."""

    def __init__(self, data: Path) -> None:
        super().__init__(data / FOLDER, FarHost)

    def find(self, code: str) -> FarHost | None:
        """The host to which this code has led."""
        return next((one for one in self if one.code == code), None)

    def keep(self, one: FarHost) -> None:
        """Write it down. Raises OSError."""
        # By its code: somebody else's at this computer, or a bot's, is another guest of the same host.
        self.write(one.code, one)
