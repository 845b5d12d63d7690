"""A host with pages, and windows of one browser for all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pages import OpenWindow, PageHost, need_pages, windows


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PageHost]:
    need_pages()
    host = PageHost(tmp_path)
    yield host
    host.close()


@pytest.fixture(scope="package")
def window() -> Iterator[OpenWindow]:
    """Opens a window of one Chromium that speaks English; each test's host is at a port, so an origin, of its own."""
    need_pages()
    with windows() as window:
        yield window
