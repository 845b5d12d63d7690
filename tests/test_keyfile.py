import os
import stat
import threading
from pathlib import Path

import pytest

from rummynet.keyfile import HOME_VARIABLE, KeyFileError, home, identity_folder, secret
from tests.support.errors import raises


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_secret_is_made_once_and_stays(tmp_path: Path) -> None:
    folder = identity_folder(tmp_path / "new" / "home")
    made = secret(folder, "player.key")
    assert len(made) == 32
    assert secret(folder, "player.key") == made
    assert secret(folder, "other.key") != made
    assert sorted(path.name for path in folder.iterdir()) == ["other.key", "player.key"]


def test_only_the_owner_can_read_it_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = identity_folder(tmp_path)
        secret(folder, "player.key")
    finally:
        os.umask(before)
    assert (mode(folder), mode(folder / "player.key")) == (0o700, 0o600)


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o620, 0o666, 0o610, 0o601])
def test_a_key_file_that_others_may_read_is_refused_with_what_mends_it(tmp_path: Path, bits: int) -> None:
    folder = identity_folder(tmp_path)
    secret(folder, "player.key")
    (folder / "player.key").chmod(bits)
    with raises(KeyFileError, "key_file", f"chmod 600 {folder}/player.key"):
        secret(folder, "player.key")
    (folder / "player.key").chmod(0o600)
    secret(folder, "player.key")


def test_a_folder_that_others_may_read_is_refused_with_what_mends_it(tmp_path: Path) -> None:
    identity_folder(tmp_path).chmod(0o755)
    with raises(KeyFileError, "key_file", f"chmod 700 {tmp_path}/identity"):
        identity_folder(tmp_path)


def test_the_command_is_one_that_a_shell_understands(tmp_path: Path) -> None:
    odd = tmp_path / "Ada's files"
    identity_folder(odd).chmod(0o755)
    with pytest.raises(KeyFileError) as caught:
        identity_folder(odd)
    assert os.system(str(caught.value).rpartition("with: ")[2]) == 0
    identity_folder(odd)


@pytest.mark.parametrize("content", [b"", b"abc\n", b"g" * 64, b"0" * 63, b"0" * 65, b"0" * 64 + b"\n\n"])
def test_a_damaged_file_is_not_replaced(tmp_path: Path, content: bytes) -> None:
    folder = identity_folder(tmp_path)
    secret(folder, "player.key")
    (folder / "player.key").write_bytes(content)
    with raises(KeyFileError, "key_file", folder / "player.key"):
        secret(folder, "player.key")
    assert (folder / "player.key").read_bytes() == content


def test_many_at_once_get_the_same(tmp_path: Path) -> None:
    folder, found = identity_folder(tmp_path), set[bytes]()
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        found.add(secret(folder, "player.key"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1
    assert [path.name for path in folder.iterdir()] == ["player.key"]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises(KeyFileError, "key_file", tmp_path / "file", "--data"):
        identity_folder(tmp_path / "file")


def test_where_the_data_is(tmp_path: Path) -> None:
    assert home(tmp_path, {HOME_VARIABLE: "/elsewhere"}) == tmp_path
    assert home(None, {HOME_VARIABLE: str(tmp_path)}) == tmp_path
    assert home(None, {}).name == "rummynet"
    assert home("~/rummy", {}) == Path.home() / "rummy"
