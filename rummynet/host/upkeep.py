"""Maintenance of a host's data: check it, copy it while the host runs, export finished games, prune old ones.

Pruning: of a table closed for a given number of days the journal keeps that it existed; the logs of its games are first
exported as transcripts, and those files stay. Open tables are never pruned: they are resumed from their rows.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from rummynet.files import new_file
from rummynet.host.far.guest_list import GuestList
from rummynet.host.log_checks import Progress, keep_known, read_known, wrong_games
from rummynet.host.storage.host_key import JOURNAL, change_host_key, check_host_key, host_secret
from rummynet.host.storage.journal import Journal, JournalError
from rummynet.host.storage.postgres.connecting import Database, is_postgres
from rummynet.host.storage.postgres.postgres_schema import SCHEMA
from rummynet.host.storage.sqlite_journal import SqliteJournal, readable
from rummynet.host.storage.transcripts import export
from rummynet.keyfile import HOST_KEY, home, identity_folder, secret
from rummynet.table.api.host_context import HostContext
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.lobby.resume import resume_table
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import key_fingerprint

DAY: Final = 86_400
NOTED: Final = "checked.json"  # beside the journal: what the last good check has found


def is_requested(args: argparse.Namespace) -> bool:
    """Whether the command is about data, not about running a host."""
    commands = (args.check_data, args.backup, args.export, args.drain, args.new_key, args.far_list, args.far_remove)
    return any(commands) or args.prune is not None


def run(args: argparse.Namespace, progress: Progress | None = None) -> int:
    """Run the command. Return 0, or 1 if the check fails. *progress* is that of a check.

    Raises JournalError, KeyFileError, TranscriptError.
    """
    data = home(args.data)
    if args.far_list:
        return _list_far(data)
    if args.far_remove:
        GuestList(data).take_back(args.far_remove)
        return 0
    if args.drain:
        return _drain(args.journal, data / "host")
    if args.new_key:
        return _change_key(args, data)
    if args.backup and is_postgres(args.journal):
        return _backup(partial(dump, Database(args.journal, None)), Path(args.backup))
    is_reading = bool(args.backup or args.check_data or args.export)
    open_journal = _opener(args, data)
    with readable(data / "host" / JOURNAL), closing(open_journal(read_only=is_reading)) as journal:
        if args.backup:
            return _backup(journal.copy_to, Path(args.backup))
        if args.check_data:
            return _check(journal, data, args.quick, progress)
        if args.export:
            return _export(journal, Path(args.export))
        return _prune(journal, data / "host", args.prune)


def _opener(args: argparse.Namespace, data: Path) -> Callable[..., Any]:
    """Opens the journal, which these commands don't make. Raises JournalError, KeyFileError."""
    if is_postgres(args.journal):
        # needs the extra: imported on demand
        from rummynet.host.storage.postgres.postgres_journal import open_for_upkeep

        return partial(open_for_upkeep, args.journal, secret(identity_folder(data), HOST_KEY))
    path = data / "host" / JOURNAL
    if not path.exists():
        raise JournalError(f"there is no journal in {path.parent}; name the right folder with --data DIR")
    return partial(SqliteJournal, path)


def _list_far(data: Path) -> int:
    """A line for each open code, and for each guest who may come back."""
    for one in GuestList(data):
        _print_line(one.line)
    return 0


def _drain(url: str | None, folder: Path) -> int:
    if not is_postgres(url):
        raise JournalError("a host by itself has nobody to hand tables to; name the cluster with --journal URL")
    from rummynet.host.cluster.operating import drain  # needs the extra: imported on demand

    number, went = drain(url, folder)
    for table, (host, name) in went.items():
        _print_line(f"table {table} is at host {host}, {name}")
    _print_line(f"host {number} has handed its tables over and ended")
    return 0


def _change_key(args: argparse.Namespace, data: Path) -> int:
    with closing(_opener(args, data)()) as journal:
        old, new = change_host_key(data, journal)
    _print_line(f"old   {key_fingerprint(old)}")
    _print_line(f"new   {key_fingerprint(new)}")
    return 0


def _print_line(line: str) -> None:
    sys.stdout.write(line + "\n")


def _check(journal: Journal, data: Path, is_quick: bool, progress: Progress | None) -> int:
    try:
        # Nothing read from a damaged file proves anything about logs or tables.
        wrong = _damage(journal) or [
            *_wrong_logs(journal, data / "host" / NOTED, is_quick, progress), *_wrong_tables(journal, data)
        ]  # fmt: skip
    except JournalError as problem:
        wrong = [str(problem)]
    for one in wrong:
        _print_line(f"fail  {one}")
    if not wrong:
        _print_line("ok    the journal is whole")
    return 1 if wrong else 0


def _damage(journal: Journal) -> list[str]:
    """One line for all findings of SQLite; if there is one, no further check can be relied on."""
    with journal.reading():
        found = journal.damage()
    if not found:
        return []
    return [
        f"the journal {journal.where} is damaged ({found[0].splitlines()[0]}, findings: {len(found)}); put a backup in "
        "its place, or move it away to begin anew"
    ]


def _wrong_logs(journal: Journal, noted: Path, is_quick: bool, progress: Progress | None) -> list[str]:
    """The games that are wrong; what is right is noted in that file."""
    wrong, count, known = wrong_games(journal, read_known(noted) if is_quick else {}, progress)
    if not wrong:
        keep_known(noted, known)
        of = "new games" if is_quick else "games"
        _print_line(f"ok    {count} {of}: every signature, shuffle, move and score holds")
    return wrong


def _wrong_tables(journal: Journal, data: Path) -> list[str]:
    """The open tables that a host could not resume. Raises KeyFileError."""
    # Chance is never drawn: resuming takes the random bytes of the journal.
    context = HostContext("", Signer(host_secret(data)), lambda size: bytes(size))
    check_host_key(journal, context.signer.public, data)
    wrong = []
    with journal.reading():
        tables = journal.open_tables()
    for table in tables:
        try:
            with journal.reading():
                history = journal.history(table)
            resume_table(history, context)
        except BadHistory as problem:
            wrong.append(f"table {table}: {problem}")
    if not wrong:
        _print_line(f"ok    {len(tables)} open tables: each can be gone on with, and is what its log says")
    return wrong


def _backup(copy_to: Callable[[Path], None], path: Path) -> int:
    try:
        with new_file(path) as unfinished:
            copy_to(unfinished)
    except FileExistsError:
        raise JournalError(f"{path} exists already; name a new file for the backup") from None
    except OSError as problem:
        raise JournalError(f"the backup {path} cannot be written ({problem.strerror}); name another file") from None
    _print_line(f"the journal is copied to {path}")
    return 0


def _export(journal: Journal, to: Path) -> int:
    games = journal.every_game()
    for table, game in games:
        export(to, table, game, journal.entries(table, game))
    _print_line(f"{len(games)} games are in {to}; rummynet verify --partial checks them")
    return 0


def _prune(journal: Journal, folder: Path, days: int) -> int:
    tables = journal.prunable(int(time.time()) - days * DAY)
    for table in tables:
        for game in journal.games(table):
            # Exported and synced before the rows are deleted: a crash between leaves both.
            export(folder / "transcripts", table, game, journal.entries(table, game))
        journal.prune(table)  # table by table, each its own transaction: a running host waits for none long
    _print_line(
        f"{len(tables)} closed tables were pruned; the transcripts of their games are in {folder / 'transcripts'}"
    )
    return 0


# How long it waits for a lock: pg_dump locks tables against being changed in kind, which nobody does beside it but a
# person who repairs the database: it gives up rather than wait for them all night.
_LOCK_WAIT_MILLIS: Final = 30_000
_VERSIONS: Final = re.compile(r"server version: (\d[\w.]*).*; pg_dump version: (\d[\w.]*)")


def dump(database: Database, path: Path) -> None:
    """Write the journal in PostgreSQL's custom format to this file, and read it again. Raises JournalError.

    ``pg_dump`` reads all tables as of one moment, beside the hosts that write them. It has to be of the version of the
    server or a newer one.
    """
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
