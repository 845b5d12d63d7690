"""``rummynet arena``: its table, its JSON, and one clear line where something is wrong."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from rummynet_cli.main import main
from tests.client.bots.test_command_strategy import FIRST

MATCH = ("arena", "simple", "random", "--games", "4", "--rounds", "1")


def printed(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main([*MATCH, *more]) == 0
    out, err = capsys.readouterr()
    assert not err, "no progress in a pipe"
    return out


def test_a_table_with_a_line_for_each_entrant(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys).splitlines()
    assert lines[0] == "keilty, 2 players, seed 1: 4 games, 8 rounds"
    assert lines[1].split() == ["strategy", "points", "a", "round", "won", "over", "random"]
    assert [line.split()[0] for line in lines[2:]] == ["simple", "random"]
    assert lines[2].count("±") == 3 and lines[3].count("±") == 2


def test_processor_time_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ms a decision" in printed(capsys, "--cpu")
    assert "decision_ms" in json.loads(printed(capsys, "--cpu", "--json"))["standings"][0]


def test_results_follow_from_the_seed_whatever_the_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    alone = printed(capsys, "--json")
    assert printed(capsys, "--json", "--jobs", "2") == alone
    assert printed(capsys, "--json", "--seed", "2") != alone


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("arena", "simple", "clever"), "there is no strategy 'clever'"),
        (("arena", "simple", "random", "--variant", "whist"), "there is no variant 'whist'"),
        (("arena", "simple", "random", "--players", "7"), "Keilty rummy is for 2 to 6 players, not 7"),
        (("arena", "simple", "random", "--games", "0"), "'0' is not a whole number"),
        (("arena",), "required: STRATEGY"),
    ],
)
def test_one_clear_line_where_something_is_wrong(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], says: str
) -> None:
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert not out and says in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_long_name_moves_no_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    long = tmp_path / f"{'x' * 40}.py"
    long.write_text(FIRST)
    assert (
        main(["arena", "simple", f"command:{shlex.join([sys.executable, str(long)])}", "--games", "1", "--rounds", "1"])
        == 0
    )
    _, heading, *rows = capsys.readouterr().out.splitlines()
    ends = {line.index("±") for line in rows}
    assert len(ends) == 1 and "…" in rows[1] and all(len(row) <= len(heading) for row in rows)
