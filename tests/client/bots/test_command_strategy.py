"""Bots that are programs of somebody's own: what they are asked, what they may answer, how they fail."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rummynet.bots.arena.match import Match
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.library.port import resolved
from rummynet.rules.varieties import NAMES, variety
from rummynet_cli.main import main
from rummynet_client.bots import command_strategy
from rummynet_client.bots.command_strategy import BotProgramFailed, CommandStrategy, load_entrant
from rummynet_protocol import notation
from rummynet_protocol.events import to_dict
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
    return f"{sys.executable} {path}"


def asked(strategy: CommandStrategy, variant: str = "keilty") -> str:
    game, state = variety(variant), CardGame(variant, resolved(variant, {})).deal(3).resolved(5).position
    view = view_without_log(state, game.actors(state)[0])
    budget = Budget(100, StepClock(1.0))
    return notation.text(strategy.choose_action(game, view, random.Random(1).randrange, budget))


@pytest.mark.parametrize("variant", NAMES)
def test_it_is_asked_for_an_action_and_sees_its_own_seat_alone(tmp_path: Path, variant: str) -> None:
    log = tmp_path / "asked.txt"
    text = FIRST.replace("asked = ", f"open({str(log)!r}, 'a').write(line); asked = ")
    strategy = CommandStrategy(program(tmp_path, text))
    try:
        chosen = asked(strategy, variant)
    finally:
        strategy.close()
    told, line = map(json.loads, log.read_text().splitlines())
    assert told == {
        "tell": "game", "seat": line["seat"], "variant": variant, "players": 3, "options": line["position"]["options"],
    }  # fmt: skip
    for one in (told, line, {"action": chosen}, {"call": None}):
        SCHEMA.validate(one)
    assert chosen == line["legal"][0] and line["ask"] == "action"
    hands = line["position"]["hands"]
    assert len(hands[line["seat"]]) > 2 and None not in hands[line["seat"]]
    assert all(set(hand) <= {None} for seat, hand in enumerate(hands) if seat != line["seat"])
    assert set(line["position"]["stock"]) == {None}


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
    match = Match((name, "random"), "keilty", resolved("keilty", {}), 2, 2, 1, 7, 50, load_entrant)
    match.check()
    played = [match.play_game(number, lambda: 0.0) for number in (0, 1, 0)]
    assert played[0] == played[2] != played[1]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the example in JavaScript")
@pytest.mark.parametrize("variant", NAMES)
def test_the_example_in_another_language_plays_every_game(variant: str) -> None:
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.lstrip("v").split(".")[0]) < 20:
        pytest.skip(f"the example needs node 20, here is {version}")
    play_a_round(f"node {EXAMPLE}", variant)


@pytest.mark.parametrize("variant", NAMES)
def test_the_example_in_python_plays_every_game(variant: str) -> None:
    play_a_round(f"{sys.executable} {EXAMPLE.with_name('bot.py')}", variant)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for the example in C")
@pytest.mark.parametrize("variant", NAMES)
def test_the_example_in_a_compiled_language_plays_every_game(variant: str, tmp_path: Path) -> None:
    built = tmp_path / "bot"
    words = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", str(built), str(EXAMPLE.with_name("bot.c"))]
    subprocess.run(words, check=True)
    play_a_round(str(built), variant)


def play_a_round(command: str, variant: str) -> None:
    """Two games of a round against ``random``."""
    players = variety(variant).seats[0]
    match = Match((f"command:{command}", "random"), variant, resolved(variant, {}), players, 2, 1, 3, 50, load_entrant)
    games = [match.play_game(number, lambda: 0.0) for number in range(2)]
    assert all(result.rounds == 1 for game in games for _seating, result in game.played)


def round_so_far(variant: str, steps: int) -> list[SeatView]:
    """What seat 0 sees each time it is asked, over some turns of a round."""
    state, views = CardGame(variant, resolved(variant, {})).deal(2).resolved(5), list[SeatView]()
    for number in range(steps):
        if state.actor == 0:
            views.append(SeatView(0, state.observation(0).position, state.log))
        state = state.apply(state.legal()[-1 if number % 2 else 0]).resolved(number)
    return views


def test_it_is_told_what_has_happened_since_it_was_asked(tmp_path: Path) -> None:
    log = tmp_path / "asked.txt"
    text = FIRST.replace("asked = ", f"open({str(log)!r}, 'a').write(line); asked = ")
    strategy, game = CommandStrategy(program(tmp_path, text)), variety("keilty")
    views = round_so_far("keilty", 12)
    again = views[:1]
    try:
        for view in (*views, *again):
            strategy.choose_action(game, view, random.Random(1).randrange, Budget(100, StepClock(1.0)))
    finally:
        strategy.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    for line in lines:
        SCHEMA.validate(line)
    # The last question is the first of another game: a round that begins anew.
    assert [line.get("tell") for line in lines] == ["game", *[None] * len(views), "game", None]
    asks = [line for line in lines if "ask" in line]
    told = [event for line in asks[:-1] for event in line["events"]]
    assert told == [to_dict(event) for event in views[-1].log.events] and asks[-1]["events"] == asks[0]["events"]
    assert len(asks[1]["events"]) < len(told)
    # Of others' draws it is told that they drew, not what.
    assert all(event["card"] is None for event in told if event["event"] == "drew")


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
