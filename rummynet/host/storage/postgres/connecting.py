"""Connections to the database of a cluster, what a host does about each of its errors, and what it says of them.

psycopg, the extra ``rummynet[postgres]``, is imported here and only when a journal on PostgreSQL is asked for.
"""

import gc
import logging
import time
from enum import StrEnum
from itertools import cycle
from traceback import clear_frames
from typing import Any, Final

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.postgres_schema import check, prepare
from rummynet_protocol.wire.address import address

PREFIXES: Final = ("postgresql://", "postgres://")
# Seconds for one server of those in the URL: a machine that is gone does not answer at all, and the next may be the
# new primary.
CONNECT_SECONDS: Final = 5
# A standby, or a primary that was demoted in a failover: the next server of the URL may take writes.
READ_ONLY: Final = "25006"  # the SQLSTATE of a write at a server that takes none
REFUSALS: Final = ("password", "authentication", "does not exist", "permission denied", "pg_hba.conf", "certificate")
"""Words in libpq's messages about connections that were refused: errors of connecting come without a SQLSTATE."""
# A host that stops within a transaction loses it after this time: else it would hold its leases, and never lapse.
# Shorter than a lease, so that a takeover does not wait for it.
IDLE_MILLIS: Final = 2000
_SETTINGS: Final = {
    "connect_timeout": str(CONNECT_SECONDS),
    "application_name": "rummynet",
    # a database that is cut off from us is noticed, though nothing is refused
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}


_OF_THE_SESSION: Final = {
    # A role or a database may have another value: what players were told would be lost with the server's machine.
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": IDLE_MILLIS,
    # the server notices a machine that is gone, too; by default after two hours
    "tcp_keepalives_idle": 2,
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 3,
}
_SAYS_NOTHING: Final = (
    "Is the server running", "This probably means", "before or while processing", "LINE ", "^", "DETAIL", "HINT",
)  # fmt: skip
"""Beginnings of lines of libpq that add nothing to the one before."""


class Remedy(StrEnum):
    """What helps after an error."""

    RETRY = "retry"  # the same work, at once: it lost against other work
    AWAY = "away"  # the same work over a new connection, once the database is there, has room, or takes writes again
    END = "end"  # nothing that waiting brings: the host ends with this error, and a person has to look


# Source: PostgreSQL's documentation, appendix "PostgreSQL Error Codes". docs/cluster.md shows this table.
REMEDIES: Final = {
    # Connections. libpq reports a server that it cannot reach, or loses, without any code: see ``remedy_of``.
    "08": (Remedy.AWAY, "the connection is lost"),
    "28": (Remedy.END, "user or password is wrong"),
    "3D": (Remedy.END, "there is no such database"),
    # Operators: a shutdown, a failover, a cancelled query.
    "57": (Remedy.AWAY, "the server is stopped or starts, or somebody cancelled the work"),
    "57P04": (Remedy.END, "the database was dropped"),
    # Room: disk, memory, connections. Play goes on once there is room.
    # The operator's: an owner that was changed, a restored copy. Play goes on once the right is given.
    "42501": (Remedy.AWAY, "the user lacks a right"),
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
    # The whole code first: a class may have exceptions (57P04 in 57).
    row = REMEDIES.get(sqlstate) or REMEDIES.get(sqlstate[:2])
    return row[0] if row is not None else Remedy.END


# Clocks that NTP sets differ by milliseconds; a second is an error of somebody's.
_CLOCK_SECONDS: Final = 1.0


def doubts(base: Any) -> list[str]:  # noqa: ANN401 - a psycopg.Connection
    """What about a database may cost acknowledged actions or play, a line each. Raises psycopg.Error."""
    query = "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'"
    lines = [
        f"PostgreSQL has {name} off: if its machine dies, what players were told may be lost; set it on"
        for (name,) in base.execute(query)
    ]
    query = "SELECT count(*) FROM pg_stat_replication WHERE current_setting('synchronous_standby_names') = ''"
    if base.execute(query).fetchone() != (0,):
        lines.append(
            "PostgreSQL has a standby and waits for none: if that is promoted, what players were told may be lost; set "
            "synchronous_standby_names"
        )
    (now,) = base.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
    ahead = float(now) - time.time()
    if abs(ahead) > _CLOCK_SECONDS:
        lines.append(
            f"the database's clock is {abs(ahead):.0f} seconds {'ahead' if ahead > 0 else 'behind'} of this machine's: "
            "set both by NTP, as games get their dates from this one"
        )
    return lines


def session_name(host: int) -> str:
    """What sessions of this host are called in ``pg_stat_activity``."""
    return f"rummynet {host}"


def is_postgres(journal: str | None) -> bool:
    """Whether ``--journal`` names a PostgreSQL database. Raises JournalError for an address of no known kind."""
    if journal is None:
        return False
    if not journal.startswith(PREFIXES):
        raise JournalError(
            f"{journal[:60]!r} is no address of a journal; write postgresql://USER@HOST/DATABASE, or leave --journal "
            "out for a file in the data directory"
        )
    return True


class Database:
    """A PostgreSQL database by its URL, for hosts with the identity *public*; None for commands that only look."""

    def __init__(self, url: str, public: bytes | None) -> None:
        """Read the URL, without connecting. Raises JournalError."""
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict
        except ImportError:
            raise JournalError(
                "a journal on PostgreSQL needs psycopg; install it with: python -m pip install 'rummynet[postgres]'"
            ) from None
        self._psycopg = psycopg
        self.errors: Final = psycopg.Error
        self._public = public
        try:
            # The URL comes last, so that an operator can set other times.
            self._settings: dict[str, Any] = {**_SETTINGS, **conninfo_to_dict(url)}
        except psycopg.ProgrammingError:  # its message may name the password
            raise JournalError(
                "--journal is no address of a database; write postgresql://USER@HOST:PORT/DATABASE, with % codes for "
                "signs such as / and @ in a password"
            ) from None
        # What it logs by itself is logged by the host as what it means.
        logging.getLogger("psycopg").addHandler(logging.NullHandler())
        settings = self._settings
        place = _places(str(settings.get("host") or "localhost"), str(settings.get("port") or "5432"))
        self.where: Final = f"postgresql://{place}/{settings.get('dbname') or settings.get('user') or ''}"
        """The address without user and password."""

    def open(self, *, make: bool = False, host: int = 0) -> Any:  # noqa: ANN401 - a psycopg.Connection
        """A connection in which each statement is its own transaction. Raises JournalError.

        With *make* the tables are made in a new database. *host*: the number of the host whose it is, 0 for nobody's.
        """
        # A cluster made where no locale is set has SQL_ASCII, and psycopg reads texts of that as bytes.
        settings = {**self._settings, "client_encoding": "UTF8"}
        if host:
            settings["application_name"] = session_name(host)
        try:
            base: Any = self._psycopg.connect(**settings, autocommit=True)
        except self.errors as problem:
            # psycopg's frame and the errors of its attempts hold each other: some 20 kB for each attempt, which would
            # stay until the next full garbage collection, and the host makes those rare.
            clear_frames(problem.__traceback__)
            raise self.failure(problem) from problem
        # If a server before this one failed, its error and psycopg's frame hold each other in the same way, and the
        # connection: 25 kB, still young.
        gc.collect(1)
        try:
            self._check_encoding(base.info.parameter_status("server_encoding"))
            if make and self._public is not None:
                prepare(base, self._public, self.where)
            check(base, self._public, self.where)
            base.execute("; ".join(f"SET {name} = {value}" for name, value in _OF_THE_SESSION.items()))
        except self.errors as problem:
            base.close()
            raise self.failure(problem) from problem
        except JournalError:
            base.close()
            raise
        return base

    def _check_encoding(self, encoding: str | None) -> None:
        """Raise JournalError for a database that cannot hold every name: each host would end when one came."""
        if encoding not in (None, "UTF8", "SQL_ASCII"):  # None: a proxy in between does not say
            raise JournalError(
                f"the journal {self.where} has the encoding {encoding}, which lacks signs that names may have; name a "
                "database made with: createdb --encoding UTF8 --template template0"
            )

    def may_return(self, problem: BaseException | None) -> bool:
        """Whether the same work may succeed a little later, over a new connection."""
        return isinstance(problem, self.errors) and remedy_of(problem.sqlstate) is not Remedy.END

    def is_away(self, problem: BaseException) -> bool:
        """Whether a host that starts waits for the database; not where it was refused, which has no code either."""
        cause = problem.__cause__ if isinstance(problem, JournalError) else problem
        # A wrong password stays wrong: waiting for it would look like a database that is away.
        refused = any(word in str(cause) for word in REFUSALS)
        return self.may_return(cause) and not refused

    def for_programs(self) -> tuple[str, dict[str, str]]:
        """The connection string for PostgreSQL's own programs, and variables with what nobody may see in it.

        The arguments of a program are in the list of processes. Raises JournalError for a secret without a variable.
        """
        hidden = {
            one.keyword.decode(): one.envvar for one in self._psycopg.pq.Conninfo.get_defaults() if one.dispchar == b"*"
        }
        hidden = {name: variable for name, variable in hidden.items() if name in self._settings}
        variables = dict[str, str]()
        for name, variable in hidden.items():
            if variable is None:
                raise JournalError(f"--journal has {name}, which programs of PostgreSQL take from no other place")
            variables[variable.decode()] = str(self._settings[name])
        seen = {name: value for name, value in self._settings.items() if name not in hidden}
        return self._psycopg.conninfo.make_conninfo(**seen), variables

    def failure(self, problem: BaseException, what: str = "used") -> JournalError:
        """What a person is told: one line."""
        return JournalError(f"the journal {self.where} cannot be {what} ({self.why(problem)})")

    def why(self, problem: BaseException) -> str:
        """The reason of a failure and what to do about it, in one line."""
        message = _line(problem)
        if "password" in message or "authentication" in message:
            return f"{message}; give the right user and password in --journal, or in ~/.pgpass"
        if "does not exist" in message and ("database" in message or "role" in message):
            return f"{message}; make it with createdb or createuser, or name another one with --journal"
        if "permission denied" in message:
            return f"{message}; the user needs CREATE on the database, once, and its own tables"
        if "No space left" in message or "disk" in message:
            return f"{message}; make room on the disk of the database"
        if getattr(problem, "sqlstate", "") == READ_ONLY or "read-only" in message:
            return f"{message}; make it take writes again, or name the new primary in --journal too"
        if self.may_return(problem):
            return f"{message}; see that PostgreSQL runs there and can be reached"
        return message


def _places(hosts: str, ports: str) -> str:
    """Host and port, or several as libpq takes them: lists with commas, one port for all of them or one for each."""
    pairs = zip(hosts.split(","), cycle(ports.split(",")), strict=False)  # ends with the hosts; ``cycle`` does not end
    return ",".join(
        host if host.startswith("/") else address(host, 0).removesuffix(":0") + f":{port or 5432}"
        for host, port in pairs
    )


def _line(problem: BaseException) -> str:
    """The last line of libpq's message that says something: earlier ones name addresses that were tried."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(_SAYS_NOTHING)]
    line = (told or lines or [type(problem).__name__])[-1]
    # 200 characters: the sentence goes into one line of a log.
    return line.removeprefix("connection failed: ").rpartition("FATAL:")[2].strip()[:200]
