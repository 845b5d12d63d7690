"""Bots that are programs of somebody's own: what they are asked, what they may answer, how they fail."""

import json
import random
import shlex
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rummynet.bots.arena.match import Match
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.seat_view import view_without_log
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.varieties import NAMES, variety
from rummynet.rules.varieties import variety as variety_called
from rummynet_cli.main import main
from rummynet_client.bots import command_strategy
from rummynet_client.bots.command_strategy import BotProgramFailed, CommandStrategy, load_entrant
from rummynet_protocol import notation
from tests.support.programs import PATIENCE

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "bot.mjs"
FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "ask" in asked:
        print(json.dumps({"action": asked["legal"][0]} if asked["ask"] == "action" else {"call": None}), flush=True)
"""
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "examples" / "bot.schema.json").read_text()))


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mybot.py"
    path.write_text(text)
    return shlex.join([sys.executable, str(path)])


def asked(strategy: CommandStrategy, variant: str = "keilty") -> str:
    game, state = variety(variant), CardGame(variant, variety_called(variant).resolve({})).deal(3).resolved(5).position
    view = view_without_log(state, game.actors(state)[0])
    budget = Budget(100, StepClock(1.0))
    return notation.text(strategy.choose_action(game, view, random.Random(1).randrange, budget))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has stopped running"),
        (
            "import sys; sys.stdin.readline(); sys.stdin.readline(); print('hello', flush=True); sys.stdin.read()",
            "not a JSON object: hello",
        ),
        (
            "import sys; sys.stdin.readline(); sys.stdin.readline(); print('[1]', flush=True); sys.stdin.read()",
            "not a JSON object: [1]",
        ),
        (FIRST.replace('asked["legal"][0]', '"throw XX"'), 'answers {"action": "throw XX"}, which is not legal here'),
        ("import sys; sys.stdin.read()", "has not answered for 0 seconds"),
    ],
)
def test_a_program_that_fails_is_told_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    strategy = CommandStrategy(program(tmp_path, text), seconds=0.5 if "seconds" in says else 30)
    try:
        with pytest.raises(BotProgramFailed) as caught:
            asked(strategy)
    finally:
        strategy.close()
    assert says in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("command", ["/nowhere/bot", "", "'"])
def test_a_program_that_is_not_there_is_told(command: str) -> None:
    with pytest.raises(BotProgramFailed) as caught:
        CommandStrategy(command)
    assert caught.value.code == "bot_program"


def test_the_arena_takes_it_and_repeats_from_the_seed(tmp_path: Path) -> None:
    name = "command:" + program(tmp_path, FIRST)
    match = Match((name, "random"), "keilty", variety_called("keilty").resolve({}), 2, 2, 1, 7, 50, load_entrant)
    match.check()
    played = [match.play_game(number, lambda: 0.0) for number in (0, 1, 0)]
    assert played[0] == played[2] != played[1]


@pytest.mark.parametrize("variant", NAMES)
def test_the_example_in_python_plays_every_game(variant: str) -> None:
    play_a_round(shlex.join([sys.executable, str(EXAMPLE.with_name("bot.py"))]), variant)


def play_a_round(command: str, variant: str) -> None:
    """Two games of a round against ``random``."""
    players = variety(variant).seats[0]
    match = Match(
        (f"command:{command}", "random"),
        variant,
        variety_called(variant).resolve({}),
        players,
        2,
        1,
        3,
        50,
        load_entrant,
    )
    games = [match.play_game(number, lambda: 0.0) for number in range(2)]
    assert all(result.rounds == 1 for game in games for _seating, result in game.played)


def test_a_result_is_told_when_the_question_is_answered_and_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_strategy, "FAREWELL_SECONDS", PATIENCE)  # on a busy machine it may start for longer
    log = tmp_path / "told.txt"
    text = f"""
import sys
lines = [line for line in sys.stdin]
open({str(log)!r}, "w").write("".join(lines))
"""
    strategy = CommandStrategy(program(tmp_path, text))
    results: list[dict[str, object]] = [
        {"tell": "round", "seat": 0, "round": 1, "out": None, "scores": [5, -5], "totals": [5, -5]},
        {"tell": "over", "seat": 0, "winner": 0, "totals": [5, -5]},
    ]
    for result in results:
        strategy.tell(result)
        SCHEMA.validate(result)
    strategy.close()
    assert [json.loads(line) for line in log.read_text().splitlines()] == results


def test_an_empty_command_seats_no_bot_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "127.0.0.1:1", "--command", ""]) == 2
    assert "the command of the bot names no program" in capsys.readouterr().err


def test_a_long_answer_is_cut_with_a_sign_that_it_is(tmp_path: Path) -> None:
    strategy = CommandStrategy(program(tmp_path, FIRST.replace('asked["legal"][0]', '"x" * 500')))
    with pytest.raises(BotProgramFailed) as caught:
        asked(strategy)
    assert "xxx…, which is not legal here" in str(caught.value)
    strategy.close()
