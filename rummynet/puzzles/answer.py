"""What is told of a puzzle after the answer: the reasons of the best play, and how it can go on."""

from rummynet.bots.coach.explaining import Explainer
from rummynet.bots.coach.findings import Advice, half_interval
from rummynet.bots.coach.judging import as_level
from rummynet.bots.coach.play_reasons import Better
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT
from rummynet.bots.strategy import NothingToDo
from rummynet.puzzles.puzzle import Puzzle
from rummynet.rules.core.variety import once_answered
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

_MOST_MOVES = 30  # of a line: the own turn and one of each other; a turn has more only in hands that nobody can follow


def explained(puzzle: Puzzle, action: Action) -> Advice:
    """The reasons for one of the best actions; the last is what the search says of the second-best play."""
    game, view = puzzle.variety, puzzle.view
    state = replace(once_answered(game, view.position, view.seat), claims=())
    ranked = [(-play.loss, action if number == 0 else play.actions[0]) for number, play in enumerate(puzzle.plays)]
    facts = Explainer(game, SeatView(view.seat, state, view.log), ranked).reasons(action)
    second = puzzle.plays[1]
    figure = Better(second.actions[0], round(second.loss), half_interval(second.error))
    # The figures of the search replace what the explainer would take from the ranking.
    return Advice(action, (*(one for one in facts if not isinstance(one, Better)), figure))


def line_after(puzzle: Puzzle, action: Action) -> tuple[tuple[int, Action], ...]:
    """An action, and how it can go on until the seat's next turn if everybody plays as ``expert``.

    With the cards of the real game; it ends where chance would have to decide.
    """
    policy = as_level(puzzle.variety, EXPERT)
    state, found = puzzle.state.apply(action, puzzle.seat), [(puzzle.seat, action)]
    for _ in range(_MOST_MOVES):
        actor = state.actor
        others_moved = found[-1][0] != puzzle.seat
        if actor is None or (actor == puzzle.seat and others_moved and state.position.phase == "pickup"):
            break
        try:
            move = policy(state.position, actor)
            state = state.apply(move, actor)
        except (NothingToDo, Refusal):
            break
        found.append((actor, move))
    return tuple(found)
