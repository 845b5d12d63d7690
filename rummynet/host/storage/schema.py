"""The tables of the journal's database. There is one version: a journal of another one is refused, not converted."""

import sqlite3
from typing import Final

from rummynet.revision import this_program
from rummynet_protocol.text import clean

VERSION: Final = (
    10  # raised with any change of TABLES, and of what is packed in a row: an old journal is refused, not misread
)

MOST_WRITER: Final = 100
"""Characters of what a refusal repeats from a journal; a name, a version and a commit have some 40."""

TABLES: Final = """
CREATE TABLE writer (one INTEGER PRIMARY KEY CHECK (one = 1), program TEXT NOT NULL);
CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), public BLOB NOT NULL);
CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL, variant TEXT NOT NULL, options BLOB NOT NULL,
    opened_by BLOB NOT NULL, opened_at INTEGER NOT NULL, host TEXT NOT NULL, limits BLOB NOT NULL,
    id BLOB NOT NULL, moved INTEGER NOT NULL, closed TEXT, closed_at INTEGER, deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX open_tables ON tables (number) WHERE closed IS NULL;
CREATE TABLE checkpoints (tbl INTEGER PRIMARY KEY, ms INTEGER NOT NULL, unix INTEGER NOT NULL, games INTEGER NOT NULL,
    body BLOB NOT NULL, entries INTEGER NOT NULL, round INTEGER NOT NULL);
CREATE TABLE commits (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE inputs (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, count INTEGER NOT NULL, body BLOB NOT NULL);
CREATE INDEX inputs_of_table ON inputs (tbl, id);
CREATE TABLE games (tbl INTEGER, game INTEGER, log BLOB NOT NULL, players BLOB NOT NULL, begun_at INTEGER NOT NULL,
    outcome TEXT, PRIMARY KEY (tbl, game)) WITHOUT ROWID;
CREATE TABLE log (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, game INTEGER NOT NULL, idx INTEGER NOT NULL,
    count INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (tbl, game, idx));
CREATE TABLE secrets (tbl INTEGER, game INTEGER, round INTEGER, epoch INTEGER, deck BLOB NOT NULL, pub BLOB NOT NULL,
    PRIMARY KEY (tbl, game, round, epoch)) WITHOUT ROWID;
"""
"""``writer`` is the program that opened the journal last, ``identity`` the public key of the host. ``commits`` has one
row a transaction; ``log`` and ``inputs`` have the segments, of ``count`` rows each, see ``segments.py``. A table's rows
are in segments up to commit ``moved``. Its games up to ``deleted`` were deleted on purpose, and one that is missing
after that is lost. ``inputs`` and ``checkpoints`` have rows of open tables alone: of each one checkpoint, and the
inputs after it."""


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
        return str(base.execute("SELECT program FROM writer").fetchone()[0])
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
    return int(base.execute("PRAGMA user_version").fetchone()[0])
