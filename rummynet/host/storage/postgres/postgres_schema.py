"""The tables of a cluster's database, in a schema of their own. There is one version: another one is refused.

``cluster`` has the public key of the hosts, and the program that started last. ``leases`` says which host writes a
table, under which fencing token; a token only grows. ``hosts`` has each host's signs of life, which the others
count. ``writers`` has the number of each host's last transaction, so that one of unknown outcome is not
repeated.
"""

from typing import Any, Final

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.schema import written_by
from rummynet.revision import this_program
from rummynet_protocol.wire.address import key_fingerprint

VERSION: Final = 8  # raised with any change of TABLES: hosts of two versions would read each other's rows wrongly
SCHEMA: Final = "rummynet"
# A host that is not heard from for so long loses its tables. Shorter, and a pause of the database or a busy machine
# costs tables; longer, and people wait longer when a host dies: a takeover takes this and the reading
# (docs/cluster.md).
LEASE_SECONDS: Final = 3.0
# The advisory lock under which the tables are made, "rumm" in ASCII: two hosts that start with a new database would
# both find none.
_MAKING: Final = 0x72756D6D

TABLES: Final = """
CREATE SCHEMA rummynet;
SET search_path TO rummynet;
CREATE TABLE cluster (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, identity BYTEA NOT NULL,
    writer TEXT NOT NULL);
CREATE TABLE hosts (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL, addresses TEXT[] NOT NULL,
    beats BIGINT NOT NULL DEFAULT 0, beaten TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    gone BOOLEAN NOT NULL DEFAULT TRUE, draining BOOLEAN NOT NULL DEFAULT FALSE, room INTEGER NOT NULL DEFAULT 0);
CREATE TABLE writers (host BIGINT PRIMARY KEY, wrote BIGINT NOT NULL) WITH (fillfactor = 50);
CREATE TABLE leases (tbl BIGINT PRIMARY KEY, owner BIGINT NOT NULL, token BIGINT NOT NULL) WITH (fillfactor = 80);
CREATE INDEX leases_of_owner ON leases (owner);
CREATE SEQUENCE numbers AS BIGINT;
CREATE TABLE tables (number BIGINT PRIMARY KEY, id BYTEA NOT NULL, opened BYTEA NOT NULL,
    closed_at BIGINT, deleted BIGINT NOT NULL DEFAULT 0);
CREATE INDEX open_tables ON tables (number) WHERE closed_at IS NULL;
CREATE TABLE journal (tbl BIGINT, row BIGINT, kind INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (tbl, row));
CREATE TABLE log (tbl BIGINT, game BIGINT, entries BIGINT, unix BIGINT NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (tbl, game, entries));
CREATE TABLE lobby (tbl BIGINT PRIMARY KEY, row BYTEA NOT NULL, members BYTEA[] NOT NULL);
CREATE TABLE bots (key BYTEA PRIMARY KEY, tbl BIGINT NOT NULL, sealed BYTEA NOT NULL);
"""
"""The rows of ``journal`` and bots' keys are sealed (``sealing.py``); logs are what every client of a table has. The
primary keys of ``journal`` and ``log`` are what no two hosts can write to twice."""


def prepare(base: Any, public: bytes, where: str) -> None:  # noqa: ANN401 - psycopg is imported on demand
    """Make the tables in a new database for the identity *public*. Raises JournalError, psycopg.Error."""
    with base.transaction():
        base.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        if not _has_schema(base):
            base.execute(TABLES)
            base.execute("INSERT INTO cluster VALUES (1, %s, %s, %s)", (VERSION, public, this_program()))
        check(base, public, where)
        base.execute("UPDATE cluster SET writer = %s WHERE writer <> %s", (this_program(), this_program()))


def check(base: Any, public: bytes | None, where: str) -> None:  # noqa: ANN401
    """Raise JournalError for a database of another version or cluster, and for one that is no journal.

    With None for *public* it may be any cluster's.
    """
    base.execute(f"SET search_path TO {SCHEMA}")
    if base.execute(f"SELECT to_regclass('{SCHEMA}.cluster')").fetchone() == (None,):
        raise JournalError(f"the database {where} is no journal of rummynet; name another one with --journal")
    # All columns: those of another version have no writer.
    _, version, identity, *writer = base.execute("SELECT * FROM cluster").fetchone() or (1, 0, b"")
    if version != VERSION:
        what = "use a newer rummynet" if version > VERSION else "export its games with the rummynet that wrote it"
        raise JournalError(
            f"the journal {where} is of version {version}, {written_by(*writer[:1] or [''])}this program reads "
            f"version {VERSION}; {what}, or name another database with --journal"
        )
    if public is not None and bytes(identity) != public:
        raise JournalError(
            f"the journal {where} is that of the hosts with the key {key_fingerprint(bytes(identity))}, this host's is "
            f"{key_fingerprint(public)}; copy their identity/host.key into this --data DIR, or name another database"
        )


def _has_schema(base: Any) -> bool:  # noqa: ANN401
    found = base.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (SCHEMA,)).fetchone()
    return found is not None
