"""The journal's tables, version by version, and how a journal of an earlier version becomes one of this."""

import sqlite3
from typing import Final

VERSION: Final = 2

_FIRST: Final = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL, variant TEXT NOT NULL, options BLOB NOT NULL,
    opened_by BLOB NOT NULL, opened_at INTEGER NOT NULL, closed TEXT);
CREATE TABLE seatings (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, seat INTEGER NOT NULL, key BLOB, name TEXT,
    bot INTEGER);
CREATE TABLE games (tbl INTEGER, game INTEGER, log BLOB NOT NULL, players BLOB NOT NULL, begun_at INTEGER NOT NULL,
    outcome TEXT, PRIMARY KEY (tbl, game)) WITHOUT ROWID;
CREATE TABLE log (tbl INTEGER, game INTEGER, idx INTEGER, entry BLOB NOT NULL, signature BLOB NOT NULL,
    PRIMARY KEY (tbl, game, idx)) WITHOUT ROWID;
CREATE TABLE secrets (tbl INTEGER, game INTEGER, round INTEGER, epoch INTEGER, deck BLOB NOT NULL, pub BLOB NOT NULL,
    PRIMARY KEY (tbl, game, round, epoch)) WITHOUT ROWID;
CREATE TABLE statements (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL,
    what TEXT NOT NULL, payload BLOB NOT NULL, signature BLOB NOT NULL);
"""

_SECOND: Final = """
CREATE TABLE inputs (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, ms INTEGER NOT NULL, unix INTEGER NOT NULL,
    body BLOB NOT NULL);
CREATE INDEX inputs_of_table ON inputs (tbl, id);
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN limits BLOB NOT NULL DEFAULT x'80';
UPDATE games SET outcome = 'called off' WHERE outcome IS NULL;
UPDATE tables SET closed = 'the host was started anew with a later version' WHERE closed IS NULL;
DROP TABLE seatings;
DROP TABLE statements;
"""
"""From here on the inputs of a table are kept, and with them everything that those two held. A table that an earlier
version left open cannot be made again, as its inputs were not kept: it is closed; finished games stay."""

STEPS: Final = (_FIRST, _SECOND)
"""``STEPS[n]`` makes version n + 1 of version n."""


def bring_up_to_date(base: sqlite3.Connection) -> int:
    """Take every step that is missing, all or none; the version that was found. Raises sqlite3.Error."""
    found = int(base.execute("PRAGMA user_version").fetchone()[0])
    if found > VERSION:
        raise sqlite3.DatabaseError(
            f"it is of version {found}, this program knows versions up to {VERSION}; use a newer rummynet"
        )
    if found < VERSION:
        steps = " ".join(STEPS[found:])
        try:
            base.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.Error:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise
    return found
