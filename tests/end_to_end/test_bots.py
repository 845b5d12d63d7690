"""Bots of a real host: they rest when everybody has gone from their game, and play on with the first who is back."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet_client.core.log.private_records import BatchNonceKept, read_kept
from tests.support.forked_program import run
from tests.support.programs import Program, host, program

pytestmark = pytest.mark.drawn(2)


def hear(process: subprocess.Popen[str], *wanted: str) -> str:
    """The next line of a host's log that holds all of these."""
    assert process.stderr is not None
    return next(line for line in process.stderr if all(one in line for one in wanted))


def until_each_has(program: Program, wanted: re.Pattern[str]) -> None:
    """Until such a line has come of both bots, who sit in the seats 1 and 2."""
    seen: set[str] = set()
    while seen != {"1", "2"}:
        found = wanted.match(program.hear())
        seen |= {found[1]} if found is not None else set()


def test_bots_rest_while_nobody_is_there_and_play_on_with_the_first_who_is_back(tmp_path: Path) -> None:
    config, home = tmp_path / "host.toml", tmp_path / "host"
    config.write_text('port = 0\nbind = "127.0.0.1"\nno_announce = true\n[limits]\nalone_seconds = 1\n')
    with program("host", "--config", str(config), "--data", str(home), home=home) as inn:
        _, address, *_ = inn.hear().split(" ")
        words = ("join", "--json", address, "--name", "Ann", "--data", str(tmp_path / "ann"))
        with program(*words, home=tmp_path / "ann") as ann:
            create = "create keilty turn_seconds=5 first_starter=1"
            for line in (create, "sit 1", "bot add random", "bot add random", "ready"):
                ann.say(line)
            ann.until_kind("deal")
            assert ann.end() == 0
        gone = {hear(inn.process, "info left", "(bot)").partition("name=")[2] for _ in range(2)}
        assert len(gone) == 2
        with program(*words, home=tmp_path / "ann") as ann:
            back = {hear(inn.process, "info came", "(bot)").partition("name=")[2] for _ in range(2)}
            assert back == gone
            until_each_has(ann, re.compile(r"seat seat=([12]) .* connected=true"))
            until_each_has(ann, re.compile(r"did seat=([12]) .* by=player"))
            assert ann.end() == 0


def test_a_bot_keeps_what_it_committed_to_over_the_end_of_its_host(tmp_path: Path) -> None:
    """It has to show it when the stock is shuffled anew, minutes later."""
    with host(tmp_path / "host") as (inn, address):
        with program("join", "--json", address, "--name", "Ann", home=tmp_path / "ann") as ann:
            for line in ("create keilty", "sit 1", "bot add random", "ready"):
                ann.say(line)
            ann.until_kind("deal")
            inn.stop(signal.SIGKILL)
    (file,) = (tmp_path / "host" / "host" / "bots").glob("*/games/*.private")
    assert [one for one in read_kept(file.read_bytes()) if isinstance(one, BatchNonceKept)]


BOT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "ask" in asked:
        print(json.dumps({"action": asked["legal"][0]} if asked["ask"] == "action" else {"call": None}), flush=True)
    else:
        print("told", asked["tell"], file=sys.stderr, flush=True)
"""


@pytest.fixture
def met(tmp_path: Path) -> Iterator[tuple[str, Program, str]]:
    """The address of a host, somebody at it, and the command of a program of one's own."""
    (tmp_path / "mybot.py").write_text(BOT)
    with host(tmp_path / "host") as (_, address):
        with program("join", "--json", address, "--name", "Ann", home=tmp_path / "ann") as ann:
            yield address, ann, shlex.join([sys.executable, str(tmp_path / "mybot.py")])
            assert ann.end() == 0


def test_a_program_of_ones_own_sits_down_at_a_host_and_plays(met: tuple[str, Program, str], tmp_path: Path) -> None:
    address, ann, mine = met
    for line in ("create keilty turn_seconds=5 first_starter=1", "sit 1"):
        ann.say(line)
    ann.until_kind("seat")
    with program("bot", address, "--command", mine, "--table", "1", "--name", "Mybot", home=tmp_path / "bot"):
        ann.until(lambda line: line.startswith("seat seat=1 name=Mybot "))
        ann.say("ready")
        ann.until(lambda line: re.match(r"did seat=1 .* by=player", line) is not None)


def test_it_says_how_its_game_ended_and_its_program_is_told(met: tuple[str, Program, str], tmp_path: Path) -> None:
    address, ann, mine = met
    ann.say("create keilty target=5 break_seconds=0")
    ann.until_kind("table")
    command = ["bot", address, "--fast", "--table", "1", "--name", "Mybot", "--count", "2"]
    ran = run([*command, "--command", mine, "--data", str(tmp_path / "bot")], os.environ)
    assert ran.returncode == 0, ran.stderr
    (said,) = ran.stdout.splitlines()
    assert re.fullmatch(r".+ won the game: .+ -?\d+, .+ -?\d+", said) and "Mybot" in said
    assert {"told game", "told round", "told over"} <= set(ran.stderr.splitlines())


def test_a_program_that_is_not_there_ends_the_bot_with_one_sentence(tmp_path: Path) -> None:
    words = ["bot", "127.0.0.1:9", "--command", "/nowhere/mybot", "--data", str(tmp_path)]
    ran = run(words, os.environ)
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1 and "cannot be started" in ran.stderr
