"""A puzzle, and its line in a file: a round up to a decision, and what the search says of each play.

``scripts/make/puzzles.py`` writes the files; docs/puzzles.md describes the form.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal

from rummynet.bots.coach.play_reasons import Reason, read_reason, reason_values
from rummynet.bots.seat_view import SeatView
from rummynet.recorded_round import RecordedRound, move_lines, played_line
from rummynet.rules import GameState, variety
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.notation import parse, text
from rummynet_protocol.values import Value

Theme = Literal["take", "draw", "lay", "hold", "throw", "out"]
"""What the best play does: takes from the pile, draws, lays, throws out though something could be laid, throws out with
nothing to lay, ends the round."""
_SAID_ABOVE: Final = ("variant", "options")  # keys of a position (docs/engine.md) that the line has elsewhere


class JudgedPlay(Value):
    """Actions that come to the same in the end of the turn, and what the search says of them."""

    actions: tuple[Action, ...]
    loss: float  # points of the round less than with the best play, over the best of the others; 0 for the best
    error: float  # standard error of the loss


class Answer(Value):
    """What is told of one of the best actions."""

    reasons: tuple[Reason, ...]  # the last is what the search says of the second-best play
    line: tuple[tuple[int, Action], ...]
    """The action, and how the round can go on until the seat's next turn, by who acts."""


class Puzzle(Value):
    """A decision of a seat that has one best answer. The seat sees its own cards and what was public."""

    id: str  # the game and the seed that it came from: ``keilty-17``
    round: RecordedRound  # the round up to the decision
    seat: int
    plays: tuple[JudgedPlay, ...]  # the best first. Every legal action is in one of them, in one of its spellings.
    answers: tuple[Answer, ...]  # for each of the best actions
    theme: Theme
    rating: int  # how hard it is taken to be before anybody has tried
    state: GameState  # the position that is asked about, every card known: the end of ``round``

    @property
    def variety(self) -> Variety:
        """The game."""
        return variety_called(self.state.name)

    @property
    def view(self) -> SeatView:
        """What the seat sees."""
        seen = self.state.observation(self.seat)
        return SeatView(self.seat, seen.position, seen.log)

    def answer_with(self, action: Action) -> Answer:
        """What is told of one of the best actions, in any of its spellings."""
        best = self.plays[0].actions
        after = self.state.apply(action, self.seat)
        same = (at for at, one in enumerate(best) if one == action or self.state.apply(one, self.seat) == after)
        return self.answers[next(same, 0)]

    def play_with(self, action: Action) -> JudgedPlay:
        """The judged play that an action of the seat belongs to. Raises IllegalAction for one that is not legal."""
        after = self.state.apply(action, self.seat)
        for play in self.plays:
            if action in play.actions:
                return play
        for play in self.plays:
            # Another spelling of one of them: what counts is the position that it leads to.
            if any(self.state.apply(one, self.seat) == after for one in play.actions):
                return play
        raise NotJudged(f"{text(action)} was not judged")


class NotJudged(Refusal):
    """A legal action that the search has not looked at, which no puzzle of the list should have."""

    code = "not_judged"


def line_of(puzzle: Puzzle) -> str:
    """The puzzle as a line of its file."""
    start = puzzle.round.start
    dealt = {
        key: value for key, value in start.to_position().items() if key not in _SAID_ABOVE and value not in ([], None)
    }
    given = variety(start.name).options
    fields = {
        "id": puzzle.id,
        "game": start.name,
        "options": {key: value for key, value in start.options.items() if value != given[key]},
        "seat": puzzle.seat,
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "plays": [[list(map(text, one.actions)), round(one.loss, 1), round(one.error, 1)] for one in puzzle.plays],
        "answers": [[list(map(reason_values, one.reasons)), list(move_lines(one.line))] for one in puzzle.answers],
        "start": dealt,
        "moves": list(move_lines(puzzle.round.moves)),
    }
    return json.dumps(fields, separators=(",", ":"))


def read_line(line: str) -> Puzzle:
    """The puzzle of a line. Raises Refusal, ValueError, LookupError for what is none."""
    fields: Mapping[str, Any] = json.loads(line)
    game = variety(fields["game"], **fields["options"])
    blank: dict[str, Any] = {"melds": [], "round_scores": None}
    position = {**blank, "variant": game.name, "options": dict(game.options), **fields["start"]}
    start = state = game.from_position(position)
    moves = []
    for one in fields["moves"]:
        state, done = played_line(state, one)
        moves += done
    plays = tuple(JudgedPlay(tuple(map(parse, do)), loss, error) for do, loss, error in fields["plays"])
    played = RecordedRound(start, tuple(moves))
    answers = tuple(Answer(tuple(map(read_reason, why)), tuple(map(_acted, line))) for why, line in fields["answers"])
    return Puzzle(fields["id"], played, fields["seat"], plays, answers, fields["theme"], fields["rating"], state)


def _acted(line: str) -> tuple[int, Action]:
    """Who acts, and the action: a line of moves without chance."""
    seat, _, action = line.partition(" ")
    return int(seat), parse(action)
