"""A puzzle at its table: answered by keys, by typed lines, explained with figures, and never by a card nobody saw."""

import json
import re
from itertools import count, pairwise
from pathlib import Path

import pytest
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from rummynet.puzzles.choosing import puzzle_lines
from rummynet.puzzles.puzzle import Puzzle, read_line
from rummynet.puzzles.scores import FIRST_RATING
from rummynet.rules.varieties import NAMES
from rummynet_cli.main import main
from rummynet_client.core.spoken.spoken_cards import SPOKEN
from rummynet_client.core.views.puzzle_table import PuzzleTable
from rummynet_client.puzzles import FILE, PuzzleFileError, PuzzleRound, by_lines, load_scores
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.puzzle_screen import PuzzleScreen
from rummynet_protocol import notation
from rummynet_protocol.actions import ThrowOut
from tests.client.views.test_lesson import in_a_loop
from tests.terminal.test_every_action import press

LINES = puzzle_lines()
GAMES = [game for game in NAMES if puzzle_lines((game,))]  # a game without a list has no puzzles


def first_of(game: str, *, throws: bool = False) -> Puzzle:
    """The first puzzle of a game, whose answer is a throw if asked for."""
    puzzles = (read_line(line) for line in puzzle_lines((game,)).values())
    return next(one for one in puzzles if not throws or isinstance(one.plays[0].actions[0], ThrowOut))


def table(puzzle: Puzzle) -> PuzzleTable:
    return PuzzleTable(puzzle, puzzle.rating, "puzzle")


@pytest.mark.parametrize("game", GAMES)
def test_the_table_shows_what_the_seat_sees_alone(game: str) -> None:
    puzzle = first_of(game)
    shown = table(puzzle).model
    assert shown.state == puzzle.view.position and shown.my_turn and shown.lines
    assert shown.fairness.voided == 0
    for seat in range(puzzle.state.players):
        unseen = puzzle.state.position.hands[seat] & ~puzzle.state.public.hands[seat]
        assert seat == puzzle.seat or (shown.state is not None and not shown.state.hands[seat] & unseen)


class TestOnTheScreen:
    """The table of any game, with the question under the hand."""

    def screen(self, puzzle: Puzzle) -> tuple[PuzzleScreen, list[str]]:
        seconds, told = count(), list[str]()
        asked = table(puzzle)
        describe = lambda: asked.verdict() if asked.is_done else asked.question()  # noqa: E731
        shown = PuzzleScreen(
            asked, describe, lambda: told.append(str(asked.outcome)), lambda: float(next(seconds)),
            settings=Settings(motion=False), input=DummyInput(), output=DummyOutput(),
        )  # fmt: skip
        return shown, told

    def text(self, screen: PuzzleScreen) -> str:
        return " ".join(plain(screen.lines()).split())

    @in_a_loop
    def test_a_throw_is_answered_by_its_keys(self) -> None:
        puzzle = first_of("keilty", throws=True)
        screen, told = self.screen(puzzle)
        assert "which play is best?" in self.text(screen)
        assert screen.table.new_cards and plain(screen.lines()).count("╭+") == len(screen.table.new_cards)
        best = notation.text(puzzle.plays[0].actions[0]).removeprefix("throw ")
        press(screen, *["left"] * 20)
        for _ in range(20):
            choice = screen.cursor.choice
            if choice.card_under_cursor(screen.get_model()) == best:
                break
            press(screen, "right")
        press(screen, "t")
        assert told == ["right"] and "Right: throw" in self.text(screen)
        press(screen, "p")
        assert screen.goes_on

    @in_a_loop
    def test_h_shows_the_answer_and_then_the_line(self) -> None:
        screen, told = self.screen(first_of("joker"))
        press(screen, "h")
        assert told == ["shown"] and "The best play: " in self.text(screen)
        assert plain([screen.footer()]).split() == "h next move p next puzzle :create GAME of one game q quit".split()
        before = screen.table.model.state
        press(screen, "h")
        assert screen.table.model.state != before and told == ["shown"]


class TestLineByLine:
    """The same in sentences, and what answers do to the ratings that are kept."""

    def run(self, folder: Path, *typed: str, first: str = "", by_chance: bool = False) -> str:
        told: list[str] = []
        run = PuzzleRound(LINES, folder, lambda below: 0, first=first, by_chance=by_chance)
        assert by_lines(run, "puzzle", typed, told.append) == 0
        return "\n".join(told)

    def test_a_right_answer_raises_the_rating_and_the_file_keeps_it(self, tmp_path: Path) -> None:
        puzzle = first_of("keilty", throws=True)
        (best,) = puzzle.plays[0].actions
        assert isinstance(best, ThrowOut)
        position = self.run(tmp_path, "quit", first=puzzle.id)
        (number,) = re.findall(rf"(\d+): {SPOKEN.card(best.card)}[;.]", position)
        told = self.run(tmp_path, number, "quit", first=puzzle.id)
        assert "You hold " in told and "Right: " in told and "1 of 1 right" in told
        kept = load_scores(tmp_path)
        assert kept.rating > FIRST_RATING and kept.puzzles[puzzle.id].rating < puzzle.rating
        # Answered once: the second answer changes nothing.
        sums = re.findall(r"rating: (\d+) \((.\d+)\)", self.run(tmp_path / "new", *["hint", "next"] * 12, "quit"))
        assert [int(before) + int(change) - int(after) for (before, _), (after, change) in pairwise(sums)] == [0] * 11
        again = self.run(tmp_path, "hint", "quit", first=puzzle.id)
        assert "your rating stays" in again and load_scores(tmp_path) == kept

    def test_it_says_which_game_and_what_happened_since_the_own_last_turn(self, tmp_path: Path) -> None:
        puzzle = next(one for one in map(read_line, LINES.values()) if one.state.position.phase == "play")
        told = self.run(tmp_path, "help", *["hint"] * 9, "quit", first=puzzle.id).splitlines()
        assert told[0] == f"Puzzle: {puzzle.variety.title}."
        recent = told[: told.index(next(line for line in told if line.startswith("You hold ")))]
        assert recent[-1].startswith(("You drew", "You took", "You laid")) and recent.count(recent[-1]) == 1
        assert (
            sum(one.startswith("Type your play or its number; 'table' tells the position again") for one in told) == 2
        )
        assert "This is as far as the line goes." in told

    def test_the_next_one_is_another_that_is_about_as_hard(self, tmp_path: Path) -> None:
        first = first_of("keilty").id
        told = self.run(
            tmp_path, "hint", "next", "hint", "create vegas", "create jokr", "create joker", "quit", first=first
        )
        assert len(load_scores(tmp_path).puzzles) == 2 and told.count("which play is best?") == 3
        assert all(one in told for one in ("no puzzles for vegas", "did you mean 'joker'?", "Puzzle: joker rummy."))

    def test_when_all_are_answered_it_says_so(self, tmp_path: Path) -> None:
        told = self.run(tmp_path, *["hint", "next"] * len(LINES))
        assert "You have answered every puzzle" in told
        assert "which play is best?" in self.run(tmp_path, "quit", by_chance=True)

    @pytest.mark.parametrize("text", ["{", "[]", '{"form": 2}', "[" * 5000, json.dumps({"form": 1, "rating": "x"})])
    def test_a_damaged_file_is_not_written_over(self, tmp_path: Path, text: str) -> None:
        (tmp_path / FILE).write_text(text)
        with pytest.raises(PuzzleFileError):
            load_scores(tmp_path)
        assert (tmp_path / FILE).read_text() == text


def test_the_command_has_the_same_puzzle_on_one_day_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rummynet_client.puzzles.typed_lines", lambda: iter(["quit"]))
    seen: list[str] = []
    for day in ("2026-11-26", "2026-11-26", "2026-11-27"):
        assert main(["puzzle", "--plain", "--day", day, "--data", str(tmp_path / str(len(seen)))]) == 0
        seen.append(capsys.readouterr().out)
    assert seen[0] == seen[1] != seen[2]
    assert main(["puzzle", "--plain", "--variant", "basic", "--data", str(tmp_path / "new")]) == 0
    assert int(capsys.readouterr().out.partition("Puzzle: ")[2].partition("rated ")[2][:4]) < 1350, "easy at first"
    assert main(["puzzle", "--plain", "--day", "tomorrow"]) == 2
    assert "write it as 2026-11-26" in capsys.readouterr().err
