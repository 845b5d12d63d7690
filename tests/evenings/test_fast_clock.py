"""A program of a session has fast clocks, and waits as much shorter."""

import json
import os
import subprocess
import sys

from session_play.programs import STARTUP, Clock

SPEED = 500.0
PROGRAM = """
import asyncio, json, queue, threading, time
def real():
    return time.clock_gettime_ns(time.CLOCK_TAI) / 1e9  # is left as it is
def clocks():
    return real(), (time.time(), time.monotonic(), time.perf_counter(), time.time_ns() / 1e9), real()
def measured(wait):
    first, began, before = clocks()
    try:
        wait()
    except (queue.Empty, TimeoutError):
        pass
    after, ended, last = clocks()
    return [b - a for a, b in zip(began, ended)], after - before, last - first
async def waits():
    await asyncio.wait_for(asyncio.Event().wait(), 100)
print(json.dumps({
    "sleep": measured(lambda: time.sleep(100)),
    "event": measured(lambda: threading.Event().wait(100)),
    "queue": measured(lambda: queue.Queue().get(timeout=100)),
    "loop": measured(lambda: asyncio.run(waits())),
    "wall": time.time(),
}))
try:
    import uvloop
except ImportError:
    print("none")
"""


Measured = tuple[list[float], float, float]
"""What each fast clock counted, and between which two real times that was: a busy machine stops between two looks."""


def run(clock: Clock) -> tuple[float, dict[str, Measured], str]:
    env = {**os.environ, "PYTHONPATH": str(STARTUP), "RUMMYNET_PLAY_CLOCK": clock.line}
    said = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True).stdout
    first, uvloop = said.splitlines()
    measured = json.loads(first)
    return measured.pop("wall"), measured, uvloop


def test_a_hundred_fast_seconds_are_waited_for_in_a_fraction_of_that() -> None:
    clock = Clock(SPEED)
    before = clock.now()
    wall, measured, uvloop = run(clock)
    after = clock.now()
    for name, (fast, least, most) in measured.items():
        for one in fast:
            assert one >= 99.9, (name, one)
            assert 0.95 * least < one / SPEED < 1.05 * most, (name, one, least, most)
        assert least < 100, name  # a clock that is fast alone would wait for all of it
    assert before <= wall <= after  # all programs of a session have one wall clock
    assert uvloop == "none"  # its timers are not ours


def test_without_the_line_clocks_are_left_alone() -> None:
    code = "import time; print(time.sleep.__name__, type(time.time).__name__)"
    env = {**os.environ, "PYTHONPATH": str(STARTUP)}
    env.pop("RUMMYNET_PLAY_CLOCK", None)
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["sleep", "builtin_function_or_method"]
