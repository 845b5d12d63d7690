"""The commit that this copy was made from: of a checkout as git says, of a wheel as its build wrote it down.

The build hook runs this file by itself, so it imports nothing of ours at its beginning.
"""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

COMMIT_FILE: Final = "commit.txt"  # beside this module in a wheel or an sdist; a checkout has none, and asks git
_PACKAGE: Final = Path(__file__).resolve().parent
# Git answers in milliseconds; a repository on a network drive that hangs must not hang the program.
_ANSWER_SECONDS: Final = 5


@cache
def this_program() -> str:
    """Name, version and commit, as ``--version`` shows them and files say who wrote them."""
    from rummynet import __version__

    commit = revision()
    return f"rummynet {__version__}" + (f" (commit {commit})" if commit else "")


def revision(package: Path = _PACKAGE) -> str | None:
    """The commit of the package in this folder; None where nobody knows."""
    try:
        return (package / COMMIT_FILE).read_text(encoding="ascii").strip() or None
    except (OSError, ValueError):
        return commit_of(package.parent)


def commit_of(checkout: Path) -> str | None:
    """The commit in twelve digits, with ``-dirty`` where files differ from it; None without git or a checkout here."""
    if not (checkout / ".git").exists():  # a repository further up is somebody else's
        return None
    words = ("git", "-C", str(checkout), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=_ANSWER_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
