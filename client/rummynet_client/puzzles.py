"""``rummynet puzzle``: one puzzle after the other, on the screen or line by line, and what answers do to ratings."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from rummynet.files import read_file, replace_file
from rummynet.puzzles.choosing import first_rating, next_one, puzzle_lines
from rummynet.puzzles.puzzle import Puzzle, read_line
from rummynet.puzzles.scores import PuzzleScores, from_values, to_values
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.spoken.spoken_cards import SPOKEN, codes_in_words
from rummynet_client.core.spoken.table_words import hand_lines, sentence, table_lines
from rummynet_client.core.text.card_names import WRITTEN, Voice
from rummynet_client.core.text.commands import QUIT_WORDS, PlayAction
from rummynet_client.core.views.puzzle_table import PuzzleTable
from rummynet_client.language import _, system_words
from rummynet_client.storage.settings import ActiveSettings
from rummynet_client.surface import typed_lines, write_text
from rummynet_client.terminal.puzzle_screen import PuzzleScreen
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.text import harmless

Chance = Callable[[int], int]  # ``chance(m)`` is a uniform choice from 0 to m-1


FILE: Final = "puzzles.json"
_MOST: Final = 2**22  # bytes; an answered puzzle takes about 80, so this is far more than anybody answers


class PuzzleFileError(RummynetError):
    """The file cannot be read or written."""

    code = "puzzle_file"


def load_scores(folder: Path) -> PuzzleScores:
    """The scores kept in this folder; those of a beginner without any. Raises PuzzleFileError."""
    path = folder / FILE
    try:
        return from_values(json.loads(read_file(path, _MOST)))
    except FileNotFoundError:
        return PuzzleScores()
    # json parses by recursion: thousands of brackets are an error in the file, not a crash.
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise PuzzleFileError(
            _("{path} cannot be read ({problem}); repair it, or delete it to begin anew", path=path, problem=why)
        ) from None


def save_scores(scores: PuzzleScores, folder: Path) -> None:
    """Keep the scores. Raises PuzzleFileError."""
    path = folder / FILE
    try:
        replace_file(path, (json.dumps(to_values(scores), indent=1) + "\n").encode())
    except OSError as problem:
        says = _("{path} cannot be written: {reason}", path=path, reason=system_words(problem))
        raise PuzzleFileError(says) from None


class PuzzleRound:
    """The puzzles that one run shows: the first one given, then by the player's rating or by chance."""

    def __init__(
        self, lines: Mapping[str, str], folder: Path, chance: Chance, *, first: str = "", by_chance: bool = False
    ) -> None:
        """*lines* are those of ``puzzle_lines``; *first* is the puzzle that begins. Raises PuzzleFileError."""
        self._lines, self._folder, self._chance, self._by_chance = lines, folder, chance, by_chance
        self.scores: PuzzleScores = load_scores(folder)
        self._first = first
        self._before: float | None = None  # the player's rating before the last answer; None if that did not count

    def next_table(self, title: str, game: str = "") -> PuzzleTable | None:
        """The next puzzle, from now on of this game; None if all are answered."""
        self._lines = puzzle_lines((game,)) if game else self._lines
        found, self._first, self._before = self._first or self._chosen(), "", None
        if found is None:
            return None
        puzzle = read_line(self._lines[found])
        return PuzzleTable(puzzle, self.scores.rating_of(found, puzzle.rating), title)

    def _chosen(self) -> str | None:
        ids = list(self._lines)
        if self._by_chance:
            return ids[self._chance(len(ids))]
        return next_one(ids, lambda id: first_rating(self._lines[id]), self.scores, self._chance)

    def note_answer(self, puzzle: Puzzle, *, right: bool) -> None:
        """Rate an answer, and keep the ratings. Raises PuzzleFileError."""
        before = self.scores
        self.scores = before.answered(puzzle.id, puzzle.rating, right=right)
        self._before = before.rating if self.scores is not before else None
        if self.scores is not before:
            save_scores(self.scores, self._folder)

    def rating_text(self) -> str:
        """The player's rating, and what the last answer did to it."""
        rating, answered = round(self.scores.rating), len(self.scores.puzzles)
        if self._before is None:
            return _("This puzzle was answered before; your rating stays {rating}.", rating=rating)
        change = f"{rating - round(self._before):+d}"  # of what was shown before, or the sum would be wrong by one
        return _(
            "Your rating: {rating} ({change}), {right} of {answered} right.",
            rating=rating, change=change, right=self.scores.right, answered=answered,
        )  # fmt: skip


def all_answered() -> str:
    """What is told when no puzzle is left."""
    return _("You have answered every puzzle of the list. 'rummynet puzzle --random' shows them again.")


def on_screen(run: PuzzleRound, likes: ActiveSettings, title: str) -> int:
    """Puzzles on the whole terminal, until the player leaves. Returns the exit status."""
    import asyncio

    game = ""
    while (table := run.next_table(title, game)) is not None:
        title = _("puzzle")

        def answered(table: PuzzleTable = table) -> None:
            run.note_answer(table.puzzle, right=table.outcome == "right")

        def describe(table: PuzzleTable = table) -> str:
            return _described(run, table, WRITTEN)

        shown = PuzzleScreen(table, describe, answered, time.monotonic, settings=likes.settings)
        status = asyncio.run(shown.run())
        if not shown.goes_on:
            return status
        game = table.wanted
    write_text(all_answered())
    return 0


def by_lines(
    run: PuzzleRound, title: str, spoken: Iterable[str] | None = None, write: Callable[[str], object] = write_text
) -> int:
    """Puzzles in sentences: the table, the own hand, the question; a command a line.

    *spoken* and *write* are standard input and output, where nothing else is given.
    """
    source: Iterator[str] = iter(typed_lines() if spoken is None else spoken)

    def tell(lines: Iterable[str]) -> None:
        for line in lines:
            write(harmless(line))

    game = ""
    while (table := run.next_table(title, game)) is not None:
        title, narrator = _("puzzle"), Narrator()
        tell([table.heading, *_position_lines(table, narrator), _described(run, table, SPOKEN), _how(table)])
        for text in source:
            word, was_done = text.strip().lower(), table.is_done
            if word in QUIT_WORDS:
                return 0
            if word == "help":
                tell([_how(table)])
            elif word in _TOLD:
                tell(_position_lines(table, narrator))
            elif word:
                said = _read(narrator, "ready" if word == "next" else text, table)
                if isinstance(said, list):
                    tell(said)
                elif table.take_input(said):
                    break
                elif table.is_done and not was_done:
                    run.note_answer(table.puzzle, right=table.outcome == "right")
                    tell([_described(run, table, SPOKEN), _how(table)])
                else:
                    tell([codes_in_words(sentence(table.refusal_text or table.lines(SPOKEN)[-1]))])
        else:
            return 0
        game = table.wanted
    tell([all_answered()])
    return 0


_TOLD = ("what", "hand", "table", "scores")  # words that ask to be told the position again


def _read(narrator: Narrator, text: str, table: PuzzleTable) -> list[str] | str | Action:
    """What is typed as at a table: an action for its number or its words; else what the puzzle answers."""
    try:
        said = narrator.read(text, table.model)
    except Refusal:
        return text
    return said.action if isinstance(said, PlayAction) else said if isinstance(said, list) else text


def _position_lines(table: PuzzleTable, narrator: Narrator) -> list[str]:
    lines = [*table_lines(table.model), *map(sentence, table.recent_lines(SPOKEN))]
    if table.is_done:
        return [*lines, *hand_lines(table.model)]
    narrator.tell((), table.model)  # numbers mean plays once the turn has begun
    told = narrator.read("what", table.model)
    assert isinstance(told, list)
    # The rules of a turn are no part of the puzzle, and the pile has been told with the table.
    return [*lines, *(line for line in told[1:] if line not in lines)]


def _described(run: PuzzleRound, table: PuzzleTable, voice: Voice) -> str:
    return f"{table.verdict(voice)} {run.rating_text()}" if table.is_done else table.question()


def _how(table: PuzzleTable) -> str:
    if table.is_done:
        return _(
            "'hint' plays on from the best play, a move at a time; 'next' is the next puzzle, 'create GAME' one of "
            "that game, 'quit' leaves."
        )
    return _(
        "Type your play or its number; 'table' tells the position again, 'hint' the answer, which counts as wrong."
    )
