"""The pictures of the screens are current and shown; the client's page lists the keys and settings there are."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from rummynet_client.storage.settings import SAYS, Settings, setting_values
from rummynet_client.terminal.pages.help import KEYS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "client" / "README.md").read_text("utf-8")


def test_the_pictures_are_what_the_screen_shows_now() -> None:
    made = subprocess.run(
        [sys.executable, ROOT / "scripts" / "make" / "screens.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stdout) == (0, "")


def test_the_pictures_are_in_the_readmes() -> None:
    shown = (ROOT / "README.md").read_text("utf-8") + PAGE + (ROOT / "docs" / "lobby.md").read_text("utf-8")
    assert "(docs/screens/moving.svg)" in shown
    linked = {part.split(")")[0] for part in re.split(r"(?<=[/(])screens/", shown)[1:]}
    made = {path.name for path in (ROOT / "docs" / "screens").iterdir()}
    assert linked == made


def test_the_moving_picture_is_small_whole_in_itself_and_each_text_has_its_length() -> None:
    drawn = (ROOT / "docs" / "screens" / "moving.svg").read_text("utf-8")
    assert len(drawn.encode()) < 300_000
    assert "<script" not in drawn and "href" not in drawn and "url(" not in drawn and drawn.count("http") == 1
    root = ElementTree.fromstring(drawn)
    texts = [one for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(texts) > 100 and all(one.get("textLength") for one in texts)
    moves = [one for one in root.iter("{http://www.w3.org/2000/svg}animate")]
    assert moves and len({one.get("dur") for one in moves}) == 1
    for one in moves:
        times = [float(time) for time in str(one.get("keyTimes")).split(";")]
        assert times[0] == 0 and times == sorted(set(times)) and len(times) == len(str(one.get("values")).split(";"))


def test_no_run_of_text_begins_or_ends_with_blanks_which_browsers_drop_and_stretch_the_rest() -> None:
    for picture in (ROOT / "docs" / "screens").iterdir():
        root = ElementTree.fromstring(picture.read_text("utf-8"))
        for one in root.iter("{http://www.w3.org/2000/svg}text"):
            text = "".join(one.itertext())
            assert text == text.strip(" ") and "  " not in text, (picture.name, text)


def test_the_page_lists_every_key_and_every_setting() -> None:
    assert [row for row in (f"| `{key}` | {does} |" for key, does in KEYS) if row not in PAGE] == []
    rows = [f"| `{key}` | {value} | {SAYS[key]} |" for key, value in setting_values(Settings())]
    assert [row for row in rows if row not in PAGE] == []
