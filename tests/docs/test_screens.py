"""The pictures of the screens are current and shown; the client's page lists the keys and settings there are."""

import re
import subprocess
import sys
from pathlib import Path

from rummynet_client.storage.settings import SAYS, Settings, setting_values
from rummynet_client.terminal.help import KEYS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "client" / "README.md").read_text("utf-8")


def test_the_pictures_are_what_the_screen_shows_now() -> None:
    made = subprocess.run(
        [sys.executable, ROOT / "scripts" / "make_screens.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stdout) == (0, "")


def test_the_pictures_are_in_the_readmes() -> None:
    shown = (ROOT / "README.md").read_text("utf-8") + PAGE + (ROOT / "docs" / "lobby.md").read_text("utf-8")
    assert "(docs/screens/playing.svg)" in shown
    linked = {part.split(")")[0] for part in re.split(r"(?<=[/(])screens/", shown)[1:]}
    made = {path.name for path in (ROOT / "docs" / "screens").iterdir()}
    assert linked == made


def test_the_page_lists_every_key_and_every_setting() -> None:
    assert [row for row in (f"| `{key}` | {does} |" for key, does in KEYS) if row not in PAGE] == []
    rows = [f"| `{key}` | {value} | {SAYS[key]} |" for key, value in setting_values(Settings())]
    assert [row for row in rows if row not in PAGE] == []
