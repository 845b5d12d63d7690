"""What a host does about each error of PostgreSQL: one table by SQLSTATE.

Source: PostgreSQL's documentation, appendix "PostgreSQL Error Codes". docs/cluster.md shows this table.
"""

from enum import StrEnum
from typing import Final


class Remedy(StrEnum):
    """What helps after an error."""

    RETRY = "retry"
    """The same work, at once: it lost against other work."""
    AWAY = "away"
    """The same work over a new connection, once the database is there, has room, or takes writes again."""
    END = "end"
    """Nothing that waiting brings: the host ends with this error, and a person has to look."""


REMEDIES: Final = {
    # Connections. libpq reports a server that it cannot reach, or loses, without any code: see ``remedy_of``.
    "08": (Remedy.AWAY, "the connection is lost"),
    "28": (Remedy.END, "user or password is wrong"),
    "3D": (Remedy.END, "there is no such database"),
    # Operators: a shutdown, a failover, a cancelled query.
    "57": (Remedy.AWAY, "the server is stopped or starts, or somebody cancelled the work"),
    "57P04": (Remedy.END, "the database was dropped"),
    # Room: disk, memory, connections. Play goes on once there is room.
    "53": (Remedy.AWAY, "the server has no room: disk, memory or connections"),
    "54": (Remedy.END, "a limit of PostgreSQL was passed, which the same rows will pass again"),
    # A standby, or a managed database whose disk is nearly full. A new connection may find the new primary.
    "25006": (Remedy.AWAY, "the server takes no writes now"),
    "25P03": (Remedy.AWAY, "the transaction waited too long for this host, and was ended"),
    "25P04": (Remedy.AWAY, "the transaction took too long, and was ended"),
    # Conflicts with other transactions. The journal asks again what was committed, so nothing is written twice.
    "40": (Remedy.RETRY, "the transaction lost against another one"),
    "55": (Remedy.RETRY, "something is locked or in use for a moment"),
    # The server's own machine. It may be repaired under the same address.
    "58": (Remedy.AWAY, "the server cannot read or write its files"),
    "F0": (Remedy.END, "the server's lock file or settings are wrong"),
    "XX": (Remedy.END, "the server has found damage in its own data"),
}
"""By SQLSTATE, or by its first two digits: what helps, and what happened. What is not here is a fault of ours: END."""


def remedy_of(sqlstate: str | None) -> Remedy:
    """What helps after this error. None: it came without a code, so the connection could not be made, or broke."""
    if sqlstate is None:
        return Remedy.AWAY
    row = REMEDIES.get(sqlstate) or REMEDIES.get(sqlstate[:2])
    return row[0] if row is not None else Remedy.END
