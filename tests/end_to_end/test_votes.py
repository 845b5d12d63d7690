"""Somebody who has gone holds up nobody: a person and a player's bot vote, and the host plays for the empty seat."""

import re
from pathlib import Path

from tests.support.programs import Program, host, program


def play_on(player: Program, wanted: str) -> str:
    """Draw and throw whenever it is our turn, until a line begins like this."""
    hand: list[str] = []
    while not (line := player.hear()).startswith(wanted):
        if line.startswith("hand "):
            hand = (re.search(r'cards="([^"]*)"', line) or ["", ""])[1].split()
        if line.startswith("turn ") and " mine=true" in line:
            player.say("draw" if "phase=pickup" in line else f"throw {hand[-1]}")
    return line


def test_a_table_without_a_turn_clock_goes_on_when_one_has_gone(tmp_path: Path) -> None:
    with (
        host(tmp_path / "host") as (_, address),
        program("join", "--json", address, "--name", "Ann", home=tmp_path / "ann") as ann,
        program("join", "--json", address, "--name", "Bob", home=tmp_path / "bob") as bob,
    ):
        ann.until_kind("welcome")
        bob.until_kind("welcome")
        ann.say("create keilty hand=5 idle_seconds=30")
        ann.until(lambda line: "created=1" in line)
        ann.say("sit 1 0")
        bob.say("sit 1 1")
        ann.until(lambda line: line.startswith("seat seat=1 "))
        with program("bot", address, "--table", "1", "--count", "1", home=tmp_path / "cid"):
            ann.until(lambda line: line.startswith("seat seat=2 "))
            bob.until(lambda line: line.startswith("seat seat=2 "))
            ann.say("ready")
            bob.say("ready")
            bob.until_kind("deal")
            bob.process.kill()
            play_on(ann, "seat seat=1 name=Bob me=false ready=false connected=false")
            ann.say("vote 1")
            did = play_on(ann, "did seat=1 name=Bob by=vote")
            assert re.search(" action=(draw |take|pass)", did)
            said = [line for line in ann.lines if line.startswith("fair check=vote")]
            assert len(said) >= 2 and "(2 of 2 votes: then the host plays for them)" in said[-1], (
                "the bot has voted too: it is a player's, not the host's"
            )
