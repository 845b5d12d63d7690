"""How much of a host's disk one client can fill in an hour: rows and bytes of what it does, times how often it may."""

import os
from collections.abc import Callable
from pathlib import Path

from rummynet.host.limits.bounds import Bounds
from rummynet.host.storage.journal import Journal
from rummynet.table.host_context import Limits
from rummynet.table.inputs import Connected, Disconnected
from rummynet.table.journal.table_journal import CHECKPOINT_AFTER
from rummynet_protocol.wire.messages import Manage, Sit, Stand
from tests.support.people import Person, TableHarness

MEGABYTE = 1_000_000
BOUND = 40 * MEGABYTE


def grown(folder: Path, hall: TableHarness, act: Callable[[int], None], times: int) -> tuple[float, float]:
    """Rows and bytes of the journal's file for each time that this is done, at a table where a game is played."""
    archive = Journal(folder / f"{os.urandom(4).hex()}.sqlite3")
    archive.append(hall.rows)
    archive._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before, size, rows = archive.count("inputs"), archive.path.stat().st_size, len(hall.rows)
    for turn in range(times):
        act(turn)
    archive.append(hall.rows[rows:])
    archive._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    result = (archive.count("inputs") - before) / times, (archive.path.stat().st_size - size) / times
    archive.close()
    return result


def test_one_client_within_its_limits_fills_little_in_an_hour(tmp_path: Path) -> None:
    hall = TableHarness()
    _, (ann, bob) = hall.game(["Ann", "B" * 32])
    crook = next(person for person in (ann, bob) if person is not _on_turn(hall, ann, bob))
    limits, bounds = Limits(), Bounds()
    often = limits.changes_per_hour // 2

    def pauses(turn: int) -> None:
        hall.ask(ann, Manage(ann.request(), 1, ("pause", "resume")[turn % 2], None))

    def signs_in_vain(turn: int) -> None:
        hall.act(crook, f"{turn:04}" + 230 * "€")

    def comes_and_goes(turn: int) -> None:
        hall.take((Disconnected(bob.key), Connected(bob.key, bob.name))[turn % 2])

    costs = {
        "changes": (grown(tmp_path, hall, pauses, often), 2 * limits.changes_per_hour),
        "refused": (grown(tmp_path, hall, signs_in_vain, often), 2 * limits.changes_per_hour),
        "comes and goes": (grown(tmp_path, hall, comes_and_goes, often), 2 * bounds.greetings_per_minute * 60),
    }
    for (rows, _), _ in costs.values():
        assert rows <= 1
    total = sum(size * times * bounds.tables_at_once for (_, size), times in costs.values())
    assert total < BOUND, {name: round(size) for name, ((_, size), _) in costs.items()}


def test_what_a_client_does_at_waiting_tables_fills_nothing_for_good(tmp_path: Path) -> None:
    hall = TableHarness()
    hall.table(["Ann", "Bob"])
    crook = hall.person("Sam")

    def sits_and_stands(turn: int) -> None:
        kinds = Sit(crook.request(), 1, None), Stand(crook.request(), 1)
        hall.ask(crook, kinds[turn % 2])

    _, size = grown(tmp_path, hall, sits_and_stands, 20 * CHECKPOINT_AFTER)
    assert 20 * CHECKPOINT_AFTER * size < 100_000


def _on_turn(hall: TableHarness, *people: Person) -> Person:
    game = hall.lobby.tables[1].game
    assert game is not None and game.play is not None
    return next(person for person in people if person.key == game.keys[game.play.full.turn])
