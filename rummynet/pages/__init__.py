"""The pages for browsers, each one HTML file that needs nothing else; ``scripts/build_web`` makes them of ``web/``."""

from importlib.resources import files

DATA_PLACE = "<!-- data -->"  # where a page that carries data has it


def page_text(name: str) -> str:
    """The page's HTML."""
    return file_bytes(f"{name}.html").decode()


def file_bytes(name: str) -> bytes:
    """A file that was built."""
    # Through importlib, not by a path: a package may be installed inside a zip.
    return files(__package__).joinpath("built", name).read_bytes()
