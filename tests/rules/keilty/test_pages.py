"""What the pages for players and for programs say is so."""

import json
import re
from pathlib import Path

import pytest

from rummynet.engine import Engine, answer_line
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import notation
from tests.support.keilty_play import at, do, hand, legal, pile, table

DOCS = Path(__file__).parents[3] / "docs"
RULES = (DOCS / "rules" / "keilty.md").read_text()
ENGINE = (DOCS / "engine.md").read_text()
SESSION = ENGINE.split("```")[-2].strip().splitlines()


def test_every_action_of_the_page_can_be_read() -> None:
    actions = re.findall(r"^\| `((?:draw|take|meld|lay|throw|rummy|pass)\b[^`]*)` \|", RULES, re.MULTILINE)
    assert len(actions) == 10
    for action in actions:
        assert notation.text(notation.parse(action)) == action


def test_the_example_of_the_page() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "9C 5S 7S JD", phase="play"), "0 throw 6S")
    call = "rummy meld 5S 6S 7S"
    assert [call in legal(state, seat) for seat in range(3)] == [False, True, True]
    after = do(state, f"2 {call}")
    assert table(after) == ["5S 6S 7S"] and "JD" in hand(after, 2) and pile(after) == ["9C"] and after.turn == 1


def test_the_session_of_the_engine_page() -> None:
    engine = Engine()
    for sent, expected in zip(SESSION[::2], SESSION[1::2], strict=True):
        answer = answer_line(engine, sent.removeprefix("> ").encode()).decode()
        assert re.sub(r'"position": \{.*\}\}$', '"position": …}', answer) == expected


def test_the_position_of_the_engine_page_is_one() -> None:
    shown = json.loads(ENGINE.split("```json")[2].split("```")[0])
    assert list(VARIETY.positions.write(VARIETY.positions.read(shown))) == list(shown)


@pytest.mark.parametrize(
    "command", ["new", "set", "position", "legal", "apply", "reshuffle", "next", "perft", "insert"]
)
def test_every_request_is_on_the_page(command: str) -> None:
    assert f"| `{command}` |" in ENGINE
