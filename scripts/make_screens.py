#!/usr/bin/env python3
"""Pictures of the client's screens for the README: real games, drawn by the client, as SVG in docs/screens.

scripts/make_screens.py          write them scripts/make_screens.py --check  exit status 1 if one is not current, naming
it
"""

import argparse
import sys
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from prompt_toolkit.styles import Attrs, Style  # noqa: E402
from prompt_toolkit.utils import get_cwidth  # noqa: E402

from rummynet_client.core.text.news import TableListed  # noqa: E402
from rummynet_client.core.views.host_list import ListedHost  # noqa: E402
from rummynet_client.core.views.host_registry import HostSeen, MetHost, Standing, standing  # noqa: E402
from rummynet_client.core.views.lesson import Lesson  # noqa: E402
from rummynet_client.core.views.view_model import ViewModel  # noqa: E402
from rummynet_client.terminal import hosts  # noqa: E402
from rummynet_client.terminal.choice import Choice  # noqa: E402
from rummynet_client.terminal.draw import screen  # noqa: E402
from rummynet_client.terminal.help import FOOTER  # noqa: E402
from rummynet_client.terminal.pages import page  # noqa: E402
from rummynet_client.terminal.screen_state import ScreenState  # noqa: E402
from rummynet_client.terminal.style import FOUR_SUITS  # noqa: E402
from rummynet_client.terminal.styled_text import Line, Size, clipped  # noqa: E402
from rummynet_protocol.wire.announcement import Announcement  # noqa: E402
from tests.support import pictures  # noqa: E402
from tests.support.forge import Forge  # noqa: E402

FOLDER: Final = ROOT / "docs" / "screens"
SIZE: Final = Size(80, 23)
WIDE, HIGH = 8.4, 18
_PALETTE: Final = {
    "": "#d4d4d4", "ansired": "#f07178", "ansigreen": "#9ccc65", "ansiblue": "#64b5f6", "ansimagenta": "#ce93d8",
}  # fmt: skip
_PAPER: Final = "#1e1e1e"


def scenes() -> dict[str, list[Line]]:
    """Every picture by name."""
    game = pictures.playing("keilty", 3, 42, seed=2)
    choice = Choice().toggled(game)
    over, lesson = _over(), Lesson()
    return {
        "playing": screen(game, choice, SIZE),
        "pile": screen(game, Choice().switched(game), SIZE),
        "crowded": screen(pictures.laden(), Choice(), SIZE),
        "review": page("review", over, (), SIZE, 0),
        "why": page("why", over, (), SIZE, 0),
        "hosts": hosts.host_list_lines(_network(), 1, Size(SIZE.width, SIZE.height + 1)),
        "lesson": screen(lesson.model, Choice(), SIZE, view=ScreenState(lesson=lesson.instruction)),
    }


def _network() -> list[ListedHost]:
    """Two hosts of one name, one of them met before and looked into."""
    tables = (
        TableListed(1, "kitchen table", "keilty", "waiting", ("anna", "ben"), 6, 0),
        TableListed(2, "porch", "vegas", "playing", ("carla", "dan", "Ada (bot)"), 12, 1),
    )
    known = "sha256:" + "2e11e07fe3517a4ff" * 4
    said = Announcement("Kitchen", known[:71], 2, 2, (), 5, 2, ())
    met = ListedHost(HostSeen("one", said, ("192.168.1.20",), 7866, 0.0), Standing("known"), True, "", tables)
    other = replace(said, fingerprint="sha256:" + "9c04a6b1" * 8, players=0, open=0)
    says = standing(HostSeen("two", other, ("192.168.1.31",), 7866, 0.0), "192.168.1.31:7866",
                    [MetHost("192.168.1.20:7866", known[:71], "Kitchen")])  # fmt: skip
    return [met, ListedHost(HostSeen("two", other, ("192.168.1.31",), 7866, 0.0), says, True, "", ())]


def _over() -> ViewModel:
    forge = Forge("keilty", {"target": 10}, 3, seed=4)  # a game with an uncalled rummy
    forge.play()
    game = pictures.followed(forge, 0)
    return replace(pictures.of(game, "keilty"), reviews=tuple(game.reviews))


def svg(lines: list[Line]) -> str:
    """The lines and the footer as SVG."""
    foot = clipped([("class:head", f" {FOOTER}")], SIZE.width)
    foot.append(("class:head", " " * (SIZE.width - sum(get_cwidth(text) for _, text in foot))))
    rows = [*lines, foot] if len(lines) == SIZE.height else lines
    width, height = SIZE.width * WIDE + 16, len(rows) * HIGH + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="monospace" '
        f'font-size="14" xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="6" fill="{_PAPER}"/>',
    ]
    for row, line in enumerate(rows):
        parts += _row(line, 8 + row * HIGH)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(line: Line, top: float) -> list[str]:
    parts, at = [], 8.0
    for look, text in line:
        wide = get_cwidth(text) * WIDE
        attrs = _attrs(FOUR_SUITS, look)
        ink, paper = _PALETTE.get(attrs.color or "", _PALETTE[""]), None
        if attrs.reverse:
            ink, paper = _PAPER, ink
        if paper:
            parts.append(f'<rect x="{at:g}" y="{top:g}" width="{wide:g}" height="{HIGH}" fill="{paper}"/>')
        if text.strip():
            face = (' font-weight="bold"' if attrs.bold else "") + (' font-style="italic"' if attrs.italic else "")
            face += ' text-decoration="underline"' if attrs.underline else ""
            parts.append(
                f'<text x="{at:g}" y="{top + 13:g}" fill="{ink}" textLength="{wide:g}"{face}>{escape(text)}</text>'
            )
        at += wide
    return parts


def _attrs(style: Style, look: str) -> Attrs:
    return style.get_attrs_for_style_str(look)


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description="Write the pictures of the screens.")
    parser.add_argument("--check", action="store_true", help="only say which picture is not current")
    only_check: bool = parser.parse_args().check
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = 0
    for name, lines in scenes().items():
        path, drawn = FOLDER / f"{name}.svg", svg(lines)
        if path.exists() and path.read_text("utf-8") == drawn:
            continue
        if only_check:
            stale = 1
            print(f"{path.relative_to(ROOT)} is not current; run scripts/make_screens.py")
        else:
            path.write_text(drawn, "utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return stale


if __name__ == "__main__":
    sys.exit(main())
