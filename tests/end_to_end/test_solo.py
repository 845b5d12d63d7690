"""``rummynet play``: what was left or broken off goes on the next time."""

import os
import signal
import sys
from pathlib import Path

import pytest

from rummynet_client.history.game_history import Played
from rummynet_client.language import use_catalogue
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_client.play.solo_game import game_description, kept_folder, unfinished_game
from tests.end_to_end.test_plain_clients import pairs
from tests.support.programs import Program, program
from tests.support.terminals import Terminal

pytestmark = pytest.mark.drawn(2)

PLAY = ("play", "--json", "--players", "2", "--strategy", "random", "--name", "Ann")


def six_words(game: Program) -> str:
    return pairs(game.until(lambda line: line.startswith("game begun=1")))["words"]


def played(folder: Path, *more: str, table: int = 1, ends_with: int = 0) -> str:
    """Begin or go on at this table, until a turn is told; leave, or be killed. The table's six words."""
    with program(*PLAY, *more, home=folder) as game:
        game.until(lambda line: line.startswith(f"table table={table} "))  # another may be shown before it
        words = six_words(game)
        game.until_kind("turn")
        if ends_with:
            game.stop(ends_with)
        else:
            assert game.end() == 0
    return words


@pytest.mark.parametrize("ends_with", [0, signal.SIGKILL], ids=["left", "killed"])
def test_a_game_goes_on_after_it_was_left_or_killed(ends_with: int, tmp_path: Path) -> None:
    words = played(tmp_path, ends_with=ends_with)
    for language in reversed(LANGUAGES):  # English is the last
        use_catalogue(catalogue(language))
        assert unfinished_game(tmp_path) is not None
    assert played(tmp_path) == words
    with program(*PLAY, home=tmp_path) as game:
        assert six_words(game) == words
        game.say("verify")
        assert "verified=true" in game.until(lambda line: "verified=" in line)
        game.say("incidents")
        assert "incidents=0" in game.until(lambda line: line.startswith("fair incident"))
        assert game.end() == 0


def test_a_new_one_is_begun_when_asked_for_and_is_then_the_one_that_goes_on(tmp_path: Path) -> None:
    first = played(tmp_path)
    second = played(tmp_path, "--new", table=2)
    assert second != first
    assert played(tmp_path, table=2) == second


def test_a_second_game_at_the_same_time_has_a_folder_of_its_own(tmp_path: Path) -> None:
    with kept_folder(tmp_path) as one, kept_folder(tmp_path) as two:
        assert one == tmp_path / "play" and two != one and two.is_dir()
    assert not two.exists() and one.is_dir()


def test_who_plays_in_another_window_is_told_of_the_game_there_and_can_leave_this_one(tmp_path: Path) -> None:
    with program(*PLAY, home=tmp_path) as first:
        first.until_kind("turn")
        with program(*PLAY, home=tmp_path) as second:
            second.until_kind("turn")
            assert second.end() == 0
            (told,) = [line for line in second.errors().splitlines() if "another window" in line]
            assert "keilty with Ann, " in told and "go on with it there" in told
        command = [sys.executable, "-m", "rummynet", "play", "--data", str(tmp_path)]
        with Terminal(command, 80, 24, {**os.environ, "TERM": "xterm-256color"}) as asked:
            asked.until(lambda text: "another window" in text and "[y/N]" in text)
            asked.press("maybe\n")
            asked.until(lambda text: "Type y or n:" in text)
            asked.press("\n")
            assert asked.ended() == 0
        with Terminal(command, 80, 24, {**os.environ, "TERM": "xterm-256color"}) as asked:
            asked.until(lambda text: "[y/N]" in text)
            asked.press("\x03")
            assert asked.ended() == 130
            assert asked.screen.cursor.x == 0, "the shell's prompt comes on a line of its own"
        assert first.end() == 0


def test_a_game_is_described_as_one_remembers_it() -> None:
    game = Played("a.rummy", 0, "host", "keilty", ("ann", "ben"), 0, 2, (120, 85), False, None, 0)
    assert game_description(game) == "keilty, 2 rounds: ann 120, ben 85"
    begun = Played("a.rummy", 0, "host", "joker", ("ann", "ben"), 0, 0, (), False, None, 0)
    assert game_description(begun) == "joker with ann, ben"
    assert unfinished_game(Path("/nonexistent")) is None
