"""The tables of the journal's database. There is one version: a journal of another one is refused, not converted."""

import sqlite3
from typing import Final

from rummynet.revision import this_program
from rummynet_protocol.text import clean

# Raised with any change of TABLES, and of what is packed in a row: an old journal is refused, not misread.
VERSION: Final = 11

MOST_WRITER: Final = 100
"""Characters of what a refusal repeats from a journal; a name, a version and a commit have some 40."""

TABLES: Final = """
CREATE TABLE writer (one INTEGER PRIMARY KEY CHECK (one = 1), program TEXT NOT NULL);
CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), public BLOB NOT NULL);
CREATE TABLE tables (number INTEGER PRIMARY KEY, closed_at INTEGER, deleted INTEGER NOT NULL DEFAULT 0,
    id BLOB NOT NULL, opened BLOB NOT NULL);
CREATE INDEX open_tables ON tables (number) WHERE closed_at IS NULL;
CREATE TABLE journal (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, row INTEGER NOT NULL, kind INTEGER NOT NULL,
    body BLOB NOT NULL);
CREATE TABLE log (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, game INTEGER NOT NULL, entries INTEGER NOT NULL,
    unix INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (tbl, game, entries));
"""
"""``writer`` is the program that opened the journal last, ``identity`` the public key of the host. ``journal`` has what
a start reads: of each open table the newest checkpoint, and a row for each group of changes since (``packed_rows.py``).
``log`` has what is over: of each game a row without entries, from when it began, and one for each round, which ends
with that number of entries. A table's games up to ``deleted`` were deleted on purpose, and one that is missing after
that is lost."""


def check_version(base: sqlite3.Connection) -> None:
    """Raise sqlite3.DatabaseError for a journal of another version, and for a database that is no journal."""
    found = _version(base)
    if found == 0:
        raise sqlite3.DatabaseError("it is no journal of rummynet; choose another folder with --data DIR")
    if found == VERSION:
        return
    says = f"it is of version {found}, {written_by(_writer(base))}this program reads version {VERSION}"
    if found > VERSION:
        raise sqlite3.DatabaseError(f"{says}; use a newer rummynet")
    raise sqlite3.DatabaseError(
        f"{says} alone; export its games with the rummynet that wrote it (rummynet host --export FOLDER), then move "
        "the file away, or choose another folder with --data DIR"
    )


def written_by(program: str) -> str:
    """What the refusal of a journal says of the program that wrote it; nothing of an old one, which does not know."""
    return f"written by {clean(program, MOST_WRITER)}; " if program else ""


def _writer(base: sqlite3.Connection) -> str:
    try:
        (program,) = base.execute("SELECT program FROM writer").fetchone()
        return str(program)
    except (sqlite3.Error, TypeError):
        return ""


def prepare(base: sqlite3.Connection) -> None:
    """Create the tables in a new database. Raises sqlite3.Error, also for a journal of another version."""
    if _version(base) == 0 and not base.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        try:
            base.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.Error:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise
    check_version(base)
    if _writer(base) != this_program():
        base.execute("INSERT OR REPLACE INTO writer VALUES (1, ?)", (this_program(),))


def _version(base: sqlite3.Connection) -> int:
    (version,) = base.execute("PRAGMA user_version").fetchone()
    return int(version)
