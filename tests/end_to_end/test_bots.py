"""Bots of a real host: they rest when everybody has gone from their game, and play on with the first who is back."""

import re
import subprocess
from pathlib import Path

from tests.support.programs import Program, program


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
    config, home = tmp_path / "host.toml", tmp_path / "inn"
    config.write_text('port = 0\nbind = "127.0.0.1"\nno_announce = true\n[limits]\nalone_seconds = 1\n')
    with program("host", "--config", str(config), "--data", str(home), home=home) as inn:
        _, address, *_ = inn.hear().split(" ")
        words = ("join", "--json", address, "--name", "Ann", "--data", str(tmp_path / "ann"))
        with program(*words, home=tmp_path / "ann") as ann:
            for line in ("create keilty turn_seconds=1", "sit 1", "bot add random", "bot add random", "ready"):
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
