"""A journal with malformed pages: one clear line when the host starts, and from --check-data; no other exception."""

import io
import random
import re
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from rummynet.host import upkeep
from rummynet.host.dispatch.table_arrivals import resume_tables
from rummynet.host.ops.logbook import Logbook
from rummynet.host.service import Service
from rummynet.host.storage.host_key import JOURNAL
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import PAGE
from rummynet.keyfile import HOST_KEY, identity_folder
from tests.host.test_dispatcher import act, begin
from tests.host.test_upkeep import command
from tests.support.dialling import Building
from tests.support.disk import write_synchronously

Harm = Callable[[bytearray, random.Random], None]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a host with a game being played, all of it in the database's main file."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "host").mkdir(mode=0o700)
    key = identity_folder(folder) / HOST_KEY
    key.write_text((b"host" * 8).hex() + "\n")
    key.chmod(0o600)
    building = Building(folder / "host", io.StringIO())
    people = begin(building)
    for _ in range(12):
        act(building, people)
    building.close()
    base = sqlite3.connect(folder / "host" / JOURNAL)
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    return folder


def page_of_zeros(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(1, len(data) // PAGE) * PAGE
    data[at : at + PAGE] = bytes(PAGE)


def page_of_noise(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(1, len(data) // PAGE) * PAGE
    data[at : at + PAGE] = chance.randbytes(PAGE)


def pages_swapped(data: bytearray, chance: random.Random) -> None:
    one, other = (place * PAGE for place in chance.sample(range(1, len(data) // PAGE), 2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


def cut_off(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(PAGE, len(data)) :]


def bytes_changed(data: bytearray, chance: random.Random) -> None:
    for _ in range(20):
        data[chance.randrange(100, len(data))] = chance.randrange(256)


def first_page_changed(data: bytearray, chance: random.Random) -> None:
    for _ in range(10):
        data[chance.randrange(0, 400)] = chance.randrange(256)


HARMS: tuple[Harm, ...] = (page_of_zeros, page_of_noise, pages_swapped, cut_off, bytes_changed, first_page_changed)


def damaged(played: Path, folder: Path, harm: Harm, seed: int) -> Path:
    shutil.copytree(played, folder / "data")
    path = folder / "data" / "host" / JOURNAL
    data = bytearray(path.read_bytes())
    harm(data, random.Random(seed))
    path.write_bytes(data)
    return folder / "data"


def start(folder: Path) -> list[str]:
    """The output of a host started on this data: its log, or the one line with which it ends."""
    stream = io.StringIO()
    logbook = Logbook(stream, "warning")
    service = None
    try:
        service = Service(Clock(), Clock(), folder, "the host", logbook)
        parts = service.dispatcher, service.journal, service.transcripts, write_synchronously, logbook
        deque(resume_tables(*parts), 0)
    except JournalError as problem:
        return [str(problem)]
    finally:
        if service is not None:
            service.journal.close()
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("harm", HARMS)
def test_a_host_starts_or_ends_with_one_line(played: Path, tmp_path: Path, harm: Harm, seed: int) -> None:
    """SQLite misses some damage: then the table is not resumed, or the damage is in unused bytes."""
    said = start(damaged(played, tmp_path, harm, seed))
    assert len(said) <= 1
    for line in said:
        assert re.search("could not be resumed|cannot be", line), line
        assert "\n" not in line and len(line) < 500


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("harm", HARMS)
def test_the_check_says_what_is_wrong(
    played: Path, tmp_path: Path, harm: Harm, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = damaged(played, tmp_path, harm, seed)
    try:
        status = upkeep.run(command(folder, check_data=True))
    except JournalError as problem:  # opening it fails
        assert "cannot be used" in str(problem) and "damaged" in str(problem)
        return
    said = capsys.readouterr().out.splitlines()
    wrong = [line for line in said if line.startswith("fail  ")]
    assert (status == 1) == bool(wrong)
    assert all(line.startswith(("fail  ", "ok    ")) and len(line) < 600 for line in said)
    journal = [line for line in wrong if "journal" in line and "damaged" in line]
    assert len(journal) <= 1 and (wrong == journal if journal else harm is not pages_swapped)
