"""The host's own transcripts, one file a game, written from the rows of the journal as the game goes on."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from rummynet.table.records import EntryLogged, GameBegun, GameOver, JournalRow
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record


class Transcripts:
    """Files in *folder* (made if missing) called ``table-N-game-M.rummy``."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._open: dict[tuple[int, int], BinaryIO] = {}

    def append(self, rows: Iterable[JournalRow]) -> None:
        """Add what these rows say to the games' files, durably. Raises OSError."""
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
            os.fsync(file.fileno())
        for row in rows:
            if isinstance(row, GameOver) and (row.table, row.game) in self._open:
                self._open.pop((row.table, row.game)).close()

    def close(self) -> None:
        """Close all files."""
        for file in self._open.values():
            file.close()
        self._open.clear()

    def path(self, table: int, game: int) -> Path:
        """The file of a game."""
        return self.folder / f"table-{table}-game-{game}.rummy"

    def _begin(self, table: int, game: int) -> None:
        path = self.path(table, game)
        if path.exists():
            # The journal gives every table its own number, so this file belongs to a journal that is no more.
            path.replace(path.with_suffix(f".{int(path.stat().st_mtime)}.rummy"))
        file = path.open("xb")
        file.write(HEADER)
        self._open[table, game] = file
