"""Whatever the system speaks, tests hear English until they ask for something else."""

import os
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from rummynet_client.language import use_catalogue

os.environ["LANGUAGE"] = "en"  # programs started by tests inherit it


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_catalogue(NullTranslations())
