"""Bytes from anybody, into everything that reads bytes: no crash, no hang, no growth, at most one goodbye."""

import gc
import os
import random
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.mutations import mutated
from tests.support.targets import TARGETS, doorstep, seeds

SLOW = {"host": 30, "tables": 25, "transcript": 12, "signed_log": 12, "client": 60, "engine": 40}
"""How many examples the dear ones get; the others get a hundred."""


@pytest.fixture(autouse=True)
def _a_host_for_each_test() -> Iterator[None]:
    """Its database ends with the test that opened it."""
    yield
    doorstep.cache_clear()


@pytest.mark.parametrize("name", TARGETS)
def test_honest_inputs_are_read(name: str) -> None:
    for data in seeds(name):
        TARGETS[name](data)


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused(name: str) -> None:
    @settings(max_examples=SLOW.get(name, 100), suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=300))
    @example(b"\xc0")  # nil, which is no map; a reader of no kinds took it for one
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_honest_inputs_with_mistakes_are_read_or_refused(name: str) -> None:
    @settings(max_examples=SLOW.get(name, 100), suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(seeds(name)), st.sampled_from(seeds(name)), st.integers(0, 2**32))
    def run(one: bytes, other: bytes, seed: int) -> None:
        TARGETS[name](mutated(one, other, random.Random(seed)))

    run()


@pytest.mark.drawn(2)
@pytest.mark.parametrize("name", ["framing", "connection", "message", "packed", "statements"])
def test_no_memory_is_kept_of_what_was_refused(name: str) -> None:
    chance = random.Random(1)
    inputs = [mutated(chance.choice(seeds(name)), chance.choice(seeds(name)), chance) for _ in range(200)]
    for data in inputs:
        TARGETS[name](data)
    grown = []
    tracemalloc.start()
    try:
        for _ in range(3):  # what is kept is kept each time; a thread of an earlier test may grow once
            before, _ = tracemalloc.get_traced_memory()
            for data in inputs:
                TARGETS[name](data)
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    assert min(grown) < 50_000, grown


def test_names_of_targets_are_those_of_the_script() -> None:
    script = os.path.join(os.path.dirname(__file__), "..", "..", "scripts", "hostile", "fuzz.py")
    with open(script, encoding="utf-8") as file:
        assert "from tests.support.targets import TARGETS" in file.read()
