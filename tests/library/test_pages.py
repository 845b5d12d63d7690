"""The pages of the library are true: every block of code runs, every public name is explained."""

import inspect
import re
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from rummynet import rules

ROOT = Path(__file__).parents[2]
LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")
BOT = (ROOT / "docs" / "bot.md").read_text("utf-8")


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def run(code: list[str], names: dict[str, Any]) -> None:
    for block in code:
        exec(compile(block, "the page", "exec"), names)


def test_every_block_of_the_librarys_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(blocks(LIBRARY)) == 12
    names: dict[str, Any] = {}
    run(blocks(LIBRARY), names)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == str(rules_of_the_loop()) and "draw 4688" in shown and len(shown[-1].split(",")) == 2
    assert "keilty, round 1, pickup, seat 0" in shown


def rules_of_the_loop() -> tuple[int, ...]:
    """What the loop of the page prints."""
    game = rules.variety("keilty")
    state = game.deal(3, rules.shuffled(game, seed=1))
    while not state.over:
        state = state.apply(state.legal()[0])
    return state.scores


def test_every_public_name_and_member_is_explained() -> None:
    """``help`` shows it; a field of a value is explained by its name and type, or by a line below it."""
    for name in rules.__all__:
        value = getattr(rules, name)
        if name == "NAMES":
            continue
        assert (value.__doc__ or "").strip(), name
        members = [one for one in vars(value) if not one.startswith("_")] if isinstance(value, type) else []
        for member in members:
            found = inspect.getattr_static(value, member)
            if isinstance(found, property | FunctionType):
                assert (found.__doc__ or "").strip(), f"{name}.{member}"


def test_the_bot_has_thirty_lines_and_plays_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    bot, game, measure = blocks(BOT)
    assert len(bot.splitlines()) <= 30
    names: dict[str, Any] = {}
    run([bot, game], names)
    state = names["state"]
    assert state.over and capsys.readouterr().out == f"{state.returns()}\n"
    run([measure], names)
    assert len(capsys.readouterr().out.split(",")) == 3


@pytest.mark.parametrize("name", rules.NAMES)
def test_the_bot_finds_a_legal_action_in_every_game(name: str) -> None:
    names: dict[str, Any] = {}
    run(blocks(BOT)[:1], names)
    random = rules.Seeded(1)
    start = rules.variety(name, **({"hand": 3} if name != "crummy" else {})).deal(2).resolved(random)
    chooser = names["Random"](1)
    names["worth"] = lambda state, seat, random: len(state.legal(seat))  # no round to the end: that can be long
    played = 0
    for _ in range(6):
        seat = start.actor
        if seat is None:
            break
        action = names["choose"](start.observation(seat), chooser, tries=1)
        assert start.is_legal(action)
        start, played = start.apply(action).resolved(random), played + 1
    assert played > 2


def test_the_readme_leads_there() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "(docs/library.md)" in readme and "(docs/bot.md)" in readme
    assert blocks(LIBRARY)[0] in readme
