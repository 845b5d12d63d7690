"""The list of puzzles: every line can be played, its answer is clear, and the day decides which comes."""

import pytest
from make import puzzles as make_puzzles

from rummynet.bots.coach.judging import as_level, as_strong, difference, leads_of, turn_end
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT
from rummynet.puzzles.choosing import first_rating, next_one, of_day, puzzle_lines
from rummynet.puzzles.puzzle import line_of, read_line
from rummynet.puzzles.scores import FIRST_RATING, Answered, PuzzleScores, from_values, to_values
from rummynet.rules.varieties import NAMES
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy

LINES = puzzle_lines()


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_puzzles(game: str) -> None:
    assert len(puzzle_lines((game,))) >= 3


def test_a_name_is_there_once_and_says_the_game() -> None:
    assert len(LINES) == sum(len(puzzle_lines((game,))) for game in NAMES)
    for id, line in LINES.items():
        puzzle = read_line(line)
        assert puzzle.id == id and id.startswith(f"{puzzle.state.name}-")
        assert first_rating(line) == puzzle.rating
        assert line_of(puzzle) == line


def test_every_legal_play_was_judged_and_the_answer_is_clear_of_the_next() -> None:
    for line in LINES.values():
        puzzle = read_line(line)
        judged = {action for play in puzzle.plays for action in play.actions}
        legal = {one for one in puzzle.state.all_legal(puzzle.seat) if not isinstance(one, CallRummy)}
        assert judged == legal
        best, *others = puzzle.plays
        assert best.loss == 0 and others
        for play in others:
            # One digit is kept of each.
            assert play.loss - make_puzzles.CLEAR * play.error >= make_puzzles.MARGIN - 0.2
        assert [play.loss for play in puzzle.plays] == sorted(play.loss for play in puzzle.plays)
        assert puzzle.state.actor == puzzle.seat and not puzzle.state.position.claims


def test_every_best_play_has_its_reasons_and_a_line_that_can_be_played() -> None:
    for line in LINES.values():
        puzzle = read_line(line)
        best = puzzle.plays[0].actions
        assert len(puzzle.answers) == len(best)
        for action in best:
            answer = puzzle.answer_with(action)
            assert answer.reasons[-1].code == "better" and answer.line[0] == (puzzle.seat, action)
            state = puzzle.state
            for seat, move in answer.line:
                state = state.apply(move, seat)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", ["keilty", "joker"])
def test_the_script_finds_again_what_is_in_the_file(game: str) -> None:
    """The first puzzle: its seed alone leads to the same line."""
    id, line = next(iter(puzzle_lines((game,)).items()))
    found = make_puzzles.puzzle_of(game, int(id.rpartition("-")[2]))
    assert found is not None and line_of(found) == line


def test_rounds_played_to_their_end_agree_with_the_file() -> None:
    """Other positions, everybody as ``strong`` and as ``expert``: the answer stays better than what was second."""
    id, line = next(iter(puzzle_lines(("keilty",)).items()))
    puzzle = read_line(line)
    best, second = (play.actions[0] for play in puzzle.plays[:2])
    for policy in (as_strong(puzzle.variety, puzzle.state.players), as_level(puzzle.variety, EXPERT)):
        leads = leads_of(puzzle.variety, puzzle.view, (best, second), 40, policy, 99)
        found = difference(leads, 0, 1)
        assert found is not None and found[0] > 0, id


def test_plays_that_differ_in_order_alone_come_to_the_same() -> None:
    """Of two melds in the hand either may be laid first."""
    puzzle = next(read_line(line) for line in LINES.values() if len(read_line(line).plays[0].actions) > 1)
    policy = as_level(puzzle.variety, EXPERT)
    one, other = puzzle.plays[0].actions[:2]
    worst = puzzle.plays[-1].actions[0]
    ends = [turn_end(puzzle.variety, puzzle.view, action, policy) for action in (one, other, worst)]
    assert ends[2] not in ends[:2]


def test_a_day_has_one_puzzle_and_none_comes_twice_before_all_have_come() -> None:
    ids = list(LINES)
    days = [of_day(ids, day) for day in range(7 * len(ids), 9 * len(ids))]
    assert set(days[: len(ids)]) == set(days[len(ids) :]) == set(ids)
    assert days[: len(ids)] != days[len(ids) :] and days[: len(ids)] != ids
    # The order of the list says nothing: what counts is what is in it.
    assert of_day(ids[::-1], 739_946) == of_day(ids, 739_946)


def test_ratings_move_towards_what_the_answers_say() -> None:
    scores = PuzzleScores()
    right = scores.answered("keilty-1", 1600, right=True)
    # Ten to one against: Elo gives ten of eleven parts of the step.
    assert right.rating == round(FIRST_RATING + 40 * 10 / 11, 1)
    assert right.puzzles["keilty-1"] == Answered(round(1600 - 10 * 10 / 11, 1), right=True)
    assert scores.answered("keilty-1", 1600, right=False).rating == round(FIRST_RATING - 40 / 11, 1)
    assert right.answered("keilty-1", 1600, right=False) == right
    assert from_values(to_values(right)) == right and right.right == 1
    many = PuzzleScores(1500, {str(number): Answered(1500, right=True) for number in range(20)})
    assert many.answered("new", 1500, right=True).rating == 1510


def test_the_next_puzzle_is_the_nearest_that_is_not_answered() -> None:
    ids, ratings = [f"keilty-{number}" for number in range(20)], {f"keilty-{n}": 800 + 50 * n for n in range(20)}
    places = iter(range(5))
    found = {next_one(ids, ratings.__getitem__, PuzzleScores(), lambda _: next(places)) for _ in range(5)}
    assert found == {"keilty-6", "keilty-7", "keilty-8", "keilty-9", "keilty-10"}
    done = PuzzleScores(1200, {id: Answered(1200, right=True) for id in ids})
    assert next_one(ids, ratings.__getitem__, done, lambda _: 0) is None


def test_the_notation_of_a_line_is_that_of_the_rules() -> None:
    for line in LINES.values():
        for play in read_line(line).plays:
            for action in play.actions:
                assert notation.parse(notation.text(action)) == action


def test_a_game_without_a_list_has_no_puzzles() -> None:
    assert puzzle_lines(("tiny",)) == {}
