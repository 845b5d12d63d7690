"""The guided first round: every step can be done, and any other input is explained."""

import asyncio
from dataclasses import replace

import pytest
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput

from rummynet_cli.main import main
from rummynet_client.core.views.lesson import DONE, STEPS, Lesson
from rummynet_client.teach import by_lines
from rummynet_client.terminal.screen import Screen


def test_the_lesson_goes_from_the_first_card_to_going_out() -> None:
    lesson = Lesson()
    for step in STEPS:
        assert lesson.instruction == step.instruction
        lesson.take_input(step.action)
        assert lesson.refusal_text == ""
    assert lesson.instruction == DONE
    assert lesson.model.lines[-1] == "you threw out 2C, the round is over, you went out: you +50, the teacher +5"


def test_it_has_every_kind_of_move() -> None:
    assert {step.action.split(" ")[0] for step in STEPS} == {"draw", "meld", "throw", "take", "lay", "rummy"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("take 9C meld 9C 9D 9H", "here try: draw"),
        ("throw 2C", "draw"),
        ("ready", "real table"),
        ("xyz", "no command"),
    ],
)
def test_what_is_not_asked_for_is_explained_and_changes_nothing(text: str, says: str) -> None:
    lesson = Lesson()
    before = lesson.state
    lesson.take_input(text)
    assert says in lesson.refusal_text and lesson.state == before and lesson.step_index == 0


def test_nothing_shows_the_teachers_cards() -> None:
    lesson = Lesson()
    for step in STEPS[:3]:
        lesson.take_input(step.action)
    assert "the teacher drew a card" in lesson.model.lines


def test_line_by_line_it_is_the_same() -> None:
    told: list[str] = []
    assert by_lines([f"{step.action}\n" for step in STEPS], told.append) == 0
    text = "".join(told)
    assert all(step.instruction in text for step in STEPS) and text.endswith(DONE + "\n")
    assert by_lines(["\n", "fold\n", "quit\n"], told.append) == 0


def test_on_the_screen_the_keys_it_names_do_it() -> None:
    keys = (
        "d"
        + "\x1b[H\x1b[C\x1b[C\x1b[C \x1b[C \x1b[C \r"
        + "\x1b[Ht"
        + "\t\x1b[H \r"
        + "\x1b[F \r"
        + "\x1b[Ft"
        + "r\r"
        + "d\x1b[F \r"
        + "t"
    )
    lesson = Lesson()

    async def go() -> Screen:
        with create_pipe_input() as pipe:
            screen = Screen(lambda: lesson.model, lesson.take_input, lambda: 0.0, input=pipe, output=DummyOutput())
            screen.view = replace(screen.view, lesson=lesson.instruction)
            pipe.send_text(keys + "\x03" * 4)
            await screen.run()
            return screen

    screen = asyncio.run(go())
    screen.view = replace(screen.view, question=None)
    text = "\n".join("".join(part for _, part in line) for line in screen.screen_lines())
    assert lesson.step_index == len(STEPS), text
    assert "Welcome" in text


def test_there_is_a_lesson_of_keilty_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--teach", "--variant", "vegas"]) == 2
    assert "leave out --teach to play vegas" in capsys.readouterr().err
