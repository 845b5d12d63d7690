"""What a host has done since its start, in numbers and in lines of its log: tables, games, shuffles, seconds."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.host.ops.logbook import Logbook
from rummynet.table.api.records import (
    EntryLogged,
    GameBegun,
    GameClosed,
    InputRecorded,
    JournalRow,
    TableClosed,
    TableOpened,
)

# From a fast SSD (0.3 ms a commit) to a disk that stalls: SLOW_SECONDS, the patience of a player, of a database.
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)
"""Upper bounds of the buckets of all histograms, in seconds."""
# Digits of an id in hexadecimal: enough to find one table among all of a club's, and short enough to read aloud.
ID_DIGITS: Final = 12


_OF_ACTIONS: Final = (EntryLogged, InputRecorded)  # nearly all rows; a pattern for each of the others takes its time


class Histogram:
    """How often something took how long, in BUCKETS."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0  # all of them together

    def buckets(self) -> Sequence[tuple[str, float]]:
        """By upper bound, as Prometheus writes it, how often it took no longer."""
        bounds, total, found = [*map(str, BUCKETS), "+Inf"], 0, list[tuple[str, float]]()
        for bound, count in zip(bounds, self.counts, strict=True):
            total += count
            found.append((bound, total))
        return found


class Counts:
    """``happened``: by what, how often; ``write`` and ``answer``: seconds of the journal, and of answers to players."""

    def __init__(self, logbook: Logbook) -> None:
        self.happened = Counter[str]()
        self.write, self.answer = Histogram(), Histogram()
        self._logbook = logbook
        self._logs: dict[int, str] = {}  # by table the id of the log of the game being played

    def game_runs(self, table: int, log: bytes) -> None:
        """A game that began before this start, or at another host, is played at this table."""
        self._logs[table] = short_id(log)

    def recorded(self, rows: Iterable[JournalRow], written: float, answered: float | None) -> None:
        """These rows are durable: count and log what they say of tables and games.

        The journal took *written* seconds. The first request of the group, if it has any, came *answered* seconds ago.
        """
        # Here and not in a method of theirs: each action passes here, and its calls are counted.
        for histogram, seconds in ((self.write, written), (self.answer, answered)):
            if seconds is not None:
                histogram.counts[bisect_left(BUCKETS, seconds)] += 1
                histogram.seconds += seconds
        for row in rows:
            if type(row) in _OF_ACTIONS:
                continue
            match row:
                case TableOpened(table=table, variant=variant, id=id):
                    self._note("a table is opened", table=table, variant=variant, id=short_id(id))
                case TableClosed(table=table, why=why):
                    self._note("a table is closed", table=table, why=why)
                case GameBegun(table=table, game=game, log=log, players=players):
                    self._logs[table] = short_id(log)
                    self._note("a game begins", table=table, game=game, id=short_id(log), players=len(players))
                case GameClosed(table=table, game=game, played=played):
                    says = "a game ends" if played else "a game is called off"
                    self._note(says, table=table, game=game, id=self._logs.pop(table, ""))

    def shuffle_voided(self, table: int) -> None:
        """A shuffle came to nothing, since a seat did not give its part."""
        self._note("a shuffle is voided", table=table, id=self._logs.get(table, ""))

    def _note(self, says: str, **fields: object) -> None:
        self.happened[says] += 1
        self._logbook.note(says, **fields)


def short_id(id: bytes) -> str:
    """What the log writes of an id of a table or of a game's log: the same on every host, and in transcripts."""
    return id.hex()[:ID_DIGITS]
