"""One program at a time plays from a data folder at one host."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rummynet.keyfile import KeyFileError, identity_folder
from rummynet_client.storage.seat_lock import SeatLock
from tests.support.errors import raises

HOST, OTHER = b"\1" * 32, b"\2" * 32


def test_one_program_has_the_seat_until_it_lets_go(tmp_path: Path) -> None:
    first, second = SeatLock(tmp_path, HOST), SeatLock(tmp_path, HOST)
    assert first.take() and first.take() and not second.take()
    assert second.holder == str(os.getpid()) and not second.is_held
    assert SeatLock(tmp_path, OTHER).take(), "another host is another seat"
    first.release()
    assert second.take() and not first.take()


def test_who_has_it_sees_that_it_is_wanted_and_by_nobody_any_more(tmp_path: Path) -> None:
    first, second = SeatLock(tmp_path, HOST), SeatLock(tmp_path, HOST)
    assert first.take() and not first.is_wanted
    second.ask_for_it()
    assert first.is_wanted
    second.release()
    assert not first.is_wanted
    second.ask_for_it()
    first.release()
    assert second.take() and not second.is_wanted


def test_its_files_are_their_owners_alone(tmp_path: Path) -> None:
    lock = SeatLock(tmp_path, HOST)
    lock.take()
    lock.ask_for_it()
    assert {path.stat().st_mode & 0o777 for path in identity_folder(tmp_path).iterdir()} == {0o600}


def test_a_folder_that_cannot_be_locked_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_file: int, _how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", fails)
    with raises(KeyFileError, "key_file", "No locks available"):
        SeatLock(tmp_path, HOST).take()


def test_on_windows_a_byte_behind_the_number_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As its documentation says of ``msvcrt.locking``; the test itself has run on Linux alone."""
    locked: set[tuple[int, int]] = set()

    def locking(file: int, mode: int, count: int) -> None:
        region = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        assert (mode, count) == (2, 1) and region[1] >= 20, "what others read is not locked"
        if region in locked:
            raise PermissionError(13, "Permission denied")
        locked.add(region)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    first, second = SeatLock(tmp_path, HOST), SeatLock(tmp_path, HOST)
    assert first.take() and not second.take() and second.holder == str(os.getpid())
