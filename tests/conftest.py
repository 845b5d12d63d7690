"""Whatever the system speaks, tests hear English until they ask for something else."""

import gc
import os
import random
import secrets
import signal
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from gettext import NullTranslations
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import settings
from nacl.bindings import crypto_sign, crypto_sign_open

from rummynet_client.language import use_catalogue
from rummynet_protocol.fairness import signing
from rummynet_protocol.sealed import group, library
from rummynet_protocol.sealed.library import Ristretto

os.environ["LANGUAGE"] = "en"  # programs started by tests inherit it
# So they do what is ignored: a shell ignores SIGINT for what it starts in the background, nohup SIGHUP.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
gc.set_threshold(10_000, 20, 20)  # at Python's own pace the search for garbage is a fifteenth of all processor time

settings.register_profile("whole", deadline=None)  # no test depends on the speed of a machine
settings.load_profile("whole")

DRAW = "RUMMYNET_DRAW"
"""The variable of the environment by which cases are drawn."""

SIGNATURES = 20_000
"""How many signatures are remembered."""
POINTS = 100_000
"""Of each function of the group: some twenty mixes of a deck."""
SEED = 32
"""In libsodium a private key is its seed, then the public key."""


def pytest_configure() -> None:
    """Draw which cases run; the processes of one run, which inherit this, draw the same."""
    os.environ.setdefault(DRAW, str(secrets.randbelow(10**6)))


def pytest_report_header() -> str:
    """How to have the same cases again."""
    return f"cases drawn by {DRAW}={os.environ[DRAW]}"


def draw_cases(items: list[pytest.Item]) -> None:
    """Leave n cases of a test, or n tests of a file, marked ``drawn(n)``: others in each run; the rest is ``long``."""
    if os.environ[DRAW] == "all":
        return
    groups: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        for node, mark in item.iter_markers_with_node("drawn"):
            name = item.nodeid.partition("[")[0] if node is item else node.nodeid
            groups.setdefault((name, mark.args[0]), []).append(item)
            break  # the nearest: a test may have a number of its own
    for (name, count), ones in sorted(groups.items()):
        for one in random.Random(os.environ[DRAW] + name).sample(ones, max(0, len(ones) - count)):
            one.add_marker("long")


@pytest.hookimpl(tryfirst=True)  # before cases are chosen by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Draw the cases."""
    draw_cases(items)


def pytest_collection_finish() -> None:
    """Leave what was collected, thousands of tests, out of every later collection of garbage: it stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _one_computation_of_each_signature() -> Iterator[None]:
    """Each signature is made and checked by libsodium once in a process: many tests play the same games.

    A key's signature of the same bytes is always the same one. A signature that is wrong raises, and what raises is not
    kept. One that libsodium itself has made here for a key is right for that key by making: where exactly those bytes
    are checked with exactly that key, they are not computed again; with any other key, or one bit changed, they are.
    """
    made: OrderedDict[tuple[bytes, bytes], bytes] = OrderedDict()

    def signed(message: bytes, key: bytes) -> bytes:
        result: bytes = crypto_sign(message, key)
        if len(made) >= SIGNATURES:
            made.popitem(last=False)
        made[result, key[SEED:]] = message
        return result

    checked = lru_cache(SIGNATURES)(crypto_sign_open)

    def opened(message: bytes, public: bytes) -> bytes:
        known = made.get((message, public))
        return checked(message, public) if known is None else known

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signing, "crypto_sign", lru_cache(SIGNATURES)(signed))
        patch.setattr(signing, "crypto_sign_open", opened)
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_computation_of_each_point() -> Iterator[None]:
    """So with the elements of sealed decks: everybody at a table checks the same proofs, and many tests have one deck.

    The library's functions are pure, and nothing that the project does is left out; only they are not called again.
    """
    found: list[Ristretto] = []

    def remembering() -> Ristretto:
        if not found:
            named = {name: getattr(library.ristretto(), name) for name in vars(Ristretto) if name.startswith("crypto_")}
            found.append(cast(Ristretto, SimpleNamespace(**{n: lru_cache(POINTS)(one) for n, one in named.items()})))
        return found[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group, "ristretto", remembering)
        yield


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_catalogue(NullTranslations())


@pytest.fixture(autouse=True)
def _databases_end_with_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A host that was killed closes nothing. From Python 3.13 on a database that nobody closes is a warning."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remembered(*args: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - as sqlite3 takes them
        base: sqlite3.Connection = connect(*args, **named)
        opened.append(base)
        return base

    monkeypatch.setattr(sqlite3, "connect", remembered)
    yield
    for base in opened:
        with suppress(sqlite3.ProgrammingError):  # the thread's own connection
            base.close()
