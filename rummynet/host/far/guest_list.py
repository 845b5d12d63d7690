"""Who may come from another home: open codes, and guests who may come back. One file each, in a folder of the host's.

Removing a file takes the invitation back, also while the host runs: it looks every few seconds.
"""

from datetime import UTC, datetime
from pathlib import Path

from rummynet.far.value_folder import FOLDER, ValueFolder
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value


class NoSuchGuest(Refusal):
    """No open code and no guest has this name."""

    code = "no_guest"


class Invited(Value):
    """An open code (``secret`` empty), or a guest who came with it and may come back until ``until`` (Unix time)."""

    name: str  # what it is listed and removed by: the code's number, or the guest's ID
    code: str
    until: float
    secret: str = ""  # 64 hexadecimal digits that host and guest share
    slot: int = 0  # of the code by which the guest is waited for
    table: int | None = None  # the one table that the invitation is for; None for the lobby

    @property
    def is_guest(self) -> bool:
        """Whether somebody has come with it."""
        return bool(self.secret)

    @property
    def line(self) -> str:
        """As it is listed."""
        until = datetime.fromtimestamp(self.until, UTC).strftime("%Y-%m-%dT%H:%MZ")
        where = "" if self.table is None else f"table {self.table} only, "
        what = f"guest, came with {self.code}" if self.is_guest else f"open: rummynet join {self.code}"
        return f"{self.name}  until {until}  {where}{what}"


class GuestList(ValueFolder[Invited]):
    """The folder *data*/host/far."""

    def __init__(self, data: Path) -> None:
        super().__init__(data / "host" / FOLDER, Invited)

    def names(self) -> set[str]:
        """The names of all files."""
        return {path.stem for path in self.folder.glob("*.json")}

    def keep(self, one: Invited) -> None:
        """Write it down. Raises OSError."""
        self.write(one.name, one)

    def remove(self, name: str) -> None:
        """Take it back; no effect if it is gone."""
        (self.folder / f"{name}.json").unlink(missing_ok=True)

    def take_back(self, name: str) -> None:
        """What an operator asks for. Raises NoSuchGuest."""
        if name not in self.names():
            raise NoSuchGuest(f"there is no code and no guest {name[:40]!r}; rummynet host --far-list shows them")
        self.remove(name)
