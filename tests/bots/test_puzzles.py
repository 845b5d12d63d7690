"""The list of puzzles: every line can be played, its answer is clear, and the day decides which comes."""

from make import puzzles as make_puzzles

from rummynet.bots.coach.judging import as_level, turn_end
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT
from rummynet.puzzles.choosing import first_rating, puzzle_lines
from rummynet.puzzles.puzzle import line_of, read_line
from rummynet.rules.varieties import NAMES
from rummynet_protocol.actions import CallRummy

LINES = puzzle_lines()


def test_a_game_has_some_puzzles_or_none() -> None:
    counts = {game: len(puzzle_lines((game,))) for game in NAMES}
    assert sum(counts.values()) > 30 and all(count == 0 or count >= 5 for count in counts.values()), counts


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
        assert not make_puzzles.obvious(puzzle.state, puzzle.seat).intersection(best.actions)


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


def test_plays_that_differ_in_order_alone_come_to_the_same() -> None:
    """Of two melds in the hand either may be laid first."""
    puzzle = next(read_line(line) for line in LINES.values() if len(read_line(line).plays[0].actions) > 1)
    policy = as_level(puzzle.variety, EXPERT)
    one, other = puzzle.plays[0].actions[:2]
    worst = puzzle.plays[-1].actions[0]
    ends = [turn_end(puzzle.variety, puzzle.view, action, policy) for action in (one, other, worst)]
    assert ends[2] not in ends[:2]
