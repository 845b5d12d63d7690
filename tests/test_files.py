"""Reading within bounds, appending whole or not at all."""

import errno
import os
import threading
from pathlib import Path

import pytest

from rummynet import files
from rummynet.files import append, new_file, open_to_append, read_file, set_aside
from tests.support.disk import TightDisk


def test_an_ordinary_file_is_read_whole_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_file(path, 100) == b"x" * 100
    with pytest.raises(OSError) as refused:
        read_file(path, 99)
    assert refused.value.errno == errno.EFBIG


def test_a_sparse_file_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(OSError) as refused:
        read_file(path, 64 * 2**20)
    assert refused.value.errno == errno.EFBIG and refused.value.filename == str(path)


def test_a_file_that_says_nothing_of_its_size_is_bounded_too() -> None:
    """Files of /proc have a size of 0 and may have any number of bytes."""
    path = Path("/proc/self/maps")
    if not path.exists():
        pytest.skip("there is no /proc here")
    with pytest.raises(OSError) as refused:
        read_file(path, 100)
    assert refused.value.errno == errno.EFBIG


def test_what_is_no_ordinary_file_is_neither_opened_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name, why in (("pipe", errno.EINVAL), ("/dev/zero", errno.EINVAL), ("folder", errno.EISDIR)):
        with pytest.raises(OSError) as refused:
            read_file(tmp_path / name, 100)
        assert refused.value.errno == why
    with pytest.raises(OSError) as refused:
        open_to_append(tmp_path / "pipe")
    assert refused.value.errno in (errno.EINVAL, errno.ENXIO)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing", 100)


def test_short_writes_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "write_some", TightDisk(3))
    file = open_to_append(tmp_path / "file")
    append(file, b"one record")
    append(file, b"")
    append(file, b"and another")
    os.close(file)
    assert (tmp_path / "file").read_bytes() == b"one recordand another"


@pytest.mark.parametrize("room", range(11))
def test_what_finds_no_room_is_not_there_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    file = open_to_append(tmp_path / "file")
    append(file, b"kept")
    monkeypatch.setattr(files, "write_some", disk := TightDisk(4, room))
    with pytest.raises(OSError) as refused:
        append(file, b"eleven byte")
    assert refused.value.errno == errno.ENOSPC
    assert (tmp_path / "file").read_bytes() == b"kept"
    disk.members = 100
    append(file, b"eleven byte")
    os.close(file)
    assert (tmp_path / "file").read_bytes() == b"kepteleven byte"


def test_what_another_program_has_appended_is_not_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    file = open_to_append(path)

    def other_comes_between(descriptor: int, data: memoryview) -> int:
        if path.stat().st_size:
            with path.open("ab") as other:
                other.write(b"theirs")
            raise OSError(errno.ENOSPC, "No space left on device")
        return os.write(descriptor, data[:2])

    monkeypatch.setattr(files, "write_some", other_comes_between)
    with pytest.raises(OSError) as refused:
        append(file, b"ours")
    assert refused.value.errno == errno.ENOSPC
    os.close(file)
    assert path.read_bytes() == b"outheirs"


def test_a_write_of_nothing_does_not_go_on_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda descriptor, data: 0)
    file = open_to_append(tmp_path / "file")
    with pytest.raises(OSError) as refused:
        append(file, b"x")
    assert refused.value.errno == errno.EIO
    os.close(file)


def test_a_file_is_set_aside_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.rummy"
    path.write_bytes(b"x")
    names = [set_aside(path, ".damaged").name for _ in range(3)]
    assert names == ["game.damaged", "game.damaged.2", "game.damaged.3"]
    assert path.read_bytes() == b"x"


def test_many_append_at_once_and_no_record_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def write(letter: bytes) -> None:
        file = open_to_append(path)
        for _ in range(50):
            append(file, letter * 40 + b"\n")
        os.close(file)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = path.read_bytes().splitlines()
    assert len(lines) == 150 and all(len(set(line)) == 1 and len(line) == 40 for line in lines)


def test_a_new_file_appears_whole_or_not_at_all_and_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with new_file(path) as unfinished:
        unfinished.write_bytes(b"all of it")
        assert not path.exists()
    assert path.read_bytes() == b"all of it" and path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError), new_file(path):
        raise AssertionError("nothing is written beside a file that is there")
    with pytest.raises(FileExistsError), new_file(tmp_path / "other") as unfinished:
        unfinished.write_bytes(b"late")
        (tmp_path / "other").write_bytes(b"first")
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "third") as unfinished:
        unfinished.write_bytes(b"half")
        raise ZeroDivisionError
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new": b"all of it", "other": b"first"}
