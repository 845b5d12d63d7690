"""The pages of a host, by the path at which browsers ask for them."""

from typing import Final

from rummynet.pages import page_text

PAGES: Final = {"/": "seat", "/watch": "watch", "/verify": "verify"}
"""Page of each path."""


def page_files() -> dict[str, bytes]:
    """HTML by path."""
    return {path: page_text(name).encode() for path, name in PAGES.items()}
