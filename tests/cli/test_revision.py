"""Which commit ``rummynet --version`` names."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rummynet.revision import COMMIT_FILE, commit_of, revision

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    """Run git there, as somebody without settings."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    done = subprocess.run(("git", *who, *words), cwd=folder, env=nobody, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a file in one commit, and a tag that the version must not show."""
    package = tmp_path / "rummynet"
    package.mkdir()
    (package / "a.py").write_text("1\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "tag", "-am", "a version", "v1")
    return tmp_path


@needs_git
def test_a_checkout_names_its_commit(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")
    package = checkout / "rummynet"
    assert revision(package) == commit_of(checkout) == head[:12]
    (package / "a.py").write_text("2\n")
    assert revision(package) == head[:12] + "-dirty"


@needs_git
def test_a_repository_further_up_is_not_ours(checkout: Path) -> None:
    package = checkout / "venv" / "lib" / "rummynet"
    package.mkdir(parents=True)
    assert revision(package) is None


def test_what_the_build_wrote_down_comes_first(tmp_path: Path) -> None:
    (tmp_path / COMMIT_FILE).write_text("0123456789ab\n")
    assert revision(tmp_path) == "0123456789ab"


def test_without_git_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    assert commit_of(tmp_path) is None  # git finds no repository there
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit_of(tmp_path) is None
    (tmp_path / COMMIT_FILE).write_bytes(b"\xff\n")
    assert revision(tmp_path) is None
