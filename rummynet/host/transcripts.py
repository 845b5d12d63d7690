"""The host's own transcripts, one file a game, written from the rows of the journal as the game goes on."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

from rummynet.table.records import EntryLogged, GameBegun, GameOver, JournalRow
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record

_FRESH: Final = ".fresh"


class Transcripts:
    """Files in *folder* (made if missing) called ``table-N-game-M.rummy``."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._open: dict[tuple[int, int], BinaryIO] = {}

    def append(self, rows: Iterable[JournalRow]) -> None:
        """Add what these rows say to the games' files. Raises OSError.

        The journal is what is durable: after a crash a file is written anew from it, so nothing waits for the disk here
        but the end of a game.
        """
        touched: dict[tuple[int, int], BinaryIO] = {}
        for row in rows:
            match row:
                case GameBegun():
                    self._begin(row.table, row.game)
                case EntryLogged() if (row.table, row.game) in self._open:
                    file = touched[row.table, row.game] = self._open[row.table, row.game]
                    file.write(pack_entry_record(row.entry, row.signature))
        for file in touched.values():
            file.flush()
        for row in rows:
            if isinstance(row, GameOver) and (row.table, row.game) in self._open:
                file = self._open.pop((row.table, row.game))
                os.fsync(file.fileno())
                file.close()

    def resume(self, table: int, game: int, log: Iterable[tuple[bytes, bytes]]) -> None:
        """Go on with a game's file, as the journal has its log: the file may lack what was written last, or half of it.

        Raises OSError.
        """
        self._open[table, game] = export(self.folder, table, game, log).open("ab")

    def close(self) -> None:
        """Close all files."""
        for file in self._open.values():
            file.close()
        self._open.clear()

    def path(self, table: int, game: int) -> Path:
        """The file of a game."""
        return _path(self.folder, table, game)

    def _begin(self, table: int, game: int) -> None:
        path = self.path(table, game)
        if path.exists():
            # The journal gives every table its own number, so this file belongs to a journal that is no more.
            path.replace(path.with_suffix(f".{int(path.stat().st_mtime)}.rummy"))
        file = path.open("xb")
        file.write(HEADER)
        self._open[table, game] = file


def export(folder: Path, table: int, game: int, log: Iterable[tuple[bytes, bytes]]) -> Path:
    """Write a game's log as one whole transcript into *folder* (made if missing), in place of an older one.

    Raises OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = _path(folder, table, game)
    fresh = path.with_suffix(_FRESH)
    with fresh.open("wb") as file:
        file.write(HEADER + b"".join(pack_entry_record(entry, signature) for entry, signature in log))
        file.flush()
        os.fsync(file.fileno())
    return fresh.replace(path)


def _path(folder: Path, table: int, game: int) -> Path:
    return folder / f"table-{table}-game-{game}.rummy"
