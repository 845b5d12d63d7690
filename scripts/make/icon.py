#!/usr/bin/env python3
"""Draw the icon of packaging/share/icons as web/pages/seat/icon.png, for home screens that take no SVG.

Needs Chromium.
"""

import sys
from base64 import b64decode
from pathlib import Path
from typing import Final
from urllib.parse import quote

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.pages import browser  # noqa: E402

SIZE: Final = 192  # what Android wants at least for a home screen; iOS makes its 180 of it
# The same green as the icon's: a home screen cuts corners of its own, and iOS shows what is transparent as black.
BACKGROUND: Final = "#1f5c3d"


def main() -> None:
    """Entry point."""
    drawing = (ROOT / "packaging/share/icons/hicolor/scalable/apps/rummynet.svg").read_text("utf-8")
    page = f"<style>body {{ margin: 0; background: {BACKGROUND} }} svg {{ width: {SIZE}px; height: {SIZE}px }}</style>"
    clip = {"x": 0, "y": 0, "width": SIZE, "height": SIZE, "scale": 1}
    with browser() as shown:
        shown.open(f"data:text/html,{quote(page + drawing[drawing.index('<svg') :])}")
        picture = shown.cdp("Page.captureScreenshot", clip=clip)
    (ROOT / "web/pages/seat/icon.png").write_bytes(b64decode(picture["data"]))


if __name__ == "__main__":
    main()
