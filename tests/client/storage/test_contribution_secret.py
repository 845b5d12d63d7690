"""The secret of contributions: created once for this very file; a copy of the folder gets another one."""

import shutil
import stat
from pathlib import Path

import pytest

from rummynet.keyfile import KeyFileError, identity_folder
from rummynet_client.storage.identity import CONTRIBUTION, contribution_secret, load_identity
from tests.support.errors import raises


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = contribution_secret(tmp_path)
    assert len(first) == 32 and contribution_secret(tmp_path) == first
    assert stat.S_IMODE((tmp_path / CONTRIBUTION).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [CONTRIBUTION]


def test_a_copied_data_directory_has_the_same_player_and_another_secret(tmp_path: Path) -> None:
    load_identity(tmp_path / "old")
    shutil.copytree(tmp_path / "old", tmp_path / "new")
    (tmp_path / "new" / "identity").chmod(0o700)
    old, new = load_identity(tmp_path / "old"), load_identity(tmp_path / "new")
    assert old.signer.public == new.signer.public and old.contribution != new.contribution
    assert load_identity(tmp_path / "new").contribution == new.contribution
    assert load_identity(tmp_path / "old").contribution == old.contribution


def test_one_that_was_moved_is_the_same(tmp_path: Path) -> None:
    first = contribution_secret(tmp_path)
    other = tmp_path / "elsewhere"
    other.mkdir()
    (tmp_path / CONTRIBUTION).rename(other / CONTRIBUTION)
    assert contribution_secret(other) == first


@pytest.mark.parametrize("content", [b"", b"nonsense", b"00" * 32 + b"\n", b"00" * 32 + b" 1\n"])
def test_what_is_no_secret_of_this_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CONTRIBUTION).write_bytes(content)
    (tmp_path / CONTRIBUTION).chmod(0o600)
    made = contribution_secret(tmp_path)
    assert contribution_secret(tmp_path) == made


def test_one_that_others_may_read_is_refused(tmp_path: Path) -> None:
    contribution_secret(tmp_path)
    (tmp_path / CONTRIBUTION).chmod(0o644)
    with raises(KeyFileError, "key_file", "chmod 600"):
        contribution_secret(tmp_path)


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / CONTRIBUTION).mkdir()
    with raises(KeyFileError, "key_file", tmp_path / CONTRIBUTION):
        contribution_secret(tmp_path)
    assert identity_folder(tmp_path).name == "identity"
