"""Games with a sealed deck whose programs end: bots keep their keys, people play on with their cards a day later."""

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.free_port import free_port
from tests.support.programs import Program

pytestmark = pytest.mark.drawn(1)


@pytest.fixture
def ended() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


DAY = 86_400  # seconds


def started(ended: ExitStack, home: Path, *words: str, clock: int = 0) -> Program:
    home.mkdir(exist_ok=True)
    made = Program(*words, home=home, clock=clock)
    ended.callback(made.close)
    return made


def turns(ann: Program, count: int) -> None:
    """So many turns of Ann, who draws and throws; the others do as they like meanwhile."""
    for _ in range(count):
        for move in ("draw", "throw"):
            wanted = re.compile(rf"turn .*legal=.*\b{move}\b")
            told = ann.until(lambda line, wanted=wanted: wanted.match(line) is not None)  # type: ignore[misc]
            ann.say(move if move == "draw" else re.findall(r"throw \w\w", told)[-1])
            ann.until(lambda line, move=move: line.startswith("did seat=0") and move in line)  # type: ignore[misc]


@pytest.mark.slow
def test_a_host_and_a_bots_program_that_were_killed_go_on_with_the_same_sealed_deck(
    tmp_path: Path, ended: ExitStack
) -> None:
    port = str(free_port())
    words = ("host", "--bind", "127.0.0.1", "--port", port, "--no-announce", "--data", str(tmp_path / "host"))
    host = started(ended, tmp_path / "host", *words)
    address = host.until_kind("listening").split()[1]
    ann = started(ended, tmp_path / "ann", "join", "--json", address, "--name", "Ann", "--data", str(tmp_path / "ann"))
    for line in ("create keilty deck=sealed first_starter=0", "sit 1", "bot add random"):
        ann.say(line)
    ann.until(lambda line: line.startswith("seat seat=1"))
    # A bot that a person runs: a sealed deck takes two people.
    ben = ("bot", address, "--name", "Ben", "--table", "1", "--fast", "--data", str(tmp_path / "ben"))
    started(ended, tmp_path / "ben", *ben)
    ann.until(lambda line: line.startswith("seat seat=2"))
    ann.say("ready")
    turns(ann, 1)
    host.stop(signal.SIGKILL)
    host = started(ended, tmp_path / "host", *words)
    host.until_kind("listening")
    ann.until_kind("welcome")
    turns(ann, 3)
    assert not [line for line in ann.lines if "cheat=true" in line]


def test_with_bots_alone_a_person_is_told_why_a_sealed_game_does_not_begin(tmp_path: Path, ended: ExitStack) -> None:
    words = ("host", "--bind", "127.0.0.1", "--no-announce", "--port", "0", "--data", str(tmp_path / "host"))
    address = started(ended, tmp_path / "host", *words).until_kind("listening").split()[1]
    ann = started(ended, tmp_path / "ann", "join", "--json", address, "--name", "Ann", "--data", str(tmp_path / "ann"))
    for line in ("create keilty deck=sealed", "sit 1", "bot add random", "ready"):
        ann.say(line)
    refused = ann.until_kind("refused")
    assert "asked=ready" in refused and "a sealed deck takes two people" in refused


@pytest.mark.slow
def test_two_people_whose_power_fails_while_a_share_is_due_play_on_with_the_same_cards_a_day_later(
    tmp_path: Path, ended: ExitStack
) -> None:
    port = str(free_port())

    def host(clock: int = 0) -> Program:
        words = ("host", "--bind", "127.0.0.1", "--no-announce", "--data", str(tmp_path / "host"), "--port", port)
        return started(ended, tmp_path / "host", *words, clock=clock)

    def joined(name: str, clock: int = 0) -> Program:
        data = tmp_path / name
        return started(ended, data, "join", "--json", address, "--name", name, "--data", str(data), clock=clock)

    def cards(line: str) -> list[str]:
        return line.split('"')[1].split()

    first = host()
    address = first.until_kind("listening").split()[1]
    ann, ben = joined("Ann"), joined("Ben")
    ann.say("create keilty deck=sealed first_starter=0")
    ann.until_kind("table")
    ann.say("sit 1")
    ann.until_kind("seat")
    ben.say("sit 1")
    ann.until(lambda line: line.startswith("seat seat=1"))
    ann.say("ready")
    ben.say("ready")
    before = cards(ann.until_kind("hand"))
    ann.until(lambda line: line.startswith("turn ") and "mine=true" in line)
    ben.stop(signal.SIGKILL)
    ann.say("draw")
    ann.until(lambda line: line.startswith("did seat=0"))
    for one in (first, ann):
        one.stop(signal.SIGKILL)
    assert not [line for line in ann.lines if "came=" in line and 'came=""' not in line]

    host(DAY).until_kind("listening")
    ann, ben = joined("Ann", DAY), joined("Ben", DAY)
    after = cards(ann.until(lambda line: line.startswith("hand ") and len(cards(line)) == len(before) + 1))
    assert set(before) < set(after)
    wanted = after[-1]
    ann.say(f"throw {wanted}")
    ann.until(lambda line: line.startswith("did seat=0") and "throw" in line)
    ben.until(lambda line: line.startswith("turn ") and "mine=true" in line)
    ben.say("draw")
    ben.until(lambda line: line.startswith("hand ") and len(cards(line)) == len(before) + 1)
    assert not [line for one in (ann, ben) for line in one.lines if "cheat=true" in line]
