"""A host whose key is lost or exchanged does not become another one without a word."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.host.ops.logbook import Logbook
from rummynet.host.service import CannotHost, Service
from rummynet.host.storage.host_key import JOURNAL, check_host_key, host_secret
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.keyfile import HOST_KEY, KeyFileError, identity_folder, store
from tests.host.test_dispatcher import begin
from tests.support.dialling import Building
from tests.support.errors import raises
from tests.support.people import HOST

OF_BUILDING = b"host" * 8


@pytest.fixture
def data(tmp_path: Path, stream: io.StringIO) -> Iterator[Path]:
    """The folder of a host that has started, and at which a game was begun."""
    (tmp_path / "host").mkdir(mode=0o700)
    store(identity_folder(tmp_path), HOST_KEY, OF_BUILDING)
    made = Building(tmp_path / "host", stream)
    check_host_key(made.journal, HOST.public, tmp_path)  # as a host does that starts
    begin(made)
    made.close()
    yield tmp_path


def service(data: Path) -> Service:
    return Service(None, None, data, "host", Logbook(io.StringIO(), "info", False))


def test_a_lost_key_is_said_and_no_other_is_made(data: Path) -> None:
    key = identity_folder(data) / HOST_KEY
    key.unlink()
    with raises(KeyFileError, "key_file", key, "is lost", data / "host"):
        service(data)
    assert not key.exists()
    with raises(CannotHost, "host", "/sys/kernel/data cannot be written", "--data DIR"):
        service(Path("/sys/kernel/data"))  # not writable for the superuser either
    store(key.parent, HOST_KEY, OF_BUILDING)
    assert host_secret(data) == OF_BUILDING


def test_nor_is_another_taken_in_its_place(data: Path) -> None:
    store(identity_folder(data), HOST_KEY, bytes(range(32)))
    with raises(KeyFileError, "key_file", identity_folder(data) / HOST_KEY, data / "host"):
        service(data)
    journal = SqliteJournal(data / "host" / JOURNAL)  # it was closed again
    check_host_key(journal, HOST.public, data)
    journal.close()


def test_a_new_folder_gets_a_key_and_one_without_its_journal_begins_anew(data: Path, tmp_path: Path) -> None:
    assert host_secret(tmp_path / "new") == host_secret(tmp_path / "new")
    (identity_folder(data) / HOST_KEY).unlink()
    (data / "host").rename(data / "away")
    assert host_secret(data) != OF_BUILDING
