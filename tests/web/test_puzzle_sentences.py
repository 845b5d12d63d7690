"""Pages have the puzzles of the package: the same positions, answers and sentences, day, order and ratings.

They say what cost most in a game as the programs do, too.
"""

import json
import random
import subprocess
from collections.abc import Iterator
from typing import Any

from pages.agree_rules import PAGES

from rummynet.bots.coach.findings import Advice, Decision, Moment
from rummynet.bots.names import NAMES
from rummynet.puzzles.choosing import first_rating, next_one, of_day, puzzle_lines
from rummynet.puzzles.puzzle import Puzzle, read_line
from rummynet.puzzles.scores import PuzzleScores, to_values
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import ENGLISH, GERMAN, meld_cards, use_letters
from rummynet_client.core.text.hint_text import moment_sentence
from rummynet_client.core.text.json_lines import moment_values
from rummynet_client.core.views.puzzle_table import PuzzleTable
from rummynet_client.language import other_catalogue
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_protocol import notation
from tests.support.pages import WEB, need_pages

LINES = puzzle_lines()


def seen(table: PuzzleTable) -> dict[str, Any]:
    """What the page draws of a position."""
    position = table.puzzle.variety.positions.write(table.model.state)  # type: ignore[arg-type]
    seat, hands = table.puzzle.seat, position["hands"]
    return {
        "hands": [sorted(hand) if at == seat else [] for at, hand in enumerate(hands)],
        "hidden": [0 if at == seat else len(hand) for at, hand in enumerate(hands)],
        "discard": position["discard"],
        "melds": [{"cards": one["cards"], "by": one["by"]} for one in position["melds"]],
        "stock": len(position["stock"]),
        **{name: position[name] for name in ("turn", "phase", "scores")},
        "wild": position.get("wild"),
        "laid": position.get("laid"),
    }


def told_by(table: PuzzleTable) -> list[str]:
    """Pages write a minus with its sign."""
    return [line.replace(" -", " −") for line in table.lines(PAGES)]


def asked(puzzle: Puzzle, language: str) -> dict[str, Any]:
    """The right answers, a wrong one and none, and what the program says of each."""
    table = PuzzleTable(puzzle, puzzle.rating, "")
    position, told, answers = seen(table), told_by(table), []
    for action in (None, *puzzle.plays[0].actions, puzzle.plays[-1].actions[-1]):
        answered = PuzzleTable(puzzle, puzzle.rating, "")
        text = "" if action is None else notation.text(action)
        answered.take_input(text or "hint")
        answers.append([text, answered.outcome, answered.question(), answered.verdict(PAGES)])
    table.take_input("hint")
    while not table.refusal_text:
        table.take_input("hint")
    return {
        "puzzle": json.loads(LINES[puzzle.id]), "language": language, "position": position, "told": told,
        "answers": answers, "line": told_by(table)[len(told) :], "end": seen(table),
    }  # fmt: skip


def moment(puzzle: Puzzle, language: str) -> dict[str, Any]:
    """The worst play, as if it had been made in a game: what the coach says of it afterwards."""
    worst = puzzle.plays[-1]
    better = Advice(puzzle.plays[0].actions[0], puzzle.answers[0].reasons)
    made = Moment(0, 3, Decision(puzzle.view, worst.actions[0]), better, worst.loss, worst.error)
    position = puzzle.variety.positions.write(puzzle.view.position)
    says = moment_sentence(made, Wording(NAMES, melds=meld_cards(puzzle.view.position), voice=PAGES))
    told = {"round": 1, "seat": puzzle.seat, **dict(moment_values(made)), "position": position}
    return {"moment": told, "names": NAMES, "language": language, "says": says}


def ratings(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Answers one after the other, with the scores and what may come next."""
    scores, ids = PuzzleScores(), list(LINES)
    for id in chance.sample(ids, 30):
        first, right = first_rating(LINES[id]), chance.random() < 0.6
        scores = scores.answered(id, first, right=right)
        may_come = [next_one(ids, lambda id: first_rating(LINES[id]), scores, lambda _, at=at: at) for at in range(5)]  # type: ignore[misc]
        yield {"id": id, "first": first, "right": right, "after": to_values(scores), "next": may_come}


def test_pages_have_the_puzzles_of_the_package() -> None:
    need_pages()
    lines = []
    for number, line in enumerate(LINES.values()):
        # In German some cards have other letters; half of the puzzles in each language name everything.
        language = LANGUAGES[number % 2]
        use_letters(GERMAN if language == "de" else ENGLISH)
        with other_catalogue(catalogue(language)):
            puzzle = read_line(line)
            lines += [asked(puzzle, language), moment(puzzle, language)]
    use_letters(ENGLISH)
    lines.append({"days": {day: of_day(list(LINES), day) for day in range(739_946, 740_150)}})
    lines.append({"scores": list(ratings(random.Random(1)))})
    said = "\n".join(map(json.dumps, lines))
    node = subprocess.run(["node", "tests/agree_puzzles.js"], cwd=WEB, input=said, text=True, capture_output=True)
    assert node.returncode == 0 and node.stdout == "0 differences\n", node.stdout + node.stderr
