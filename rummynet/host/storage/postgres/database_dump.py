"""A copy of a cluster's journal as one file, made and read again by PostgreSQL's own programs.

``pg_dump`` reads all tables as of one moment, beside the hosts that write them. It has to be of the server's version or
a newer one.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_schema import SCHEMA

# How long it waits for a lock: pg_dump locks tables against being changed in kind, which nobody does beside it but a
# person who repairs the database: it gives up rather than wait for them all night.
_LOCK_WAIT_MILLIS: Final = 30_000
_VERSIONS: Final = re.compile(r"server version: (\d[\w.]*).*; pg_dump version: (\d[\w.]*)")


def dump(database: Database, path: Path) -> None:
    """Write the journal in PostgreSQL's custom format to this file, and read it again. Raises JournalError."""
    pg_dump, pg_restore = _program("pg_dump"), _program("pg_restore")
    database.open().close()  # says best why it cannot be reached, and whether it is a journal
    place, secret = database.for_programs()
    words = [pg_dump, "--format=custom", f"--schema={SCHEMA}", f"--lock-wait-timeout={_LOCK_WAIT_MILLIS}"]
    failed = _run([*words, "--no-password", f"--file={path}", f"--dbname={place}"], secret)
    if failed is None:
        # The whole copy is read and unpacked, where --list would read its table of contents.
        failed = _run([pg_restore, f"--file={os.devnull}", str(path)], {})
    if failed is not None:
        raise JournalError(f"the journal {database.where} cannot be copied ({failed})")


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise JournalError(
            f"a journal on PostgreSQL is copied by its {name}, which is not installed here; install PostgreSQL's "
            "programs for clients (postgresql-client), of the server's version or a newer one"
        )
    return found


def _run(words: list[str], variables: Mapping[str, str]) -> str | None:
    """Run one of the programs. Return why it failed, in one line; None if it did not."""
    environment = {**os.environ, "LC_ALL": "C", **variables}  # its messages are read below
    try:
        done = subprocess.run(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            errors="replace", check=False,
        )  # fmt: skip
    except OSError as problem:
        return f"{words[0]} cannot be run: {problem.strerror}"
    return None if done.returncode == 0 else _reason(done.stderr, Path(words[0]).name, done.returncode)


def _reason(message: str, name: str, status: int) -> str:
    versions = _VERSIONS.search(message)
    if versions is not None:
        server, ours = versions.groups()
        return f"{name} is of version {ours}, the server of {server}; install PostgreSQL's programs for clients of that"
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    line = next((line for line in lines if "error: " in line), lines[0] if lines else f"{name} ended with {status}")
    return f"{name}: {line.rpartition('error: ')[2][:200]}"
