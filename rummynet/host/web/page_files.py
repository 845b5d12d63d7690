"""The pages as they were built (``scripts/build_web``) and lie in the package."""

from importlib.resources import files
from typing import Final

from rummynet_protocol.errors import RummynetError

PAGES: Final = {"/": "seat.html", "/watch": "watch.html"}
"""File of each path."""


class PagesMissing(RummynetError):
    """The pages have not been built: they are in every wheel, not in a clone."""

    code = "pages"


def page_files() -> dict[str, bytes]:
    """HTML by path. Raises PagesMissing."""
    folder = files("rummynet") / "pages"
    try:
        return {path: (folder / name).read_bytes() for path, name in PAGES.items()}
    except OSError:
        raise PagesMissing("the pages for browsers are not built; build them with scripts/build_web") from None
