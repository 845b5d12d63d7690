"""Whole games of all five through plain clients fed by pipes, at a real host, and what becomes of altered files."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rummynet.rules.varieties import NAMES, variety
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.transcript import NotATranscript
from tests.support.programs import host, program
from tests.support.typist import Typist, play_out

GAMES = {
    "keilty": ("target=40 reshuffle_limit=1", 2),
    "basic": ("deals=2 call_seconds=0 turn_limit=1", 2),
    "vegas": ("max_score=25 reshuffle_limit=1", 3),
    "crummy": ("reshuffle_limit=0", 2),
    "joker": ("target=40 reshuffle_limit=1", 3),
}
"""Options and players of games that are to be played otherwise than the short ones of the list, by two."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of one host, at which all these games are played."""
    with host(tmp_path_factory.mktemp("host")) as (_, where):
        yield where


def play(address: str, variant: str, options: str, count: int, home: Path) -> list[Path]:
    """A whole game; the transcripts of all who played."""
    homes = [home / f"player-{seat}" for seat in range(count)]
    with ExitStack() as stack:
        programs = [
            stack.enter_context(
                program("join", address, "--json", "--name", folder.name, "--data", str(folder), home=folder)
            )
            for folder in homes
        ]
        for seat, started in enumerate(programs):
            started.until_kind("lobby")
            if not seat:
                started.say(f"create {variant} {options}")
                number = started.until(lambda line: line.startswith("table created=")).partition("=")[2]
            started.say(f"sit {number}")
            started.until(lambda line: line.startswith("seat ") and "me=true" in line)
        for one in programs[:-1]:  # whoever says ready agrees to play with those they see
            one.until(lambda line: line.startswith(f"seat seat={len(programs) - 1} "))
        for one in programs:
            one.say("ready")
        play_out([Typist(one, folder) for one, folder in zip(programs, homes, strict=True)])
        for one in programs:
            one.say("verify")
            assert "verified=true" in one.until(lambda line: "verified=" in line)
            assert one.end() == 0
    return [path for folder in homes for path in (folder / "transcripts").glob("*.rummy")]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("variant", NAMES)
def test_a_whole_game_by_pipes_verifies_and_an_altered_file_does_not(
    variant: str, address: str, tmp_path: Path
) -> None:
    options, count = GAMES.get(variant, (spelled(variant), 2))
    kept = play(address, variant, options, count, tmp_path)
    assert len(kept) == count
    for path in kept:
        report = check(path.read_bytes())
        assert report.verified and report.complete, report.verdict
    data = kept[0].read_bytes()
    places = range(len(data) // 6, len(data), len(data) // 6)
    assert not any(holds(altered(data, at)) for at in places)
    (tmp_path / "altered.rummy").write_bytes(altered(data, len(data) // 2))
    with program("verify", "--json", "altered.rummy", home=tmp_path) as verifying:
        assert verifying.wait() in (1, 2)
        assert json.loads(verifying.lines[-1])["verified"] is False


def spelled(variant: str) -> str:
    """The options of a short game as ``create`` takes them."""
    return " ".join(f"{name}={value}" for name, value in variety(variant).short_options.items())


def altered(data: bytes, at: int) -> bytes:
    """With one bit turned."""
    return bytes([*data[:at], data[at] ^ 1, *data[at + 1 :]])


def holds(data: bytes) -> bool:
    try:
        return check(data, partial=True).verified
    except NotATranscript:
        return False
