"""The pages for browsers, each one HTML file that needs nothing else; ``scripts/build_web`` makes them of ``web/``."""

from importlib.resources import files

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import said

DATA_PLACE = "<!-- data -->"
"""Where a page that carries data has it."""


class PageNotBuilt(RummynetError):
    """No such page is in the installation."""

    code = "not-built"


def page_text(name: str) -> str:
    """The page's HTML. Raises PageNotBuilt, whose sentence says how to build it."""
    file = files(__package__).joinpath("built", f"{name}.html")
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise PageNotBuilt(
            said("the page {name} is not built; run scripts/build_web (needs Node 20.19 or newer)", name=name)
        ) from None
